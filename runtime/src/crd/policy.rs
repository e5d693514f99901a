//! Policies for what no rule of a definition can say.
//!
//! In a policy an object has no schema, so that what CEL does not see in a definition is plain JSON there.
//!
//! Source: `k8s.io/api admissionregistration/v1`, `ValidatingAdmissionPolicy`; not run by the tests, for the server of
//! definitions alone knows no policies.

use serde_json::{Value, json};

use crate::convert::structural_schema;
use crate::lowering::{self, Lowering, Note, Unsaid};
use crate::path::FieldPath;
use crate::schema::Mutability;
use crate::wire::{CustomResourceDefinition, schema_path};

/// A policy with its binding, and what it cannot say either.
#[derive(Clone, Debug, PartialEq)]
pub struct AdmissionPolicy {
    objects: Vec<Value>,
    refused: Vec<Note>,
}

impl AdmissionPolicy {
    /// The policy and its binding; nothing where the definition can say everything.
    pub fn objects(&self) -> &[Value] {
        &self.objects
    }

    /// Markers that the policy says nothing of.
    pub fn refused(&self) -> &[Note] {
        &self.refused
    }
}

/// A policy for the markers of a definition that cannot be lowered because CEL does not see their values.
///
/// Values in lists and maps are beyond it, for there is nothing that pairs them.
///
/// ```
/// use crd_schema::crd::{Lowering, admission_policy};
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com", "names": {"plural": "things"},
///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///         "raw": {"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-mutability": "Immutable"},
///     }}}}],
/// }}))?;
/// let policy = admission_policy(&crd, Lowering::default());
/// assert_eq!(policy.objects()[0]["spec"]["validations"][0]["expression"], "object[?'raw'] == oldObject[?'raw']");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn admission_policy(crd: &CustomResourceDefinition, lowering: Lowering) -> AdmissionPolicy {
    let versions = crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
    let (mut rules, mut refused) = (Vec::new(), Vec::new());
    for (index, version) in versions.enumerate() {
        let props = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_deref());
        let schema = props.and_then(|props| structural_schema(props, &FieldPath::ROOT).ok());
        for unsaid in schema.iter().flat_map(|schema| lowering::unsaid(schema, lowering)) {
            match validation(&unsaid) {
                Some(rule) => rules.push((version.name.clone().unwrap_or_default(), rule)),
                None => refused.push(unsaid.note.below(&schema_path(index))),
            }
        }
    }
    AdmissionPolicy { objects: objects(crd, &rules), refused }
}

fn validation(unsaid: &Unsaid) -> Option<Value> {
    let names = unsaid.fields.as_deref()?;
    let steps = names.iter().fold(String::new(), |steps, name| steps + "[?" + &quoted(name) + "]");
    let (new, old) = (format!("object{steps}"), format!("oldObject{steps}"));
    let expression = match unsaid.mutability? {
        Mutability::Immutable => format!("{new} == {old}"),
        Mutability::AddOnly => format!("!{old}.hasValue() || {new} == {old}"),
        Mutability::RemoveOnly => format!("!{new}.hasValue() || {new} == {old}"),
    };
    let message = format!("{} is immutable", names.join("."));
    Some(json!({"expression": expression, "message": message, "reason": "Invalid"}))
}

fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn objects(crd: &CustomResourceDefinition, rules: &[(String, Value)]) -> Vec<Value> {
    if rules.is_empty() {
        return Vec::new();
    }
    let spec = crd.spec.as_ref();
    let group = spec.and_then(|spec| spec.group.clone()).unwrap_or_default();
    let plural = spec.and_then(|spec| spec.names.as_ref()?.plural.clone()).unwrap_or_default();
    let name = format!("immutable.{plural}.{group}");
    let mut versions: Vec<_> = rules.iter().map(|(version, _)| version.clone()).collect();
    versions.dedup();
    let validations: Vec<_> = rules
        .iter()
        .map(|(version, rule)| {
            let mut rule = rule.clone();
            if versions.len() > 1 {
                let expression = rule["expression"].as_str().unwrap_or_default();
                let version = quoted(version);
                rule["expression"] = format!("request.kind.version != {version} || {expression}").into();
            }
            rule
        })
        .collect();
    vec![
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": "ValidatingAdmissionPolicy",
            "metadata": {"name": name},
            "spec": {
                "failurePolicy": "Fail",
                "matchConstraints": {"resourceRules": [{
                    "apiGroups": [group], "apiVersions": versions, "operations": ["UPDATE"],
                    "resources": [plural, format!("{plural}/status")],
                }]},
                "validations": validations,
            },
        }),
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": "ValidatingAdmissionPolicyBinding",
            "metadata": {"name": name},
            "spec": {"policyName": name, "validationActions": ["Deny"]},
        }),
    ]
}
