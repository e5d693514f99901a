//! What a text of a format may be, one file a family.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/validation/formats.go`; `kube-openapi pkg/validation/strfmt`.
//!
//! Knows nothing of: schemas, values.

mod codes;
mod colors;
mod email;
mod names;
mod net;
mod time;

use crate::server_version::ServerVersion;

/// Whether a text is of a format.
pub(super) type Check = fn(&str) -> bool;

/// The formats of texts by their normalised names, sorted.
const CHECKS: [(&str, Check); 26] = [
    ("bsonobjectid", codes::is_bson_object_id),
    ("byte", codes::is_base64),
    ("cidr", net::is_cidr),
    ("creditcard", codes::is_credit_card),
    ("date", time::is_date),
    ("datetime", time::is_date_time),
    ("duration", time::is_duration),
    ("email", email::is_email),
    ("hexcolor", colors::is_hex),
    ("hostname", names::is_hostname),
    ("ipv4", net::is_ipv4),
    ("ipv6", net::is_ipv6),
    ("isbn", codes::is_isbn),
    ("isbn10", codes::is_isbn10),
    ("isbn13", codes::is_isbn13),
    ("k8slongname", names::is_long_name),
    ("k8sshortname", names::is_short_name),
    ("mac", net::is_mac),
    ("password", |_| true),
    ("rgbcolor", colors::is_rgb),
    ("ssn", codes::is_ssn),
    ("uri", net::is_uri),
    ("uuid", codes::is_uuid),
    ("uuid3", codes::is_uuid3),
    ("uuid4", codes::is_uuid4),
    ("uuid5", codes::is_uuid5),
];

/// What is asked of a text of the format; names are spelled with hyphens anywhere.
fn check(name: &str) -> Option<Check> {
    let name = name.replace('-', "");
    let position = CHECKS.binary_search_by(|(known, _)| known.cmp(&name.as_str())).ok()?;
    CHECKS.get(position).map(|(_, check)| *check)
}

/// What a server of that version asks of a text in an object.
///
/// A server trusts the formats of the minor before its own (`apiserver pkg/cel/environment/base.go`,
/// `DefaultCompatibilityVersion`).
pub(super) fn check_at(name: &str, version: ServerVersion) -> Option<Check> {
    if is_of_1_34(name) && version < ServerVersion::V1_35 { None } else { check(name) }
}

/// What it asks of a text in a default: all that it knows.
pub(super) fn check_of_default(name: &str, version: ServerVersion) -> Option<Check> {
    if is_of_1_34(name) && version < ServerVersion::V1_34 { None } else { check(name) }
}

fn is_of_1_34(name: &str) -> bool {
    matches!(name.replace('-', "").as_str(), "k8slongname" | "k8sshortname")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(CHECKS.is_sorted_by(|(one, _), (other, _)| one < other));
    }

    #[test]
    fn hyphens_do_not_count_and_some_formats_are_new() {
        assert!(check("date-time").is_some_and(|check| check("2026-01-31T12:00:00Z")));
        assert!(check("-u-r-i-").is_some());
        assert!(check("Date").is_none());
        assert!(check_at("k8s-short-name", ServerVersion::V1_34).is_none());
        assert!(check_at("k8s-short-name", ServerVersion::V1_35).is_some());
        assert!(check_of_default("k8s-short-name", ServerVersion::V1_33).is_none());
        assert!(check_of_default("k8s-short-name", ServerVersion::V1_34).is_some());
    }
}
