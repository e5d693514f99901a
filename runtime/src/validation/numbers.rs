//! Bounds and multiples of numbers, and the ranges of their types.
//!
//! Source: `kube-openapi pkg/validation/validate/values.go`, `validator.go`; `go-openapi/swag/conv`,
//! `IsFloat64AJSONInteger`.

use super::node::Types;
use crate::number::Number;
use crate::schema::ValueValidation;

/// What is said of a number.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) number_type: NumberType,
    multiple_of: Option<Bound>,
    maximum: Option<Bound>,
    minimum: Option<Bound>,
    exclusive_maximum: bool,
    exclusive_minimum: bool,
}

/// The type and format that say which numbers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberType {
    Integer,
    Int32,
    /// The same as [`Self::Integer`], but for how it is printed.
    Int64,
    Float,
    /// No number is out of range.
    Any,
}

/// A number of the schema that values are compared with.
#[derive(Clone, Copy, Debug)]
struct Bound {
    float: f64,
    /// **Quirk**: integers are compared with this (`values.go`, `MaximumNativeType`).
    integer: i64,
    /// Whether the bound itself is in the range of the type; otherwise all values are compared as floats.
    is_in_range: bool,
}

/// The keywords of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    MultipleOf,
    Maximum,
    Minimum,
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberError {
    /// The value is out of the range of the type.
    ValueRange,
    /// The bound of the keyword is.
    BoundRange(Keyword),
    /// The value breaks the bound; both as they are compared.
    Bound { keyword: Keyword, is_exclusive: bool, bound: Number, value: Number },
    /// The bound of `multipleOf`, as it is compared, is not positive.
    Factor(Number),
}

impl NumberType {
    pub(super) fn of(types: Types, format: Option<&str>) -> Self {
        match (types, format) {
            (Types::INTEGER, Some("int32")) => Self::Int32,
            (Types::INTEGER, Some("int64")) => Self::Int64,
            (Types::INTEGER, _) => Self::Integer,
            (Types::NUMBER, Some("float")) => Self::Float,
            _ => Self::Any,
        }
    }

    /// Whether the decimals of the number are those of the type; upstream goes through its string, and so do we.
    fn holds(self, number: Number) -> bool {
        match (self, number) {
            (Self::Any, _) | (Self::Integer | Self::Int64 | Self::Float, Number::Integer(_)) => true,
            (Self::Int32, Number::Integer(integer)) => i32::try_from(integer).is_ok(),
            (Self::Integer | Self::Int64, Number::Float(float)) => float.to_string().parse::<i64>().is_ok(),
            (Self::Int32, Number::Float(float)) => float.to_string().parse::<i32>().is_ok(),
            (Self::Float, Number::Float(float)) => float.to_string().parse::<f32>().is_ok_and(f32::is_finite),
        }
    }
}

impl Bound {
    fn new(float: f64, number_type: NumberType) -> Self {
        let is_in_range = number_type.holds(Number::Float(float));
        Self { float, integer: go_integer(float), is_in_range }
    }

    fn allows(self, keyword: Keyword, is_exclusive: bool, value: Number) -> bool {
        let (value, bound) = self.compared(value);
        let is_factor = keyword == Keyword::MultipleOf;
        self.is_in_range && (!is_factor || is_positive(bound)) && fits(keyword, is_exclusive, value, bound)
    }

    /// The value and the bound as they are compared.
    fn compared(self, value: Number) -> (Number, Number) {
        match value {
            Number::Integer(_) if self.is_in_range => (value, Number::Integer(self.integer)),
            _ => (Number::Float(as_float(value)), Number::Float(self.float)),
        }
    }
}

impl Numbers {
    /// `None` where nothing can be wrong.
    pub(super) fn of(rules: &ValueValidation, number_type: NumberType) -> Option<Self> {
        let bound = |bound: Option<f64>| bound.map(|bound| Bound::new(bound, number_type));
        let numbers = Self {
            number_type,
            multiple_of: bound(rules.multiple_of),
            maximum: bound(rules.maximum),
            minimum: bound(rules.minimum),
            exclusive_maximum: rules.exclusive_maximum,
            exclusive_minimum: rules.exclusive_minimum,
        };
        let is_unbounded =
            numbers.multiple_of.is_none() && numbers.maximum.is_none() && numbers.minimum.is_none();
        (number_type != NumberType::Any || !is_unbounded).then_some(numbers)
    }

