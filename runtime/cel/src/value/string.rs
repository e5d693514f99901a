//! Strings, borrowed from what is evaluated or made on the way.

use std::ops::Deref;
use std::rc::Rc;

/// A string of a value.
///
/// ```
/// use crd_schema_cel::Str;
///
/// assert_eq!(&*Str::Borrowed("a"), "a");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Str<'a> {
    /// It stands in the object or in the expression.
    Borrowed(&'a str),
    /// An expression made it.
    Shared(Rc<str>),
}

impl Deref for Str<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(string) => string,
            Self::Shared(string) => string,
        }
    }
}
