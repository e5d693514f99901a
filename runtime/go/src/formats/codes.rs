//! Codes of digits and letters: identifiers, checksums, base64.
//!
//! Source: `kube-openapi pkg/internal/third_party/govalidator`; `strfmt/default.go`, `bson/objectid.go`.

pub(super) fn is_bson_object_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// **Quirk**: at least one group, so that the empty text is none.
pub(super) fn is_base64(text: &str) -> bool {
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    !text.is_empty() && text.len().is_multiple_of(4) && digits.bytes().all(is_digit)
}

pub(super) fn is_uuid(text: &str) -> bool {
    uuid_digits(text).is_some()
}

/// **Quirk**: the variant is not looked at.
pub(super) fn is_uuid3(text: &str) -> bool {
    uuid_digits(text).is_some_and(|(version, _)| version == b'3')
}

pub(super) fn is_uuid4(text: &str) -> bool {
    is_variant_1(text, b'4')
}

pub(super) fn is_uuid5(text: &str) -> bool {
    is_variant_1(text, b'5')
}

fn is_variant_1(text: &str, wanted: u8) -> bool {
    uuid_digits(text).is_some_and(|(version, variant)| version == wanted && b"89abAB".contains(&variant))
}

/// The digits for version and variant of a string of 32 digits with hyphens, or without, between its parts.
fn uuid_digits(text: &str) -> Option<(u8, u8)> {
    const PARTS: [usize; 5] = [8, 4, 4, 4, 12];
    let (mut rest, mut firsts) = (text.as_bytes(), [0; 5]);
    for ((index, length), first) in PARTS.into_iter().enumerate().zip(&mut firsts) {
        if index > 0 {
            rest = rest.strip_prefix(b"-").unwrap_or(rest);
        }
        let (part, after) = rest.split_at_checked(length)?;
        if !part.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        (*first, rest) = (*part.first()?, after);
    }
    let [_, _, version, variant, _] = firsts;
    rest.is_empty().then_some((version, variant))
}

pub(super) fn is_isbn(text: &str) -> bool {
    is_isbn10(text) || is_isbn13(text)
}

pub(super) fn is_isbn10(text: &str) -> bool {
    let code = without_spaces(text);
    let Some((last, digits)) = code.split_last().filter(|(_, digits)| digits.len() == 9) else {
        return false;
    };
    let Some(digits) = numbers(digits) else { return false };
    let last = match last {
        b'X' => 10,
        digit if digit.is_ascii_digit() => u32::from(digit - b'0'),
        _ => return false,
    };
    let weighted: u32 = digits.iter().zip(1..).map(|(digit, weight)| digit * weight).sum();
    (weighted + 10 * last).is_multiple_of(11)
}

pub(super) fn is_isbn13(text: &str) -> bool {
    let Some(digits) = numbers(&without_spaces(text)).filter(|digits| digits.len() == 13) else {
        return false;
    };
    let Some((last, digits)) = digits.split_last() else { return false };
    let weighted: u32 =
        digits.iter().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    *last == (10 - weighted % 10) % 10
}

/// The text without what Go's `\s` matches and without hyphens.
fn without_spaces(text: &str) -> Vec<u8> {
    text.bytes().filter(|byte| !b"\t\n\x0c\r -".contains(byte)).collect()
}

fn numbers(digits: &[u8]) -> Option<Vec<u32>> {
    let number = |digit: &u8| digit.is_ascii_digit().then(|| u32::from(digit - b'0'));
    digits.iter().map(number).collect()
}

/// **Quirk**: whatever is no digit may stand anywhere.
pub(super) fn is_credit_card(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    let Some(numbers) = numbers(&digits).filter(|_| is_issued(&digits)) else { return false };
    let doubled = |(position, digit): (usize, &u32)| match (position % 2, digit * 2) {
        (0, _) => *digit,
        (_, double) if double >= 10 => double % 10 + 1,
        (_, double) => double,
    };
    numbers.iter().rev().enumerate().map(doubled).sum::<u32>() % 10 == 0
}

/// The beginnings and lengths of the issuers that upstream knows.
fn is_issued(digits: &[u8]) -> bool {
    let begins =
        |beginnings: &[&str]| beginnings.iter().any(|beginning| digits.starts_with(beginning.as_bytes()));
    match digits.len() {
        13 => begins(&["4"]),
        14 => begins(&["300", "301", "302", "303", "304", "305", "36", "38"]),
        15 => begins(&["34", "37", "2131", "1800"]),
        16 => begins(&["4", "51", "52", "53", "54", "55", "6011", "65", "35"]),
        _ => false,
    }
}

/// **Quirk**: there are always separators, for the length is that of a string with them.
pub(super) fn is_ssn(text: &str) -> bool {
    let fits = |(position, byte): (usize, u8)| match position {
        3 | 6 => byte == b'-' || byte == b' ',
        _ => byte.is_ascii_digit(),
    };
    text.len() == 11 && text.bytes().enumerate().all(fits)
}