    /// Whether there is no error.
    pub(super) fn allows(&self, value: Number) -> bool {
        let allows = |bound: Option<Bound>, keyword, is_exclusive| {
            bound.is_none_or(|bound| bound.allows(keyword, is_exclusive, value))
        };
        self.number_type.holds(value)
            && allows(self.multiple_of, Keyword::MultipleOf, false)
            && allows(self.maximum, Keyword::Maximum, self.exclusive_maximum)
            && allows(self.minimum, Keyword::Minimum, self.exclusive_minimum)
    }

    /// Tells every error, in upstream's order.
    pub(super) fn errors(&self, value: Number, mut tell: impl FnMut(NumberError)) {
        if !self.number_type.holds(value) {
            tell(NumberError::ValueRange);
        }
        let bounds = [
            (Keyword::MultipleOf, self.multiple_of, false),
            (Keyword::Maximum, self.maximum, self.exclusive_maximum),
            (Keyword::Minimum, self.minimum, self.exclusive_minimum),
        ];
        for (keyword, bound, is_exclusive) in bounds {
            let Some(bound) = bound else { continue };
            if !bound.is_in_range {
                tell(NumberError::BoundRange(keyword));
            }
            let (value, bound) = bound.compared(value);
            if keyword == Keyword::MultipleOf && !is_positive(bound) {
                tell(NumberError::Factor(bound));
            } else if !fits(keyword, is_exclusive, value, bound) {
                tell(NumberError::Bound { keyword, is_exclusive, bound, value });
            }
        }
    }
}

fn is_positive(bound: Number) -> bool {
    match bound {
        Number::Integer(integer) => integer > 0,
        Number::Float(float) => float > 0.0,
    }
}

fn fits(keyword: Keyword, is_exclusive: bool, value: Number, bound: Number) -> bool {
    match (value, bound) {
        (Number::Integer(value), Number::Integer(bound)) => match keyword {
            Keyword::MultipleOf => value % bound == 0,
            Keyword::Maximum => value < bound || value == bound && !is_exclusive,
            Keyword::Minimum => value > bound || value == bound && !is_exclusive,
        },
        (value, bound) => {
            let (value, bound) = (as_float(value), as_float(bound));
            #[expect(clippy::float_cmp, reason = "the server compares so")]
            let is_equal = value == bound;
            match keyword {
                Keyword::MultipleOf => {
                    is_whole(if bound < 1.0 { 1.0 / bound * value } else { value / bound })
                }
                Keyword::Maximum => value < bound || is_equal && !is_exclusive,
                Keyword::Minimum => value > bound || is_equal && !is_exclusive,
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "the server loses it, too")]
pub(super) fn as_float(number: Number) -> f64 {
    match number {
        Number::Integer(integer) => integer as f64,
        Number::Float(float) => float,
    }
}

/// Whether a float passes for an integer.
pub(super) fn is_whole(float: f64) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    const EPSILON: f64 = 1e-9;
    if float.abs() > LARGEST || float.is_nan() {
        return false;
    }
    let rounded = float.round();
    let difference = (float - rounded).abs();
    difference == 0.0 || rounded != 0.0 && difference < EPSILON * rounded.abs()
}

/// Go's conversion of a float to an integer.
///
/// **Quirk**: what is out of range becomes the smallest integer, as the instruction of amd64 has it.
#[expect(clippy::cast_possible_truncation, reason = "it is what Go does")]
pub(super) fn go_integer(float: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&float) { float as i64 } else { i64::MIN }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 8.4 of the behaviour of Go 1.26's `IsFloat64AJSONInteger`.
    #[test]
    fn whole_enough_is_whole() {
        for whole in [0.0, 1.0, -3.0, 1e2, 9_007_199_254_740_991.0, 3.000_000_000_1, 0.3 / 0.1] {
            assert!(is_whole(whole), "{whole}");
        }
        for part in [0.5, 1e-10, 9_007_199_254_740_992.0, 12_345_678_901_234_567_890.0, 2.000_001, f64::NAN] {
            assert!(!is_whole(part), "{part}");
        }
    }

    #[test]
    fn floats_become_integers_as_on_amd64() {
        assert_eq!(go_integer(1.9), 1);
        assert_eq!(go_integer(-1.9), -1);
        assert_eq!(go_integer(1e20), i64::MIN);
        assert_eq!(go_integer(-9_223_372_036_854_775_808.0), i64::MIN);
    }
}
