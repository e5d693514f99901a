//! What can be wrong with a pattern, in Go's words, and what is only too much for us.
//!
//! Source: Go `regexp/syntax`, `ErrorCode`.

use std::fmt;

/// Why Go's parser refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    CharRange,
    Escape,
    NamedCapture,
    PerlOp,
    RepeatOp,
    RepeatSize,
    MissingBracket,
    MissingParen,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParen,
    NestingDepth,
    Large,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CharRange => "invalid character class range",
            Self::Escape => "invalid escape sequence",
            Self::NamedCapture => "invalid named capture",
            Self::PerlOp => "invalid or unsupported Perl syntax",
            Self::RepeatOp => "invalid nested repetition operator",
            Self::RepeatSize => "invalid repeat count",
            Self::MissingBracket => "missing closing ]",
            Self::MissingParen => "missing closing )",
            Self::MissingRepeatArgument => "missing argument to repetition operator",
            Self::TrailingBackslash => "trailing backslash at end of expression",
            Self::UnexpectedParen => "unexpected )",
            Self::NestingDepth => "expression nests too deeply",
            Self::Large => "expression too large",
        })
    }
}

/// Why parsing ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop<'p> {
    /// Go refuses, and shows this part of the pattern.
    Refused(Reason, &'p str),
    /// We have worked enough on it; Go would go on.
    OutOfFuel,
}

impl fmt::Display for Stop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason, fragment) => write!(f, "error parsing regexp: {reason}: `{fragment}`"),
            Self::OutOfFuel => f.write_str("the pattern takes too much work to parse"),
        }
    }
}
