//! Reading expressions of CEL.
//!
//! Macros stay as they are written, since the estimate knows what each of them costs; the one crate that parses CEL expands
//! them in ways of its own, and not those over two names.
//!
//! Source: cel-go `parser/gen/CEL.g4`, `parser/macro.go`, `ext/comprehensions.go`.

use super::expr::{Expr, Macro, Op};
use super::token::{NoToken, Token, tokens};

/// How deep expressions may stand in each other by parentheses and the like; cel-go allows 250.
const MAX_DEPTH: usize = 100;
/// How deep they may stand in each other at all: whoever reads them recurses.
const MAX_TREE: usize = 250;
/// How many members and operators there may be, so that a tree can be looked at before it is known to be flat.
const MAX_STEPS: usize = 4_000;

/// The expression; `None` if it is none, or one that the estimate does not know.
pub(crate) fn parse(text: &str) -> Option<Expr> {
    Parser::new(tokens(text).ok()?).whole()
}

/// Where a text surely is no expression of CEL; `None` for expressions, and for what is not known here.
///
/// What may be CEL and is not read here (messages, optional elements, a dot in front, numbers with methods) is nobody's error.
pub(crate) fn syntax_error(text: &str) -> Option<usize> {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(NoToken { at, is_sure }) => return is_sure.then_some(at),
    };
    // That there is nothing is said by who looks for it.
    if tokens.is_empty() {
        return None;
    }
    let mut parser = Parser::new(tokens);
    if parser.whole().is_some() || parser.is_unsure {
        return None;
    }
    let at = parser.failed.unwrap_or(parser.at);
    Some(parser.tokens.get(at).map_or(text.len(), |(_, at)| *at))
}

struct Parser {
    /// Each with its place in the text.
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
    steps: usize,
    /// The word that is none of an expression.
    failed: Option<usize>,
    /// Whether CEL may read on where this parser does not.
    is_unsure: bool,
}

impl Parser {
    fn new(tokens: Vec<(Token, usize)>) -> Self {
        Self { tokens, at: 0, depth: 0, steps: 0, failed: None, is_unsure: false }
    }

