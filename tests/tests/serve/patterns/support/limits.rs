//! Patterns that grow with a number, made to find where Go stops taking them.

use super::Generator;

/// A pattern for each number: `n` times what opens, a core, `n` times what closes, and something around it.
pub(crate) struct Growing {
    before: String,
    open: String,
    core: String,
    close: String,
    after: String,
    /// What alternatives have ever more of at their beginning.
    shared: &'static str,
    pub(crate) most: usize,
}

impl Growing {
    pub(crate) fn pattern(&self, n: usize) -> String {
        let Self { before, open, core, close, after, shared, .. } = self;
        if !shared.is_empty() {
            let all: Vec<_> = (0..n).map(|count| format!("{}{core}", shared.repeat(count))).collect();
            return format!("{before}{}{after}", all.join("|"));
        }
        format!("{before}{}{core}{}{after}", open.repeat(n), close.repeat(n))
    }
}

/// Nested once more with every step.
#[rustfmt::skip]
const NESTS: &[(&str, &str)] = &[
    ("(", ")"), ("(?:", ")"), ("(?:a|", ")"), ("(?:ab*|", ")"), ("(?:a*", ")"), ("(", "a)"), ("(", "|b)"),
    ("(", ")*"), ("(?:", ")?"), ("(?:", "c)+"), ("(?i:x", "b)"), ("(?:", "*|d)"), ("(?:[ab]c|[ab]", ")"),
    ("(?:ab|a", ")"), ("(?:", "){1}"), ("(?:", "){0,1}"), ("(?:x|", ")(?:y*|z)"),
    ("(?:\\d{2}e|\\d{2}(?:", "))"), ("(?:a", ")*"),
];

/// Written once more with every step.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "a", "ab", "a*", "(a)", "[ab]", "a?b", "a|", "a|b*|", "(?:ab|ac)", "(?:\\d|\\w)", "x{3}", "(?:x{3}y)",
    "\\pL", "[\\pL0]", "(?i:k)", "(?i:a)b", "\\b", "(|a)", "abc|abd|", "[^a]|", "(?:a|b|ab*)", "\\Qa*\\E",
    "(x|)", "é", ".", "(a{0}b)", "\\d{4}-", "(?:[ab]x|[ab]y)", "a{2,}", "(?:foo|foobar|fox)", "\\p{Greek}",
    "(?i)\\p{Lu}",
];

const CHAINS: &[&str] = &["a", "[ab]", "\\d{2}", "(?i:k)", "(?:ab|ac)", "é[x-z]", "(?i:1)"];

#[rustfmt::skip]
const AROUND: &[(&str, &str)] = &[
    ("", ""), ("(", "){1000}"), ("(?:", "){500}"), ("((", "){10}){100}"), ("(", "){7}"),
    ("(?:", "){1000,}"), ("x{1000}", ""), ("", "(?:y{30}){33}"), ("(?:(?:", "){2}z){450}"),
    ("a{1000}b{1000}", ""), ("(?:", "|q){900}"), ("(", "){0}"), ("(?:ab|ac|", "){999}"),
    ("a{1000}|b|", ""), ("(?:", ")*"),
];

impl Generator {
    pub(crate) fn growing(&mut self) -> Growing {
        let (before, after) = self.pick(AROUND);
        if self.below(8) == 0 {
            return self.chain();
        }
        let nests = self.below(2) == 0;
        let (mut open, mut close) = (String::new(), String::new());
        for _ in 0..=self.below(2) {
            if nests {
                let (more_open, more_close) = self.pick(NESTS);
                open.push_str(more_open);
                close.insert_str(0, more_close);
            } else {
                open.push_str(self.pick(UNITS));
            }
        }
        let core = if self.below(2) == 0 { String::new() } else { self.pick(UNITS).repeat(self.below(40)) };
        let most = if nests { 1500 } else { 40_000 };
        Growing { before: before.into(), open, core, close, after: after.into(), shared: "", most }
    }

    fn chain(&mut self) -> Growing {
        let (before, after) = self.pick(AROUND);
        let [open, close] = [String::new(), String::new()];
        let core = self.pick(&["", "b*", "[^a]", "x{2}"]).to_owned();
        Growing {
            before: before.into(),
            open,
            core,
            close,
            after: after.into(),
            shared: self.pick(CHAINS),
            most: 560,
        }
    }
}
