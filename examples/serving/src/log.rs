//! Where events go.

use std::io::{IsTerminal as _, stderr};

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Logs to standard error, from the level `info` on; the environment variable `RUST_LOG` sets others, `serving=debug` for
/// example.
pub fn log_to_stderr() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|asked| asked.parse().ok());
    let levels: Targets = asked.unwrap_or_else(|| Targets::new().with_default(Level::INFO));
    let lines = tracing_subscriber::fmt::layer().with_writer(stderr).with_ansi(stderr().is_terminal());
    tracing_subscriber::registry().with(lines).with(levels).init();
}
