//! Errors and warnings, made comparable.

use crd_schema::crd::CrdValidator;
use crd_schema::{CustomResourceDefinition, Violation};
use crd_schema_tests::conformance::server;
use serde_json::{Value, json};

/// What is said of a definition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    errors: Vec<FieldError>,
    warnings: Vec<String>,
}

#[derive(Clone, Debug)]
struct FieldError {
    reason: String,
    field: String,
    detail: String,
    /// The whole text; `None` where the value in it is left out.
    text: Option<String>,
}

/// The name of the type of `self` ends in a random number.
fn with_one_type_name(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        format!("{text}selfType0{}", part.trim_start_matches(|char: char| char.is_ascii_digit()))
    })
}

impl FieldError {
    fn read(error: &Value) -> Self {
        let text = |property: &str| error[property].as_str().unwrap_or_default().to_owned();
        Self::comparable(text("type"), text("field"), text("detail"), Some(text("text")))
    }

    /// Which of several keywords stops the conversion first is random upstream, and so are the names of types in what does
    /// not compile. Behind the first syntax error of an expression there may be others than ours.
    fn comparable(reason: String, field: String, detail: String, text: Option<String>) -> Self {
        if let Some((first, _)) = detail.split_once("compilation failed") {
            if detail.contains("Syntax error") {
                let detail = format!("{first}compilation failed");
                return Self { reason, field, detail, text: None };
            }
            let detail = with_one_type_name(&detail);
            return Self { reason, field, detail, text: text.as_deref().map(with_one_type_name) };
        }
        let stopped =
            detail.starts_with("OpenAPIV3Schema '") || detail.starts_with("internal error: 'x-kubernetes-");
        let only_one_can = detail.contains("'schema'") && field != "spec.schema.openAPIV3Schema";
        if stopped && !only_one_can {
            let detail = "cannot be converted".to_owned();
            return Self { reason, field, detail, text: None };
        }
        // Of several the order is random.
        if detail.starts_with("must result in valid metadata: [") {
            let detail = "must result in valid metadata: several".to_owned();
            return Self { reason, field, detail, text: None };
        }
        Self { reason, field, detail, text }
    }

    fn ours(violation: &Violation) -> Self {
        let prints = matches!(
            violation.kind().reason(),
            "FieldValueInvalid" | "FieldValueTypeInvalid" | "FieldValueNotSupported"
        );
        let has_text = violation.value().is_some() || !prints;
        Self::comparable(
            violation.kind().reason().to_owned(),
            violation.path().to_string(),
            violation.detail().to_owned(),
            has_text.then(|| violation.to_string()),
        )
    }

    fn line(&self) -> String {
        format!("{} {}: {}", self.reason, self.field, self.detail)
    }
}

impl Verdict {
    /// An answer of the oracle, or a recorded one.
    pub(crate) fn read(answer: &Value) -> Self {
        let errors = answer["errors"].as_array().into_iter().flatten().map(FieldError::read).collect();
        let warnings = answer["warnings"].as_array().into_iter().flatten();
        let warnings = warnings.filter_map(|warning| Some(warning.as_str()?.to_owned())).collect();
        Self { errors, warnings }
    }

    pub(crate) fn ours(crd: &Value, old: Option<&Value>) -> Self {
        let read = |crd: &Value| serde_json::from_value::<CustomResourceDefinition>(crd.clone());
        let new = match read(crd) {
            Ok(crd) => crd,
            Err(error) => {
                return Self { errors: Vec::new(), warnings: vec![format!("cannot be read: {error}")] };
            }
        };
        let old = old.map(|old| read(old).expect("old definitions can be read"));
        let validator = CrdValidator::new(server());
        let violations = match &old {
            None => validator.create(&new),
            Some(old) => validator.update(&new, old),
        };
        Self {
            errors: violations.iter().map(FieldError::ours).collect(),
            warnings: validator.warnings(&new, old.as_ref()),
        }
    }

    /// The verdict as it is recorded, sorted because upstream's order is random in part.
    pub(crate) fn to_json(&self) -> Value {
        let error = |error: &FieldError| json!({"type": error.reason, "field": error.field, "detail": error.detail, "text": error.text});
        let mut errors: Vec<_> = self.errors.iter().collect();
        errors.sort_by_key(|error| error.line());
        let mut warnings = self.warnings.clone();
        warnings.sort_unstable();
        json!({"errors": errors.into_iter().map(error).collect::<Vec<_>>(), "warnings": warnings})
    }

    /// The errors in their order, as far as upstream's order is not that of a Go map.
    pub(crate) fn order(&self) -> Vec<String> {
        const RANDOM: [&str; 4] =
            ["openAPIV3Schema.", "metadata.labels", "metadata.annotations", "status.storedVersions["];
        let is_ordered = |error: &&FieldError| !RANDOM.iter().any(|field| error.field.contains(field));
        let ordered = self.errors.iter().filter(is_ordered);
        ordered.map(FieldError::line).collect()
    }

    /// Upstream's lines and ours, sorted; whole strings where we print the value.
    pub(crate) fn in_scope(&self, ours: &Self) -> (Vec<String>, Vec<String>) {
        let hidden: Vec<_> =
            ours.errors.iter().filter(|error| error.text.is_none()).map(FieldError::line).collect();
        let lines = |verdict: &Self| {
            let shown = verdict.errors.iter().map(|error| {
                let line = error.line();
                match &error.text {
                    Some(text) if !hidden.contains(&line) => format!("{} {text}", error.reason),
                    _ => line,
                }
            });
            let warnings = verdict.warnings.iter().map(|text| format!("warning {text}"));
            let mut lines: Vec<_> = shown.chain(warnings).collect();
            lines.sort_unstable();
            lines
        };
        (lines(self), lines(ours))
    }
}
