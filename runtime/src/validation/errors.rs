//! What is wrong, in upstream's words.
//!
//! While walking an error is a few words; paths and values become string when the walk has ended, for most errors of branches
//! are dropped.
//!
//! Source: `kube-openapi pkg/validation/errors/schema.go`, `validate/schema_messages.go`, `result.go`;
//! `apiextensions-apiserver pkg/apiserver/validation/validation.go`, `kubeOpenAPIResultToFieldErrors`.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::check::StringError;
use super::go_print;
use super::node::{Allowed, Node, StringRules};
use super::numbers::{Keyword, NumberError, NumberType};
use super::types::TypeError;
use crate::go_text::quoted;
use crate::limits;
use crate::path::{FieldPathBuf, PathStep, PathStyle};
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation, Violations};

/// Something wrong at a place, relative to the value that is validated.
#[derive(Debug)]
pub(super) struct ValueError<'a> {
    pub(super) path: FieldPathBuf,
    pub(super) what: What<'a>,
}

/// What is wrong.
#[derive(Debug)]
pub(super) enum What<'a> {
    Type(&'a Node, TypeError),
    StringRules(&'a StringRules, StringError, &'a str),
    Format(&'a str, &'a str),
    Number(NumberType, NumberError),
    Enum(&'a Allowed, &'a Value),
    /// The path is that of the field.
    Required,
    /// The field of this name.
    Forbidden(&'a str),
    TooMany(Unit, usize, i64),
    TooFew(Unit, usize, i64),
    Duplicates,
    AnyOf,
    /// How many branches are valid.
    OneOf(usize),
    /// Whether no branch is.
    AllOf {
        none: bool,
    },
    Not,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    Items,
    Properties,
}

/// Makes the violations, each string once.
///
/// Upstream compares the strings that it has before it makes field errors of them, and so do we.
pub(super) fn violations(
    errors: Vec<ValueError<'_>>,
    server: ServerVersion,
    prefix: &FieldPathBuf,
) -> Violations {
    let mut seen = HashSet::new();
    let (mut violations, mut strings) = (Violations::new(), limits::Reported::default());
    for error in errors {
        let path = string_of(&error.path);
        let reported = error.what.reported(server, &path);
        if !strings.takes(reported.message.len()) {
            break;
        }
        if seen.insert(reported.message.clone()) {
            violations.push(reported.violation(&error.path, &path, prefix));
        }
    }
    violations
}

/// An error on its way to a violation.
struct Reported {
    kind: ErrorKind,
    value: Option<Value>,
    /// Upstream's string, which mostly is the detail.
    message: String,
    /// The detail, where it is another one.
    detail: Option<String>,
    has_field: bool,
}

impl Reported {
    fn invalid(value: Value, message: String) -> Self {
        Self { kind: ErrorKind::Invalid, value: Some(value), message, detail: None, has_field: true }
    }

    /// **Quirk**: junctors and ranges of numbers have no field of their own and the empty string for a value.
    fn without_field(message: String) -> Self {
        Self { has_field: false, ..Self::invalid("".into(), message) }
    }

    fn of_type(value: &str, message: String) -> Self {
        Self { kind: ErrorKind::TypeInvalid, ..Self::invalid(value.into(), message) }
    }

    fn violation(self, steps: &FieldPathBuf, string: &str, prefix: &FieldPathBuf) -> Violation {
        let names_a_field = self.has_field && !string.is_empty() && string != ".";
        let path = if names_a_field { below(prefix, steps) } else { prefix.clone() };
        Violation::new(self.kind, path, self.value, self.detail.unwrap_or(self.message))
    }
}

impl What<'_> {
    fn reported(&self, server: ServerVersion, path: &str) -> Reported {
        match self {
            Self::Type(node, error) => of_type(node, *error, path),
            Self::StringRules(rules, error, string) => of_string(rules, *error, string, server, path),
            Self::Format(name, string) => Reported::of_type(
                string,
                format!("{path} in body must be of type {name}: {}", quoted(string)),
            ),
            Self::Number(number_type, error) => of_number(*number_type, *error, path),
            Self::Enum(allowed, value) => of_enum(allowed, value, path),
            Self::Required => Reported {
                kind: ErrorKind::Required,
                value: None,
                message: format!("{path} in body is required"),
                detail: Some(String::new()),
                has_field: true,
            },
            Self::Forbidden(name) => {
                Reported::invalid((*name).into(), format!("{path}.{name} in body is a forbidden property"))
            }
            Self::TooMany(unit, count, most) => too_many(*unit, *count, *most, server, path),
            Self::TooFew(unit, count, fewest) => {
                let message = format!("{path} in body should have at least {fewest} {}", unit.name());
                Reported::invalid((*count).into(), message)
            }
            Self::Duplicates => {
                Reported::invalid("".into(), format!("{path} in body shouldn't contain duplicates"))
            }
            Self::AnyOf | Self::OneOf(_) | Self::AllOf { .. } | Self::Not => {
                Reported::without_field(format!("{} {}", quoted(path), self.of_junctor()))
            }
        }
    }

    fn of_junctor(&self) -> String {
        match self {
            Self::OneOf(0) => "must validate one and only one schema (oneOf). Found none valid".to_owned(),
            Self::OneOf(count) => {
                format!("must validate one and only one schema (oneOf). Found {count} valid alternatives")
            }
            Self::AllOf { none: true } => "must validate all the schemas (allOf). None validated".to_owned(),
            Self::AllOf { none: false } => "must validate all the schemas (allOf)".to_owned(),
            Self::Not => "must not validate the schema (not)".to_owned(),
            _ => "must validate at least one schema (anyOf)".to_owned(),
        }
    }
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Properties => "properties",
        }
    }
}

