//! Which rule explains an error: the check that reports it decides, not the words of its message, for a message quotes the
//! file.

use crd_schema::lint::{Finding, Severity};
use crd_schema::{CustomResourceDefinition, lint};
use serde_json::{Value, json};

fn findings(schema: &Value) -> Vec<Finding> {
    let crd = json!({
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com", "names": {"kind": "Job", "plural": "jobs"}, "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema},
            }],
        },
    });
    let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a definition");
    lint(&crd)
}

fn with_rule(node: &Value, rule: &str) -> Value {
    let mut node = node.clone();
    node["x-kubernetes-validations"] = json!([{"rule": rule}]);
    json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": node}}}})
}

#[test]
fn a_rule_that_quotes_another_error_is_only_a_rule_that_does_not_compile() {
    let quotes = [" exceeds budget by factor of ", ": estimated rule cost exceeds budget "];
    for quote in quotes {
        let found = findings(&with_rule(&json!({"type": "integer"}), &format!("self == '{quote}'")));
        let errors: Vec<_> = found.iter().filter(|finding| finding.severity == Severity::Error).collect();
        let [error] = errors.as_slice() else { panic!("{found:#?}") };
        assert!(error.message.contains(quote), "{}", error.message);
        assert_eq!((error.rule, error.help.as_deref()), (None, None));
    }
}

#[test]
fn errors_name_their_rules() {
    let unbounded = json!({"type": "array", "items": {"type": "string"}});
    let items = json!({"type": "array", "items": {
        "type": "object", "properties": {"b": {"type": "string"}},
        "x-kubernetes-validations": [{"rule": "self == oldSelf"}],
    }});
    let listed = json!({"type": "object", "properties": {"spec": items}});
    let cases = [
        (with_rule(&unbounded, "self.all(x, self.all(y, self.all(z, x + y + z != '')))"), "cost-over-budget"),
        (with_rule(&json!({"x-kubernetes-preserve-unknown-fields": true}), "true"), "rule-without-type"),
        (listed, "old-self-unpaired"),
    ];
    for (schema, rule) in cases {
        let found = findings(&schema);
        let explained = found.iter().find(|finding| finding.rule == Some(rule));
        assert!(explained.is_some_and(|error| error.severity == Severity::Error), "{rule}: {found:#?}");
    }
}
