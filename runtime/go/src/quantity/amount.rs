//! An integer of 64 bits with a scale.
//!
//! Source: `apimachinery pkg/api/resource/{amount,math}.go`.

use std::cmp::Ordering;

use super::decimal::Decimal;

/// `value` times ten to the power of `scale`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Small {
    pub(super) value: i64,
    pub(super) scale: i32,
}

impl Small {
    /// `Cmp`; upstream goes by divisions, which compare the same.
    pub(super) fn compare(self, other: Self) -> Ordering {
        if self.scale == other.scale {
            return self.value.cmp(&other.value);
        }
        let decimal = |small: Self| Decimal::from_integer(small.value, small.scale.wrapping_neg());
        decimal(self).compare(&decimal(other))
    }

    /// The sum, where it fits.
    pub(super) fn add(self, other: Self) -> Option<Self> {
        if other.value == 0 {
            return Some(self);
        }
        if self.value == 0 {
            return Some(other);
        }
        let scale = self.scale.min(other.scale);
        let value = self.at_scale(scale)?.checked_add(other.at_scale(scale)?)?;
        Some(Self { value, scale })
    }

    fn at_scale(self, scale: i32) -> Option<i64> {
        multiply_by_power(self.value, i64::from(self.scale) - i64::from(scale))
    }

    pub(super) fn negated(self) -> Self {
        // Quirk: the smallest integer is its own negative (`amount.go`, `Sub`).
        Self { value: self.value.wrapping_neg(), ..self }
    }

    /// `AsInt64`.
    pub(super) fn as_integer(self) -> Option<i64> {
        if self.scale < 0 { None } else { multiply_by_power(self.value, i64::from(self.scale)) }
    }
}

/// The integer times a power of ten that is not negative.
fn multiply_by_power(value: i64, power: i64) -> Option<i64> {
    if value == 0 || power == 0 {
        return Some(value);
    }
    let factor = u32::try_from(power).ok().and_then(|power| 10_i64.checked_pow(power))?;
    value.checked_mul(factor)
}
