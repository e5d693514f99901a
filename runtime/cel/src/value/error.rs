//! Why there is no value.

use std::fmt;
use std::rc::Rc;

/// Why an expression has no value.
///
/// ```
/// use crd_schema_cel::{Env, Value};
///
/// let program = Env::new(37).program("1 / (1 - 1) == 1")?;
/// let error = program.evaluate(&[]).result.unwrap_err();
/// assert_eq!(error.to_string(), "division by zero");
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `common/types/err.go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: Message,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Message {
    Fixed(&'static str),
    Made(Rc<str>),
    Cancelled,
    Panic(&'static str),
}

impl Error {
    /// An error with a message.
    ///
    /// ```
    /// assert_eq!(crd_schema_cel::Error::new("invalid data").to_string(), "invalid data");
    /// ```
    pub fn new(message: impl Into<Rc<str>>) -> Self {
        Self { message: Message::Made(message.into()) }
    }

    pub(crate) const fn fixed(message: &'static str) -> Self {
        Self { message: Message::Fixed(message) }
    }

    /// No implementation takes values of these types.
    pub const NO_SUCH_OVERLOAD: Self = Self::fixed("no such overload");
    pub(crate) const INT_OVERFLOW: Self = Self::fixed("integer overflow");
    pub(crate) const UINT_OVERFLOW: Self = Self::fixed("unsigned integer overflow");
    pub(crate) const TIMESTAMP_OVERFLOW: Self = Self::fixed("timestamp overflow");
    pub(crate) const DIVISION_BY_ZERO: Self = Self::fixed("division by zero");
    pub(crate) const MODULUS_BY_ZERO: Self = Self::fixed("modulus by zero");
    pub(crate) const NAN: Self = Self::fixed("NaN values cannot be ordered");
    /// The evaluation cost more than its limit.
    pub(crate) const CANCELLED: Self = Self { message: Message::Cancelled };

    /// Upstream's code panics, which ends the evaluation.
    pub(crate) const fn panic(message: &'static str) -> Self {
        Self { message: Message::Panic(message) }
    }

    /// Whether no expression around goes on.
    pub(crate) fn is_fatal(&self) -> bool {
        matches!(self.message, Message::Cancelled | Message::Panic(_))
    }

    /// Whether the evaluation cost more than its limit; it ended there.
    ///
    /// ```
    /// use crd_schema_cel::Env;
    ///
    /// let program = Env::new(37).program("[1, 2].all(x, x > 0)")?.cost_limit(3);
    /// assert!(program.evaluate(&[]).result.unwrap_err().is_cancelled());
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    pub fn is_cancelled(&self) -> bool {
        self.message == Message::Cancelled
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.message {
            Message::Fixed(message) => message,
            Message::Made(message) => message,
            Message::Panic(message) => return write!(f, "internal error: {message}"),
            Message::Cancelled => "operation cancelled: actual cost limit exceeded",
        })
    }
}

impl std::error::Error for Error {}
