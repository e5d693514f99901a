//! Lists: made by expressions, joined, constant, or the embedder's.

use std::any::Any;
use std::rc::Rc;

use super::constant::Const;
use super::{Error, Outcome, Value};

/// A list of the embedder, whose items are read when an expression asks for them.
///
/// Source: cel-go `common/types/traits/lister.go`.
pub trait Lister<'a> {
    /// How many items there are.
    fn len(&self) -> usize;

    /// Whether there are no items.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item; the index is in bounds.
    ///
    /// # Errors
    ///
    /// The item is not what is declared.
    fn get(&self, index: usize) -> Outcome<'a>;

    /// Whether another value is the same list.
    ///
    /// # Errors
    ///
    /// The two cannot be compared.
    fn equal(&self, other: &Value<'a>) -> Result<bool, Error>;

    /// Whether an item is equal to a value, where that is known without making the items; `None` where each one decides.
    fn contains(&self, _: &Value<'a>) -> Option<bool> {
        None
    }

    /// What the list is read from, for the embedder to compare.
    fn raw(&self) -> Option<&'a dyn Any> {
        None
    }

    /// A number that only lists have whose items are declared alike, for the embedder to compare; `None` if there is none.
    fn declaration(&self) -> Option<usize> {
        None
    }

    /// This list with another one behind it.
    ///
    /// # Errors
    ///
    /// An item is not what is declared.
    fn add(&self, other: &List<'a>) -> Outcome<'a>;
}

/// A list.
///
/// ```
/// use crd_schema_cel::{Env, Value};
///
/// let program = Env::new(37).program("[1] + [2]")?;
/// let Ok(Value::List(list)) = program.evaluate(&[]).result else { panic!("it is a list") };
/// assert_eq!(list.len(), 2);
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `common/types/list.go`.
#[derive(Clone)]
#[non_exhaustive]
pub enum List<'a> {
    /// Items that an expression made; one that is an error stays one.
    Items(Rc<Vec<Value<'a>>>),
    /// Two lists, one behind the other.
    #[doc(hidden)]
    Joined(Rc<Joined<'a>>),
    /// A list in the expression.
    #[doc(hidden)]
    Const(Constants<'a>),
    /// A list of the embedder.
    Host(Rc<dyn Lister<'a> + 'a>),
}

#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Constants<'a>(pub(super) &'a [Const]);

#[doc(hidden)]
pub struct Joined<'a> {
    first: List<'a>,
    second: List<'a>,
    len: usize,
    depth: usize,
}

/// How deeply joined lists may be nested before they become one.
const DEEPEST: usize = 64;

impl<'a> List<'a> {
    /// How many items there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Joined(joined) => joined.len,
            Self::Const(constants) => constants.0.len(),
            Self::Host(list) => list.len(),
        }
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item.
    ///
    /// # Errors
    ///
    /// The index is out of bounds, or the item is not what is declared.
    pub fn get(&self, index: usize) -> Outcome<'a> {
        let missing = || Error::new(format!("index '{index}' out of range in list size '{}'", self.len()));
        match self {
            Self::Items(items) => match items.get(index) {
                Some(Value::Failed(error)) => Err(error.clone()),
                Some(item) => Ok(item.clone()),
                None => Err(missing()),
            },
            Self::Joined(joined) => match index.checked_sub(joined.first.len()) {
                None => joined.first.get(index),
                Some(index) => joined.second.get(index),
            },
            Self::Const(constants) => constants.0.get(index).map(Const::value).ok_or_else(missing),
            Self::Host(list) if index < list.len() => list.get(index),
            Self::Host(_) => Err(Error::new(format!("index out of bounds: {index}"))),
        }
    }

    /// The items in their order.
    pub fn iter(&self) -> impl Iterator<Item = Outcome<'a>> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(crate) fn first(&self) -> Option<Outcome<'a>> {
        (!self.is_empty()).then(|| self.get(0))
    }

    fn depth(&self) -> usize {
        if let Self::Joined(joined) = self { joined.depth } else { 0 }
    }

    /// This list with another one behind it.
    pub(crate) fn join(&self, other: &Self) -> Outcome<'a> {
        match self {
            Self::Host(list) => return list.add(other),
            _ if self.is_empty() => return Ok(Value::List(other.clone())),
            _ if other.is_empty() => return Ok(Value::List(self.clone())),
            _ => {}
        }
        let depth = 1 + self.depth().max(other.depth());
        if depth > DEEPEST {
            return Ok(Value::items(self.iter().chain(other.iter()).map(Value::item).collect()));
        }
        let joined =
            Joined { first: self.clone(), second: other.clone(), len: self.len() + other.len(), depth };
        Ok(Value::List(Self::Joined(Rc::new(joined))))
    }
}