fn of_type(node: &Node, error: TypeError, path: &str) -> Reported {
    let (expected, actual) = match (error, &node.format) {
        (TypeError::Format(own), Some(format)) => (format.name.to_string(), own),
        (TypeError::Format(own) | TypeError::Type(own), _) => match &node.other_type {
            Some(word) => (word.to_string(), own),
            None => (node.types.string(), own),
        },
    };
    Reported::of_type(actual, format!("{path} in body must be of type {expected}: {}", quoted(actual)))
}

/// **Quirk**: runes are counted, and bytes are named.
fn too_long(most: i64, server: ServerVersion, path: &str) -> Reported {
    let detail = match most {
        ..=-1 => "value is too long".to_owned(),
        _ if server < ServerVersion::V1_32 => format!("may not be longer than {most}"),
        1 if server >= ServerVersion::V1_34 => "may not be more than 1 byte".to_owned(),
        _ => format!("may not be more than {most} bytes"),
    };
    Reported {
        kind: ErrorKind::TooLong,
        value: None,
        message: format!("{path} in body should be at most {most} chars long"),
        detail: Some(detail),
        has_field: true,
    }
}

fn of_string(
    rules: &StringRules,
    error: StringError,
    string: &str,
    server: ServerVersion,
    path: &str,
) -> Reported {
    match error {
        StringError::TooLong(most) => too_long(most, server, path),
        StringError::TooShort(fewest) => {
            Reported::invalid(string.into(), format!("{path} in body should be at least {fewest} chars long"))
        }
        StringError::Pattern => {
            let pattern = rules.pattern.as_ref();
            let source = pattern.map_or("", |pattern| &pattern.source);
            let error = pattern.and_then(|pattern| pattern.compiled().as_ref().err());
            let error = error.map_or_else(String::new, |error| format!(", but pattern is invalid: {error}"));
            Reported::invalid(string.into(), format!("{path} in body should match '{source}{error}'"))
        }
    }
}

