//! Formats that no server checks, which servers of 1.34 and later warn of.

use super::{Check, LintRule};
use crate::crd::validation::About;
use crate::lint::Severity;
use crate::wire::JsonSchemaProps;

pub(super) const RULE: LintRule = LintRule {
    id: "format-not-enforced",
    severity: Severity::Warning,
    summary: "no server checks the format for this type",
    page: include_str!("format_not_enforced.md"),
    check: Check::ServerWarning(help),
};

/// Source: `pkg/apiserver/validation/formats.go`.
fn help(about: &About, props: Option<&JsonSchemaProps>) -> Option<String> {
    let About::Format(format) = about else { return None };
    let format = format.as_str();
    let of_type = props.and_then(|props| props.type_.as_deref()).unwrap_or_default();
    let is_integer = matches!(of_type, "integer" | "");
    if let Some((least, most)) = range(format).filter(|_| is_integer) {
        return Some(bounds(props, least, most));
    }
    let help = match format {
        _ if props.is_some_and(|props| props.pattern.is_some() || props.enum_.is_some()) => {
            "remove the format: it is not checked, and `pattern` or `enum` says what is allowed"
        }
        "int32" | "int64" => "remove the format: it is checked for `type: integer` alone",
        // A server warns of these on other types only.
        "byte" | "cidr" | "date" | "date-time" | "duration" | "email" | "hostname" | "ipv4" | "ipv6"
        | "mac" | "uri" | "uuid" => {
            if of_type == "array" {
                "move it into `items`: it is checked for `type: string` alone"
            } else {
                "remove the format: it is checked for `type: string` alone"
            }
        }
        "float" | "double" => "remove the format: it is checked for `type: number` alone",
        _ => {
            "remove the format: it is not checked for this type; `pattern` or a rule in CEL says what is allowed"
        }
    };
    Some(help.to_owned())
}

/// The integers that a format of other systems stands for; of 64 bits the type holds no more.
fn range(format: &str) -> Option<(Option<i64>, Option<i64>)> {
    Some(match format {
        "int8" => (Some(-128), Some(127)),
        "int16" => (Some(-32768), Some(32767)),
        "uint8" => (Some(0), Some(255)),
        "uint16" => (Some(0), Some(65535)),
        "uint32" => (Some(0), Some(4_294_967_295)),
        "uint" | "uint64" => (Some(0), None),
        _ => return None,
    })
}

/// Which bounds say what the format says, of those that are not there.
#[expect(clippy::cast_precision_loss, reason = "all of them are small")]
fn bounds(props: Option<&JsonSchemaProps>, least: Option<i64>, most: Option<i64>) -> String {
    let (minimum, maximum) = props.map_or((None, None), |props| (props.minimum, props.maximum));
    let least = least.filter(|least| minimum.is_none_or(|minimum| minimum < *least as f64));
    let most = most.filter(|most| maximum.is_none_or(|maximum| maximum > *most as f64));
    let missing = [("minimum", least), ("maximum", most)].into_iter();
    let missing: Vec<_> =
        missing.filter_map(|(keyword, bound)| Some(format!("`{keyword}: {}`", bound?))).collect();
    if missing.is_empty() {
        return "remove the format: it is not checked, and the bounds say what is allowed".to_owned();
    }
    format!("write {} in its place: the format is not checked", missing.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::{About, help};
    use crate::wire::JsonSchemaProps;
    use serde_json::json;

    #[test]
    fn bounds_that_are_there_are_not_proposed() {
        let cases = [
            (json!({}), "write `minimum: 0` and `maximum: 65535` in its place: the format is not checked"),
            (json!({"minimum": 1}), "write `maximum: 65535` in its place: the format is not checked"),
            (
                json!({"minimum": -1}),
                "write `minimum: 0` and `maximum: 65535` in its place: the format is not checked",
            ),
            (
                json!({"minimum": 1, "maximum": 65535}),
                "remove the format: it is not checked, and the bounds say what is allowed",
            ),
        ];
        for (said, expected) in cases {
            let mut props: JsonSchemaProps = serde_json::from_value(said).expect("a schema");
            props.type_ = Some("integer".to_owned());
            assert_eq!(help(&About::Format("uint16".to_owned()), Some(&props)).as_deref(), Some(expected));
        }
    }

    #[test]
    fn formats_of_other_types_are_no_bounds() {
        let props: JsonSchemaProps = serde_json::from_value(json!({"type": "string"})).expect("a schema");
        let help = help(&About::Format("uint16".to_owned()), Some(&props)).expect("a help");
        assert!(help.starts_with("remove the format"), "{help}");
    }
}
