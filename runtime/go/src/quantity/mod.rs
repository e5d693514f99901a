//! Kubernetes' quantities, such as `1.5Gi`.
//!
//! Source: `apimachinery pkg/api/resource/{quantity,amount,math,suffix}.go`; `gopkg.in/inf.v0`.
//!
//! Knows nothing of: any other module.

mod amount;
mod decimal;
mod parse;
mod print;

use std::cmp::Ordering;
use std::fmt;

use amount::Small;
use decimal::Decimal;

/// A number with a suffix.
///
/// As upstream it is an integer of 64 bits with a scale where that is enough, and a decimal number of any length otherwise.
///
/// ```
/// use std::cmp::Ordering;
///
/// use crd_schema_go::quantity::Quantity;
///
/// let sum = Quantity::parse("1Gi").unwrap().add(&Quantity::parse("512Mi").unwrap()).unwrap();
/// assert_eq!(sum.to_string(), "1536Mi");
/// assert_eq!(sum.compare(&Quantity::parse("2G").unwrap()), Ordering::Less);
/// ```
#[derive(Clone, Debug)]
pub struct Quantity {
    amount: Amount,
    format: Format,
    /// How it was written, where that is the canonical form.
    written: Option<Box<str>>,
}

#[derive(Clone, Debug)]
enum Amount {
    Small(Small),
    Decimal(Decimal),
}

/// The family of suffixes that a quantity is printed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `12e6`
    DecimalExponent,
    /// `12Mi`
    BinarySi,
    /// `12M`
    DecimalSi,
}

/// Why a string is no quantity.
///
/// ```
/// use crd_schema_go::quantity::{ParseError, Quantity};
///
/// assert_eq!(Quantity::parse("1Q").unwrap_err(), ParseError::Format);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// It has not the form of a quantity.
    Format,
    /// Its number is none.
    Number,
    /// Its suffix is none.
    Suffix,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => {
                "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
            }
            Self::Number => "unable to parse numeric part of quantity",
            Self::Suffix => "unable to parse quantity's suffix",
        })
    }
}

impl std::error::Error for ParseError {}

/// A sum would have more digits than this library holds: two numbers lie more than 65,536 decimal places apart.
///
/// ```
/// use crd_schema_go::quantity::Quantity;
///
/// let (one, huge) = (Quantity::parse("1").unwrap(), Quantity::parse("1e1000000").unwrap());
/// assert_eq!(one.add(&huge).unwrap_err().to_string(), "the sum of the quantities has too many digits");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyDigits;

impl fmt::Display for TooManyDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the sum of the quantities has too many digits")
    }
}

impl std::error::Error for TooManyDigits {}

