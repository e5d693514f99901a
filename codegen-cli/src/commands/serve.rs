//! `crd-schema serve`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crd_schema::yaml;
use crd_schema_server::store::FileStore;
use crd_schema_server::{Api, BuildError, Server};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use super::crds::{self, Crd};
use crate::cli::Serve;
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, FileName, Object};
use crate::output::Output;
use crate::walk;

/// How often files are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long clients may take to see the end.
const FAREWELL: Duration = Duration::from_millis(500);
/// The file of objects in the directory that is given.
const FILE: &str = "objects.redb";

pub(crate) fn run(arguments: &Serve, out: &mut Output) -> Result<Outcome, Failure> {
    if !arguments.address.ip().is_loopback() {
        let address = arguments.address;
        return Err(Failure::unusable(format!(
            "{address}: this server knows no users, and listens on addresses of this machine alone"
        )));
    }
    input::check_stdin(&[&arguments.paths, &arguments.load])?;
    let crds = if arguments.paths.is_empty() { Vec::new() } else { crds::read(&arguments.paths)? };
    let objects = if arguments.load.is_empty() { Vec::new() } else { input::all_objects(&arguments.load)? };
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(Failure::Output)?;
    let served = runtime.block_on(serve(arguments, &crds, objects, out));
    Runtime::shutdown_timeout(runtime, FAREWELL);
    served.map(|()| Outcome::Fine)
}

async fn serve(
    arguments: &Serve,
    crds: &[Crd],
    objects: Vec<Object>,
    out: &mut Output,
) -> Result<(), Failure> {
    let api = api(arguments).await?;
    install(&api, crds).await?;
    for mut object in objects {
        let place = crds::at(&object);
        let loaded = api.load(object.take_value()).await;
        loaded.map_err(|error| Failure::unusable(format!("{place}: {error}")))?;
    }
    let server = Server::bind(arguments.address).await;
    let server = server.map_err(|error| Failure::unusable(format!("{}: {error}", arguments.address)))?;
    let url = format!("http://{}", server.local_addr()?);
    if let Some(file) = &arguments.kubeconfig {
        write_kubeconfig(file, &url)?;
    }
    writeln!(out, "{url}")?;
    out.flush()?;
    say(&format!("try: kubectl {} api-resources", access(arguments, &url)));
    tokio::select! {
        () = server.serve(api.router()) => {}
        () = reload(&api, arguments) => {}
        ended = ended() => ended?,
    }
    api.end_watches();
    Ok(())
}

async fn api(arguments: &Serve) -> Result<Api, Failure> {
    let builder = Api::builder();
    let builder = if arguments.without_namespaces { builder.without_namespaces() } else { builder };
    let builder = match &arguments.data {
        None => builder,
        Some(folder) => builder.store(open(folder)?),
    };
    builder.build().await.map_err(|error| Failure::unusable(error.to_string()))
}

fn open(folder: &Path) -> Result<FileStore, Failure> {
    let unusable =
        |error: &dyn std::fmt::Display| Failure::unusable(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(|error| unusable(&error))?;
    FileStore::open(folder.join(FILE)).map_err(|error| unusable(&error))
}

async fn install(api: &Api, crds: &[Crd]) -> Result<(), Failure> {
    for crd in crds {
        let installed = api.install(&crd.definition).await;
        installed.map_err(|error| Failure::unusable(rejected(crd, &error)))?;
    }
    Ok(())
}

fn rejected(crd: &Crd, error: &BuildError) -> String {
    format!("{}: {error}", crds::at(&crd.object))
}

/// How kubectl finds the server.
fn access(arguments: &Serve, url: &str) -> String {
    match &arguments.kubeconfig {
        Some(file) => format!("--kubeconfig {}", file.display()),
        None => format!("--server {url}"),
    }
}

fn write_kubeconfig(file: &PathBuf, url: &str) -> Result<(), Failure> {
    let name = "crd-schema";
    let kubeconfig = json!({
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": name, "cluster": {"server": url}}],
        "users": [{"name": name, "user": {}}],
        "contexts": [{"name": name, "context": {"cluster": name, "user": name, "namespace": "default"}}],
        "current-context": name,
    });
    let unusable = |error: &dyn std::fmt::Display| Failure::unusable(format!("{}: {error}", file.display()));
    let text = yaml::to_string(&kubeconfig).map_err(|error| unusable(&error))?;
    fs::write(file, text).map_err(|error| unusable(&error))
}

/// When each file was changed.
fn changes(paths: &[FileName]) -> BTreeMap<String, Option<SystemTime>> {
    let files = walk::files(paths).files.into_iter();
    let changed = |file: &FileName| match file {
        FileName::Path(path) => fs::metadata(path).and_then(|metadata| metadata.modified()).ok(),
        FileName::Stdin => None,
    };
    files.map(|(file, _)| (file.to_string(), changed(&file))).collect()
}

/// Installs CRDs again when their files change. What cannot be used is said, and the old one stays.
async fn reload(api: &Api, arguments: &Serve) {
    if !arguments.watch_files || arguments.paths.is_empty() {
        std::future::pending::<()>().await;
    }
    let mut seen = changes(&arguments.paths);
    loop {
        tokio::time::sleep(LOOK).await;
        let now = changes(&arguments.paths);
        if now == seen {
            continue;
        }
        seen = now;
        let crds = match crds::read(&arguments.paths) {
            Ok(crds) => crds,
            Err(Failure::Unusable(lines)) => {
                lines.iter().for_each(|line| say(line));
                continue;
            }
            Err(_) => continue,
        };
        for crd in &crds {
            match api.install(&crd.definition).await {
                Ok(()) => say(&format!("installed {}", crd.name())),
                Err(error) => say(&rejected(crd, &error)),
            }
        }
    }
}

/// Waits until somebody wants the end.
async fn ended() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted?,
            _ = terminated.recv() => {}
        }
        Ok(())
    }
    #[cfg(not(unix))]
    Ok(tokio::signal::ctrl_c().await?)
}
