//! Decimal numbers of any length.
//!
//! Digits are kept in base 10^18, so that reading, adding, comparing and printing take time in proportion to their number;
//! trailing zeros are counted, not kept, so that an exponent of a billion takes no memory.
//!
//! Source of the arithmetic: `gopkg.in/inf.v0/dec.go`.

use std::cmp::Ordering;
use std::fmt::Write as _;

/// How many decimal digits a limb has.
const WIDTH: usize = 18;
const BASE: u64 = 1_000_000_000_000_000_000;
/// The most zeros that are written out to add two numbers.
const MAX_ZEROS: i64 = 1 << 16;

/// Limbs times ten to the power of `zeros` are the digits; these divided by ten to the power of `scale` are the number.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    is_negative: bool,
    /// The least first; the last one is not zero. Zero has none.
    limbs: Vec<u64>,
    zeros: u32,
    scale: i32,
}

impl Decimal {
    pub(super) fn from_integer(value: i64, scale: i32) -> Self {
        let magnitude = value.unsigned_abs();
        let mut limbs = vec![magnitude % BASE, magnitude / BASE];
        trim(&mut limbs);
        Self { is_negative: value < 0, limbs, zeros: 0, scale }
    }

    /// `SetString`; `None` for what has no digit.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let limb = |digits: &[u8]| digits.iter().fold(0, |limb, digit| limb * 10 + u64::from(digit - b'0'));
        let mut limbs: Vec<u64> = digits.rchunks(WIDTH).map(limb).collect();
        trim(&mut limbs);
        let scale = i32::try_from(fraction.len()).ok()?;
        let is_negative = text.starts_with('-') && !limbs.is_empty();
        Some(Self { is_negative, limbs, zeros: 0, scale })
    }

    pub(super) fn scale(&self) -> i32 {
        self.scale
    }

    pub(super) fn with_scale(self, scale: i32) -> Self {
        Self { scale, ..self }
    }

    pub(super) fn sign(&self) -> i64 {
        match (self.limbs.is_empty(), self.is_negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        }
    }

    pub(super) fn negated(self) -> Self {
        Self { is_negative: !self.is_negative && !self.limbs.is_empty(), ..self }
    }

    pub(super) fn absolute(self) -> Self {
        Self { is_negative: false, ..self }
    }

    /// The number times a factor below 10^18 twice.
    pub(super) fn multiplied(mut self, factor: u64) -> Self {
        let mut carry = 0_u128;
        for limb in &mut self.limbs {
            carry += u128::from(*limb) * u128::from(factor);
            *limb = low(&mut carry);
        }
        while carry > 0 {
            self.limbs.push(low(&mut carry));
        }
        self
    }

    /// `Round` with `RoundUp`: away from zero, to so many places behind the point.
    pub(super) fn rounded_up(self, scale: i32) -> Self {
        let cut = i64::from(self.scale) - i64::from(scale);
        let dropped = cut - i64::from(self.zeros);
        if dropped <= 0 {
            // What is not cut is written out: zeros, which are only counted.
            let zeros = u32::try_from(-dropped).unwrap_or(u32::MAX);
            return Self { zeros, scale, ..self };
        }
        let dropped = usize::try_from(dropped).unwrap_or(usize::MAX);
        let (mut limbs, is_exact) = without_last(&self.limbs, dropped);
        if !is_exact {
            increase(&mut limbs);
        }
        Self { is_negative: self.is_negative, limbs, zeros: 0, scale }
    }

    /// Whether it has no digit behind the point that is not zero.
    pub(super) fn is_whole(&self) -> bool {
        let places = i64::from(self.scale) - i64::from(self.zeros);
        places <= 0 || without_last(&self.limbs, usize::try_from(places).unwrap_or(usize::MAX)).1
    }

    /// The power of ten of the last limb's last digit.
    fn exponent(&self) -> i64 {
        i64::from(self.zeros) - i64::from(self.scale)
    }

    /// How many digits stand before the point, or how many zeros behind it, negative.
    fn height(&self) -> i64 {
        let digits = self.limbs.last().map_or(0, |last| last.ilog10() + 1);
        let below = self.limbs.len().saturating_sub(1) * WIDTH;
        i64::try_from(below).unwrap_or(i64::MAX).saturating_add(i64::from(digits)) + self.exponent()
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        if by_sign.is_ne() || self.sign() == 0 {
            return by_sign;
        }
        let by_size = self.compare_size(other);
        if self.is_negative { by_size.reverse() } else { by_size }
    }

    /// Neither is zero.
    fn compare_size(&self, other: &Self) -> Ordering {
        let by_height = self.height().cmp(&other.height());
        if by_height.is_ne() {
            return by_height;
        }
        // Of two numbers of one height the exponents differ by no more than one has digits.
        let lowest = self.exponent().min(other.exponent());
        let (one, other) = (self.limbs_at(lowest), other.limbs_at(lowest));
        one.iter().rev().cmp(other.iter().rev())
    }

    /// The digits with so many more zeros that the last one has this exponent.
    fn limbs_at(&self, exponent: i64) -> Vec<u64> {
        let zeros = usize::try_from(self.exponent() - exponent).unwrap_or(0);
        let mut limbs = vec![0; zeros / WIDTH];
        let rest = u32::try_from(zeros % WIDTH).unwrap_or(0);
        let shifted =
            Self { limbs: self.limbs.clone(), ..Self::from_integer(0, 0) }.multiplied(10_u64.pow(rest));
        limbs.extend(shifted.limbs);
        trim(&mut limbs);
        limbs
    }

    /// The sum, unless its digits are too many.
    pub(super) fn add(&self, other: &Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let lowest = match (self.sign(), other.sign()) {
            (0, 0) => return Some(Self::from_integer(0, scale)),
            (0, _) => other.exponent(),
            (_, 0) => self.exponent(),
            _ if (self.exponent() - other.exponent()).abs() > MAX_ZEROS => return None,
            _ => self.exponent().min(other.exponent()),
        };
        let zeros = u32::try_from(lowest + i64::from(scale)).ok()?;
        let (one, two) = (self.limbs_at(lowest), other.limbs_at(lowest));
        let (is_negative, limbs) = if self.is_negative == other.is_negative {
            (self.is_negative, sum(&one, &two))
        } else if one.len().cmp(&two.len()).then_with(|| one.iter().rev().cmp(two.iter().rev())).is_ge() {
            (self.is_negative, difference(&one, &two))
        } else {
            (other.is_negative, difference(&two, &one))
        };
        let is_negative = is_negative && !limbs.is_empty();
        Some(Self { is_negative, limbs, zeros, scale })
    }

    /// All digits as the nearest float.
    pub(super) fn digits_as_float(&self) -> f64 {
        format!("{}e{}", self.digits(), self.zeros).parse().unwrap_or(f64::INFINITY)
    }

    /// The digits without the zeros that are only counted, and a sign.
    pub(super) fn digits(&self) -> String {
        let mut digits = String::from(if self.is_negative { "-" } else { "" });
        let mut limbs = self.limbs.iter().rev();
        digits.push_str(&limbs.next().copied().unwrap_or(0).to_string());
        for limb in limbs {
            // Writing to a `String` cannot fail.
            let _ = write!(digits, "{limb:018}");
        }
        digits
    }

    pub(super) fn zeros(&self) -> u32 {
        self.zeros
    }

    /// The number without its factors of 1024, and how many these are; it is whole, and its zeros are written out.
    pub(super) fn without_factors_of_1024(&self) -> (String, u32) {
        let mut limbs = self.limbs_at(0);
        let mut times = 0;
        while !limbs.is_empty() {
            let mut quotient = limbs.clone();
            let mut rest = 0_u128;
            for limb in quotient.iter_mut().rev() {
                rest = rest * u128::from(BASE) + u128::from(*limb);
                *limb = u64::try_from(rest / 1024).unwrap_or(0);
                rest %= 1024;
            }
            if rest != 0 {
                break;
            }
            trim(&mut quotient);
            (limbs, times) = (quotient, times + 1);
        }
        let number = Self { is_negative: self.is_negative, limbs, zeros: 0, scale: 0 };
        (number.digits(), times)
    }
}

