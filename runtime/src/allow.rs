//! Findings that an author accepts.
//!
//! Knows nothing of: rules, schemas.

use crate::path::{FieldPathBuf, PathStep};

/// A rule of ours whose findings are accepted, everywhere or at one place and below, and why.
///
/// ```
/// use crd_schema::crd::Allow;
///
/// let allow = Allow::rule("immutable-bypass").matching("spec.encoding").because("it is never removed");
/// assert_eq!(allow.reason(), Some("it is never removed"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    rule: String,
    place: Place,
    reason: Option<String>,
}

/// Where findings are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Everywhere,
    Below(FieldPathBuf),
    Matching(String),
}

impl Allow {
    /// Accepts the findings of a rule wherever they are; [`rule_named`](crate::lint::rule_named) knows the rules.
    ///
    /// ```
    /// assert_eq!(crd_schema::crd::Allow::rule("nullable-enum").id(), "nullable-enum");
    /// ```
    #[must_use]
    pub fn rule(id: impl Into<String>) -> Self {
        Self { rule: id.into(), place: Place::Everywhere, reason: None }
    }

    /// Accepts them at this place of the definition and below it.
    ///
    /// ```
    /// use crd_schema::crd::Allow;
    /// use crd_schema::path::FieldPathBuf;
    ///
    /// let names = FieldPathBuf::from_properties(["spec", "names"]);
    /// assert_ne!(Allow::rule("nullable-enum").below(names), Allow::rule("nullable-enum"));
    /// ```
    #[must_use]
    pub fn below(self, path: FieldPathBuf) -> Self {
        Self { place: Place::Below(path), ..self }
    }

    /// Accepts them where the pattern matches the place or one above it. `*` is anything.
    ///
    /// A place is written as in the definition, `spec.versions[0].schema.openAPIV3Schema.properties[spec]`, or as in the
    /// objects, `spec.ports[].port` for a field of list items and `spec.labels{}` for the values of a map.
    ///
    /// ```
    /// use crd_schema::crd::Allow;
    ///
    /// let in_any_list = Allow::rule("immutable-list-item").matching("spec.*[]");
    /// assert_eq!(in_any_list.id(), "immutable-list-item");
    /// ```
    #[must_use]
    pub fn matching(self, pattern: impl Into<String>) -> Self {
        Self { place: Place::Matching(pattern.into()), ..self }
    }

    /// Says why.
    ///
    /// ```
    /// let allow = crd_schema::crd::Allow::rule("nullable-enum").because("clients send null");
    /// assert_eq!(allow.reason(), Some("clients send null"));
    /// ```
    #[must_use]
    pub fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..self }
    }

    /// The id of the rule.
    pub fn id(&self) -> &str {
        &self.rule
    }

    /// Why its findings are accepted.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The same of a definition, where the place of a schema stands below `prefix`.
    pub(crate) fn under(&self, prefix: &FieldPathBuf) -> Self {
        let place = match &self.place {
            Place::Below(path) => Place::Below(path.below(prefix)),
            other => other.clone(),
        };
        Self { place, ..self.clone() }
    }

    /// Whether it accepts what a rule finds at a place of a definition.
    pub(crate) fn covers(&self, rule: &str, at: &FieldPathBuf) -> bool {
        self.rule == rule
            && match &self.place {
                Place::Everywhere => true,
                Place::Below(path) => at.steps().starts_with(&path.steps()),
                Place::Matching(pattern) => names(at).iter().any(|name| matches_or_above(pattern, name)),
            }
    }
}

/// The spellings of a place: in the definition, and in the objects.
fn names(at: &FieldPathBuf) -> Vec<String> {
    let in_objects = in_objects(&at.steps());
    std::iter::once(at.to_string()).chain(in_objects).collect()
}