    fn whole(&mut self) -> Option<Expr> {
        let expr = self.conditional()?;
        if self.at < self.tokens.len() {
            return self.fail_at(self.at);
        }
        if expr.is_flatter_than(MAX_TREE) { Some(expr) } else { self.doubt() }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<Token> {
        let Some((token, _)) = self.tokens.get(self.at).cloned() else { return self.fail_at(self.at) };
        self.at = self.at.saturating_add(1);
        Some(token)
    }

    /// No expression goes on with this word.
    fn fail_at<T>(&mut self, at: usize) -> Option<T> {
        self.failed.get_or_insert(at);
        None
    }

    /// As [`Self::fail_at`], of the word that was taken last.
    fn fail<T>(&mut self) -> Option<T> {
        self.fail_at(self.at.saturating_sub(1))
    }

    /// CEL may have more to say here.
    fn doubt<T>(&mut self) -> Option<T> {
        self.is_unsure = true;
        None
    }

    /// Takes the sign if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        if is_next {
            self.at = self.at.saturating_add(1);
        }
        is_next
    }

    /// One more step of what grows to the left.
    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.saturating_add(1);
        if self.steps <= MAX_STEPS { Some(()) } else { self.doubt() }
    }

    fn expects(&mut self, sign: &str) -> Option<()> {
        if self.takes(sign) { Some(()) } else { self.fail_at(self.at) }
    }

    fn conditional(&mut self) -> Option<Expr> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > MAX_DEPTH {
            return self.doubt();
        }
        let condition = self.or()?;
        let expr = if self.takes("?") {
            let then = self.or()?;
            self.expects(":")?;
            let otherwise = self.conditional()?;
            Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise))
        } else {
            condition
        };
        self.depth = self.depth.saturating_sub(1);
        Some(expr)
    }

    fn or(&mut self) -> Option<Expr> {
        let mut terms = vec![self.and()?];
        while self.takes("||") {
            terms.push(self.and()?);
        }
        Some(Expr::or(terms))
    }

    fn and(&mut self) -> Option<Expr> {
        let mut terms = vec![self.relation()?];
        while self.takes("&&") {
            terms.push(self.relation()?);
        }
        Some(Expr::and(terms))
    }

    fn relation(&mut self) -> Option<Expr> {
        let mut left = self.sum()?;
        while let Some(op) = self.one_of(&Op::RELATIONS) {
            self.step()?;
            left = left.binary(op, self.sum()?);
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        while let Some(op) = self.one_of(&[Op::Plus, Op::Minus]) {
            self.step()?;
            left = left.binary(op, self.product()?);
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.unary()?;
        while let Some(op) = self.one_of(&[Op::Times, Op::Divided, Op::Modulo]) {
            self.step()?;
            left = left.binary(op, self.unary()?);
        }
        Some(left)
    }

    fn one_of(&mut self, ops: &[Op]) -> Option<Op> {
        let is_next = |op: &&Op| match self.peek() {
            Some(Token::Sign(sign)) => *sign == op.sign(),
            Some(Token::Name(name)) => **op == Op::In && name == "in",
            _ => false,
        };
        let op = ops.iter().find(is_next).copied()?;
        self.at = self.at.saturating_add(1);
        Some(op)
    }

    fn unary(&mut self) -> Option<Expr> {
        let (mut negations, mut minuses) = (0_usize, 0_usize);
        while self.takes("!") {
            negations = negations.saturating_add(1);
        }
        while negations == 0 && self.takes("-") {
            minuses = minuses.saturating_add(1);
        }
        let mut expr = self.member()?;
        // Two of them are none.
        if negations % 2 == 1 {
            expr = expr.negated();
        }
        if minuses % 2 == 1 {
            let is_literal = matches!(expr, Expr::Number(_) | Expr::Scalar);
            expr = if is_literal { Expr::Scalar } else { Expr::function("-_", [expr]) };
        }
        Some(expr)
    }

    fn member(&mut self) -> Option<Expr> {
        let mut expr = self.primary()?;
        loop {
            if self.takes(".?") {
                let name = self.name()?;
                expr = Expr::function("_?._", [expr, Expr::Text(name)]);
            } else if self.takes(".") {
                let name = self.name()?;
                expr = if self.takes("(") {
                    self.call(Some(expr), name)?
                } else {
                    Expr::Member(Box::new(expr), name)
                };
            } else if self.takes("[?") {
                expr = Expr::function("_[?_]", [expr, self.conditional()?]);
                self.expects("]")?;
            } else if self.takes("[") {
                expr = Expr::Index(Box::new(expr), Box::new(self.conditional()?));
                self.expects("]")?;
            } else if matches!(self.peek(), Some(Token::Sign("{"))) {
                // A message.
                return self.doubt();
            } else {
                return Some(expr);
            }
            self.step()?;
        }
    }

    fn name(&mut self) -> Option<String> {
        match self.next()? {
            Token::Name(name) => Some(name),
            _ => self.fail(),
        }
    }

    fn primary(&mut self) -> Option<Expr> {
        match self.next()? {
            Token::Sign("(") => {
                let expr = self.conditional()?;
                self.expects(")")?;
                Some(expr)
            }
            Token::Sign("[") => self.until("]").map(Expr::List),
            Token::Sign("{") => self.entries(),
            Token::Text(text) => Some(Expr::Text(text)),
            Token::Integer(number) => Some(Expr::Number(number)),
            Token::Scalar => Some(Expr::Scalar),
            Token::Name(name) => match name.as_str() {
                "true" | "false" => Some(Expr::Scalar),
                "null" => Some(Expr::Null),
                _ if self.takes("(") => self.call(None, name),
                _ => Some(Expr::Name(name)),
            },
            Token::Odd | Token::Sign("." | "?" | "[?") => self.doubt(),
            Token::Sign(_) => self.fail(),
        }
    }

    /// Expressions with commas between them, to the closing sign.
    fn until(&mut self, end: &str) -> Option<Vec<Expr>> {
        let mut items = Vec::new();
        while !self.takes(end) {
            items.push(self.conditional()?);
            if !self.takes(",") {
                self.expects(end)?;
                break;
            }
        }
        Some(items)
    }

    fn entries(&mut self) -> Option<Expr> {
        let mut items = Vec::new();
        while !self.takes("}") {
            items.push(self.conditional()?);
            self.expects(":")?;
            items.push(self.conditional()?);
            if !self.takes(",") {
                self.expects("}")?;
                break;
            }
        }
        Some(Expr::Entries(items))
    }

    fn call(&mut self, target: Option<Expr>, name: String) -> Option<Expr> {
        let arguments = self.until(")")?;
        match (target, name.as_str()) {
            (None, "has") => match <[Expr; 1]>::try_from(arguments) {
                Ok([Expr::Member(of, name)]) => Some(Expr::Has(of, name)),
                _ => self.fail(),
            },
            (None, "size" | "dyn" | "type") => {
                let Ok([argument]) = <[Expr; 1]>::try_from(arguments) else { return self.fail() };
                let name = ["size", "dyn", "type"].into_iter().find(|known| *known == name)?;
                Some(Expr::Call(name, Box::new(argument)))
            }
            (Some(range), _) if Macro::from_name(&name).is_some() && arguments.len() > 1 => {
                if arguments.len() > 3 {
                    return self.doubt();
                }
                looped(Macro::from_name(&name)?, range, arguments).or_else(|| self.fail())
            }
            (target, _) => Some(Expr::Function(target.map(Box::new), name, arguments)),
        }
    }
}

/// `range.all(x, body)`, `range.all(i, x, body)`, `range.map(x, filter, body)`.
fn looped(what: Macro, range: Expr, mut arguments: Vec<Expr>) -> Option<Expr> {
    let body = arguments.pop()?;
    let filter = if what == Macro::Map && arguments.len() == 2 { arguments.pop() } else { None };
    let names: Option<Vec<_>> = arguments
        .into_iter()
        .map(|name| match name {
            Expr::Name(name) => Some(name),
            _ => None,
        })
        .collect();
    let names = names.filter(|names| (1..=2).contains(&names.len()))?;
    Some(match filter {
        Some(filter) => Expr::FilteredMap(Box::new(range), names, Box::new(filter), Box::new(body)),
        None => Expr::Loop(what, Box::new(range), names, Box::new(body)),
    })
}

#[cfg(test)]
mod tests {
    use super::{parse, syntax_error};

    #[test]
    fn what_is_written_parses_back() {
        for text in [
            "(has(self.a) && has(self.a.b)) == (has(oldSelf.a) && has(oldSelf.a.b))",
            "!has(oldSelf.a) || has(self.a) || size(oldSelf.a) == 0",
            "self.all(x1, x2, x1 >= size(oldSelf) || x2 == oldSelf[x1])",
            "[0, 1].all(x1, x1 >= size(self) || self[x1] == oldSelf[x1])",
            "oldSelf.all(x1, self.exists(x2, x2.k == x1.k && x2.j == x1.j))",
            "self.map(x1, x1) == oldSelf.map(x2, x2)",
            "size(self + oldSelf) == size(self)",
            "(dyn(self) == null) == (dyn(oldSelf) == null) && (dyn(self) == null || self == oldSelf)",
        ] {
            assert_eq!(parse(text).map(|expr| expr.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn a_syntax_error_has_a_place() {
        for (text, rest) in [
            ("self.nope ==== 3 &&", "== 3 &&"),
            ("self ==", ""),
            ("self.a b", "b"),
            ("(self", ""),
            ("'open", "'open"),
            ("self.a = 1", "= 1"),
            ("self.a | self.b", "| self.b"),
            ("has(self)", ")"),
            ("self.all(1, true)", ")"),
            ("a ? b", ""),
            (r"self.matches('^\d+$')", r"'^\d+$')"),
        ] {
            assert_eq!(syntax_error(text).and_then(|at| text.get(at..)), Some(rest), "{text}");
        }
    }

    #[test]
    fn what_is_not_known_is_no_syntax_error() {
        for text in [
            "",
            "// nothing",
            "self.a.unheard(1)",
            ".self.a",
            "Message{a: 1}.a == 1",
            "[?self.?a]",
            "{?'a': self.?a}",
            "b'\u{e9}' == b'a'",
            "1.size() == 1",
            "self.a > .5 && self.b < 1e3 && 0x1F == 31u",
        ] {
            assert_eq!(syntax_error(text), None, "{text}");
        }
        assert_eq!(syntax_error(&("(".repeat(100_000) + &")".repeat(100_000))), None);
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in
            ["", "self ==", "(self", "self.", "1 2", "'open", "has(self)", "self.all(1, true)", "a ? b"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        for deep in ["(".repeat(100_000), "-".repeat(100_000), "1".to_owned() + &"+1".repeat(100_000)] {
            assert_eq!(parse(&deep), None);
        }
        assert_eq!(parse(&("self".to_owned() + &".a".repeat(100_000))), None);
        assert!(parse(&vec!["self.a == 1"; 900].join(" || ")).is_some());
    }
}
