//! The configuration of TLS, from PEM.

use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// Why TLS cannot be spoken with a certificate and a key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The chain is no PEM, or has no certificate.
    #[error("the certificate chain: {}", not_pem(.0))]
    Certificate(pem::Error),
    /// The key is no PEM, or there is none.
    #[error("the private key: {}", not_pem(.0))]
    Key(pem::Error),
    /// The key is not that of the certificate, for example.
    #[error(transparent)]
    Unusable(#[from] rustls::Error),
}

fn not_pem(error: &pem::Error) -> String {
    match error {
        pem::Error::NoItemsFound => "there is none in the PEM file".to_owned(),
        other => other.to_string(),
    }
}

pub(crate) fn config(chain: &[u8], key: &[u8]) -> Result<ServerConfig, TlsError> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
    let chain = chain.map_err(TlsError::Certificate)?;
    if chain.is_empty() {
        return Err(TlsError::Certificate(pem::Error::NoItemsFound));
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(TlsError::Key)?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions()?.with_no_client_auth();
    let mut config = config.with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}
