//! Values at run time.
//!
//! Source: cel-go `common/types`; Go's `traits.Lister` and `traits.Mapper` are [`Lister`] and [`Mapper`].
//!
//! Knows nothing of: expressions, cost.

mod compare;
mod constant;
mod equal;
mod error;
mod library;
mod list;
mod map;
mod number;
mod print;
mod string;
mod time;

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use crate::types::Type;

pub use self::error::Error;
pub use self::list::{List, Lister};
pub use self::map::{Map, Mapper};
pub use self::string::Str;
pub use crd_schema_go::time::{Duration, Time};

pub(crate) use self::library::{Amount, Library};

pub(crate) use self::constant::{Const, ConstSet};
pub(crate) use self::map::Entries;
pub(crate) use self::number::{compare_numbers, float_to_int, float_to_uint, index_of};
pub(crate) use self::print::Printed;
pub(crate) use self::time::{is_in_range, later, negated};

/// A value, or why there is none.
pub type Outcome<'a> = Result<Value<'a>, Error>;

/// A value of an expression.
///
/// ```
/// use crd_schema_cel::{Env, Value};
///
/// let program = Env::new(37).program("[1, 2].map(x, x * 2)")?;
/// let Ok(Value::List(list)) = program.evaluate(&[]).result else { panic!("it is a list") };
/// assert!(matches!(list.get(1), Ok(Value::Int(4))));
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `common/types/ref/reference.go`, `Val`.
#[derive(Clone)]
#[non_exhaustive]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// A truth.
    Bool(bool),
    /// A signed integer of 64 bits.
    Int(i64),
    /// An unsigned integer of 64 bits.
    Uint(u64),
    /// A floating-point number of 64 bits.
    Double(f64),
    /// A string.
    String(Str<'a>),
    /// A string of bytes.
    Bytes(Rc<[u8]>),
    /// A point in time.
    Timestamp(Time),
    /// A length of time.
    Duration(Duration),
    /// A list.
    List(List<'a>),
    /// A map, or an object with fields.
    Map(Map<'a>),
    /// A type.
    Type(Type),
    /// A value that may be missing.
    Optional(Option<Rc<Value<'a>>>),
    /// A value that expressions only compare.
    Opaque(Rc<dyn Opaque<'a> + 'a>),
    /// A value of a library of Kubernetes.
    #[doc(hidden)]
    Library(library::Library),
    /// An item of a list that is not what is declared; it is an error where it is read.
    #[doc(hidden)]
    Failed(Error),
}

/// A value of the embedder that expressions only compare.
///
/// Source: `apiserver pkg/cel/common/valuesunstructured.go`, `unknownPreserved`.
pub trait Opaque<'a> {
    /// The name of the type, as messages print it.
    fn type_name(&self) -> &str;

    /// Whether another value is the same.
    ///
    /// # Errors
    ///
    /// The two cannot be compared.
    fn equal(&self, other: &Value<'a>) -> Result<bool, Error>;

    /// What the value is read from, for the embedder to compare.
    fn raw(&self) -> Option<&'a dyn Any> {
        None
    }
}

/// What the type of a value offers.
///
/// Source: cel-go `common/types/traits/traits.go`, `common/types/types.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    Adder,
    Comparer,
    Divider,
    Lister,
    Matcher,
    Modder,
    Multiplier,
    Negator,
    Receiver,
    Sizer,
    Subtractor,
}

impl<'a> Value<'a> {
    /// A string that lives as long as what is evaluated.
    pub fn str(string: &'a str) -> Self {
        Self::String(Str::Borrowed(string))
    }

    /// What the value is read from: of a map or object, and of a value that expressions only compare.
    pub fn raw(&self) -> Option<&'a dyn Any> {
        match self {
            Self::Map(Map::Host(map)) => map.raw(),
            Self::Opaque(opaque) => opaque.raw(),
            _ => None,
        }
    }

    pub(crate) fn owned(string: impl Into<Rc<str>>) -> Self {
        Self::String(Str::Shared(string.into()))
    }

    pub(crate) fn items(items: Vec<Self>) -> Self {
        Self::List(List::Items(Rc::new(items)))
    }

    /// An item of a list that is made of others, which may be an error there.
    pub fn item(item: Outcome<'a>) -> Self {
        item.unwrap_or_else(Self::Failed)
    }

    /// The value, or the error that is kept in its place.
    pub(crate) fn outcome(self) -> Outcome<'a> {
        match self {
            Self::Failed(error) => Err(error),
            value => Ok(value),
        }
    }

    pub(crate) fn none() -> Self {
        Self::Optional(None)
    }

    pub(crate) fn some(value: Self) -> Self {
        Self::Optional(Some(Rc::new(value)))
    }

    pub(crate) fn has_trait(&self, asked: Trait) -> bool {
        use Trait::{
            Adder, Comparer, Divider, Lister, Matcher, Modder, Multiplier, Negator, Receiver, Sizer,
            Subtractor,
        };
        match self {
            Self::Bool(_) => matches!(asked, Comparer | Negator),
            Self::Int(_) => {
                matches!(asked, Adder | Comparer | Divider | Modder | Multiplier | Negator | Subtractor)
            }
            Self::Uint(_) => matches!(asked, Adder | Comparer | Divider | Modder | Multiplier | Subtractor),
            Self::Double(_) => {
                matches!(asked, Adder | Comparer | Divider | Multiplier | Negator | Subtractor)
            }
            Self::String(_) => matches!(asked, Adder | Comparer | Matcher | Receiver | Sizer),
            Self::Bytes(_) => matches!(asked, Adder | Comparer | Sizer),
            Self::Timestamp(_) => matches!(asked, Adder | Comparer | Receiver | Subtractor),
            Self::Duration(_) => matches!(asked, Adder | Comparer | Negator | Receiver | Subtractor),
            Self::List(_) => matches!(asked, Adder | Lister | Sizer),
            Self::Map(_) => matches!(asked, Sizer),
            Self::Null
            | Self::Type(_)
            | Self::Optional(_)
            | Self::Opaque(_)
            | Self::Library(_)
            | Self::Failed(_) => false,
        }
    }

    /// The name of the type, as messages print it.
    ///
    /// ```
    /// assert_eq!(crd_schema_cel::Value::Null.type_name(), "null_type");
    /// ```
    ///
    /// Source: cel-go `common/types/types.go`, `TypeName`.
    pub fn type_name(&self) -> &str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Optional(_) => "optional_type",
            Self::Opaque(opaque) => opaque.type_name(),
            Self::Library(value) => value.type_name(),
            Self::Failed(_) => "error",
        }
    }

    /// The name of the Go type, as `%T` prints it.
    pub(crate) fn go_type(&self) -> &'static str {
        match self {
            Self::Null => "types.Null",
            Self::Bool(_) => "types.Bool",
            Self::Int(_) => "types.Int",
            Self::Uint(_) => "types.Uint",
            Self::Double(_) => "types.Double",
            Self::String(_) => "types.String",
            Self::Bytes(_) => "types.Bytes",
            Self::Timestamp(_) => "types.Timestamp",
            Self::Duration(_) => "types.Duration",
            Self::List(_) => "*types.baseList",
            Self::Map(_) => "*types.baseMap",
            Self::Type(_) => "*types.Type",
            Self::Optional(_) => "*types.Optional",
            Self::Opaque(_) => "*common.unknownPreserved",
            Self::Library(value) => value.go_type(),
            Self::Failed(_) => "*types.Err",
        }
    }

    /// The size of a string in code points, of bytes in bytes, of a list in items, of a map in entries.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::String(string) => Some(string.chars().count() as u64),
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            Self::List(list) => Some(list.len() as u64),
            Self::Map(map) => Some(map.len() as u64),
            Self::Library(value) => value.size(),
            _ => None,
        }
    }

    /// The type, as `type()` gives it.
    pub(crate) fn type_of(&self) -> Type {
        match self {
            Self::Null => Type::Null,
            Self::Bool(_) => Type::Bool,
            Self::Int(_) => Type::Int,
            Self::Uint(_) => Type::Uint,
            Self::Double(_) => Type::Double,
            Self::String(_) => Type::String,
            Self::Bytes(_) => Type::Bytes,
            Self::Timestamp(_) => Type::Timestamp,
            Self::Duration(_) => Type::Duration,
            Self::List(_) => Type::list(Type::Dyn),
            Self::Map(_) => Type::map(Type::Dyn, Type::Dyn),
            Self::Type(_) => Type::Type(None),
            Self::Optional(_) => Type::optional(Type::Dyn),
            Self::Opaque(opaque) => Type::opaque(opaque.type_name()),
            Self::Library(value) => Type::opaque(value.type_name()),
            Self::Failed(_) => Type::Error,
        }
    }

    /// Whether a value of this kind may stand where a type is declared; of lists and maps the first item is looked at.
    ///
    /// Source: cel-go `common/types/types.go`, `defaultIsAssignableRuntimeType`.
    pub(crate) fn is_of(&self, declared: &Type) -> bool {
        match (declared, self) {
            (Type::Dyn | Type::Var(_) | Type::Error, _)
            | (Type::Bool, Self::Bool(_))
            | (Type::Int, Self::Int(_))
            | (Type::Uint, Self::Uint(_))
            | (Type::Double, Self::Double(_))
            | (Type::String, Self::String(_))
            | (Type::Bytes, Self::Bytes(_))
            | (Type::Timestamp, Self::Timestamp(_))
            | (Type::Duration, Self::Duration(_))
            | (Type::Null, Self::Null)
            | (Type::Type(_), Self::Type(_)) => true,
            (Type::List(item), Self::List(list)) => match list.first() {
                None => true,
                Some(first) => Value::item(first).is_of(item),
            },
            (Type::Map(key, value), Self::Map(map)) => match map.first() {
                None => true,
                Some((first, of)) => first.is_of(key) && Value::item(of).is_of(value),
            },
            (Type::Opaque(name, _) | Type::Struct(name), other) => **name == *other.type_name(),
            _ => false,
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Printed(self))
    }
}
