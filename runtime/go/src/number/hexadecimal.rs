//! Hexadecimal floats.
//!
//! Source: Go `internal/strconv/atof.go`, `readFloat`, `atofHex`.

/// A float in lower case without its sign, such as `0x1.8p-2`; infinite where it is too large.
pub(super) fn parse(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = !whole.is_empty() || !fraction.is_empty();
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_power = !power.is_empty() && power.bytes().all(|byte| byte.is_ascii_digit());
    if !(is_number && is_hex(whole) && is_hex(fraction) && is_power) {
        return None;
    }
    // Quirk: an exponent has no more than five digits that count.
    let power =
        power.bytes().fold(
            0_i64,
            |power, digit| {
                if power < 10_000 { power * 10 + i64::from(digit - b'0') } else { power }
            },
        );
    let power = if exponent.starts_with('-') { -power } else { power };
    let (mut bits, mut is_cut, mut scale) = (0_u64, false, power);
    for digit in whole.chars().chain(fraction.chars()) {
        let value = u64::from(digit.to_digit(16).unwrap_or(0));
        if bits >> 60 == 0 {
            bits = bits << 4 | value;
        } else {
            is_cut |= value != 0;
            scale += 4;
        }
    }
    scale -= i64::try_from(fraction.len()).unwrap_or(i64::MAX / 8) * 4;
    Some(nearest(bits, scale, is_cut))
}

/// The float nearest to `bits` times two to the power of `scale`, to an even one in the middle.
fn nearest(bits: u64, scale: i64, is_cut: bool) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let length = 64 - i64::from(bits.leading_zeros());
    let top = scale + length - 1;
    // Floats below 2^-1022 have fewer bits.
    let kept = (top + 1075).min(53);
    if top > 1023 {
        return f64::INFINITY;
    }
    if kept < 0 {
        return 0.0;
    }
    let cut = length - kept;
    if cut <= 0 {
        return scaled(bits, scale);
    }
    let cut = u32::try_from(cut).unwrap_or(64);
    let (low, rest) =
        (bits.checked_shr(cut).unwrap_or(0), bits & u64::MAX.checked_shr(64 - cut).unwrap_or(0));
    let half = 1_u64 << (cut - 1);
    let is_up = rest > half || rest == half && (is_cut || low & 1 == 1);
    scaled(low + u64::from(is_up), scale + i64::from(cut))
}

/// Exact, for at most 53 bits and a result that is a float.
fn scaled(bits: u64, scale: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let float = bits as f64;
    let half = i32::try_from(scale / 2).unwrap_or(0);
    let rest = i32::try_from(scale - scale / 2).unwrap_or(0);
    float * 2_f64.powi(half) * 2_f64.powi(rest)
}
