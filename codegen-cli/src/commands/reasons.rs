//! Why an object is not stored as it was written, path by path.

use std::collections::BTreeSet;

use crd_schema::{
    CompiledSchema, DecodeError, DefaultsTooLarge, FieldPath, FieldPathBuf, PathStyle, PruneRoot, Semantics,
    apply_defaults_within, drop_nulls, prune, prune_resource,
};
use serde_json::{Value, json};

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

/// What the server does to an object, in its order; what comes after pruning is what `prune` leaves alone.
pub(crate) fn changes(
    schema: &CompiledSchema,
    original: &Value,
    semantics: Semantics,
) -> Result<Vec<Change>, DecodeError> {
    let mut object = original.clone();
    let removed = prune_resource(schema, &mut object, semantics)?;
    let unknown = texts(&prune(schema, &mut original.clone(), PruneRoot::Resource, semantics)?);
    let (known, pruned) = (texts(&removed), object.clone());
    drop_nulls(schema, &mut object);
    let nulls = differences(&pruned, &object);
    let defaulted = apply_defaults_within(schema, &mut object, MOST_DEFAULTS)
        .map_err(|DefaultsTooLarge(limit)| DecodeError::TooLarge(limit))?;

    let reason = |path: &FieldPathBuf| {
        if unknown.contains(&path.to_string()) { UNKNOWN } else { UNKNOWN_METADATA }
    };
    let mut all: Vec<_> = removed.into_iter().map(|path| change("removed", reason(&path), path)).collect();
    let coerced = differences(original, &pruned).into_iter();
    let coerced = coerced.filter(|path| !known.contains(&path.to_string()));
    all.extend(coerced.map(|path| change("changed", METADATA, path)));
    all.extend(nulls.into_iter().map(|path| change("a server also drops", NULL, path)));
    all.extend(defaulted.into_iter().map(|path| change("a server also fills in", DEFAULT, path)));
    Ok(all)
}

fn change(what: &'static str, reason: &'static str, path: FieldPathBuf) -> Change {
    Change { path, what, reason }
}

fn texts(paths: &[FieldPathBuf]) -> BTreeSet<String> {
    paths.iter().map(ToString::to_string).collect()
}

/// The topmost members and items of `before` that are not in `after`, or are another value there.
fn differences(before: &Value, after: &Value) -> Vec<FieldPathBuf> {
    let mut found = Vec::new();
    compare(before, after, &FieldPath::ROOT, &mut found);
    found
}

/// As deep as the reader of files lets objects nest.
fn compare(before: &Value, after: &Value, path: &FieldPath<'_>, found: &mut Vec<FieldPathBuf>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                let path = path.property(name);
                match after.get(name) {
                    Some(other) => compare(value, other, &path, found),
                    None => found.push(path.to_owned(PathStyle::Dotted)),
                }
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (value, other)) in before.iter().zip(after).enumerate() {
                compare(value, other, &path.index(index), found);
            }
        }
        _ if before != after => found.push(path.to_owned(PathStyle::Dotted)),
        _ => {}
    }
}
