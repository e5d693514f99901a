//! Sets of fields: what a manager owns.
//!
//! Source: `structured-merge-diff fieldpath/{set,serialize}.go`.
//!
//! Knows nothing of: types, managers.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::path::{FieldsError, PathElement};

/// A set of fields, in the order of `fieldsV1`.
///
/// ```
/// use crd_schema::apply::FieldSet;
/// use serde_json::json;
///
/// let mine = FieldSet::from_fields_v1(&json!({"f:spec": {"f:replicas": {}, "f:image": {}}}))?;
/// let theirs = FieldSet::from_fields_v1(&json!({"f:spec": {"f:replicas": {}}}))?;
/// assert_eq!(mine.difference(&theirs).to_fields_v1(), json!({"f:spec": {"f:image": {}}}));
/// # Ok::<(), crd_schema::apply::FieldsError>(())
/// ```
///
/// Source: `Set` in `structured-merge-diff fieldpath/set.go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldSet {
    entries: BTreeMap<PathElement, Entry>,
}

/// What a set has at a path: the path itself, paths below it, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) owned: bool,
    pub(super) below: FieldSet,
}

impl Entry {
    pub(super) const OWNED: Self = Self { owned: true, below: FieldSet::EMPTY };

    pub(super) fn is_empty(&self) -> bool {
        !self.owned && self.below.is_empty()
    }

    fn add(&mut self, other: &Self) {
        self.owned |= other.owned;
        self.below.add(&other.below);
    }
}

impl FieldSet {
    pub(super) const EMPTY: Self = Self { entries: BTreeMap::new() };

    /// Fields at the top.
    pub(super) fn of_fields(names: &[&str]) -> Self {
        Self { entries: names.iter().map(|name| (PathElement::field(name), Entry::OWNED)).collect() }
    }

    /// Reads `fieldsV1`; null is an empty set.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    /// use serde_json::json;
    ///
    /// assert!(FieldSet::from_fields_v1(&json!({}))?.is_empty());
    /// assert!(FieldSet::from_fields_v1(&json!({"spec": {}})).is_err());
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldsError`] for another JSON type, and for a key that cannot be read as a path element.
    ///
    /// Source: `FromJSON` in `fieldpath/serialize.go`.
    pub fn from_fields_v1(fields: &Value) -> Result<Self, FieldsError> {
        Ok(read(fields)?.below)
    }

    /// Writes `fieldsV1`.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    /// use serde_json::json;
    ///
    /// let fields = json!({"f:labels": {".": {}, "f:app": {}}});
    /// assert_eq!(FieldSet::from_fields_v1(&fields)?.to_fields_v1(), fields);
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// Source: `ToJSON` in `fieldpath/serialize.go`.
    pub fn to_fields_v1(&self) -> Value {
        let mut fields = Map::new();
        for (element, entry) in &self.entries {
            let mut below = Map::new();
            if entry.owned && !entry.below.is_empty() {
                below.insert(".".to_owned(), Value::Object(Map::new()));
            }
            if let Value::Object(inner) = entry.below.to_fields_v1() {
                below.extend(inner);
            }
            fields.insert(element.serialize(), Value::Object(below));
        }
        Value::Object(fields)
    }

    /// Whether it has no fields.
    ///
    /// ```
    /// assert!(crd_schema::apply::FieldSet::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds the field at a path; the empty path is nobody's.
    ///
    /// ```
    /// use crd_schema::apply::{FieldSet, PathElement};
    ///
    /// let mut set = FieldSet::default();
    /// set.insert(&[PathElement::field("spec"), PathElement::field("replicas")]);
    /// assert_eq!(set.to_fields_v1(), serde_json::json!({"f:spec": {"f:replicas": {}}}));
    /// ```
    ///
    /// Source: `Insert` in `fieldpath/set.go`.
    pub fn insert(&mut self, path: &[PathElement]) {
        if let [element, rest @ ..] = path {
            let entry = self.entries.entry(element.clone()).or_default();
            if rest.is_empty() {
                entry.owned = true;
            } else {
                entry.below.insert(rest);
            }
        }
    }

    /// Whether it has the field at a path.
    ///
    /// ```
    /// use crd_schema::apply::{FieldSet, PathElement};
    ///
    /// assert!(!FieldSet::default().has(&[PathElement::field("spec")]));
    /// ```
    ///
    /// Source: `Has` in `fieldpath/set.go`.
    pub fn has(&self, path: &[PathElement]) -> bool {
        let Some((last, above)) = path.split_last() else { return false };
        let set = above.iter().try_fold(self, |set, element| Some(&set.entries.get(element)?.below));
        set.and_then(|set| set.entries.get(last)).is_some_and(|entry| entry.owned)
    }

