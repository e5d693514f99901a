//! Where events go.

use std::io::{IsTerminal as _, stderr};

use tracing::Level;
use tracing_subscriber::EnvFilter;

/// Logs to standard error, from the level `info` on; the environment variable `RUST_LOG` sets another one.
pub fn log_to_stderr() {
    let filter = EnvFilter::builder().with_default_directive(Level::INFO.into()).from_env_lossy();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr).with_ansi(stderr().is_terminal()).init();
}
