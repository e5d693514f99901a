//! Pruning as the API server does it, in place.

use serde_json::{Map, Value};

use super::rule::Rule;
use super::{META, PruneRoot};
use crate::by_name::Next;
use crate::compiled::NodeRef;
use crate::path::{FieldPath, Recorder};

pub(super) fn prune(schema: NodeRef<'_>, value: &mut Value, scope: PruneRoot, removed: &mut Recorder) {
    let rule = match scope {
        PruneRoot::Resource => Rule::of_resource(schema),
        PruneRoot::Value => Rule::of(schema),
    };
    Pruner { scope, removed }.value(value, rule, &FieldPath::ROOT);
}

struct Pruner<'r> {
    scope: PruneRoot,
    removed: &'r mut Recorder,
}

impl Pruner<'_> {
    fn value(&mut self, value: &mut Value, rule: Rule<'_>, path: &FieldPath<'_>) {
        match (value, rule) {
            (_, Rule::Keep) => {}
            (Value::Object(fields), _) => self.fields(fields, rule, path),
            (Value::Array(items), _) => {
                let rule = rule.items();
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, rule, &path.index(index));
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &mut Map<String, Value>, rule: Rule<'_>, path: &FieldPath<'_>) {
        let (mut has_unknown, mut next) = (false, Next::default());
        for (name, value) in fields.iter_mut() {
            if let Some((below, place)) = rule.field(name, &mut next) {
                self.value(value, below, &path.child(place.step(name)));
            } else {
                has_unknown = true;
                self.record(name, rule, path);
            }
        }
        // Nearly all objects are kept as they are.
        if has_unknown {
            fields.retain(|name, _| rule.field(name, &mut next).is_some());
        }
    }

    /// Quirk: fields of type and object meta that go at the top of a value that is no resource are not recorded.
    fn record(&mut self, name: &str, rule: Rule<'_>, path: &FieldPath<'_>) {
        let silent =
            self.scope == PruneRoot::Value && path.is_root() && rule.has_schema() && META.contains(&name);
        if !silent {
            self.removed.record(&path.property(name));
        }
    }
}
