//! Named formats.
//!
//! Source: `apiserver pkg/cel/library/format.go`.

use crd_schema_go::formats;
use crd_schema_go::names::{self, Name, Wording};
use crd_schema_go::url::Url;

use super::{Context, Row, estimate};
use crate::server::Server;
use crate::value::{Error, Library, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("format.byte", "format.byte", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Byte)))
        .since(32, 31),
    Row::new("format.date", "format.date", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Date)))
        .since(32, 31),
    Row::new("format.datetime", "format.datetime", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Datetime)))
        .since(32, 31),
    Row::new("format.dns1035Label", "format.dns1035Label", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Dns1035Label)))
        .since(32, 31),
    Row::new("format.dns1035LabelPrefix", "format.dns1035LabelPrefix", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Dns1035LabelPrefix)))
        .since(32, 31),
    Row::new("format.dns1123Label", "format.dns1123Label", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Dns1123Label)))
        .since(32, 31),
    Row::new("format.dns1123LabelPrefix", "format.dns1123LabelPrefix", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Dns1123LabelPrefix)))
        .since(32, 31),
    Row::new("format.dns1123Subdomain", "format.dns1123Subdomain", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Dns1123Subdomain)))
        .since(32, 31),
    Row::new(
        "format.dns1123SubdomainPrefix",
        "format.dns1123SubdomainPrefix",
        "() -> kubernetes.NamedFormat",
    )
    .run(|_, _| Ok(format(NamedFormat::Dns1123SubdomainPrefix)))
    .since(32, 31),
    Row::new("format.labelValue", "format.labelValue", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::LabelValue)))
        .since(32, 31),
    Row::new("format.named", "format-named", "(string) -> optional_type(kubernetes.NamedFormat)")
        .run(named)
        .since(32, 31),
    Row::new("format.qualifiedName", "format.qualifiedName", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::QualifiedName)))
        .since(32, 31),
    Row::new("format.uri", "format.uri", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Uri)))
        .since(32, 31),
    Row::new("format.uuid", "format.uuid", "() -> kubernetes.NamedFormat")
        .run(|_, _| Ok(format(NamedFormat::Uuid)))
        .since(32, 31),
    Row::new("validate", "format-validate", "kubernetes.NamedFormat.(string) -> optional_type(list(string))")
        .estimate(estimate::validate)
        .run(validate)
        .costs(checked)
        .since(32, 31),
];

/// A format that values are checked against.
///
/// Source: `apiserver pkg/cel/library/format.go`, `ConstantFormats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum NamedFormat {
    Byte,
    Date,
    Datetime,
    Dns1035Label,
    Dns1035LabelPrefix,
    Dns1123Label,
    Dns1123LabelPrefix,
    Dns1123Subdomain,
    Dns1123SubdomainPrefix,
    LabelValue,
    QualifiedName,
    Uri,
    Uuid,
}

impl NamedFormat {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "byte" => Self::Byte,
            "date" => Self::Date,
            "datetime" => Self::Datetime,
            "dns1035Label" => Self::Dns1035Label,
            "dns1035LabelPrefix" => Self::Dns1035LabelPrefix,
            "dns1123Label" => Self::Dns1123Label,
            "dns1123LabelPrefix" => Self::Dns1123LabelPrefix,
            "dns1123Subdomain" => Self::Dns1123Subdomain,
            "dns1123SubdomainPrefix" => Self::Dns1123SubdomainPrefix,
            "labelValue" => Self::LabelValue,
            "qualifiedName" => Self::QualifiedName,
            "uri" => Self::Uri,
            "uuid" => Self::Uuid,
            _ => return None,
        })
    }

    /// How long a pattern of the format would be, which costs count.
    fn pattern_size(self) -> u64 {
        match self {
            Self::Dns1035Label | Self::Dns1035LabelPrefix | Self::Dns1123Label | Self::Dns1123LabelPrefix => {
                30
            }
            Self::Dns1123Subdomain | Self::Dns1123SubdomainPrefix | Self::QualifiedName => 60,
            Self::LabelValue => 40,
            Self::Byte => 84,
            Self::Uri => 1103,
            Self::Uuid => 70,
            Self::Date | Self::Datetime => 71,
        }
    }

    /// What is wrong with a string.
    fn errors(self, string: &str, server: Server) -> Vec<String> {
        let wording = if server.minor < 35 { Wording::Until1_34 } else { Wording::From1_35 };
        let checked = |name: &str, error: &str| match formats::check(name) {
            Some(check) if !check(string) => vec![error.to_owned()],
            _ => Vec::new(),
        };
        match self {
            Self::Byte => checked("byte", "invalid base64"),
            Self::Date => checked("date", "invalid date"),
            Self::Datetime => checked("datetime", "invalid datetime"),
            Self::Uuid => checked("uuid", "does not match the UUID format"),
            Self::Uri => Url::parse_request(string).err().into_iter().collect(),
            Self::Dns1035Label => names::label_1035(string),
            Self::Dns1035LabelPrefix => names::label_1035_name(Name::Prefix(string)),
            Self::Dns1123Label => names::label_1123(string),
            Self::Dns1123LabelPrefix => names::label_name(Name::Prefix(string)),
            Self::Dns1123Subdomain => names::subdomain_1123(string),
            Self::Dns1123SubdomainPrefix => names::subdomain_name(Name::Prefix(string)),
            Self::LabelValue => names::label_value(string, wording),
            Self::QualifiedName => names::qualified_name(string, wording),
        }
    }
}

fn format<'a>(format: NamedFormat) -> Value<'a> {
    Value::Library(Library::Format(format))
}

fn named<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(name)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    match NamedFormat::of(name) {
        Some(found) => Ok(Value::some(format(found))),
        None => Ok(Value::none()),
    }
}

fn validate<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let [Value::Library(Library::Format(format)), Value::String(string)] = args else {
        return Err(Error::NO_SUCH_OVERLOAD);
    };
    let errors = format.errors(string, context.server);
    if errors.is_empty() {
        return Ok(Value::none());
    }
    Ok(Value::some(Value::items(errors.into_iter().map(Value::owned).collect())))
}

/// A pattern over a string.
fn checked(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    let [Some(Value::Library(Library::Format(format))), string] = args else { return 1 };
    let size = string.and_then(Value::size).unwrap_or(1);
    ((1.0 + size as f64) * 0.1).ceil() as u64 * (format.pattern_size() as f64 * 0.25).ceil() as u64
}
