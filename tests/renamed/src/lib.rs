//! The library under another name, in a crate that has a `Result` and an `Option` of its own and gives the library on.

use serde::{Deserialize, Serialize};

/// The library, for crates that do not depend on it.
pub mod inside {
    pub use schemas;
}

/// As many crates have it.
pub type Result<T> = std::result::Result<T, std::fmt::Error>;

/// An own type of a usual name.
#[derive(Clone, Debug, Serialize, Deserialize, schemas::CrdSchema)]
#[crd(crate = schemas)]
pub struct Option {
    /// What is chosen.
    pub chosen: String,
}

/// A resource.
#[derive(Clone, Debug, Serialize, Deserialize, schemas::CrdSchema)]
#[crd(crate = schemas, group = "example.com", version = "v1", kind = "Thing", status = Seen, no_export_test)]
pub struct ThingSpec {
    /// It is called `Option` and must be there.
    pub option: Option,
    /// Where it comes from.
    #[immutable]
    pub source: Source,
}

/// What is seen.
#[derive(Clone, Debug, Serialize, Deserialize, schemas::CrdSchema)]
#[crd(crate = schemas, json_schema)]
pub struct Seen {
    /// How often.
    pub times: std::option::Option<u32>,
}

/// A choice.
#[derive(Clone, Debug, Serialize, Deserialize, schemas::CrdSchema)]
#[crd(crate = schemas)]
#[serde(tag = "type")]
pub enum Source {
    /// From a repository.
    Git {
        /// Where it is.
        url: String,
    },
    /// From nowhere.
    Nothing,
}
