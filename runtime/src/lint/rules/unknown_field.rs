//! Members that the API does not know; kubectl refuses them, other clients lose them.

use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::{FieldPathBuf, PathStep};
use crate::wire::CustomResourceDefinition;

pub(super) const RULE: LintRule = LintRule {
    id: "unknown-field",
    severity: Severity::Warning,
    summary: "the API does not know the member: it is dropped, or refused",
    page: include_str!("unknown_field.md"),
    check: Check::Definition(check),
};

fn check(crd: &CustomResourceDefinition) -> Vec<Remark> {
    let remark = |at: FieldPathBuf| Remark {
        message: format!("unknown field \"{at}\""),
        help: help(&at).map(str::to_owned),
        at,
    };
    crd.unknown_fields().into_iter().map(remark).collect()
}

/// Keywords of JSON Schema and of later versions of `OpenAPI` that have a substitute.
fn help(path: &FieldPathBuf) -> Option<&'static str> {
    let steps = path.steps();
    let in_schema = steps.iter().any(|step| matches!(step, PathStep::Property("openAPIV3Schema")));
    let PathStep::Property(name) = steps.last().filter(|_| in_schema)? else { return None };
    Some(match *name {
        "const" => "`enum` with this one value says the same",
        "deprecated" => "say it in the description",
        "examples" => "`example` holds one of them, and the description the others",
        "propertyNames" => {
            "a CEL rule such as `self.all(key, key.matches('^[a-z]+$'))` checks the keys of a map"
        }
        "readOnly" => "what only controllers write belongs into the status",
        _ => return None,
    })
}
