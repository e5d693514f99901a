//! The formats of strings, one file a family.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/validation/formats.go`; `kube-openapi pkg/validation/strfmt`.
//!
//! Knows nothing of: schemas, values, server versions.

mod codes;
mod colors;
mod email;
mod names;
mod net;
mod time;

/// Whether a string is of a format.
///
/// ```
/// use crd_schema_go::formats::{Check, check};
///
/// let is_date: Check = check("date").unwrap();
/// assert!(is_date("2026-01-31") && !is_date("2026-02-30"));
/// ```
pub type Check = fn(&str) -> bool;

/// The formats of strings by their normalised names, sorted.
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

/// The check of a format, whose name may have hyphens anywhere.
///
/// ```
/// let is_uuid = crd_schema_go::formats::check("uuid").unwrap();
/// assert!(is_uuid("123e4567-e89b-12d3-a456-426614174000"));
/// assert!(crd_schema_go::formats::check("time").is_none());
/// ```
pub fn check(name: &str) -> Option<Check> {
    let name = name.replace('-', "");
    let position = CHECKS.binary_search_by(|(known, _)| known.cmp(&name.as_str())).ok()?;
    CHECKS.get(position).map(|(_, check)| *check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(CHECKS.is_sorted_by(|(one, _), (other, _)| one < other));
    }

    #[test]
    fn hyphens_do_not_count() {
        assert!(check("date-time").is_some_and(|check| check("2026-01-31T12:00:00Z")));
        assert!(check("-u-r-i-").is_some());
        assert!(check("Date").is_none());
    }
}
