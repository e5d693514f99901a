//! The tokens of label selectors.
//!
//! Source: `Lexer` in `apimachinery pkg/labels/selector.go`.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Error,
    End,
    ClosedParenthesis,
    Comma,
    DoesNotExist,
    DoubleEquals,
    Equals,
    GreaterThan,
    Identifier,
    In,
    LessThan,
    NotEquals,
    NotIn,
    OpenParenthesis,
}

/// A token and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
}

/// The tokens of a selector; the last one is the end.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut rest = text;
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let token = next(&mut rest);
        let is_end = token.kind == Kind::End;
        found.push(token);
        if is_end {
            return found;
        }
    }
}

fn is_special(c: char) -> bool {
    matches!(c, '=' | '!' | '(' | ')' | ',' | '>' | '<')
}

fn literal(text: &str) -> Option<Kind> {
    Some(match text {
        ")" => Kind::ClosedParenthesis,
        "," => Kind::Comma,
        "!" => Kind::DoesNotExist,
        "==" => Kind::DoubleEquals,
        "=" => Kind::Equals,
        ">" => Kind::GreaterThan,
        "in" => Kind::In,
        "<" => Kind::LessThan,
        "!=" => Kind::NotEquals,
        "notin" => Kind::NotIn,
        "(" => Kind::OpenParenthesis,
        _ => return None,
    })
}

fn next(rest: &mut &str) -> Token {
    match rest.chars().next() {
        // Quirk: a null character is the end.
        None | Some('\0') => {
            *rest = "";
            Token { kind: Kind::End, text: String::new() }
        }
        Some(c) if is_special(c) => special(rest),
        Some(_) => {
            let end = rest.find(|c| is_special(c) || matches!(c, ' ' | '\t' | '\r' | '\n' | '\0'));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            *rest = after;
            Token { kind: literal(word).unwrap_or(Kind::Identifier), text: word.to_owned() }
        }
    }
}

/// The longest operator. Each special character is one, and none has more than two.
fn special(rest: &mut &str) -> Token {
    let found = [2, 1].into_iter().find_map(|length| {
        let text = rest.get(..length)?;
        literal(text).map(|kind| (kind, text))
    });
    let (kind, text) = found.unwrap_or((Kind::Error, ""));
    *rest = rest.get(text.len().max(1)..).unwrap_or_default();
    Token { kind, text: text.to_owned() }
}