/// The field of objects that a place of a schema is about.
fn in_objects(steps: &[PathStep<'_>]) -> Option<String> {
    let of_schema = |step: &PathStep<'_>| *step == PathStep::Property("openAPIV3Schema");
    let (_, inside) = steps.split_at_checked(steps.iter().position(of_schema)?.checked_add(1)?)?;
    let mut text = String::new();
    let mut rest = inside.iter();
    while let Some(step) = rest.next() {
        match *step {
            PathStep::Property("properties") => {
                let Some(PathStep::Key(name)) = rest.next() else { break };
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            PathStep::Property("items") => text.push_str("[]"),
            PathStep::Property("additionalProperties") => text.push_str("{}"),
            // A keyword of the node.
            _ => break,
        }
    }
    Some(text)
}

/// Whether the pattern matches the name or a part of it that ends where a step does.
fn matches_or_above(pattern: &str, name: &str) -> bool {
    let ends = name.char_indices().filter(|(_, c)| matches!(c, '.' | '[' | '{')).map(|(at, _)| at);
    ends.chain([name.len()]).any(|end| name.get(..end).is_some_and(|part| matches(pattern, part)))
}

/// Whether the whole name is what the pattern says, in time that the product of both bounds.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut in_name) = (0_usize, 0_usize);
    // Behind the last star, and how much of the name that star has.
    let mut star: Option<(usize, usize)> = None;
    while let Some(byte) = name.get(in_name) {
        match pattern.get(at) {
            Some(b'*') => {
                at = at.saturating_add(1);
                star = Some((at, in_name));
            }
            Some(wanted) if wanted == byte => {
                at = at.saturating_add(1);
                in_name = in_name.saturating_add(1);
            }
            _ => {
                let Some((behind, taken)) = star else { return false };
                let taken = taken.saturating_add(1);
                (at, in_name, star) = (behind, taken, Some((behind, taken)));
            }
        }
    }
    pattern.get(at..).is_some_and(|rest| rest.iter().all(|byte| *byte == b'*'))
}

#[cfg(test)]
mod tests {
    use super::{Allow, matches};
    use crate::path::{FieldPathBuf, PathStep, PathStyle};

    /// `spec.versions[0].schema.openAPIV3Schema` and what stands behind it.
    fn place(inside: &[PathStep<'_>]) -> FieldPathBuf {
        use PathStep::{Index, Property};
        let schema = [
            Property("spec"),
            Property("versions"),
            Index(0),
            Property("schema"),
            Property("openAPIV3Schema"),
        ];
        FieldPathBuf::new(schema.into_iter().chain(inside.iter().copied()), PathStyle::Bracketed)
    }

    #[test]
    fn stars_are_anything() {
        for (pattern, name, expected) in [
            ("", "", true),
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "abcd", false),
            ("*b*", "abc", true),
            ("a**", "a", true),
            ("spec.*.image", "spec.steps[].image", true),
            ("a", "b", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        let stars = "*a".repeat(1_000);
        assert!(!matches(&stars, &"a".repeat(999)));
    }

    #[test]
    fn a_place_covers_what_is_below_it_and_nothing_beside_it() {
        use PathStep::{Index, Key, Property};
        let at = place(&[
            Property("properties"),
            Key("spec"),
            Property("properties"),
            Key("ports"),
            Property("items"),
            Property("properties"),
            Key("port"),
            Property("x-kubernetes-validations"),
            Index(0),
        ]);
        let schema = "spec.versions[0].schema.openAPIV3Schema";
        for (pattern, expected) in [
            ("spec", true),
            ("spec.ports", true),
            ("spec.ports[].port", true),
            ("spec.port", false),
            ("spec.ports[].por", false),
            ("*.port", true),
            (schema, true),
            ("spec.versions[1]", false),
        ] {
            assert_eq!(Allow::rule("r").matching(pattern).covers("r", &at), expected, "{pattern}");
        }
        assert!(!Allow::rule("other").matching("spec").covers("r", &at));
        let spec = place(&[Property("properties"), Key("spec")]);
        assert!(Allow::rule("r").below(spec.clone()).covers("r", &at));
        assert!(!Allow::rule("r").below(at).covers("r", &spec));
    }
}