fn of_number(number_type: NumberType, error: NumberError, path: &str) -> Reported {
    match error {
        NumberError::ValueRange => out_of_range("Checked", number_type, path),
        NumberError::BoundRange(keyword) => out_of_range(
            match keyword {
                Keyword::MultipleOf => "MultipleOf",
                Keyword::Maximum => "Maximum boundary",
                Keyword::Minimum => "Minimum boundary",
            },
            number_type,
            path,
        ),
        NumberError::Factor(factor) => {
            let string = go_print::number(factor);
            let message = format!("factor MultipleOf declared for {path} must be positive: {string}");
            Reported::invalid(go_print::value(factor), message)
        }
        NumberError::Bound { keyword, is_exclusive, bound, value } => {
            let relation = match (keyword, is_exclusive) {
                (Keyword::MultipleOf, _) => "a multiple of",
                (Keyword::Maximum, false) => "less than or equal to",
                (Keyword::Maximum, true) => "less than",
                (Keyword::Minimum, false) => "greater than or equal to",
                (Keyword::Minimum, true) => "greater than",
            };
            let message = format!("{path} in body should be {relation} {}", go_print::number(bound));
            Reported::invalid(go_print::value(value), message)
        }
    }
}

fn out_of_range(what: &str, number_type: NumberType, path: &str) -> Reported {
    let expected = match number_type {
        NumberType::Int32 => "integer with format int32",
        NumberType::Int64 => "integer with format int64",
        NumberType::Float => "number with format float",
        NumberType::Integer | NumberType::Any => "integer (default format)",
    };
    Reported::without_field(format!("{what} value must be of type {expected} in {path}"))
}

fn of_enum(allowed: &Allowed, value: &Value, path: &str) -> Reported {
    let message = format!("{path} in body should be one of {}", go_print::list(&allowed.values));
    let strings = allowed.values.iter().map(|value| quoted(&go_print::candidate(value)));
    let detail = format!("supported values: {}", strings.collect::<Vec<_>>().join(", "));
    let (kind, value) = (ErrorKind::NotSupported, Some(value.clone()));
    Reported { kind, value, message, detail: Some(detail), has_field: true }
}

fn too_many(unit: Unit, count: usize, most: i64, server: ServerVersion, path: &str) -> Reported {
    let detail = match most {
        1 if server >= ServerVersion::V1_34 => "must have at most 1 item".to_owned(),
        0.. => format!("must have at most {most} items"),
        _ => "has too many items".to_owned(),
    };
    Reported {
        kind: ErrorKind::TooMany,
        value: Some(count.into()),
        message: format!("{path} in body should have at most {most} {}", unit.name()),
        detail: Some(detail),
        has_field: true,
    }
}

/// The path as upstream's messages have it.
///
/// **Quirk**: an undeclared field of the root begins with a dot (`object_validator.go`).
fn string_of(path: &FieldPathBuf) -> String {
    let mut string = String::new();
    for step in path.steps() {
        match step {
            PathStep::Property(name) if string.is_empty() => string.push_str(name),
            PathStep::Property(name) | PathStep::Key(name) => {
                string.push('.');
                string.push_str(name);
            }
            // Writing to a `String` cannot fail.
            PathStep::Index(index) => drop(write!(string, "[{index}]")),
        }
    }
    string
}

/// The path of a field.
///
/// **Quirk**: upstream hangs the string of the path below the prefix as one name, so that an item of a list that is the whole
/// value has a dot before it, `default.[0]`, and the keys of maps are spelled as fields.
fn below(prefix: &FieldPathBuf, steps: &FieldPathBuf) -> FieldPathBuf {
    let style = prefix.style();
    let has_prefix = !prefix.steps().is_empty();
    let steps = steps.steps();
    let item = steps.first().and_then(|first| match first {
        PathStep::Index(index) if has_prefix => Some(format!("[{index}]")),
        _ => None,
    });
    let spelled = |(position, step)| match (step, &item) {
        (_, Some(item)) if position == 0 => PathStep::Property(item),
        (PathStep::Key(key), _) if style == PathStyle::Bracketed => PathStep::Property(key),
        (step, _) => step,
    };
    let steps = steps.into_iter().enumerate().map(spelled);
    FieldPathBuf::new(steps, style).below(prefix)
}
