//! Health and version.
//!
//! Source: `apiserver pkg/server/healthz/healthz.go`, `pkg/server/routes/version.go`.

use axum::body::Body;
use axum::http::Response;
use crd_schema::ServerVersion;
use serde_json::json;

use super::respond;

/// The paths that say whether the server is well.
pub(super) const PATHS: [&str; 3] = ["healthz", "livez", "readyz"];

/// A server that answers is well.
pub(super) fn well() -> Response<Body> {
    respond::with_body(200, "text/plain; charset=utf-8", Body::from("ok"))
}

/// Whose behaviour clients can expect.
pub(super) fn version() -> Response<Body> {
    let minor = ServerVersion::default().to_string();
    let (major, minor) = minor.split_once('.').unwrap_or(("1", minor.as_str()));
    let git_version = format!("v{major}.{minor}.0+crd-schema-{}", env!("CARGO_PKG_VERSION"));
    respond::json(
        200,
        &json!({
            "major": major,
            "minor": minor,
            "gitVersion": git_version,
            "gitCommit": "",
            "gitTreeState": "",
            "buildDate": "1970-01-01T00:00:00Z",
            "goVersion": "",
            "compiler": "rustc",
            "platform": format!("{}/{}", std::env::consts::OS, std::env::consts::ARCH),
        }),
    )
}
