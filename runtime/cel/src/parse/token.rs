//! The tokens of CEL, and sets of them as error messages print them.
//!
//! Source: cel-go `parser/gen/CEL.g4`, `parser/gen/CEL.tokens`.
//!
//! Knows nothing of: source text.

/// A kind of token, in the order in which a server lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Eof,
    Equals,
    NotEquals,
    In,
    Less,
    LessEquals,
    GreaterEquals,
    Greater,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Dot,
    Comma,
    Minus,
    Exclam,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    Str,
    Bytes,
    Ident,
    Escaped,
}

/// The names of the kinds, in their order.
const NAMES: [&str; 36] = [
    "<EOF>",
    "'=='",
    "'!='",
    "'in'",
    "'<'",
    "'<='",
    "'>='",
    "'>'",
    "'&&'",
    "'||'",
    "'['",
    "']'",
    "'{'",
    "'}'",
    "'('",
    "')'",
    "'.'",
    "','",
    "'-'",
    "'!'",
    "'?'",
    "':'",
    "'+'",
    "'*'",
    "'/'",
    "'%'",
    "'true'",
    "'false'",
    "'null'",
    "NUM_FLOAT",
    "NUM_INT",
    "NUM_UINT",
    "STRING",
    "BYTES",
    "IDENTIFIER",
    "ESC_IDENTIFIER",
];

/// A token with its place in code points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A set of kinds; one bit says that the rule may end here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u64);

const END: u64 = 1 << 63;

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    /// The end of a rule.
    pub(super) const END: Self = Self(END);

    pub(super) const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < kinds.len() {
            bits |= 1 << kinds[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    pub(super) const fn ends(self) -> bool {
        self.0 & END != 0
    }

    pub(super) const fn without_end(self) -> Self {
        Self(self.0 & !END)
    }

    /// As a server prints it: one name alone, several in braces.
    pub(super) fn display(self) -> String {
        let bits = (0..NAMES.len()).filter(|bit| self.0 & (1 << bit) != 0);
        let names: Vec<&str> = bits.map(|bit| NAMES[bit]).collect();
        match names.as_slice() {
            [name] => (*name).to_owned(),
            names => format!("{{{}}}", names.join(", ")),
        }
    }
}
