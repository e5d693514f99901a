//! Random patterns and strings to match them with.

use super::Question;

/// Small generator of random numbers (xorshift64*), so that a seed repeats a run.
pub(crate) struct Generator {
    state: u64,
}

/// What stands for one character, or for a place.
#[rustfmt::skip]
const ATOMS: &[&str] = &[
    "a", "b", "c", "k", "s", "K", "A", "_", "-", "0", "7", " ", "é", "σ", "ß", "日", "\u{212a}", "\u{17f}",
    ".", "^", "$", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\b", r"\B", r"\A", r"\z", r"\.", r"\<",
    r"\>", r"\-", r"\n", r"\t", r"\v", r"\x41", r"\x{e9}", r"\x{10FFFF}", r"\101", r"\0", r"\pL", r"\PL",
    r"\pN", r"\p{Lu}", r"\p{^Ll}", r"\P{^Lt}", r"\p{Greek}", r"\p{Any}", r"\p{Letter}", r"\p{Cn}",
    r"\p{LC}", r"\p{Zs}", r"\Qa.\E", r"\Q*", "&&", "{", "}", "]", "a{,2}", "{x}", "\n", "\u{fffd}", "ab",
    "abc", "foo", "[k]", "[Kk]", "[σς]", "~~", "\\\u{301}", r"\x{7f}",
];

/// What may stand in brackets.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "a", "b", "k", "K", "z", "a-c", "k-s", "A-Z", "0-9", "-", "^", "é", "à-ü", "σ", "[", "&&", "--", "~~",
    r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\]", r"\\", r"\n", r"\x{212a}", r"\x{0}-\x{10FFFF}",
    r"\pL", r"\P{Lu}", r"\p{^Greek}", "[:alpha:]", "[:^space:]", "[:punct:]", "[:word:]", "[:xdigit:]",
    ".", "$", "(", "|", " ", r"\-", "日", r"\101", "_-a", r"\x{df}-\x{ff}", "\u{fffd}",
];

#[rustfmt::skip]
const REPEATS: &[&str] = &[
    "*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{0,1}", "{1,}", "{0,}", "{2,3}", "{1,2}?", "{3,}?",
    "{7}", "{12,20}",
];

const FLAGS: &[&str] = &["i", "m", "s", "U", "is", "im", "-i", "-s", "i-s", "-m", "ms-i", "iU"];

/// What breaks patterns, or looks as if it did.
#[rustfmt::skip]
const SCRAPS: &[&str] = &[
    "(", ")", "[", "]", "{", "}", "|", "*", "+", "?", "\\", "^", "$", ".", "-", "(?", "(?:", "(?i", "(?P<",
    "(?<", "(?P<n>", "(?<1>", "(?<é>", ">", "=", "!", ":", "[:", ":]", "[^", "[]", "[a-", "\\p", "\\P{",
    "\\pL", "\\p{L", "\\p{Foo}", "\\p{^", "\\x", "\\x{", "\\x{110000}", "\\x{}", "\\Q", "\\E", "\\C",
    "\\1", "\\8", "\\12", "\\c", "\\u0041", "\\Z", "\\k", "{1", "{1,", "{,1}", "{1001}", "{2,1}", "{500}",
    "{999,}", "{00}", "{1}", "{0}", "a", "b", "é", "1", ",", "(?x)", "(?i)", "(?-)", "(?i-", "(?s-i:",
    "[[:foo:]]", "[[:alpha:]", "[b-a]", "[\\d-z]", "[a-\\w]", "(?=", "(?#", "(*", "**", "+?+", "\\b",
    "\\pé", "\\é", "\\_", "\\/", "\\p{Old_Italic}", "\\p{greek}", "\\p{ l u }", "[z-é]",
];

