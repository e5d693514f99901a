//! The parts of an expression.

use crate::parse;
use crate::source::Source;

/// A part of an expression that must hold for the whole to hold.
///
/// ```
/// use crd_schema_cel::{Env, Type};
///
/// let compiled = Env::new(37).variable("self", Type::Int).compile("self > 1 && (self < 5 && self != 3)")?;
/// let sources: Vec<_> = compiled.parts().iter().map(|part| part.source().to_owned()).collect();
/// assert_eq!(sources, ["self > 1", "self < 5", "self != 3"]);
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `parser/gen/CEL.g4`, `conditionalAnd`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    source: String,
    sides: Option<(String, String)>,
}

impl Part {
    pub(crate) fn of(expression: &str) -> Vec<Self> {
        let source = Source::new(expression);
        let text = |range: std::ops::Range<usize>| source.slice(range.start, range.end);
        let part = |part: parse::Part| Self {
            source: text(part.whole),
            sides: part.sides.map(|(left, right)| (text(left), text(right))),
        };
        parse::parts(&source).into_iter().map(part).collect()
    }

    /// The source, which compiles wherever the whole does.
    ///
    /// ```
    /// let compiled = crd_schema_cel::Env::new(37).compile("(1 < 2 || true)")?;
    /// assert_eq!(compiled.parts()[0].source(), "1 < 2 || true");
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The sources of both sides, if the part is a comparison.
    ///
    /// ```
    /// let compiled = crd_schema_cel::Env::new(37).compile("1 + 1 < 3")?;
    /// assert_eq!(compiled.parts()[0].sides(), Some(("1 + 1", "3")));
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    pub fn sides(&self) -> Option<(&str, &str)> {
        self.sides.as_ref().map(|(left, right)| (left.as_str(), right.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn an_expression_is_split_where_its_and_stands() {
        for (expression, expected) in [
            ("a", &["a"][..]),
            ("a && b", &["a", "b"]),
            ("((a) && (b && c)) && d", &["a", "b", "c", "d"]),
            ("(a && b) || c && d", &["(a && b) || c && d"]),
            ("a ? b && c : d && e", &["a ? b && c : d && e"]),
            ("a.?b.orValue(1 > 0) && c", &["a.?b.orValue(1 > 0)", "c"]),
            ("[?a, b && c].all(x, x && y) && d[?0] == e", &["[?a, b && c].all(x, x && y)", "d[?0] == e"]),
            ("!(a && b) && c", &["!(a && b)", "c"]),
            ("(a) + (b) == c && '&&' != \")\"", &["(a) + (b) == c", "'&&' != \")\""]),
            ("a // && b\n && größe == 'ß'", &["a", "größe == 'ß'"]),
            ("(a && b) == c", &["(a && b) == c"]),
        ] {
            let parts = Part::of(expression);
            let sources: Vec<_> = parts.iter().map(Part::source).collect();
            assert_eq!(sources, expected, "{expression}");
        }
    }

    #[test]
    fn what_does_not_compile_is_no_panic() {
        for expression in ["", "((a && b", "a))) && )b", "&& &&", "]&&[", "==", "a ==", "?", "(", ")(", "'"] {
            let _ = Part::of(expression);
        }
    }

    #[test]
    fn a_comparison_has_sides() {
        for (expression, expected) in [
            ("a.b <= c + 1", Some(("a.b", "c + 1"))),
            ("a in [b, c]", Some(("a", "[b, c]"))),
            ("a < b == c", Some(("a < b", "c"))),
            ("(a == b)", Some(("a", "b"))),
            ("(a == b) == (c == d)", Some(("(a == b)", "(c == d)"))),
            ("f(a == b)", None),
            ("a == b || c", None),
            ("a == b ? c : d", None),
            ("a ==", None),
        ] {
            assert_eq!(Part::of(expression)[0].sides(), expected, "{expression}");
        }
    }
}
