//! Lists: atomic ones, sets, and map lists.
//!
//! Source: `apiserver pkg/cel/common/valuesunstructured.go`, `unstructuredList`, `unstructuredSetList`, `unstructuredMapList`;
//! `valuesreflect.go`, `addToSetList`, `addToMapList`.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crd_schema_cel::{Error, List, Lister, Map, Outcome, Value as Cel};
use serde_json::Value;

use super::keys::Key;
use super::{equal, value};
use crate::declared::{Decl, escaped};
use crate::number::Number;
use crate::schema::SchemaType;

/// The items of a list.
#[derive(Clone, Copy)]
pub(super) struct Items<'a> {
    pub(super) items: &'a Vec<Value>,
    pub(super) decl: Decl<'a>,
}

impl<'a> Items<'a> {
    fn item(self, index: usize) -> Outcome<'a> {
        match self.items.get(index) {
            Some(item) => value(item, self.decl),
            None => Err(Error::new(format!("index out of bounds: {index}"))),
        }
    }

    /// The items of another list, if they are declared as these are.
    fn declared_alike(self, other: &List<'a>) -> Option<&'a Vec<Value>> {
        let List::Host(other) = other else { return None };
        let is_alike = self.decl.number().is_some_and(|number| other.declaration() == Some(number));
        is_alike.then(|| other.raw())?.and_then(|raw| raw.downcast_ref())
    }

    /// As [`Lister::equal`], without a value for each item of the two.
    pub(super) fn equal_items(self, other: &'a [Value]) -> Result<bool, Error> {
        if self.items.len() != other.len() {
            return Ok(false);
        }
        for (own, other) in self.items.iter().zip(other) {
            if !equal(own, other, self.decl)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn values(self) -> impl Iterator<Item = Outcome<'a>> {
        self.items.iter().map(move |item| value(item, self.decl))
    }
}

impl<'a> Lister<'a> for Items<'a> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, index: usize) -> Outcome<'a> {
        self.item(index)
    }

    fn equal(&self, other: &Cel<'a>) -> Result<bool, Error> {
        let Cel::List(other) = other else { return Err(Error::NO_SUCH_OVERLOAD) };
        if let Some(other) = self.declared_alike(other) {
            return self.equal_items(other);
        }
        if self.items.len() != other.len() {
            return Ok(false);
        }
        for (own, other) in self.values().zip(other.iter()) {
            if !own?.equal_as_item(&other.unwrap_or_else(Cel::Failed))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Items that are all what is declared are compared as they stand.
    fn contains(&self, value: &Cel<'a>) -> Option<bool> {
        let Decl::Of(node) = self.decl else { return None };
        let is_plain = !node.int_or_string && node.value_validation.format.is_none();
        let is_equal: &dyn Fn(&Value) -> Option<bool> = match (&node.type_, value) {
            (Some(SchemaType::Integer), Cel::Int(wanted)) if is_plain => &|item| match item {
                Value::Number(number) => match Number::read(number) {
                    Number::Integer(found) => Some(found == *wanted),
                    Number::Float(_) => None,
                },
                _ => None,
            },
            (Some(SchemaType::String), Cel::String(wanted)) if is_plain => {
                &|item| item.as_str().map(|found| *found == **wanted)
            }
            _ => return None,
        };
        for item in self.items {
            if is_equal(item)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn add(&self, other: &List<'a>) -> Outcome<'a> {
        let items = self.values().chain(other.iter()).map(Cel::item).collect();
        Ok(Cel::List(List::Items(Rc::new(items))))
    }

    fn raw(&self) -> Option<&'a dyn Any> {
        Some(self.items)
    }

    fn declaration(&self) -> Option<usize> {
        self.decl.number()
    }
}

/// A list whose items are distinguished by themselves: one of an object, or one that `+` made.
pub(super) struct SetList<L> {
    list: L,
}

impl<'a> SetList<Items<'a>> {
    pub(super) fn new(list: Items<'a>) -> Self {
        Self { list }
    }
}

/// A list that `+` made.
struct Made<'a>(Vec<Cel<'a>>);

impl<'a> Lister<'a> for Made<'a> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Outcome<'a> {
        match self.0.get(index).cloned() {
            Some(Cel::Failed(error)) => Err(error),
            Some(item) => Ok(item),
            None => Err(Error::new(format!("index out of bounds: {index}"))),
        }
    }

    fn equal(&self, _: &Cel<'a>) -> Result<bool, Error> {
        Err(Error::NO_SUCH_OVERLOAD)
    }

    fn add(&self, _: &List<'a>) -> Outcome<'a> {
        Err(Error::NO_SUCH_OVERLOAD)
    }
}

/// The items; one that is not what is declared is an error among them.
fn all<'a>(list: &impl Lister<'a>) -> Vec<Cel<'a>> {
    (0..list.len()).map(|index| Cel::item(list.get(index))).collect()
}

impl<'a, L: Lister<'a>> Lister<'a> for SetList<L> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn get(&self, index: usize) -> Outcome<'a> {
        self.list.get(index)
    }

    fn contains(&self, value: &Cel<'a>) -> Option<bool> {
        self.list.contains(value)
    }

    fn equal(&self, other: &Cel<'a>) -> Result<bool, Error> {
        let Cel::List(other) = other else { return Err(Error::NO_SUCH_OVERLOAD) };
        if self.list.len() != other.len() {
            return Ok(false);
        }
        // **Quirk**: an item that is not what is declared is a key of its own, which no other item has (`setElementKey`).
        let (mut keys, mut failed) = (HashSet::new(), 0);
        for index in 0..self.list.len() {
            match self.list.get(index) {
                Ok(item) => drop(keys.insert(Key::of_item(&item)?)),
                Err(_) => failed += 1,
            }
        }
        let mut seen = HashSet::new();
        for item in other.iter() {
            let Ok(item) = item else { return Ok(false) };
            let key = Key::of_item(&item)?;
            if !keys.contains(&key) {
                return Ok(false);
            }
            seen.insert(key);
        }
        Ok(seen.len() == keys.len() + failed)
    }

    fn add(&self, other: &List<'a>) -> Outcome<'a> {
        let (mut items, mut keys) = (Vec::new(), HashSet::new());
        for item in all(&self.list) {
            if !matches!(item, Cel::Failed(_)) {
                keys.insert(Key::of_item(&item)?);
            }
            items.push(item);
        }
        for item in other.iter().map(Cel::item) {
            if matches!(item, Cel::Failed(_)) || keys.insert(Key::of_item(&item)?) {
                items.push(item);
            }
        }
        Ok(Cel::List(List::Host(Rc::new(SetList { list: Made(items) }))))
    }
}

/// A list whose items are distinguished by key fields: one of an object, or one that `+` made.
pub(super) struct MapList<L> {
    list: L,
    /// The names of the key fields as rules spell them.
    keys: Rc<[String]>,
    origin: Origin,
}

/// Where the items of a map list come from.
#[derive(Clone, Copy)]
enum Origin {
    Object,
    Sum,
}

impl<'a> MapList<Items<'a>> {
    pub(super) fn new(list: Items<'a>, keys: &[String]) -> Self {
        let keys = keys.iter().map(|key| escaped(key).unwrap_or_else(|| key.clone())).collect();
        Self { list, keys, origin: Origin::Object }
    }
}

impl<'a, L: Lister<'a>> MapList<L> {
    /// The key of an item when lists are compared; `None` is a key that no other item has.
    fn compared_key(&self, item: &Cel<'a>) -> Option<Vec<Key>> {
        match self.origin {
            Origin::Object => self.raw_key(item),
            Origin::Sum => Some(self.key(item)),
        }
    }

    /// **Quirk**: an object is asked for the escaped names, which its fields do not have (`toMapKey`).
    fn raw_key(&self, item: &Cel<'a>) -> Option<Vec<Key>> {
        let fields = item.raw().and_then(|raw| raw.downcast_ref::<serde_json::Map<String, Value>>())?;
        Some(self.keys.iter().map(|key| Key::of_json(fields.get(key))).collect())
    }

    /// The key of an item that `+` merges.
    fn key(&self, item: &Cel<'a>) -> Vec<Key> {
        let of = |key: &String| match item {
            Cel::Map(map) => found(map, key),
            _ => Key::Nothing,
        };
        self.keys.iter().map(of).collect()
    }
}

fn found(map: &Map<'_>, key: &str) -> Key {
    match map.find(&Cel::String(crd_schema_cel::Str::Shared(Rc::from(key)))) {
        Ok(Some(value)) => Key::of(&value),
        _ => Key::Nothing,
    }
}

impl<'a, L: Lister<'a>> Lister<'a> for MapList<L> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn get(&self, index: usize) -> Outcome<'a> {
        self.list.get(index)
    }

    fn equal(&self, other: &Cel<'a>) -> Result<bool, Error> {
        let Cel::List(other) = other else { return Err(Error::NO_SUCH_OVERLOAD) };
        if self.list.len() != other.len() {
            return Ok(false);
        }
        // A later item of a key counts.
        let (mut own, mut without_key) = (HashMap::new(), 0);
        for item in all(&self.list) {
            match self.compared_key(&item) {
                Some(key) => drop(own.insert(key, item)),
                None => without_key += 1,
            }
        }
        let mut seen = HashSet::new();
        for item in other.iter().map(Cel::item) {
            let Some(key) = self.compared_key(&item) else { return Ok(false) };
            match own.get(&key) {
                Some(own) if own.equal_as_item(&item)? => {}
                _ => return Ok(false),
            }
            seen.insert(key);
        }
        Ok(seen.len() == own.len() + without_key)
    }

    fn add(&self, other: &List<'a>) -> Outcome<'a> {
        let mut items = all(&self.list);
        let places = items.iter().enumerate().map(|(place, item)| (self.key(item), place));
        let places: HashMap<_, _> = places.collect();
        for item in other.iter().map(Cel::item) {
            match places.get(&self.key(&item)) {
                Some(&place) => items[place] = item,
                None => items.push(item),
            }
        }
        let made = MapList { list: Made(items), keys: Rc::clone(&self.keys), origin: Origin::Sum };
        Ok(Cel::List(List::Host(Rc::new(made))))
    }
}
