//! The token with which a list goes on.
//!
//! Source: `apiserver pkg/storage/continue.go`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

const VERSION: &str = "meta.k8s.io/v1";

/// Behind which key a list goes on, and at which revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Next {
    /// Without the prefix of the resource. Quirk: a list of all namespaces begins with a slash.
    pub(crate) key: String,
    /// 0 stands for the newest revision.
    pub(crate) revision: u64,
}

#[derive(Deserialize, Serialize)]
struct Token {
    #[serde(default)]
    v: String,
    #[serde(default)]
    rv: i64,
    #[serde(default)]
    start: String,
}

impl Next {
    /// Goes on at the newest revision, whatever was listed before.
    pub(crate) fn inconsistent(key: &str) -> Self {
        Self { key: key.to_owned(), revision: 0 }
    }

    /// The revision, if it is not the newest.
    pub(crate) fn exact(&self) -> Option<u64> {
        Some(self.revision).filter(|revision| *revision > 0)
    }

    pub(crate) fn encode(&self) -> String {
        let rv = self.exact().map_or(-1, |revision| i64::try_from(revision).unwrap_or(i64::MAX));
        let token = Token { v: VERSION.to_owned(), rv, start: self.key.clone() };
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&token).unwrap_or_default())
    }

    /// # Errors
    /// Why it is not a token.
    pub(crate) fn decode(text: &str) -> Result<Self, String> {
        const INVALID: &str = "continue key is not valid";
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|error| format!("{INVALID}: {error}"))?;
        let token: Token = serde_json::from_slice(&bytes).map_err(|error| format!("{INVALID}: {error}"))?;
        if token.v != VERSION {
            let version = token.v;
            return Err(format!("{INVALID}: server does not recognize this encoded version {version}"));
        }
        if token.rv == 0 {
            return Err(format!("{INVALID}: incorrect encoded start resourceVersion (version {VERSION})"));
        }
        if token.start.is_empty() {
            return Err(format!("{INVALID}: encoded start key empty (version {VERSION})"));
        }
        // What leads out of the resource is rejected.
        let key = token.start.strip_prefix('/').unwrap_or(&token.start).to_owned();
        if key.split('/').any(|part| matches!(part.trim_end_matches('\0'), "" | "." | "..")) {
            return Err(format!("{INVALID}: {}", token.start));
        }
        let revision = u64::try_from(token.rv).unwrap_or_default();
        Ok(Self { key, revision })
    }
}