#[rustfmt::skip]
const LETTERS: &[char] = &[
    'a', 'b', 'c', 'k', 's', 'z', 'A', 'B', 'K', 'S', 'Z', '0', '7', '9', '_', '-', '.', ' ', '\t', '\n',
    '\u{b}', '\r', 'é', 'É', 'ü', 'ß', 'ẞ', 'σ', 'ς', 'Σ', 'Ω', '\u{2126}', '\u{212a}', '\u{17f}', 'ǅ',
    'ǆ', '日', '٤', '\u{301}', '\u{345}', 'ι', '\u{1fbe}', '\u{a0}', '\u{2028}', '\u{378}', '\u{fffd}',
    '\u{d7ff}', '\u{e000}', '\u{10ffff}', '😀', '[', ']', '{', '}', '&', '~', '<', '>', '\\', '^', '$', '*',
    '|', '\0', '\u{7f}', '\u{80}', ',', '2', 'x', ':', 'f', 'o',
];

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed | 1 }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let high = self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap() % bound
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(crate) fn question(&mut self) -> Question {
        let mut pattern = match self.below(10) {
            0..6 => self.expression(4),
            6..8 => self.soup(),
            _ => {
                let valid = self.expression(3);
                self.mutate(&valid)
            }
        };
        if self.below(4) == 0 {
            pattern = format!("^{pattern}$");
        }
        let subjects = (0..70).map(|_| self.subject(&pattern)).collect();
        Question { pattern, subjects }
    }

    fn expression(&mut self, depth: usize) -> String {
        let alternatives = if self.below(3) == 0 { 1 + self.below(4) } else { 1 };
        // Alternatives that begin alike are what Go's parser rewrites.
        let shared = if alternatives > 1 && self.below(2) == 0 { self.piece(1) } else { String::new() };
        let all: Vec<_> = (0..alternatives).map(|_| format!("{shared}{}", self.sequence(depth))).collect();
        all.join("|")
    }

    fn sequence(&mut self, depth: usize) -> String {
        (0..self.below(5)).map(|_| self.piece(depth)).collect()
    }

    fn piece(&mut self, depth: usize) -> String {
        let atom = self.atom(depth);
        if self.below(3) == 0 { format!("{atom}{}", self.pick(REPEATS)) } else { atom }
    }

    fn atom(&mut self, depth: usize) -> String {
        match self.below(12) {
            0..=1 if depth > 0 => {
                let inner = self.expression(depth - 1);
                match self.below(5) {
                    0 => format!("(?:{inner})"),
                    1 => format!("(?{}:{inner})", self.pick(FLAGS)),
                    2 => format!("(?P<n>{inner})"),
                    _ => format!("({inner})"),
                }
            }
            2 if depth > 0 => format!("(?{})", self.pick(FLAGS)),
            3..=4 => self.class(),
            _ => self.pick(ATOMS).to_owned(),
        }
    }

    fn class(&mut self) -> String {
        let fields: String = (0..=self.below(4)).map(|_| self.pick(FIELDS)).collect();
        format!("[{}{fields}]", if self.below(3) == 0 { "^" } else { "" })
    }

    fn soup(&mut self) -> String {
        (0..=self.below(7)).map(|_| self.pick(SCRAPS)).collect()
    }

    fn mutate(&mut self, valid: &str) -> String {
        let mut chars: Vec<_> = valid.chars().collect();
        for _ in 0..=self.below(2) {
            let at = self.below(chars.len() + 1);
            if self.below(2) == 0 && at < chars.len() {
                chars.remove(at);
            } else {
                chars.splice(at..at, self.pick(SCRAPS).chars());
            }
        }
        chars.into_iter().collect()
    }

    /// Letters at random, or pieces of the pattern itself, which match more often.
    pub(crate) fn subject(&mut self, pattern: &str) -> String {
        let own: Vec<_> = pattern.chars().collect();
        (0..self.below(9))
            .map(|_| if own.is_empty() || self.below(2) == 0 { self.pick(LETTERS) } else { self.pick(&own) })
            .collect()
    }
}
