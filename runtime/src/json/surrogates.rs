//! Escapes of half a surrogate pair.

/// The text with U+FFFD for each escaped half of a surrogate pair; nothing when there is none.
pub(crate) fn replace_halves(text: &str) -> Option<String> {
    let mut replaced = String::new();
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + found;
        at = start + length(text, start);
        if at - start == HALF && unit(text, start).is_some_and(is_half) {
            replaced.push_str(text.get(done..start)?);
            replaced.push_str("\\ufffd");
            done = at;
        }
    }
    if done == 0 {
        return None;
    }
    replaced.push_str(text.get(done..)?);
    Some(replaced)
}

/// The bytes of `\u` and four digits.
const HALF: usize = 6;

/// The bytes of the escape at `start`; a whole pair counts as one.
fn length(text: &str, start: usize) -> usize {
    match unit(text, start) {
        Some(high) if (0xd800..0xdc00).contains(&high) => {
            let low = unit(text, start + HALF).is_some_and(|low| (0xdc00..0xe000).contains(&low));
            if low { 2 * HALF } else { HALF }
        }
        Some(_) => HALF,
        // A backslash and a character, which may be longer than a byte.
        None => 1 + text.get(start + 1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8),
    }
}

fn unit(text: &str, start: usize) -> Option<u32> {
    let digits = text.get(start..start + HALF)?.strip_prefix("\\u")?;
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_hexadecimal { u32::from_str_radix(digits, 16).ok() } else { None }
}

fn is_half(unit: u32) -> bool {
    (0xd800..0xe000).contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::replace_halves;

    #[test]
    fn only_halves_are_replaced() {
        assert_eq!(replace_halves(r#""\ud83d\ude00 \\ud800 \n""#), None);
        assert_eq!(replace_halves(r#""\ud800""#).as_deref(), Some(r#""\ufffd""#));
        assert_eq!(replace_halves(r#""\udc00\ud800x\\""#).as_deref(), Some(r#""\ufffd\ufffdx\\""#));
        assert_eq!(replace_halves(r#""\ud800\ud83d\ude00""#).as_deref(), Some(r#""\ufffd\ud83d\ude00""#));
        assert_eq!(replace_halves("\"\\é\\"), None);
    }
}
