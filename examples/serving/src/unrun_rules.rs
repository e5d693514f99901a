//! What a server that does not run CEL has to say when it loads a definition.

use crd_schema::{ServedVersion, UnrunRule};

/// So many rules are shown, and so many characters of each.
const SHOWN: usize = 5;
const SHOWN_OF_RULE: usize = 80;

/// The warning for a version with CEL rules that are not run: how many, and where. `None` where there is no such rule.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, ServedVersion};
/// use serde_json::json;
/// use serving::unrun_rules;
///
/// let spec = json!({"type": "object", "x-kubernetes-validations": [{"rule": "self.size() < 3"}]});
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}],
/// }}))?;
/// assert_eq!(
///     unrun_rules(&ServedVersion::new(&crd, "v1")?).as_deref(),
///     Some("jobs.example.com v1: 1 CEL rule is not run here, so what only CEL forbids is allowed: properties[spec] (self.size() < 3)"),
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unrun_rules(served: &ServedVersion) -> Option<String> {
    let rules = served.unrun_rules();
    let count = match rules.len() {
        0 => return None,
        1 => "1 CEL rule is".to_owned(),
        many => format!("{many} CEL rules are"),
    };
    let mut shown: Vec<_> = rules.iter().take(SHOWN).map(show).collect();
    if rules.len() > SHOWN {
        shown.push(format!("{} more", rules.len() - SHOWN));
    }
    let (plural, group, version) = (served.plural(), served.group(), served.version());
    Some(format!(
        "{plural}.{group} {version}: {count} not run here, so what only CEL forbids is allowed: {}",
        shown.join(", ")
    ))
}

/// The place and the beginning of a rule, on one line.
fn show(rule: &UnrunRule) -> String {
    let path = rule.path().to_string();
    // So paths name the root.
    let path = if path == "<nil>" { "the root" } else { &path };
    let mut characters = rule.rule().chars();
    let text: String = characters.by_ref().take(SHOWN_OF_RULE).collect();
    let rest = if characters.next().is_some() { "…" } else { "" };
    format!("{path} ({}{rest})", text.split_whitespace().collect::<Vec<_>>().join(" "))
}
