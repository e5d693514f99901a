//! Names of objects and labels, in the words of each server minor.
//!
//! Knows nothing of: paths, violations.

use crd_schema_go::names::{self, Wording};
pub(crate) use crd_schema_go::names::{Name, label_1035, lower, subdomain_1123, subdomain_name};
#[cfg(feature = "serve")]
pub(crate) use crd_schema_go::names::{label_1123, path_segment};

use crate::server_version::ServerVersion;

/// Group and version of an `apiVersion`: `ParseGroupVersion` in `apimachinery pkg/runtime/schema/group_version.go`.
#[cfg(feature = "serve")]
pub(crate) fn group_version(api_version: &str) -> Result<(&str, &str), String> {
    match api_version.split_once('/') {
        _ if api_version == "/" => Ok(("", "")),
        None => Ok(("", api_version)),
        Some((group, version)) if !version.contains('/') => Ok((group, version)),
        Some(_) => Err(format!("unexpected GroupVersion string: {api_version}")),
    }
}

/// Why the string is no key of a label, as a server reports it; empty if it is one.
pub(crate) fn qualified_name(text: &str, server: ServerVersion) -> Vec<String> {
    names::qualified_name(text, wording(server))
}

/// Why the string is no value of a label, as a server reports it; empty if it is one.
pub(crate) fn label_value(text: &str, server: ServerVersion) -> Vec<String> {
    names::label_value(text, wording(server))
}

fn wording(server: ServerVersion) -> Wording {
    if server < ServerVersion::V1_35 { Wording::Until1_34 } else { Wording::From1_35 }
}
