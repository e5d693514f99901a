//! Everything that is wrong with a value.
//!
//! A result of upstream is a list of errors and a count of matches, which decides between branches. Here the list grows while
//! walking, and what is dropped is cut off its end.
//!
//! Source: `kube-openapi pkg/validation/validate/{schema,schema_props,validator,object_validator,slice_validator}.go`;
//! `apiextensions-apiserver pkg/apiserver/validation/ratcheting.go`.

use serde_json::{Map, Value};

use super::check::signed;
use super::errors::{Unit, ValueError, What};
use super::node::{Additional, Junctors, List, Node, Object, Property};
use super::ratchet::{OldItems, Unchanged};
use super::types;
use super::values::has_duplicates;
use crate::number::Number;
use crate::path::{FieldPath, PathStyle};

#[derive(Debug, Default)]
pub(super) struct Report<'a> {
    pub(super) errors: Vec<ValueError<'a>>,
    unchanged: Unchanged,
}

/// What a field or item was before, where there is something that it can be compared with.
type Old<'a> = Option<&'a Value>;

impl<'a> Report<'a> {
    /// Tells what is wrong with a value, unless it is as it was; returns the count of matches.
    pub(super) fn value(
        &mut self,
        node: &'a Node,
        value: &'a Value,
        old: Old<'a>,
        path: &FieldPath<'_>,
    ) -> usize {
        let before = self.errors.len();
        let matches = self.evaluate(node, value, old, path);
        if let Some(old) = old.filter(|_| self.errors.len() > before)
            && self.unchanged.is_unchanged(node, value, old)
        {
            self.errors.truncate(before);
        }
        matches
    }

    fn tell(&mut self, path: &FieldPath<'_>, what: What<'a>) {
        self.errors.push(ValueError { path: path.to_owned(PathStyle::Dotted), what });
    }

    fn evaluate(&mut self, node: &'a Node, value: &'a Value, old: Old<'a>, path: &FieldPath<'_>) -> usize {
        let error = types::error(node, value);
        let has_type = usize::from(error.is_none());
        if let Some(error) = error {
            self.tell(path, What::Type(node, error));
        }
        if value.is_null() {
            self.enumeration(node, value, path);
            return has_type;
        }
        let is_typed = !node.types.is_empty() || node.format.is_some();
        let of_type = if is_typed { 1 + has_type } else { 0 };
        let of_junctors = 1 + self.junctors(node.junctors.as_deref(), value, path);
        let of_shape = match value {
            Value::Array(items) => 1 + self.list(node.list.as_deref(), items, old, path),
            Value::Number(number) => 2 + self.number(node, Number::read(number), path),
            Value::String(string) => 1 + self.string(node, string, path),
            _ => 0,
        };
        self.enumeration(node, value, path);
        let of_fields = match value {
            Value::Object(fields) => 1 + self.object(node.object.as_deref(), fields, old, path),
            _ => 0,
        };
        // One for the enum, whose check always runs, and one for the value itself.
        2 + of_type + of_junctors + of_shape + of_fields
    }

    fn enumeration(&mut self, node: &'a Node, value: &'a Value, path: &FieldPath<'_>) {
        if let Some(allowed) = node.allowed.as_deref().filter(|allowed| !allowed.allows(value)) {
            self.tell(path, What::Enum(allowed, value));
        }
    }

    /// Returns one if there is a format to check.
    fn string(&mut self, node: &'a Node, string: &'a str, path: &FieldPath<'_>) -> usize {
        if let Some((rules, error)) =
            node.string.as_deref().and_then(|rules| Some((rules, rules.error(string)?)))
        {
            self.tell(path, What::StringRules(rules, error, string));
        }
        let Some((format, check)) = node.format.as_deref().and_then(|format| Some((format, format.check?)))
        else {
            return 0;
        };
        if !check(string) {
            self.tell(path, What::Format(&format.name, string));
        }
        1
    }

    fn number(&mut self, node: &'a Node, number: Number, path: &FieldPath<'_>) -> usize {
        if let Some(numbers) = node.numbers.as_deref() {
            numbers.errors(number, |error| self.tell(path, What::Number(numbers.number_type, error)));
        }
        0
    }

    fn list(
        &mut self,
        list: Option<&'a List>,
        items: &'a [Value],
        old: Old<'a>,
        path: &FieldPath<'_>,
    ) -> usize {
        let Some(list) = list else { return 1 };
        let mut matches = 1;
        if let Some(node) = &list.items {
            let old_items = OldItems::new(&list.correlation, old);
            for (index, item) in items.iter().enumerate() {
                matches += self.value(node, item, old_items.of(item), &path.index(index));
            }
        }
        if let Some(fewest) = list.min_items.filter(|fewest| signed(items.len()) < *fewest) {
            self.tell(path, What::TooFew(Unit::Items, items.len(), fewest));
        }
        if let Some(most) = list.max_items.filter(|most| signed(items.len()) > *most) {
            self.tell(path, What::TooMany(Unit::Items, items.len(), most));
        }
        if list.unique_items && has_duplicates(items) {
            self.tell(path, What::Duplicates);
        }
        matches
    }