impl Quantity {
    /// `resource.ParseQuantity`.
    ///
    /// # Errors
    /// When the string is no quantity.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// assert_eq!(Quantity::parse("1500m").unwrap().as_approximate_float(), 1.5);
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::parse(text)
    }

    /// `Cmp`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// let parse = |text| Quantity::parse(text).unwrap();
    /// assert_eq!(parse("1Ki").compare(&parse("1024")), Ordering::Equal);
    /// ```
    pub fn compare(&self, other: &Self) -> Ordering {
        match (&self.amount, &other.amount) {
            (Amount::Small(one), Amount::Small(other)) => one.compare(*other),
            (one, other) => one.decimal().compare(&other.decimal()),
        }
    }

    /// Whether `Cmp` turns this quantity into a decimal number, so that [`as_integer`](Self::as_integer) is `None` afterwards.
    ///
    /// **Quirk**: upstream's comparisons write to the quantity that they are called on (`quantity.go`, `AsDec`).
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// let (one, long) = (Quantity::parse("1").unwrap(), Quantity::parse("1.00000000000000000001").unwrap());
    /// assert!(one.is_changed_by_comparison_with(&long));
    /// assert_eq!(one.into_decimal().as_integer(), None);
    /// ```
    pub fn is_changed_by_comparison_with(&self, other: &Self) -> bool {
        matches!((&self.amount, &other.amount), (Amount::Small(_), Amount::Decimal(_)))
    }

    /// `ToDec`: the same number, as a decimal number of any length.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// assert_eq!(Quantity::parse("1").unwrap().into_decimal().to_string(), "1");
    /// ```
    #[must_use]
    pub fn into_decimal(self) -> Self {
        Self { amount: Amount::Decimal(self.amount.decimal()), ..self }
    }

    /// `Add`; the sum is printed with the suffixes of the first one, unless that is zero.
    ///
    /// # Errors
    /// When the sum has more digits than this library holds; upstream's takes gigabytes then.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// let parse = |text| Quantity::parse(text).unwrap();
    /// assert_eq!(parse("1").add(&parse("500m")).unwrap().to_string(), "1500m");
    /// ```
    pub fn add(&self, other: &Self) -> Result<Self, TooManyDigits> {
        let format = if self.is_zero() { other.format } else { self.format };
        if let (Amount::Small(one), Amount::Small(other)) = (&self.amount, &other.amount)
            && let Some(sum) = one.add(*other)
        {
            return Ok(Self { amount: Amount::Small(sum), format, written: None });
        }
        let sum = self.amount.decimal().add(&other.amount.decimal()).ok_or(TooManyDigits)?;
        Ok(Self { amount: Amount::Decimal(sum), format, written: None })
    }

    /// `Sub`.
    ///
    /// # Errors
    /// Those of [`add`](Self::add).
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// let parse = |text| Quantity::parse(text).unwrap();
    /// assert_eq!(parse("1").sub(&parse("500m")).unwrap().to_string(), "500m");
    /// ```
    pub fn sub(&self, other: &Self) -> Result<Self, TooManyDigits> {
        if let (Amount::Small(one), Amount::Small(two)) = (&self.amount, &other.amount)
            && let Some(difference) = one.add(two.negated())
        {
            let format = if self.is_zero() { other.format } else { self.format };
            return Ok(Self { amount: Amount::Small(difference), format, written: None });
        }
        let negated = Amount::Decimal(other.amount.decimal().negated());
        self.clone().into_decimal().add(&Self { amount: negated, format: other.format, written: None })
    }

    /// `NewQuantity` with the format of an exponent: what upstream makes of an integer that is added.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// assert_eq!(Quantity::from_integer(3000).to_string(), "3e3");
    /// ```
    pub fn from_integer(value: i64) -> Self {
        let amount = Amount::Small(Small { value, scale: 0 });
        Self { amount, format: Format::DecimalExponent, written: None }
    }

    /// `AsInt64`; `None` where it is none, and for decimal numbers of any length.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// assert_eq!(Quantity::parse("2k").unwrap().as_integer(), Some(2000));
    /// assert_eq!(Quantity::parse("0.5").unwrap().as_integer(), None);
    /// ```
    pub fn as_integer(&self) -> Option<i64> {
        match &self.amount {
            Amount::Small(small) => small.as_integer(),
            Amount::Decimal(_) => None,
        }
    }

    /// `AsApproximateFloat64`: the digits as a float times a power of ten, which may differ from the nearest float.
    ///
    /// ```
    /// use crd_schema_go::quantity::Quantity;
    ///
    /// assert_eq!(Quantity::parse("1e400").unwrap().as_approximate_float(), f64::INFINITY);
    /// ```
    pub fn as_approximate_float(&self) -> f64 {
        let (base, exponent) = match &self.amount {
            #[expect(clippy::cast_precision_loss, reason = "Go loses the same digits")]
            Amount::Small(small) => (small.value as f64, i64::from(small.scale)),
            Amount::Decimal(decimal) => {
                (decimal.digits_as_float(), i64::from(decimal.scale().wrapping_neg()))
            }
        };
        if exponent == 0 { base } else { base * crate::number::pow10(exponent) }
    }

    /// `Sign`: -1, 0 or 1.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::quantity::Quantity::parse("-1m").unwrap().sign(), -1);
    /// ```
    pub fn sign(&self) -> i64 {
        match &self.amount {
            Amount::Small(small) => small.value.signum(),
            Amount::Decimal(decimal) => decimal.sign(),
        }
    }

    fn is_zero(&self) -> bool {
        self.sign() == 0
    }
}

impl Amount {
    /// `AsDec`.
    fn decimal(&self) -> Decimal {
        match self {
            Self::Small(small) => Decimal::from_integer(small.value, small.scale.wrapping_neg()),
            Self::Decimal(decimal) => decimal.clone(),
        }
    }
}

/// `String`: as it was written where that is the canonical form, else the canonical form.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.written {
            Some(written) => f.write_str(written),
            None => print::write(self, f),
        }
    }
}
