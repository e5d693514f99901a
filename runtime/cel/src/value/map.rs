//! Maps: made by expressions, constant, or the embedder's.

use std::any::Any;
use std::collections::HashMap;
use std::rc::Rc;

use super::constant::Const;
use super::number::{float_to_int, float_to_uint};
use super::{Error, Library, List, Outcome, Str, Value};

/// A map or object of the embedder, whose fields are read when an expression asks for them.
///
/// Source: cel-go `common/types/traits/mapper.go`.
pub trait Mapper<'a> {
    /// How many entries there are.
    fn len(&self) -> usize;

    /// Whether there are no entries.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key, `None` where there is none.
    ///
    /// # Errors
    ///
    /// The value is not what is declared.
    fn find(&self, key: &str) -> Result<Option<Value<'a>>, Error>;

    /// The keys, `None` for each that nothing declares.
    fn keys(&self) -> Vec<Option<Str<'a>>>;

    /// Whether another value is the same map.
    ///
    /// # Errors
    ///
    /// The two cannot be compared.
    fn equal(&self, other: &Value<'a>) -> Result<bool, Error>;

    /// What the map is read from, for the embedder to compare.
    fn raw(&self) -> Option<&'a dyn Any> {
        None
    }

    /// A number that only maps have whose fields are declared alike, for the embedder to compare; `None` if there is none.
    fn declaration(&self) -> Option<usize> {
        None
    }
}

/// A map, or an object with fields.
///
/// ```
/// use crd_schema_cel::{Env, Value};
///
/// let program = Env::new(37).program("{'a': 1}")?;
/// let Ok(Value::Map(map)) = program.evaluate(&[]).result else { panic!("it is a map") };
/// assert!(matches!(map.find(&Value::str("a")), Ok(Some(Value::Int(1)))));
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `common/types/map.go`.
#[derive(Clone)]
#[non_exhaustive]
pub enum Map<'a> {
    /// A map that an expression made.
    #[doc(hidden)]
    Entries(Rc<Entries<'a>>),
    /// A map or object of the embedder.
    Host(Rc<dyn Mapper<'a> + 'a>),
}

/// A key by which an entry is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Null,
    Duration(i64),
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
    String(Rc<str>),
    /// A type, by its name.
    Type(String),
    /// A list or map, by its place in memory: as in Go's maps, only the same one is found again.
    Same(usize),
}

/// The entries of a map that an expression made, in the order in which they came.
#[doc(hidden)]
#[derive(Clone, Default)]
pub struct Entries<'a> {
    pairs: Vec<(Value<'a>, Value<'a>)>,
    places: HashMap<Key, usize>,
    /// Where the constant is that this map was made of: each evaluation of a constant is the same map.
    origin: Option<usize>,
}

fn key_of(value: &Value<'_>) -> Option<Key> {
    match value {
        // Nulls and durations are keys that `transformMapEntry` makes.
        Value::Null => Some(Key::Null),
        Value::Duration(length) => Some(Key::Duration(length.nanoseconds())),
        Value::Bool(bool) => Some(Key::Bool(*bool)),
        Value::Int(int) => Some(Key::Int(*int)),
        Value::Uint(uint) => Some(Key::Uint(*uint)),
        // NaN is no key that is found again; the two zeros are one.
        Value::Double(double) if !double.is_nan() => Some(Key::Double((double + 0.0).to_bits())),
        Value::String(Str::Shared(string)) => Some(Key::String(string.clone())),
        Value::String(string) => Some(Key::String(Rc::from(&**string))),
        Value::Type(of) => Some(Key::Type(of.runtime_name().to_owned())),
        // `transformMapEntry` makes such keys, too; entries hold them, so that no other takes their place.
        Value::List(List::Items(items)) => Some(Key::Same(Rc::as_ptr(items).addr())),
        Value::List(List::Const(items)) => Some(Key::Same(items.0.as_ptr().addr())),
        Value::Map(Map::Entries(entries)) => {
            Some(Key::Same(entries.origin.unwrap_or_else(|| Rc::as_ptr(entries).addr())))
        }
        _ => None,
    }
}

impl<'a> Entries<'a> {
    /// Sets an entry; a later value of the same key replaces an earlier one.
    pub(crate) fn set(&mut self, key: Value<'a>, value: Value<'a>) {
        self.origin = None;
        if let Some(found) = key_of(&key) {
            if let Some(&place) = self.places.get(&found) {
                self.pairs[place].1 = value;
                return;
            }
            self.places.insert(found, self.pairs.len());
        }
        self.pairs.push((key, value));
    }