    fn object(
        &mut self,
        object: Option<&'a Object>,
        fields: &'a Map<String, Value>,
        old: Old<'a>,
        path: &FieldPath<'_>,
    ) -> usize {
        let Some(object) = object else { return 0 };
        if let Some(fewest) = object.min_properties.filter(|fewest| signed(fields.len()) < *fewest) {
            self.tell(path, What::TooFew(Unit::Properties, fields.len(), fewest));
        }
        if let Some(most) = object.max_properties.filter(|most| signed(fields.len()) > *most) {
            self.tell(path, What::TooMany(Unit::Properties, fields.len(), most));
        }
        let mut matches = self.undeclared(object, fields, old, path);
        for (name, Property { node, .. }) in object.properties.iter() {
            if let Some(value) = fields.get(name) {
                matches += self.value(node, value, old_field(old, name, path), &path.property(name));
            }
        }
        for name in object.required.iter().filter(|name| !fields.contains_key(name.as_ref())) {
            self.tell(&path.property(name), What::Required);
        }
        matches
    }

    /// The fields that have no schema of their own, by name: upstream's order is random.
    fn undeclared(
        &mut self,
        object: &'a Object,
        fields: &'a Map<String, Value>,
        old: Old<'a>,
        path: &FieldPath<'_>,
    ) -> usize {
        if matches!(object.additional, Additional::Anything) {
            return 0;
        }
        let undeclared = fields.iter().filter(|(name, _)| object.property(name).is_none());
        let mut undeclared: Vec<_> = undeclared.collect();
        undeclared.sort_unstable_by_key(|(name, _)| *name);
        let mut matches = 0;
        for (name, value) in undeclared {
            match &object.additional {
                Additional::Values(node) => {
                    matches += self.value(node, value, old_field(old, name, path), &path.key(name));
                }
                _ => self.tell(path, What::Forbidden(name)),
            }
        }
        matches
    }

    /// **Quirk**: nothing in a branch is compared with what it was.
    fn junctors(&mut self, junctors: Option<&'a Junctors>, value: &'a Value, path: &FieldPath<'_>) -> usize {
        let Some(junctors) = junctors else { return 1 };
        let mut matches = 1;
        matches += self.any_of(&junctors.any_of, value, path);
        matches += self.one_of(&junctors.one_of, value, path);
        matches += self.all_of(&junctors.all_of, value, path);
        if junctors.not.as_ref().is_some_and(|not| not.allows(value)) {
            self.tell(path, What::Not);
        }
        matches
    }

    fn any_of(&mut self, branches: &'a [Node], value: &'a Value, path: &FieldPath<'_>) -> usize {
        if branches.is_empty() {
            return 0;
        }
        let start = self.errors.len();
        self.tell(path, What::AnyOf);
        let mut best = Best::default();
        for branch in branches {
            let before = self.errors.len();
            let matches = self.value(branch, value, None, path);
            if self.errors.len() == before {
                self.errors.truncate(start);
                return matches;
            }
            best.choose(matches, self.errors.split_off(before));
        }
        self.keep(best)
    }

    fn one_of(&mut self, branches: &'a [Node], value: &'a Value, path: &FieldPath<'_>) -> usize {
        if branches.is_empty() {
            return 0;
        }
        let (mut valid, mut of_first_valid, mut best) = (0, 0, Best::default());
        for branch in branches {
            let before = self.errors.len();
            let matches = self.value(branch, value, None, path);
            if self.errors.len() > before {
                best.choose(matches, self.errors.split_off(before));
            } else {
                of_first_valid = if valid == 0 { matches } else { of_first_valid };
                valid += 1;
            }
        }
        match valid {
            0 => {
                self.tell(path, What::OneOf(0));
                self.keep(best)
            }
            1 => of_first_valid,
            several => {
                self.tell(path, What::OneOf(several));
                0
            }
        }
    }

    fn all_of(&mut self, branches: &'a [Node], value: &'a Value, path: &FieldPath<'_>) -> usize {
        let (mut valid, mut matches) = (0, 0);
        for branch in branches {
            let before = self.errors.len();
            matches += self.value(branch, value, None, path);
            valid += usize::from(self.errors.len() == before);
        }
        if valid < branches.len() {
            self.tell(path, What::AllOf { none: valid == 0 });
        }
        matches
    }

    fn keep(&mut self, best: Best<'a>) -> usize {
        self.errors.extend(best.errors);
        best.matches
    }
}

/// The branch with the most matches; of several the first.
#[derive(Default)]
struct Best<'a> {
    matches: usize,
    errors: Vec<ValueError<'a>>,
}

impl<'a> Best<'a> {
    fn choose(&mut self, matches: usize, errors: Vec<ValueError<'a>>) {
        if self.errors.is_empty() || matches > self.matches {
            *self = Self { matches, errors };
        }
    }
}

/// What a field was before.
///
/// **Quirk**: the type of the root is not compared, for it is not to be seen whether it changed (`ratcheting.go`).
fn old_field<'a>(old: Old<'a>, name: &str, path: &FieldPath<'_>) -> Old<'a> {
    let is_type = path.is_root() && matches!(name, "apiVersion" | "kind");
    if is_type { None } else { old?.get(name) }
}
