//! Why an object is not stored as it was written, path by path.

use std::collections::HashSet;

use crd_schema::FieldPath;
use crd_schema::path::{FieldPathBuf, PathStyle};
use crd_schema::serve::DecodeError;
use crd_schema::steps::{
    CompiledSchema, DefaultsTooLarge, PruneRoot, Semantics, apply_defaults_within, drop_nulls, prune,
    prune_resource,
};
use serde_json::{Value, json};

use super::printer::Left;

/// As many bytes of defaults as a server reads of an object; it stores 1.5 MiB.
pub(crate) const MOST_DEFAULTS: usize = 3 << 20;

/// A difference, and the step of the server that makes it.
pub(crate) struct Change {
    pub(crate) path: FieldPathBuf,
    pub(crate) what: &'static str,
    pub(crate) reason: &'static str,
}

impl Change {
    pub(crate) fn listed(&self) -> Value {
        json!({"path": self.path.to_string(), "change": self.what, "reason": self.reason})
    }
}

const UNKNOWN: &str = "the schema does not specify it";
const UNKNOWN_METADATA: &str = "object metadata has no such field";
const METADATA: &str = "object metadata is read and written by its own type";
const NULL: &str = "null, which the schema does not allow";
const DEFAULT: &str = "the schema has a default";

/// What becomes of an object.
pub(crate) struct Changes {
    /// As many as are listed.
    pub(crate) listed: Vec<Change>,
    pub(crate) has_more: bool,
}

/// What the server does to an object, in its order; what comes after pruning is what `prune` leaves alone.
pub(crate) fn changes(
    schema: &CompiledSchema,
    original: &Value,
    semantics: Semantics,
) -> Result<Changes, DecodeError> {
    let mut object = original.clone();
    let removed = prune_resource(schema, &mut object, semantics)?;
    // Both are sorted, and nothing is unknown that is not removed: of both the first are enough.
    let unknown = printed(&prune(schema, &mut original.clone(), PruneRoot::Resource, semantics)?);
    let mut listing = Listing::default();
    listing.all(removed.iter().cloned(), |path| {
        ("removed", if unknown.contains(&path.to_string()) { UNKNOWN } else { UNKNOWN_METADATA })
    });
    let (known, pruned) = (printed(&removed), object.clone());
    listing.compare(original, &pruned, &FieldPath::ROOT, &|path| {
        (!known.contains(&path.to_string())).then_some(("changed", METADATA))
    });
    drop_nulls(schema, &mut object);
    listing.compare(&pruned, &object, &FieldPath::ROOT, &|_| Some(("a server also drops", NULL)));
    let defaulted = apply_defaults_within(schema, &mut object, MOST_DEFAULTS)
        .map_err(|DefaultsTooLarge(limit)| DecodeError::TooLarge(limit))?;
    listing.all(defaulted, |_| ("a server also fills in", DEFAULT));
    Ok(Changes { has_more: listing.left.is_exceeded(), listed: listing.changes })
}

/// Paths as they are printed, as many as are listed.
fn printed(paths: &[FieldPathBuf]) -> HashSet<String> {
    let mut left = Left::default();
    paths.iter().map(ToString::to_string).take_while(|text| left.takes(text.len())).collect()
}

/// What is listed.
#[derive(Default)]
struct Listing {
    changes: Vec<Change>,
    left: Left,
}

/// What happens to a value, and why.
type Said = (&'static str, &'static str);

impl Listing {
    fn all(&mut self, paths: impl IntoIterator<Item = FieldPathBuf>, say: impl Fn(&FieldPathBuf) -> Said) {
        for path in paths {
            if self.left.is_exceeded() {
                return;
            }
            let said = say(&path);
            self.add(said, path);
        }
    }

    fn add(&mut self, (what, reason): Said, path: FieldPathBuf) {
        if self.left.takes(path.to_string().len()) {
            self.changes.push(Change { path, what, reason });
        }
    }

    /// The topmost fields and items of `before` that are not in `after`, or are another value there.
    ///
    /// As deep as the reader of files lets objects nest.
    fn compare(
        &mut self,
        before: &Value,
        after: &Value,
        path: &FieldPath<'_>,
        say: &dyn Fn(&FieldPathBuf) -> Option<Said>,
    ) {
        if self.left.is_exceeded() {
            return;
        }
        match (before, after) {
            (Value::Object(before), Value::Object(after)) => {
                for (name, value) in before {
                    let path = path.property(name);
                    match after.get(name) {
                        Some(other) => self.compare(value, other, &path, say),
                        None => self.different(&path, say),
                    }
                }
            }
            (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
                for (index, (value, other)) in before.iter().zip(after).enumerate() {
                    self.compare(value, other, &path.index(index), say);
                }
            }
            _ if before != after => self.different(path, say),
            _ => {}
        }
    }

    fn different(&mut self, path: &FieldPath<'_>, say: &dyn Fn(&FieldPathBuf) -> Option<Said>) {
        if self.left.is_exceeded() {
            return;
        }
        let path = path.to_owned(PathStyle::Dotted);
        if let Some(said) = say(&path) {
            self.add(said, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use crd_schema::{JsonSchemaProps, StructuralSchema};

    use super::*;

    /// A long key above many fields: each path has the key in it.
    fn below_a_long_key(values: &Value, field: &Value) -> Changes {
        let props: JsonSchemaProps = serde_json::from_value(json!({"type": "object", "properties": {
            "map": {"type": "object", "additionalProperties": values},
        }}))
        .expect("a schema");
        let schema = CompiledSchema::new(&StructuralSchema::try_from(&props).expect("it is structural"));
        let fields: Value = (0..2_000).map(|index| (format!("f{index}"), field.clone())).collect();
        let mut object = json!({"apiVersion": "a/v1", "kind": "K", "map": {}});
        object["map"]["k".repeat(100_000)] = fields;
        changes(&schema, &object, Semantics::Server).expect("it is an object")
    }

    #[test]
    fn paths_below_a_long_key_are_bounded() {
        let map = |values: Value| json!({"type": "object", "additionalProperties": values});
        let filled = json!({"type": "object", "properties": {"d": {"type": "integer", "default": 1}}});
        for (values, field) in [
            (json!({"type": "object"}), json!(1)),
            (map(json!({"type": "integer"})), Value::Null),
            (map(filled), json!({})),
        ] {
            let found = below_a_long_key(&values, &field);
            let length: usize = found.listed.iter().map(|change| change.path.to_string().len()).sum();
            assert!(found.has_more && length > 15 << 20 && length <= 16 << 20, "{values}: {length} bytes");
        }
    }
}
