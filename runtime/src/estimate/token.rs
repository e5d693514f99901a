//! The words of CEL.
//!
//! Source: cel-go `parser/gen/CEL.g4`.

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Text(String),
    Integer(u64),
    /// Any other number.
    Scalar,
    /// A number with something behind it that is not read here, such as a method.
    Odd,
    Sign(&'static str),
}

/// The longer ones first.
const SIGNS: [&str; 27] = [
    "==", "!=", "<=", ">=", "&&", "||", ".?", "[?", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".",
    ",", "(", ")", "[", "]", "{", "}", "=",
];

/// Where a text has no words any more, and whether CEL has none there either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoToken {
    pub(super) at: usize,
    pub(super) is_sure: bool,
}

/// All words of the text, each with its place; an error if something is none.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, NoToken> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let at = text.len().saturating_sub(rest.len());
        match next(rest) {
            Some((Some(token), behind)) => {
                found.push((token, at));
                rest = behind.trim_start();
            }
            Some((None, behind)) => rest = behind.trim_start(),
            // Bytes that are no text are not read here.
            None => return Err(NoToken { at, is_sure: !rest.starts_with(['b', 'B', 'r', 'R']) }),
        }
    }
    Ok(found)
}

/// The first word, none for a comment, and what stands behind it.
fn next(rest: &str) -> Option<(Option<Token>, &str)> {
    let (token, length) = match rest.chars().next()? {
        '"' | '\'' => quoted(rest, false)?,
        '/' if rest.starts_with("//") => {
            return Some((None, rest.split_once('\n').map_or("", |(_, rest)| rest)));
        }
        '0'..='9' => number(rest),
        'a'..='z' | 'A'..='Z' | '_' | '`' => word(rest)?,
        _ => {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
            (Token::Sign(sign), sign.len())
        }
    };
    Some((Some(token), rest.get(length..)?))
}

/// A name, or a text behind one of the prefixes of texts.
fn word(text: &str) -> Option<(Token, usize)> {
    if let Some(name) = text.strip_prefix('`') {
        let (name, _) = name.split_once('`')?;
        return Some((Token::Name(name.to_owned()), name.len().saturating_add(2)));
    }
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(length)?;
    let prefix = name.to_ascii_lowercase();
    if rest.starts_with(['"', '\'']) && ["r", "b", "br", "rb"].contains(&prefix.as_str()) {
        let (token, quoted) = quoted(rest, prefix.contains('r'))?;
        // Bytes are as many as characters where each of them is one.
        let is_plain = !prefix.contains('b') || matches!(&token, Token::Text(text) if text.is_ascii());
        return is_plain.then(|| (token, length.saturating_add(quoted)));
    }
    Some((Token::Name(name.to_owned()), length))
}

/// A number; a sign inside of an exponent belongs to it.
fn number(text: &str) -> (Token, usize) {
    let mut length = 0_usize;
    let mut before = ' ';
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    for c in text.chars() {
        let in_exponent = !is_hex && matches!(before, 'e' | 'E') && matches!(c, '+' | '-');
        if !c.is_ascii_alphanumeric() && c != '.' && !in_exponent {
            break;
        }
        length = length.saturating_add(c.len_utf8());
        before = c;
    }
    let literal = text.get(..length).unwrap_or_default();
    let token = match literal.parse() {
        Ok(integer) => Token::Integer(integer),
        Err(_) if is_number(literal) => Token::Scalar,
        Err(_) => Token::Odd,
    };
    (token, length)
}

/// Whether all of it is one number, and not one with something behind it.
fn is_number(literal: &str) -> bool {
    let unsigned = literal.strip_suffix(['u', 'U']).unwrap_or(literal);
    let hex = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0X"));
    let all = |digits: &str, is: fn(&char) -> bool| !digits.is_empty() && digits.chars().all(|c| is(&c));
    match hex {
        Some(digits) => all(digits, char::is_ascii_hexdigit),
        None => {
            all(unsigned, char::is_ascii_digit) || !literal.ends_with('.') && literal.parse::<f64>().is_ok()
        }
    }
}

/// A text in quotes, single or in threes.
fn quoted(text: &str, raw: bool) -> Option<(Token, usize)> {
    let quote = text.get(..1)?;
    let triple = quote.repeat(3);
    let end = if text.starts_with(&triple) { triple.as_str() } else { quote };
    let mut value = String::new();
    let mut rest = text.get(end.len()..)?;
    loop {
        if let Some(behind) = rest.strip_prefix(end) {
            return Some((Token::Text(value), text.len().checked_sub(behind.len())?));
        }
        let mut chars = rest.chars();
        let first = chars.next()?;
        if matches!(first, '\n' | '\r') && end.len() == 1 {
            return None;
        }
        if first == '\\' && !raw {
            rest = escape(chars.as_str(), &mut value)?;
        } else {
            value.push(first);
            rest = chars.as_str();
        }
    }
}

/// What stands behind a backslash, `None` for what CEL has no meaning for; the estimate wants to know how many characters
/// there are, not which.
fn escape<'t>(text: &'t str, value: &mut String) -> Option<&'t str> {
    let digits = |from: usize, to: usize, is: fn(char) -> bool| {
        let all = text.get(from..to)?;
        all.chars().all(is).then(|| text.get(to..))?
    };
    let is_hex = |c: char| c.is_ascii_hexdigit();
    let rest = match text.chars().next()? {
        'u' => digits(1, 5, is_hex),
        'U' => digits(1, 9, is_hex),
        'x' | 'X' => digits(1, 3, is_hex),
        '0'..='3' => digits(0, 3, |c| matches!(c, '0'..='7')),
        'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '"' | '\'' | '\\' | '?' | '`' => text.get(1..),
        _ => None,
    }?;
    value.push('?');
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn texts_and_numbers_end_where_they_do() {
        let text = |text: &str| Token::Text(text.to_owned());
        let tokens = |text: &str| {
            let found = tokens(text).ok()?;
            Some(found.into_iter().map(|(token, _)| token).collect::<Vec<_>>())
        };
        assert_eq!(tokens(r#" "a\"b" 'c' "#), Some(vec![text("a?b"), text("c")]));
        assert_eq!(tokens(r#"r'\d' """a"b""""#), Some(vec![text("\\d"), text("a\"b")]));
        assert_eq!(tokens("1e-3 12u 7"), Some(vec![Token::Scalar, Token::Scalar, Token::Integer(7)]));
        assert_eq!(tokens("'open"), None);
        assert_eq!(tokens(r"'\x41\u00e9\101\t\\'"), Some(vec![text("?????")]));
        for broken in [r"'\d'", r"'\q'", r"'\400'", r"'\x4'", r"'\u12'", "'a\nb'"] {
            assert_eq!(tokens(broken), None, "{broken}");
        }
        assert_eq!(tokens("\"\"\"a\nb\"\"\""), Some(vec![text("a\nb")]));
        assert_eq!(tokens("a // b\n.c").map(|found| found.len()), Some(3));
    }
}
