//! Where the parts of an expression stand that its top `&&` joins.
//!
//! These operators bind loosest, so that the tokens outside of brackets say it.
//!
//! Source: cel-go `parser/gen/CEL.g4`, `expr`, `conditionalOr`, `conditionalAnd`, `relation`.

use std::ops::Range;

use super::token::{Kind, Token};
use super::{RELATIONS, lexer};
use crate::source::{Issues, Source};

/// A part by its code points, and both sides of its comparison.
pub(crate) struct Part {
    pub(crate) whole: Range<usize>,
    pub(crate) sides: Option<(Range<usize>, Range<usize>)>,
}

/// The parts of an expression that compiles, from left to right.
pub(crate) fn parts(source: &Source) -> Vec<Part> {
    let (mut tokens, _) = lexer::tokens(source, &mut Issues::default());
    // The end of the input.
    tokens.pop();
    let partners = partners(&tokens);
    let (mut found, mut open): (_, Vec<_>) = (Vec::new(), std::iter::once(0..tokens.len()).collect());
    while let Some(range) = open.pop() {
        let inner = without_parentheses(&tokens, &partners, range);
        match shape(&tokens, &partners, &inner) {
            Shape::All(terms) => open.extend(terms.into_iter().rev()),
            Shape::Compared(left, right) => {
                let sides = place(&tokens, &left).zip(place(&tokens, &right));
                found.extend(place(&tokens, &inner).map(|whole| Part { whole, sides }));
            }
            Shape::Other => {
                found.extend(place(&tokens, &inner).map(|whole| Part { whole, sides: None }));
            }
        }
    }
    found
}

/// What the tokens of an expression are at their top.
enum Shape {
    /// The terms between `&&`.
    All(Vec<Range<usize>>),
    /// Both sides of the last relation: relations are read to the left.
    Compared(Range<usize>, Range<usize>),
    Other,
}

fn shape(tokens: &[Token], partners: &[usize], range: &Range<usize>) -> Shape {
    let (mut ands, mut relation, mut at) = (Vec::new(), None, range.start);
    while at < range.end {
        match tokens[at].kind {
            Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace => at = partners[at].max(at),
            Kind::Or => return Shape::Other,
            // Behind a dot it marks a field that may be missing.
            Kind::Question if at == range.start || tokens[at - 1].kind != Kind::Dot => return Shape::Other,
            Kind::And => ands.push(at),
            kind if RELATIONS.has(kind) => relation = Some(at),
            _ => {}
        }
        at += 1;
    }
    if ands.is_empty() {
        return relation.map_or(Shape::Other, |at| Shape::Compared(range.start..at, at + 1..range.end));
    }
    let starts = std::iter::once(range.start).chain(ands.iter().map(|at| at + 1));
    let ends = ands.iter().copied().chain([range.end]);
    Shape::All(starts.zip(ends).map(|(start, end)| start..end).collect())
}

/// The bracket that closes each one, by its number.
fn partners(tokens: &[Token]) -> Vec<usize> {
    let (mut partners, mut open): (Vec<usize>, Vec<usize>) = ((0..tokens.len()).collect(), Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace => open.push(at),
            Kind::RightParen | Kind::RightBracket | Kind::RightBrace => {
                if let Some(start) = open.pop() {
                    partners[start] = at;
                }
            }
            _ => {}
        }
    }
    partners
}

fn without_parentheses(tokens: &[Token], partners: &[usize], mut range: Range<usize>) -> Range<usize> {
    while range.len() > 2
        && tokens[range.start].kind == Kind::LeftParen
        && partners[range.start] == range.end - 1
    {
        range = range.start + 1..range.end - 1;
    }
    range
}

/// The code points of tokens.
fn place(tokens: &[Token], range: &Range<usize>) -> Option<Range<usize>> {
    let tokens = tokens.get(range.clone())?;
    Some(tokens.first()?.start..tokens.last()?.end)
}
