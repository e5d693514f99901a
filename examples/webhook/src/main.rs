//! `webhook ADDRESS CERTIFICATE KEY CRD…`: serves both endpoints over TLS.

use std::error::Error;
use std::fs;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use crd_schema::CustomResourceDefinition;
use crd_schema::yaml::read_stream;
use serving::{Server, log_to_stderr};
use tracing::{info, warn};
use webhook::{Definitions, router};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An admission webhook: prunes and fills in defaults at /mutate, refuses invalid values and changes of immutable fields at
/// /validate.
///
/// It serves HTTPS and logs to standard error; the environment variable `RUST_LOG` sets how much.
#[derive(Parser)]
#[command(name = "webhook")]
struct Arguments {
    /// The address to listen on, `0.0.0.0:8443` for example; port 0 takes a free one.
    address: String,
    /// A file with the certificate chain, in PEM.
    certificate: PathBuf,
    /// A file with the private key of the certificate, in PEM.
    key: PathBuf,
    /// Files with definitions (CRDs), in YAML or JSON. To replace a definition while requests run, write a line with
    /// the path of its file to standard input.
    crds: Vec<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    log_to_stderr();
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(Arguments { address, certificate, key, crds }: Arguments) -> Result<()> {
    let definitions = Definitions::default();
    crds.iter().try_for_each(|file| load(&definitions, file))?;
    let (chain, key) = (read(&certificate)?, read(&key)?);
    let server =
        Server::bind(&address).await.map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let server = server.tls(&chain, &key)?;
    info!("serving on https://{}", server.local_addr()?);
    let replaced = definitions.clone();
    std::thread::spawn(move || replace_what_is_named(&replaced));
    server.serve(router(definitions)).await;
    Ok(())
}

fn load(definitions: &Definitions, file: &Path) -> Result<()> {
    let refused = |error: &dyn Error| format!("{}: {error}", file.display());
    for document in read_stream(&read(file)?).map_err(|error| refused(&error))? {
        let crd: CustomResourceDefinition =
            serde_json::from_value(document.into_value()).map_err(|error| refused(&error))?;
        definitions.replace(&crd).map_err(|error| refused(&error))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()).into())
}

/// Each line of the standard input names a file; one that cannot be served changes nothing.
fn replace_what_is_named(definitions: &Definitions) {
    for line in std::io::stdin().lock().lines().map_while(std::result::Result::ok) {
        let file = line.trim();
        match load(definitions, Path::new(file)) {
            Ok(()) => info!("{file}: replaced"),
            Err(error) => warn!("{error}; the definition stays as it was"),
        }
    }
}
