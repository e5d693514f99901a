//! The types of CEL.
//!
//! Source: cel-go `common/types/types.go`; `checker/format.go` prints them.
//!
//! Knows nothing of: expressions.

use std::fmt;
use std::sync::Arc;

/// A type of CEL.
///
/// ```
/// use crd_schema_cel::Type;
///
/// assert_eq!(Type::map(Type::String, Type::list(Type::Int)).to_string(), "map(string, list(int))");
/// ```
///
/// Source: cel-go `common/types/types.go`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// A value of any type, whose type is only known at run time.
    Dyn,
    /// What a part with an error has; it goes with everything, so that one mistake is one issue.
    Error,
    /// The type of `null`.
    Null,
    /// A truth.
    Bool,
    /// A signed integer of 64 bits.
    Int,
    /// An unsigned integer of 64 bits.
    Uint,
    /// A floating-point number of 64 bits.
    Double,
    /// A string.
    String,
    /// A string of bytes.
    Bytes,
    /// A point in time.
    Timestamp,
    /// A length of time.
    Duration,
    /// A list of items of one type.
    List(Arc<Type>),
    /// A map from keys to values.
    Map(Arc<Type>, Arc<Type>),
    /// The type of a type; `None` where it is not known which.
    Type(Option<Arc<Type>>),
    /// An object with declared fields, by name.
    Struct(Arc<str>),
    /// A type that only functions look into, by name and parameters.
    Opaque(Arc<str>, Arc<[Type]>),
    /// A type that is not known yet.
    #[doc(hidden)]
    Var(usize),
}

impl Type {
    /// A list.
    ///
    /// ```
    /// assert_eq!(crd_schema_cel::Type::list(crd_schema_cel::Type::Int).to_string(), "list(int)");
    /// ```
    pub fn list(item: Self) -> Self {
        Self::List(Arc::new(item))
    }

    /// A map.
    ///
    /// ```
    /// use crd_schema_cel::Type;
    ///
    /// assert_eq!(Type::map(Type::String, Type::Dyn).to_string(), "map(string, dyn)");
    /// ```
    pub fn map(key: Self, value: Self) -> Self {
        Self::Map(Arc::new(key), Arc::new(value))
    }

    /// An optional value.
    ///
    /// ```
    /// assert_eq!(crd_schema_cel::Type::optional(crd_schema_cel::Type::Int).to_string(), "optional_type(int)");
    /// ```
    pub fn optional(value: Self) -> Self {
        Self::Opaque(Arc::from("optional_type"), Arc::from([value]))
    }

    pub(crate) fn opaque(name: &str) -> Self {
        Self::Opaque(Arc::from(name), Arc::from([]))
    }

    /// What an optional value holds.
    pub(crate) fn unwrapped(&self) -> Option<&Self> {
        match self {
            Self::Opaque(name, parameters) if &**name == "optional_type" => parameters.first(),
            _ => None,
        }
    }

    pub(crate) fn is_dyn(&self) -> bool {
        matches!(self, Self::Dyn)
    }

    pub(crate) fn is_dyn_or_error(&self) -> bool {
        matches!(self, Self::Dyn | Self::Error)
    }

    /// Whether a type of the same kind only needs to agree in its parameters.
    pub(crate) fn parameters(&self) -> Vec<&Self> {
        match self {
            Self::List(item) => vec![item],
            Self::Map(key, value) => vec![key, value],
            Self::Type(Some(of)) => vec![of],
            Self::Opaque(_, parameters) => parameters.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The type with each of its parameters replaced.
    pub(crate) fn map_parameters(&self, replace: &mut impl FnMut(&Self) -> Self) -> Self {
        match self {
            Self::List(item) => Self::list(replace(item)),
            Self::Map(key, value) => {
                let key = replace(key);
                Self::map(key, replace(value))
            }
            Self::Type(Some(of)) => Self::Type(Some(Arc::new(replace(of)))),
            Self::Opaque(name, parameters) => {
                Self::Opaque(name.clone(), parameters.iter().map(replace).collect())
            }
            other => other.clone(),
        }
    }

    /// The name of the type at run time.
    pub(crate) fn runtime_name(&self) -> &str {
        match self {
            Self::Null => "null_type",
            Self::Timestamp => "google.protobuf.Timestamp",
            Self::Duration => "google.protobuf.Duration",
            other => other.name(),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Dyn => "dyn",
            Self::Error => "!error!",
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Double => "double",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::Timestamp => "timestamp",
            Self::Duration => "duration",
            Self::List(_) => "list",
            Self::Map(..) => "map",
            Self::Type(_) => "type",
            Self::Struct(name) | Self::Opaque(name, _) => name,
            Self::Var(_) => "_var",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::Var(number) = self {
            return write!(f, "{number}");
        }
        let parameters = self.parameters();
        if parameters.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        for (index, parameter) in parameters.into_iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            parameter.fmt(f)?;
        }
        f.write_str(")")
    }
}