/// Takes the lowest limb away.
fn low(carry: &mut u128) -> u64 {
    let limb = u64::try_from(*carry % u128::from(BASE)).unwrap_or(0);
    *carry /= u128::from(BASE);
    limb
}

fn trim(limbs: &mut Vec<u64>) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

/// The number without its last digits, and whether these were zeros.
fn without_last(limbs: &[u64], count: usize) -> (Vec<u64>, bool) {
    let (gone, kept) = limbs.split_at_checked(count / WIDTH).unwrap_or((limbs, &[]));
    let mut is_exact = gone.iter().all(|limb| *limb == 0);
    let power = 10_u64.pow(u32::try_from(count % WIDTH).unwrap_or(0));
    let mut kept = kept.to_vec();
    let mut rest = 0_u128;
    for limb in kept.iter_mut().rev() {
        rest = rest * u128::from(BASE) + u128::from(*limb);
        *limb = u64::try_from(rest / u128::from(power)).unwrap_or(0);
        rest %= u128::from(power);
    }
    is_exact &= rest == 0;
    trim(&mut kept);
    (kept, is_exact)
}

fn increase(limbs: &mut Vec<u64>) {
    for limb in limbs.iter_mut() {
        *limb += 1;
        if *limb < BASE {
            return;
        }
        *limb = 0;
    }
    limbs.push(1);
}

fn sum(one: &[u64], other: &[u64]) -> Vec<u64> {
    let length = one.len().max(other.len());
    let at = |limbs: &[u64], index: usize| u128::from(limbs.get(index).copied().unwrap_or(0));
    let mut carry = 0;
    let mut limbs = Vec::with_capacity(length + 1);
    for index in 0..=length {
        carry += at(one, index) + at(other, index);
        limbs.push(low(&mut carry));
    }
    trim(&mut limbs);
    limbs
}

/// The first one is not smaller.
fn difference(one: &[u64], other: &[u64]) -> Vec<u64> {
    let mut borrowed = 0;
    let mut limbs: Vec<u64> = Vec::with_capacity(one.len());
    for (index, limb) in one.iter().enumerate() {
        let taken = other.get(index).copied().unwrap_or(0) + borrowed;
        borrowed = u64::from(*limb < taken);
        limbs.push(limb + borrowed * BASE - taken);
    }
    trim(&mut limbs);
    limbs
}
