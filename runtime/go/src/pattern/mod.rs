//! Patterns as Go's `regexp` understands them.
//!
//! The parser is always there, for the rules of a schema show Go's words; feature `matching` adds what matches.
//! Bytes are not a topic: patterns and strings are UTF-8.
//!
//! Source: Go `regexp/syntax`.
//!
//! Knows nothing of: schemas.

#[cfg(feature = "matching")]
mod automaton;
mod builder;
mod class;
#[cfg(feature = "matching")]
mod compiled;
mod error;
mod factor;
#[cfg(feature = "matching")]
mod find;
mod limits;
#[cfg(feature = "matching")]
mod machine;
mod parse;
#[cfg(feature = "matching")]
mod places;
#[cfg(feature = "matching")]
mod program;
mod runes;
mod tables;
mod tree;

#[cfg(feature = "matching")]
pub use compiled::{AutomatonRoom, Pattern, PatternError, PatternLimit};
use error::Stop;
use runes::RuneSet;

/// What Go's `regexp.Compile` reports of a pattern; `None` when Go accepts it.
///
/// ```
/// use crd_schema_go::pattern::refusal;
///
/// assert_eq!(refusal("a+"), None);
/// assert_eq!(refusal("a)"), Some("error parsing regexp: unexpected ): `a)`".to_owned()));
/// ```
pub fn refusal(pattern: &str) -> Option<String> {
    match parse::parse(pattern) {
        Err(stop @ Stop::Refused(..)) => Some(stop.to_string()),
        // A limit of ours is no error of the pattern.
        Ok(_) | Err(Stop::OutOfFuel) => None,
    }
}

/// Whether Go may accept the pattern, and reading it is too much work for us.
///
/// ```
/// assert!(!crd_schema_go::pattern::is_beyond_limits("a+"));
/// ```
pub fn is_beyond_limits(pattern: &str) -> bool {
    /// No pattern that is shorter takes so much work.
    const SHORT: usize = 4096;
    pattern.len() > SHORT && matches!(parse::parse(pattern), Err(Stop::OutOfFuel))
}

/// The code points of Unicode's categories, in order.
pub(crate) fn categories(names: &[&str]) -> Vec<(u32, u32)> {
    let sets = names.iter().filter_map(|name| tables::named(name, false));
    RuneSet::new(sets.flat_map(|set| set.ranges().to_vec()).collect()).into_ranges()
}

#[cfg(test)]
mod tests {
    use super::refusal;

    /// Expected strings are those of Go 1.26; many more are in `tests/cases/pattern`.
    #[test]
    fn what_go_refuses_is_refused_in_its_words() {
        let cases = [
            ("[a", "missing closing ]: `[a`"),
            ("x[a-z", "missing closing ]: `[a-z`"),
            ("(a", "missing closing ): `(a`"),
            ("a)", "unexpected ): `a)`"),
            ("*a", "missing argument to repetition operator: `*`"),
            ("a|+b", "missing argument to repetition operator: `+`"),
            ("a\\", "trailing backslash at end of expression: ``"),
            ("a{1001}", "invalid repeat count: `{1001}`"),
            ("[b-a]", "invalid character class range: `b-a`"),
            ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ];
        for (pattern, expected) in cases {
            assert_eq!(refusal(pattern), Some(format!("error parsing regexp: {expected}")), "{pattern}");
        }
    }

    #[test]
    fn what_go_takes_is_taken() {
        for pattern in
            ["", "^a.*$", "a{,2}", "[]a]", "\\)", "[)]", "(a(b)?)+", "^*", "\\Q(", "\\p{greek}", "(?i)k"]
        {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }
}
