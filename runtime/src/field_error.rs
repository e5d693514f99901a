//! Field errors at the end of a walk, their paths spelled as Kubernetes' own field errors are.
//!
//! Source: `apimachinery pkg/util/validation/field/errors.go`.
//!
//! Knows nothing of: what is checked.

use serde_json::Value;

use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation};

/// The path as the server prints it.
pub(crate) fn owned(path: &FieldPath<'_>) -> FieldPathBuf {
    path.to_owned(PathStyle::Bracketed)
}

pub(crate) fn internal(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::new(ErrorKind::Internal, owned(path), None, detail)
}

pub(crate) fn required(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::required(owned(path), detail)
}

pub(crate) fn forbidden(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::forbidden(owned(path), detail)
}

pub(crate) fn invalid(path: &FieldPath<'_>, value: impl Into<Value>, detail: impl Into<String>) -> Violation {
    Violation::invalid(owned(path), value.into(), detail)
}

/// An invalid value of which upstream prints a Go struct of its own; nothing is printed here.
pub(crate) fn invalid_struct(path: &FieldPath<'_>, detail: impl Into<String>) -> Violation {
    Violation::new(ErrorKind::Invalid, owned(path), None, detail)
}

/// How much of a value is repeated in each of the violations that there may be of it.
const REPEATED_LIMIT: usize = 1024;

/// An invalid string that other violations may repeat: upstream's share it, ours would take its length squared.
pub(crate) fn invalid_repeated(path: &FieldPath<'_>, value: &str, detail: impl Into<String>) -> Violation {
    let value = (value.len() <= REPEATED_LIMIT).then(|| value.into());
    Violation::new(ErrorKind::Invalid, owned(path), value, detail)
}

/// An invalid list that other violations may repeat.
pub(crate) fn invalid_list(path: &FieldPath<'_>, list: &[String], detail: impl Into<String>) -> Violation {
    let is_short = |list: &[String]| list.iter().map(String::len).sum::<usize>() <= REPEATED_LIMIT;
    let value = (list.len() <= 64 && is_short(list)).then(|| list.to_vec().into());
    Violation::new(ErrorKind::Invalid, owned(path), value, detail).of_strings()
}

pub(crate) fn not_supported(path: &FieldPath<'_>, value: &str, supported: &[&str]) -> Violation {
    Violation::not_supported(owned(path), value.into(), supported)
}

/// A string with more bytes than is allowed; such an error shows no value.
pub(crate) fn too_long(path: &FieldPath<'_>, limit: usize, server: ServerVersion) -> Violation {
    let words = if server < ServerVersion::V1_32 { "must have at most" } else { "may not be more than" };
    let detail = format!("{words} {limit} bytes");
    Violation::new(ErrorKind::TooLong, owned(path), None, detail)
}
