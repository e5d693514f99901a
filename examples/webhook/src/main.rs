//! `webhook ADDRESS CERTIFICATE KEY CRD…`: serves both endpoints over TLS.

use std::io::BufRead;
use std::net::SocketAddr;

use axum_server::tls_rustls::RustlsConfig;
use crd_schema::CustomResourceDefinition;
use crd_schema::yaml::read_stream;
use webhook::{Definitions, router};

type Error = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [address, certificate, key, crds @ ..] = arguments.as_slice() else {
        return Err("usage: webhook ADDRESS CERTIFICATE KEY CRD…".into());
    };
    let address: SocketAddr = address.parse()?;
    let definitions = Definitions::default();
    crds.iter().try_for_each(|file| load(&definitions, file))?;
    let replaced = definitions.clone();
    std::thread::spawn(move || replace_what_is_named(&replaced));
    let tls = RustlsConfig::from_pem_file(certificate, key).await?;
    axum_server::bind_rustls(address, tls).serve(router(definitions).into_make_service()).await?;
    Ok(())
}

fn load(definitions: &Definitions, file: &str) -> Result<(), Error> {
    for document in read_stream(&std::fs::read(file)?)? {
        let crd: CustomResourceDefinition = serde_json::from_value(document.into_value())?;
        definitions.replace(&crd).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// Each line of the standard input names a file; one that is no good changes nothing.
#[expect(clippy::print_stderr, reason = "nobody else hears of it")]
fn replace_what_is_named(definitions: &Definitions) {
    for file in std::io::stdin().lock().lines().map_while(Result::ok) {
        match load(definitions, file.trim()) {
            Ok(()) => eprintln!("{file}: replaced"),
            Err(error) => eprintln!("{error}"),
        }
    }
}
