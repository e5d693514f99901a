//! Formats that no server checks, which servers of 1.34 and later warn of.

use super::{Check, LintRule};
use crate::lint::Severity;

pub(super) const RULE: LintRule = LintRule {
    id: "format-not-enforced",
    severity: Severity::Warning,
    summary: "no server checks the format for this type",
    page: include_str!("format_not_enforced.md"),
    check: Check::ServerWarning(help),
};

/// Source: `pkg/apiserver/validation/formats.go`.
fn help(warning: &str) -> Option<&'static str> {
    let format = warning.strip_prefix("unrecognized format ")?;
    Some(match format.trim_matches('"') {
        "int8" => "it is not checked: write `minimum: -128` and `maximum: 127`",
        "int16" => "it is not checked: write `minimum: -32768` and `maximum: 32767`",
        "uint8" => "it is not checked: write `minimum: 0` and `maximum: 255`",
        "uint16" => "it is not checked: write `minimum: 0` and `maximum: 65535`",
        "uint32" => "it is not checked: write `format: int64`, `minimum: 0` and `maximum: 4294967295`",
        "uint" | "uint64" => "it is not checked: write `format: int64` and `minimum: 0`",
        "int32" | "int64" => "it is checked for `type: integer` alone",
        // A server warns of these on other types only.
        "byte" | "cidr" | "date" | "date-time" | "duration" | "email" | "hostname" | "ipv4" | "ipv6"
        | "mac" | "uri" | "uuid" => {
            "it is checked for `type: string` alone; for the items of a list it stands in `items`"
        }
        "float" | "double" => "it is checked for `type: number` alone",
        _ => {
            "it is not checked for this type: say it with other keywords, such as `pattern`, or leave it out"
        }
    })
}
