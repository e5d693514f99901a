//! What is as it was: old and new values side by side.
//!
//! Source: `apiserver pkg/cel/common/{equality,maplist}.go`.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::node::{Correlation, Node};
use super::values::deep_equal;
use crate::number::Number;

/// Which values equal their old selves, as far as it was asked.
///
/// Every value that has errors of its own is compared; the results are kept, so that no part is compared twice.
#[derive(Debug, Default)]
pub(super) struct Unchanged(HashMap<*const Value, bool>);

impl Unchanged {
    pub(super) fn is_unchanged(&mut self, node: &Node, new: &Value, old: &Value) -> bool {
        if let Some(known) = self.0.get(&std::ptr::from_ref(new)) {
            return *known;
        }
        let is_unchanged = self.compare(node, new, old);
        self.0.insert(std::ptr::from_ref(new), is_unchanged);
        is_unchanged
    }

    /// As [`Self::is_unchanged`], for values below one that is compared.
    fn is_unchanged_below(&mut self, node: &Node, new: &Value, old: &Value) -> bool {
        let known = self.0.get(&std::ptr::from_ref(new)).copied();
        known.unwrap_or_else(|| self.compare(node, new, old))
    }

    /// **Quirk**: an object with a field of which the schema knows nothing is never what it was.
    fn compare(&mut self, node: &Node, new: &Value, old: &Value) -> bool {
        match (new, old) {
            (Value::Array(new_items), Value::Array(old_items)) => {
                new_items.len() == old_items.len() && self.compare_items(node, new_items, old)
            }
            (Value::Object(new), Value::Object(old)) => {
                let mut is_same = |name: &String, new| {
                    let node = node.object.as_deref().and_then(|object| object.field(name));
                    node.zip(old.get(name)).is_some_and(|(node, old)| self.is_unchanged_below(node, new, old))
                };
                new.len() == old.len() && new.iter().all(|(name, new)| is_same(name, new))
            }
            (new, old) => deep_equal(new, old),
        }
    }

    fn compare_items(&mut self, node: &Node, new: &[Value], old: &Value) -> bool {
        let correlation = node.list.as_deref().map_or(&Correlation::Whole, |list| &list.correlation);
        if *correlation == Correlation::Whole {
            return old
                .as_array()
                .is_some_and(|old| new.iter().zip(old).all(|(new, old)| deep_equal(new, old)));
        }
        let items = node.list.as_deref().and_then(|list| list.items.as_ref());
        let old_items = OldItems::new(correlation, Some(old));
        new.iter().all(|new| {
            items.zip(old_items.of(new)).is_some_and(|(items, old)| self.is_unchanged_below(items, new, old))
        })
    }
}

/// The old items of a list, by their keys.
pub(super) struct OldItems<'a> {
    names: &'a [Box<str>],
    /// Of several items with the same keys the first one.
    items: HashMap<Key<'a>, &'a Value>,
}

impl<'a> OldItems<'a> {
    pub(super) fn new(correlation: &'a Correlation, old: Option<&'a Value>) -> Self {
        let Correlation::Keys(names) = correlation else { return Self { names: &[], items: HashMap::new() } };
        let old = old.and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
        let mut items = HashMap::with_capacity(old.len());
        for item in old {
            if let Some(key) = Key::of(names, item) {
                items.entry(key).or_insert(item);
            }
        }
        Self { names, items }
    }

    /// What an item was before.
    pub(super) fn of(&self, item: &'a Value) -> Option<&'a Value> {
        if self.items.is_empty() {
            return None;
        }
        self.items.get(&Key::of(self.names, item)?).copied()
    }
}

/// The keys of an item; scalars that are there.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Bool(bool),
    Integer(i64),
    Float(u64),
    String(&'a str),
    Several(String),
}

impl<'a> Key<'a> {
    fn of(names: &[Box<str>], item: &'a Value) -> Option<Self> {
        if let [name] = names {
            return Self::single(item.as_object()?.get(name.as_ref())?);
        }
        let mut encoded = String::new();
        for name in names {
            write_key(&mut encoded, item.as_object()?.get(name.as_ref())?)?;
        }
        Some(Self::Several(encoded))
    }

    fn single(value: &'a Value) -> Option<Self> {
        match value {
            Value::Bool(flag) => Some(Self::Bool(*flag)),
            Value::String(encoded) => Some(Self::String(encoded)),
            Value::Number(number) => Some(match Number::read(number) {
                Number::Integer(integer) => Self::Integer(integer),
                // Both zeros are one.
                Number::Float(float) => Self::Float((float + 0.0).to_bits()),
            }),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

/// One key of several, which upstream compares as a string.
///
/// **Quirk**: floats have six decimals, and the zeros, which are one where the key is alone, differ by their sign
/// (`apiserver pkg/cel/common/maplist.go`).
fn write_key(encoded: &mut String, value: &Value) -> Option<()> {
    // Writing to a `String` cannot fail.
    let _ = match value {
        Value::Bool(flag) => write!(encoded, "{flag};"),
        Value::String(string) => write!(encoded, "{}:{string};", string.len()),
        Value::Number(number) => match Number::read(number) {
            Number::Integer(integer) => write!(encoded, "{integer};"),
            Number::Float(float) => write!(encoded, "{float:.6};"),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(())
}
