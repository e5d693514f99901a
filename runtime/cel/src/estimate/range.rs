//! Sizes and costs of which only bounds are known.
//!
//! Source: cel-go `checker/cost.go`, `SizeEstimate`, `CostEstimate`.

/// The least and the most that a size or a cost can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) min: u64,
    pub(crate) max: u64,
}

impl Range {
    /// A size of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self { min: 0, max: u64::MAX };
    pub(crate) const ZERO: Self = Self::of(0);
    pub(crate) const ONE: Self = Self::of(1);
    /// The union of no ranges.
    pub(crate) const NONE: Self = Self { min: u64::MAX, max: 0 };

    pub(crate) const fn of(size: u64) -> Self {
        Self { min: size, max: size }
    }

    pub(crate) fn up_to(max: u64) -> Self {
        Self { min: 0, max }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// Both bounds times a factor, rounded up.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self { min: scaled(self.min, factor), max: scaled(self.max, factor) }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// Casts of Rust saturate, as upstream does by hand.
fn scaled(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::scaled;

    #[test]
    fn a_tenth_is_that_of_floating_point_numbers() {
        assert_eq!((scaled(70, 0.1), scaled(7, 0.1), scaled(0, 0.1)), (7, 1, 0));
        assert_eq!(scaled(u64::MAX, 0.1), 1_844_674_407_370_955_264);
        assert_eq!(scaled(u64::MAX, 2.0), u64::MAX);
    }
}
