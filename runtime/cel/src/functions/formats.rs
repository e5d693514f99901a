//! Named formats.
//!
//! Source: `apiserver pkg/cel/library/format.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("format.byte", "format.byte", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.date", "format.date", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.datetime", "format.datetime", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.dns1035Label", "format.dns1035Label", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.dns1035LabelPrefix", "format.dns1035LabelPrefix", "() -> kubernetes.NamedFormat")
        .since(32, 31),
    Row::new("format.dns1123Label", "format.dns1123Label", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.dns1123LabelPrefix", "format.dns1123LabelPrefix", "() -> kubernetes.NamedFormat")
        .since(32, 31),
    Row::new("format.dns1123Subdomain", "format.dns1123Subdomain", "() -> kubernetes.NamedFormat")
        .since(32, 31),
    Row::new(
        "format.dns1123SubdomainPrefix",
        "format.dns1123SubdomainPrefix",
        "() -> kubernetes.NamedFormat",
    )
    .since(32, 31),
    Row::new("format.labelValue", "format.labelValue", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.named", "format-named", "(string) -> optional_type(kubernetes.NamedFormat)")
        .since(32, 31),
    Row::new("format.qualifiedName", "format.qualifiedName", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.uri", "format.uri", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("format.uuid", "format.uuid", "() -> kubernetes.NamedFormat").since(32, 31),
    Row::new("validate", "format-validate", "kubernetes.NamedFormat.(string) -> optional_type(list(string))")
        .since(32, 31),
];