    /// The fields of either set.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    ///
    /// let none = FieldSet::default();
    /// assert!(none.union(&none).is_empty());
    /// ```
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut united = self.clone();
        united.add(other);
        united
    }

    /// Adds the fields of another set, with work in proportion to the other.
    pub(super) fn add(&mut self, other: &Self) {
        for (element, entry) in &other.entries {
            match self.entries.get_mut(element) {
                Some(own) => own.add(entry),
                None => drop(self.entries.insert(element.clone(), entry.clone())),
            }
        }
    }

    /// The fields of both sets, with work in proportion to this one.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    ///
    /// let none = FieldSet::default();
    /// assert!(none.intersection(&none).is_empty());
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.filtered(|element, entry| {
            let other = other.entries.get(element)?;
            Some(Entry { owned: entry.owned && other.owned, below: entry.below.intersection(&other.below) })
        })
    }

    /// The fields that the other set has not, with work in proportion to this one.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    ///
    /// let none = FieldSet::default();
    /// assert!(none.difference(&none).is_empty());
    /// ```
    ///
    /// Source: `Difference` in `fieldpath/set.go`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.filtered(|element, entry| {
            let Some(other) = other.entries.get(element) else { return Some(entry.clone()) };
            Some(Entry { owned: entry.owned && !other.owned, below: entry.below.difference(&other.below) })
        })
    }

    /// The fields that neither are in the other set, nor below a field of it.
    ///
    /// ```
    /// use crd_schema::apply::FieldSet;
    /// use serde_json::json;
    ///
    /// let all = FieldSet::from_fields_v1(&json!({"f:spec": {"f:a": {}}, "f:status": {"f:b": {}}}))?;
    /// let reset = FieldSet::from_fields_v1(&json!({"f:status": {}}))?;
    /// assert_eq!(all.recursive_difference(&reset).to_fields_v1(), json!({"f:spec": {"f:a": {}}}));
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// Source: `RecursiveDifference` in `fieldpath/set.go`.
    #[must_use]
    pub fn recursive_difference(&self, other: &Self) -> Self {
        self.filtered(|element, entry| match other.entries.get(element) {
            None => Some(entry.clone()),
            Some(other) if other.owned => None,
            Some(other) => {
                Some(Entry { owned: entry.owned, below: entry.below.recursive_difference(&other.below) })
            }
        })
    }

    /// What is left of each entry, without those that are empty.
    pub(super) fn filtered(&self, keep: impl Fn(&PathElement, &Entry) -> Option<Entry>) -> Self {
        let kept = |(element, entry)| Some((PathElement::clone(element), keep(element, entry)?));
        Self {
            entries: self.entries.iter().filter_map(kept).filter(|(_, entry)| !entry.is_empty()).collect(),
        }
    }

    /// Visits every path: those of one level before those below it.
    ///
    /// ```
    /// use crd_schema::apply::{FieldSet, PathElement};
    /// use serde_json::json;
    ///
    /// let set = FieldSet::from_fields_v1(&json!({"f:a": {".": {}, "f:x": {}}, "f:b": {}}))?;
    /// let mut paths = Vec::new();
    /// set.each_path(|path| paths.push(path.iter().map(PathElement::to_string).collect::<String>()));
    /// assert_eq!(paths, [".a", ".b", ".a.x"]);
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// Source: `Iterate` in `fieldpath/set.go`.
    pub fn each_path(&self, mut visit: impl FnMut(&[PathElement])) {
        self.visit(&mut Vec::new(), &mut visit);
    }

    fn visit(&self, prefix: &mut Vec<PathElement>, visit: &mut impl FnMut(&[PathElement])) {
        for (element, _) in self.entries.iter().filter(|(_, entry)| entry.owned) {
            prefix.push(element.clone());
            visit(prefix);
            prefix.pop();
        }
        for (element, entry) in &self.entries {
            prefix.push(element.clone());
            entry.below.visit(prefix, visit);
            prefix.pop();
        }
    }

    pub(super) fn get(&self, element: &PathElement) -> Option<&Entry> {
        self.entries.get(element)
    }

    /// Adds an entry, if it has something.
    pub(super) fn put(&mut self, element: PathElement, entry: Entry) {
        if entry.is_empty() {
            return;
        }
        match self.entries.get_mut(&element) {
            Some(own) => own.add(&entry),
            None => drop(self.entries.insert(element, entry)),
        }
    }
}

/// Reads what stands at a path.
fn read(fields: &Value) -> Result<Entry, FieldsError> {
    let mut entry = Entry::default();
    let fields = match fields {
        Value::Object(fields) => Some(fields),
        Value::Null => None,
        _ => return Err(FieldsError::new("ReadMapCB: expect { or n")),
    };
    for (key, value) in fields.into_iter().flatten() {
        if key == "." {
            entry.owned = true;
        } else if let Some(element) = PathElement::parse(key)? {
            let found = read(value)?;
            match entry.below.entries.get_mut(&element) {
                Some(known) => {
                    known.owned |= found.owned;
                    // **Quirk**: of two keys for one element the last one's fields remain (`readIterV1`).
                    if !found.below.is_empty() {
                        known.below = found.below;
                    }
                }
                None => entry.below.put(element, found),
            }
        }
    }
    entry.owned |= entry.below.is_empty();
    Ok(entry)
}