    /// Checks a key before it is set, or before it is looked for: Go panics where it hashes bytes or a version.
    ///
    /// Source: Go's `internal/runtime/maps`; a map without entries has its own text.
    pub(crate) fn check(&self, key: &Value<'_>, is_set: bool) -> Result<(), Error> {
        let message = match (key, is_set || !self.pairs.is_empty()) {
            (Value::Bytes(_), true) => "runtime error: hash of unhashable type types.Bytes",
            (Value::Bytes(_), false) => "hash of unhashable type: types.Bytes",
            (Value::Library(Library::Semver(_)), true) => "runtime error: hash of unhashable type cel.Semver",
            (Value::Library(Library::Semver(_)), false) => "hash of unhashable type: cel.Semver",
            _ => return Ok(()),
        };
        Err(Error::panic(message))
    }

    pub(crate) fn remove(&mut self, key: &Value<'a>) {
        self.origin = None;
        let Some(found) = key_of(key) else { return };
        if let Some(place) = self.places.remove(&found) {
            self.pairs.remove(place);
            for other in self.places.values_mut().filter(|other| **other > place) {
                *other -= 1;
            }
        }
    }

    fn exact(&self, key: &Key) -> Option<&Value<'a>> {
        self.places.get(key).and_then(|&place| self.pairs.get(place)).map(|(_, value)| value)
    }

    /// The value of a key; whole numbers are found whatever their type.
    pub(crate) fn find(&self, key: &Value<'_>) -> Option<&Value<'a>> {
        let key = key_of(key)?;
        self.exact(&key).or_else(|| match key {
            Key::Double(bits) => {
                let double = f64::from_bits(bits);
                let int = float_to_int(double).filter(|int| *int as f64 == double).map(Key::Int);
                let uint = float_to_uint(double).filter(|uint| *uint as f64 == double).map(Key::Uint);
                int.and_then(|key| self.exact(&key)).or_else(|| uint.and_then(|key| self.exact(&key)))
            }
            Key::Int(int) => u64::try_from(int).ok().and_then(|uint| self.exact(&Key::Uint(uint))),
            Key::Uint(uint) => i64::try_from(uint).ok().and_then(|int| self.exact(&Key::Int(int))),
            Key::Null | Key::Duration(_) | Key::Bool(_) | Key::String(_) | Key::Type(_) | Key::Same(_) => {
                None
            }
        })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Value<'a>, Value<'a>)> {
        self.pairs.iter()
    }

    pub(crate) fn of_constants(entries: &'a [(Const, Const)]) -> Self {
        let mut made = Self::default();
        for (key, value) in entries {
            made.set(key.value(), value.value());
        }
        made.origin = Some(entries.as_ptr().addr());
        made
    }
}

impl<'a> Map<'a> {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Entries(entries) => entries.pairs.len(),
            Self::Host(map) => map.len(),
        }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key, `None` where there is none.
    ///
    /// # Errors
    ///
    /// The key is of a type that the map cannot have, or the value is not what is declared.
    pub fn find(&self, key: &Value<'a>) -> Result<Option<Value<'a>>, Error> {
        match (self, key) {
            (Self::Entries(entries), key) => Ok(entries.find(key).cloned()),
            (Self::Host(map), Value::String(key)) => map.find(key),
            (Self::Host(_), _) => Err(Error::NO_SUCH_OVERLOAD),
        }
    }

    /// The entries in the order of the map; a key that nothing declares is null, and its value an error.
    ///
    /// ```
    /// use crd_schema_cel::{Env, Value};
    ///
    /// let program = Env::new(37).program("{'a': 1}")?;
    /// let Ok(Value::Map(map)) = program.evaluate(&[]).result else { panic!("it is a map") };
    /// assert!(map.iter().all(|(_, value)| matches!(value, Ok(Value::Int(1)))));
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Value<'a>, Outcome<'a>)> + '_ {
        self.keys().into_iter().map(|key| {
            let value = self.get(&key);
            (key, value)
        })
    }

    /// The keys in the order of the map.
    pub(crate) fn keys(&self) -> Vec<Value<'a>> {
        match self {
            Self::Entries(entries) => entries.pairs.iter().map(|(key, _)| key.clone()).collect(),
            Self::Host(map) => {
                map.keys().into_iter().map(|key| key.map_or(Value::Null, Value::String)).collect()
            }
        }
    }

    /// The value of a key that the map gave.
    pub(crate) fn get(&self, key: &Value<'a>) -> Outcome<'a> {
        self.find(key)?.ok_or_else(|| Error::new(format!("no such key: {}", super::Printed(key))))
    }

    pub(crate) fn first(&self) -> Option<(Value<'a>, Outcome<'a>)> {
        let key = self.keys().into_iter().next()?;
        let value = self.get(&key);
        Some((key, value))
    }
}
