//! From text to a tree, macros expanded.
//!
//! The grammar is cel-go's. What does not fit it is reported as ANTLR's default strategy reports it, and the parse goes on as
//! there: one token too many or one missing is passed over; anything else ends the innermost rule at the next token that may
//! follow one of the rules around.
//!
//! Source: cel-go `parser/parser.go`, `parser/gen/CEL.g4`; ANTLR's `DefaultErrorStrategy`.
//!
//! Knows nothing of: types, functions.

mod build;
mod lexer;
mod literal;
mod macros;
mod parts;
mod token;

use std::ops::Range;

use token::{Kind, Kinds, Token};

use crate::ast::{Element, Entry, Expr, ExprKind, Field, Id, Literal};
use crate::server::Server;
use crate::source::{Issues, Source};
use build::Builder;

pub(crate) use parts::{Part, parts};

/// The largest expression in code points (`parser/parser.go`, `expressionSizeCodePointLimit`).
const LONGEST: usize = 100_000;
/// How deep expressions may be nested (`maxRecursionDepth`).
const DEEPEST: usize = 250;

/// How often the parse goes on behind an error (`errorRecoveryLimit`).
const RECOVERIES: usize = 30;
/// How many tokens may be passed over each time (`errorRecoveryTokenLookaheadLimit`).
const PASSED_OVER: usize = 256;

/// What an expression begins with.
const FIRST: Kinds = Kinds::of(&[
    Kind::LeftBracket,
    Kind::LeftBrace,
    Kind::LeftParen,
    Kind::Dot,
    Kind::Minus,
    Kind::Exclam,
    Kind::True,
    Kind::False,
    Kind::Null,
    Kind::Float,
    Kind::Int,
    Kind::Uint,
    Kind::Str,
    Kind::Bytes,
    Kind::Ident,
]);
const OPTIONAL_FIRST: Kinds = FIRST.and(Kinds::of(&[Kind::Question]));
const FIELD_FIRST: Kinds = Kinds::of(&[Kind::Question, Kind::Ident, Kind::Escaped]);
const RELATIONS: Kinds = Kinds::of(&[
    Kind::In,
    Kind::Equals,
    Kind::NotEquals,
    Kind::Less,
    Kind::LessEquals,
    Kind::GreaterEquals,
    Kind::Greater,
]);
const SUMS: Kinds = Kinds::of(&[Kind::Plus, Kind::Minus]);
const PRODUCTS: Kinds = Kinds::of(&[Kind::Star, Kind::Slash, Kind::Percent]);

/// A tree with the place of each node.
pub(crate) struct Parsed {
    pub(crate) root: Expr,
    /// Where each node starts, by its number.
    pub(crate) places: Vec<Option<usize>>,
}

/// Parses an expression.
///
/// # Errors
///
/// What does not fit the grammar, and what the macros refuse.
pub(crate) fn parse(source: &Source, server: Server) -> Result<Parsed, Issues> {
    let mut issues = Issues::default();
    let size = source.chars().len();
    if size > LONGEST {
        let message = format!("expression code point size exceeds limit: size: {size}, limit {LONGEST}");
        issues.push(source, None, message);
        return Err(issues);
    }
    let (tokens, skipped) = lexer::tokens(source, &mut issues);
    let builder = Builder::new(source, server);
    let mut parser = Parser {
        source,
        tokens,
        skipped,
        at: 0,
        follow: Vec::new(),
        depth: Depth::default(),
        is_recovering: false,
        is_over: false,
        recoveries: 0,
        issues,
        builder,
    };
    let root = parser.start();
    let Parser { mut issues, builder, .. } = parser;
    let places = builder.finish(&mut issues);
    if issues.is_empty() { Ok(Parsed { root, places }) } else { Err(issues.sorted()) }
}

/// The rule ends; why is among the issues.
struct Stop;

type Parse<T> = Result<T, Stop>;

/// An expression, and how deep it is nested as a server counts it while it builds the tree.
struct Nested {
    expr: Expr,
    depth: usize,
}

/// What stands in the place of an expression with a syntax error.
impl Default for Nested {
    fn default() -> Self {
        Self { expr: Expr { id: 0, kind: ExprKind::Unspecified }, depth: 0 }
    }
}

/// How many rules of one kind are being read, for those that can be nested deepest.
#[derive(Clone, Copy, Default)]
struct Depth {
    expr: usize,
    relation: usize,
    calc: usize,
}

struct Parser<'s> {
    source: &'s Source,
    tokens: Vec<Token>,
    /// Invalid tokens.
    skipped: Vec<Range<usize>>,
    at: usize,
    /// What may follow each rule that is being read.
    follow: Vec<Kinds>,
    /// How many rules of each kind are being read, each within the one before.
    depth: Depth,
    /// Behind an error no more are reported until a token fits.
    is_recovering: bool,
    /// Nothing more is read or reported.
    is_over: bool,
    recoveries: usize,
    issues: Issues,
    builder: Builder<'s>,
}

impl Parser<'_> {
    fn start(&mut self) -> Expr {
        let whole = self.within(Kinds::of(&[Kind::Eof]), Self::expr);
        // Nothing follows, whether it is the end or not.
        let _ = self.expect(Kind::Eof, Kinds::NONE);
        whole.expr
    }

    fn expr(&mut self) -> Parse<Nested> {
        let depth = self.depth;
        self.depth.expr += 1;
        self.check_depth()?;
        let question = Kinds::of(&[Kind::Question]).and(Kinds::END);
        let condition = self.within(question, |parser| Ok(parser.conditional_or()));
        let whole = if self.is(Kind::Question) { self.ternary(condition) } else { Ok(condition) };
        self.depth = depth;
        whole
    }

    fn ternary(&mut self, condition: Nested) -> Parse<Nested> {
        let operator = self.take();
        let one = self.within(Kinds::of(&[Kind::Colon]), |parser| Ok(parser.conditional_or()));
        self.expect(Kind::Colon, FIRST)?;
        let other = self.within(Kinds::END, Self::expr);
        let depth = condition.depth.max(one.depth).max(other.depth);
        let call = self.builder.operator(operator.start, "_?_:_", vec![condition.expr, one.expr, other.expr]);
        self.nested(call, depth)
    }

    fn conditional_or(&mut self) -> Nested {
        self.chain(Kind::Or, "_||_", |parser| Ok(parser.conditional_and()))
    }

    fn conditional_and(&mut self) -> Nested {
        self.chain(Kind::And, "_&&_", Self::relation)
    }

    /// Terms between one operator.
    fn chain(&mut self, operator: Kind, function: &str, term: impl Fn(&mut Self) -> Parse<Nested>) -> Nested {
        let follow = Kinds::of(&[operator]).and(Kinds::END);
        let first = self.within(follow, &term);
        let (mut terms, mut operators, mut depth) = (vec![first.expr], Vec::new(), first.depth);
        while self.is(operator) {
            operators.push(self.take().start);
            let next = self.within(follow, &term);
            depth = depth.max(next.depth);
            terms.push(next.expr);
        }
        Nested { expr: self.builder.balanced(function, terms, &operators), depth }
    }

    /// Relations are read to the left.
    fn relation(&mut self) -> Parse<Nested> {
        let follow = RELATIONS.and(Kinds::END);
        let depth = self.depth;
        self.depth.relation += 1;
        let mut left = self.within(follow, Self::calc);
        while RELATIONS.has(self.kind()) {
            self.depth.relation += 1;
            left = self.binary(left, follow, Self::calc)?;
            self.depth.relation -= 1;
        }
        self.depth = depth;
        Ok(left)
    }

    fn calc(&mut self) -> Parse<Nested> {
        let depth = self.depth;
        self.depth.calc += 1;
        self.check_depth()?;
        let sum = self.sum();
        self.depth = depth;
        sum
    }

    fn check_depth(&mut self) -> Parse<()> {
        let Depth { expr, relation, calc } = self.depth;
        if expr.max(relation).max(calc) <= DEEPEST {
            return Ok(());
        }
        self.stop(format!("expression recursion limit exceeded: {DEEPEST}"))
    }

    fn sum(&mut self) -> Parse<Nested> {
        let follow = SUMS.and(PRODUCTS).and(Kinds::END);
        let mut left = self.product()?;
        while SUMS.has(self.kind()) {
            left = self.binary(left, follow, Self::product)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Parse<Nested> {
        let follow = SUMS.and(PRODUCTS).and(Kinds::END);
        let mut left = self.within(follow, Self::unary);
        while PRODUCTS.has(self.kind()) {
            left = self.binary(left, follow, Self::unary)?;
        }
        Ok(left)
    }

    fn binary(
        &mut self,
        left: Nested,
        follow: Kinds,
        right: impl Fn(&mut Self) -> Parse<Nested>,
    ) -> Parse<Nested> {
        let operator = self.take();
        let is_calc = !RELATIONS.has(operator.kind);
        self.depth.calc += usize::from(is_calc);
        self.check_depth()?;
        let right = self.within(follow, right);
        self.depth.calc -= usize::from(is_calc);
        let depth = left.depth.max(right.depth);
        let call =
            self.builder.operator(operator.start, function_of(operator.kind), vec![left.expr, right.expr]);
        self.nested(call, depth)
    }

    fn unary(&mut self) -> Parse<Nested> {
        self.sync(FIRST)?;
        match self.kind() {
            Kind::Exclam => self.prefixed(Kind::Exclam, "!_"),
            Kind::Minus if !matches!(self.kind_at(1), Kind::Int | Kind::Float) => {
                self.prefixed(Kind::Minus, "-_")
            }
            _ => Ok(self.within(Kinds::END, Self::member)),
        }
    }

    /// Any number of one sign before a value: an even number of them is none.
    fn prefixed(&mut self, sign: Kind, function: &str) -> Parse<Nested> {
        let first = self.current();
        let mut count = 0_usize;
        while self.is(sign) {
            // A sign before what no value begins with belongs to nothing.
            let next = self.kind_at(1);
            if sign == Kind::Minus && (!FIRST.has(next) || next == Kind::Exclam) {
                return self.no_viable(1);
            }
            self.take();
            count += 1;
        }
        if !FIRST.has(self.kind()) || matches!(self.kind(), Kind::Exclam | Kind::Minus) && !self.is_number() {
            self.unwanted(FIRST);
        }
        let value = self.within(Kinds::END, Self::member);
        if count.is_multiple_of(2) {
            return Ok(value);
        }
        let call = self.builder.operator(first.start, function, vec![value.expr]);
        Ok(Nested { expr: call, depth: value.depth })
    }

    /// Whether a number with its sign stands here.
    fn is_number(&self) -> bool {
        self.is(Kind::Minus) && matches!(self.kind_at(1), Kind::Int | Kind::Float)
    }

    fn member(&mut self) -> Parse<Nested> {
        let follow = Kinds::of(&[Kind::Dot, Kind::LeftBracket]).and(Kinds::END);
        let mut value = self.within(follow, Self::primary);
        loop {
            value = match self.kind() {
                Kind::Dot => self.dot(value)?,
                Kind::LeftBracket => self.index(value)?,
                _ => return Ok(value),
            };
        }
    }

    /// A field or a method behind a dot.
    fn dot(&mut self, operand: Nested) -> Parse<Nested> {
        let is_optional = self.kind_at(1) == Kind::Question;
        if !is_optional && !matches!(self.kind_at(1), Kind::Ident | Kind::Escaped) {
            return self.no_viable(1);
        }
        let dot = self.take();
        if is_optional {
            self.take();
        } else if self.is(Kind::Ident) && self.kind_at(1) == Kind::LeftParen {
            let name = self.take();
            return self.method(operand, name);
        }
        let name = self.current();
        let follow = Kinds::of(&[Kind::Dot, Kind::LeftBracket]).and(Kinds::END);
        let text = self.within(follow, Self::escape_ident);
        if text.is_empty() {
            self.issues.push(self.source, Some(name.start), "unsupported ident kind");
        }
        let select = if is_optional {
            self.builder.optional_select(dot.start, operand.expr, name.start, &text, &mut self.issues)
        } else {
            self.builder.select(dot.start, operand.expr, &text)
        };
        self.nested(select, operand.depth)
    }

    fn escape_ident(&mut self) -> Parse<String> {
        self.sync(Kinds::of(&[Kind::Ident, Kind::Escaped]))?;
        let name = self.take();
        Ok(self.field_name(name))
    }

    fn method(&mut self, operand: Nested, name: Token) -> Parse<Nested> {
        let open = self.take();
        let name = self.text(name);
        let (args, depth) = self.arguments()?;
        let depth = depth.max(operand.depth);
        let call = self.builder.call(open.start, &name, Some(operand.expr), args, &mut self.issues);
        self.nested(call, depth)
    }

    fn index(&mut self, operand: Nested) -> Parse<Nested> {
        let open = self.take();
        self.sync(OPTIONAL_FIRST)?;
        let is_optional = self.accept(Kind::Question);
        let index = self.within(Kinds::of(&[Kind::RightBracket]), Self::expr);
        self.expect(Kind::RightBracket, Kinds::of(&[Kind::Dot, Kind::LeftBracket]).and(Kinds::END))?;
        let depth = operand.depth.max(index.depth);
        let args = vec![operand.expr, index.expr];
        let call = self.builder.index(open.start, args, is_optional, &mut self.issues);
        self.nested(call, depth)
    }

    /// The arguments up to the closing parenthesis, and how deep they are nested.
    fn arguments(&mut self) -> Parse<(Vec<Expr>, usize)> {
        let close = Kinds::of(&[Kind::RightParen]);
        self.sync(FIRST.and(close))?;
        let args =
            if self.is(Kind::RightParen) { (Vec::new(), 0) } else { self.within(close, Self::expressions) };
        self.expect(Kind::RightParen, Kinds::END)?;
        Ok(args)
    }

    fn expressions(&mut self) -> Parse<(Vec<Expr>, usize)> {
        let (mut args, mut depth) = (Vec::new(), 0);
        loop {
            let next = self.within(Kinds::of(&[Kind::Comma]).and(Kinds::END), Self::expr);
            depth = depth.max(next.depth);
            args.push(next.expr);
            if !self.accept(Kind::Comma) {
                return Ok((args, depth));
            }
        }
    }

    fn primary(&mut self) -> Parse<Nested> {
        match self.kind() {
            Kind::LeftParen => {
                self.take();
                let inner = self.within(Kinds::of(&[Kind::RightParen]), Self::expr);
                self.expect(Kind::RightParen, Kinds::END)?;
                Ok(inner)
            }
            Kind::LeftBracket => self.list(),
            Kind::LeftBrace => self.map(),
            Kind::Dot | Kind::Ident => self.named(),
            kind if FIRST.has(kind) && kind != Kind::Exclam => {
                Ok(self.within(Kinds::END, |parser| Ok(parser.literal())))
            }
            _ => self.mismatch(FIRST),
        }
    }

    fn list(&mut self) -> Parse<Nested> {
        let open = self.take();
        let id = self.builder.id(open.start);
        let ends = Kinds::of(&[Kind::Comma, Kind::RightBracket]);
        self.sync(OPTIONAL_FIRST.and(ends))?;
        let (elements, depth) =
            if OPTIONAL_FIRST.has(self.kind()) { self.within(ends, Self::elements) } else { (Vec::new(), 0) };
        self.close(Kind::RightBracket)?;
        Ok(Nested { expr: Expr { id, kind: ExprKind::List(elements) }, depth })
    }

    fn elements(&mut self) -> Parse<(Vec<Element>, usize)> {
        let (mut elements, mut depth) = (Vec::new(), 0);
        loop {
            let follow = Kinds::of(&[Kind::Comma]).and(Kinds::END);
            let (value, is_optional) = self.within(follow, Self::optional_expr);
            depth = depth.max(value.depth);
            elements.push(Element { value: value.expr, is_optional });
            if !self.goes_on(OPTIONAL_FIRST) {
                return Ok((elements, depth));
            }
        }
    }

    fn optional_expr(&mut self) -> Parse<(Nested, bool)> {
        self.sync(OPTIONAL_FIRST)?;
        let is_optional = self.optional_mark();
        Ok((self.within(Kinds::END, Self::expr), is_optional))
    }

    /// Whether a comma is not the last one.
    fn goes_on(&mut self, first: Kinds) -> bool {
        let goes_on = self.is(Kind::Comma) && first.has(self.kind_at(1));
        if goes_on {
            self.take();
        }
        goes_on
    }

    /// A comma that may stand before the end, and the end.
    fn close(&mut self, end: Kind) -> Parse<()> {
        self.sync(Kinds::of(&[Kind::Comma, end]))?;
        self.accept(Kind::Comma);
        self.expect(end, Kinds::END)
    }

    fn map(&mut self) -> Parse<Nested> {
        let open = self.take();
        let id = self.builder.id(open.start);
        let ends = Kinds::of(&[Kind::Comma, Kind::RightBrace]);
        self.sync(OPTIONAL_FIRST.and(ends))?;
        let (entries, depth) =
            if OPTIONAL_FIRST.has(self.kind()) { self.within(ends, Self::entries) } else { (Vec::new(), 0) };
        self.close(Kind::RightBrace)?;
        Ok(Nested { expr: Expr { id, kind: ExprKind::Map(entries) }, depth })
    }

    fn entries(&mut self) -> Parse<(Vec<Entry>, usize)> {
        let (mut entries, mut depth) = (Vec::new(), 0);
        loop {
            let (key, is_optional) = self.within(Kinds::of(&[Kind::Colon]), Self::optional_expr);
            self.expect(Kind::Colon, FIRST)?;
            let value = self.within(Kinds::of(&[Kind::Comma]).and(Kinds::END), Self::expr);
            depth = depth.max(key.depth).max(value.depth);
            entries.push(Entry { key: key.expr, value: value.expr, is_optional });
            if !self.goes_on(OPTIONAL_FIRST) {
                return Ok((entries, depth));
            }
        }
    }

    fn optional_mark(&mut self) -> bool {
        if !self.is(Kind::Question) {
            return false;
        }
        let mark = self.take();
        self.builder.optional_syntax(mark.start, "?", &mut self.issues);
        true
    }

    /// A name, a call, or a message: which of them stands behind the dots.
    fn named(&mut self) -> Parse<Nested> {
        let start = self.current();
        let is_rooted = self.is(Kind::Dot);
        if is_rooted && self.kind_at(1) != Kind::Ident {
            return self.no_viable(1);
        }
        if let Some(names) = self.message_names(usize::from(is_rooted)) {
            return self.message(names);
        }
        self.accept(Kind::Dot);
        let token = self.take();
        let (text, dot) = (self.text(token), if is_rooted { "." } else { "" });
        if literal::is_reserved(&text) {
            // What stands in parentheses is not looked at.
            if self.is(Kind::LeftParen) {
                self.take();
                self.arguments()?;
            }
            self.issues.push(self.source, Some(start.start), format!("reserved identifier: {text}"));
            let expr = self.builder.unspecified(start.start);
            return Ok(Nested { expr, depth: 0 });
        }
        let name = format!("{dot}{text}");
        if !self.is(Kind::LeftParen) {
            return Ok(Nested { expr: self.builder.ident(token.start, &name), depth: 0 });
        }
        let open = self.take();
        let (args, depth) = self.arguments()?;
        let expr = self.builder.call(open.start, &name, None, args, &mut self.issues);
        Ok(Nested { expr, depth })
    }

    /// How many tokens name a message, if a brace stands behind them.
    fn message_names(&self, from: usize) -> Option<usize> {
        let mut at = from + 1;
        while self.kind_at(at) == Kind::Dot && self.kind_at(at + 1) == Kind::Ident {
            at += 2;
        }
        (self.kind_at(at) == Kind::LeftBrace).then_some(at)
    }

    fn message(&mut self, names: usize) -> Parse<Nested> {
        let mut name = String::new();
        for _ in 0..names {
            let token = self.take();
            name.push_str(&self.text(token));
        }
        let open = self.take();
        let id = self.builder.id(open.start);
        let ends = Kinds::of(&[Kind::Comma, Kind::RightBrace]);
        self.sync(FIELD_FIRST.and(ends))?;
        let (fields, depth) =
            if FIELD_FIRST.has(self.kind()) { self.within(ends, Self::fields) } else { (Vec::new(), 0) };
        self.close(Kind::RightBrace)?;
        Ok(Nested { expr: build::message(id, name, fields), depth })
    }

    fn fields(&mut self) -> Parse<(Vec<Field>, usize)> {
        let (mut fields, mut depth) = (Vec::new(), 0);
        loop {
            let (name, is_optional) = self.within(Kinds::of(&[Kind::Colon]), Self::field);
            let colon = self.current();
            self.expect(Kind::Colon, FIRST)?;
            let id = self.builder.id(colon.start);
            let value = self.within(Kinds::of(&[Kind::Comma]).and(Kinds::END), Self::expr);
            depth = depth.max(value.depth);
            fields.push(Field { id, name, value: value.expr, is_optional });
            if !self.goes_on(FIELD_FIRST) {
                return Ok((fields, depth));
            }
        }
    }

    /// The name of a field, and whether it is optional.
    fn field(&mut self) -> Parse<(String, bool)> {
        self.sync(FIELD_FIRST)?;
        let is_optional = self.optional_mark();
        Ok((self.within(Kinds::END, Self::escape_ident), is_optional))
    }

    fn literal(&mut self) -> Nested {
        let start = self.current();
        let is_negative = self.accept(Kind::Minus);
        let token = self.take();
        let text = self.text(token);
        let read = match token.kind {
            Kind::Int => literal::int(&text, is_negative),
            Kind::Uint => literal::uint(&text),
            Kind::Float => literal::double(&text, is_negative),
            Kind::Str => literal::string(&text),
            Kind::Bytes => literal::bytes(&text),
            Kind::True => Ok(Literal::Bool(true)),
            Kind::False => Ok(Literal::Bool(false)),
            _ => Ok(Literal::Null),
        };
        let literal = read.unwrap_or_else(|message| {
            self.issues.push(self.source, Some(start.start), message);
            Literal::Null
        });
        let id: Id = self.builder.id(start.start);
        Nested { expr: Expr { id, kind: ExprKind::Literal(literal) }, depth: 0 }
    }

    fn field_name(&self, token: Token) -> String {
        let text = self.text(token);
        if token.kind == Kind::Escaped { text.trim_matches('`').to_owned() } else { text }
    }

    fn nested(&mut self, expr: Expr, depth: usize) -> Parse<Nested> {
        if depth >= DEEPEST || self.builder.is_too_large() {
            return self.stop("max recursion depth exceeded".to_owned());
        }
        Ok(Nested { expr, depth: depth + 1 })
    }
}

fn function_of(operator: Kind) -> &'static str {
    match operator {
        Kind::Equals => "_==_",
        Kind::NotEquals => "_!=_",
        Kind::In => "@in",
        Kind::Less => "_<_",
        Kind::LessEquals => "_<=_",
        Kind::GreaterEquals => "_>=_",
        Kind::Greater => "_>_",
        Kind::Plus => "_+_",
        Kind::Minus => "_-_",
        Kind::Star => "_*_",
        Kind::Slash => "_/_",
        _ => "_%_",
    }
}

/// Tokens, and what does not fit.
impl Parser<'_> {
    fn current(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.current().kind
    }

    fn kind_at(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::Eof, |token| token.kind)
    }

    fn is(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    /// The current token, which fits.
    fn take(&mut self) -> Token {
        self.is_recovering = false;
        self.skip()
    }

    fn skip(&mut self) -> Token {
        let token = self.current();
        self.at += usize::from(token.kind != Kind::Eof);
        token
    }

    fn accept(&mut self, kind: Kind) -> bool {
        let is = self.is(kind);
        if is {
            self.take();
        }
        is
    }

    fn text(&self, token: Token) -> String {
        self.source.slice(token.start, token.end)
    }

    /// The current token as messages show it.
    fn shown(&self) -> String {
        let token = self.current();
        if token.kind == Kind::Eof {
            return "'<EOF>'".to_owned();
        }
        format!("'{}'", lexer::escape(&self.text(token)))
    }

    /// Reads a rule that `follow` may stand behind; where it has an error, what follows is looked for.
    fn within<T: Default>(&mut self, follow: Kinds, rule: impl FnOnce(&mut Self) -> Parse<T>) -> T {
        self.follow.push(follow);
        let (outer, depth) = (self.follow.len(), self.depth);
        let read = rule(self).unwrap_or_else(|Stop| {
            self.follow.truncate(outer);
            self.depth = depth;
            self.recover();
            T::default()
        });
        self.follow.pop();
        read
    }

    /// Passes over what cannot follow any of the rules that are being read (ANTLR's `Recover`).
    fn recover(&mut self) {
        if !self.attempt() {
            return;
        }
        let follow = self.follow.iter().fold(Kinds::of(&[Kind::Eof]), |all, follow| all.and(*follow));
        self.pass_over(follow);
    }

    fn pass_over(&mut self, until: Kinds) {
        let mut passed = 0;
        while !until.has(self.kind()) && !self.is(Kind::Eof) {
            if passed == PASSED_OVER {
                let message = format!("error recovery token lookahead limit exceeded: {PASSED_OVER}");
                self.end(None, message);
                return;
            }
            self.skip();
            passed += 1;
        }
    }

    /// Whether the parse may go on behind one more error.
    fn attempt(&mut self) -> bool {
        if self.recoveries == RECOVERIES && !self.is_over {
            let at = self.current().start;
            let message = format!("Syntax error: error recovery attempt limit exceeded: {RECOVERIES}");
            self.end(Some(at), message);
        }
        self.recoveries += 1;
        !self.is_over
    }

    /// Reports why nothing more is read.
    fn end(&mut self, at: Option<usize>, message: String) {
        if !self.is_over {
            self.issues.push(self.source, at, message);
        }
        self.is_over = true;
        self.at = self.tokens.len() - 1;
    }

    /// What may stand here: `kinds`, and where the rule may end, what follows it.
    fn expected(&self, kinds: Kinds) -> Kinds {
        let mut expected = kinds;
        for follow in self.follow.iter().rev() {
            if !expected.ends() {
                return expected;
            }
            expected = expected.without_end().and(*follow);
        }
        if expected.ends() { expected.without_end().and(Kinds::of(&[Kind::Eof])) } else { expected }
    }

    /// Before a choice: passes over one token if the next one fits (ANTLR's `Sync`).
    fn sync(&mut self, kinds: Kinds) -> Parse<()> {
        if kinds.has(self.kind()) || kinds.ends() {
            return Ok(());
        }
        if self.is_recovering {
            return Err(Stop);
        }
        if self.delete(kinds) { Ok(()) } else { self.mismatch(kinds) }
    }

    /// In a loop: passes over what neither goes on with it nor follows (`Sync` at the end of a loop).
    fn unwanted(&mut self, kinds: Kinds) {
        if self.is_recovering {
            return;
        }
        let expected = self.expected(kinds);
        self.report_at(0, &format!("extraneous input {} expecting {}", self.shown(), expected.display()));
        let follow = self.follow.iter().fold(expected, |all, follow| all.and(*follow));
        self.pass_over(follow);
    }

    /// Passes over the current token if the one behind it is expected.
    fn delete(&mut self, kinds: Kinds) -> bool {
        let expected = self.expected(kinds);
        let fits = !self.is(Kind::Eof) && expected.has(self.kind_at(1));
        if fits {
            let message = format!("extraneous input {} expecting {}", self.shown(), expected.display());
            self.report_at(0, &message);
            self.skip();
            self.is_recovering = false;
        }
        fits
    }

    /// One kind of token, behind which `next` may stand; one too many or the missing one is passed over.
    fn expect(&mut self, kind: Kind, next: Kinds) -> Parse<()> {
        let kinds = Kinds::of(&[kind]);
        if self.is(kind) {
            self.take();
            return Ok(());
        }
        if !self.attempt() {
            return Err(Stop);
        }
        if self.delete(kinds) {
            self.take();
            return Ok(());
        }
        if self.expected(next).has(self.kind()) && next != Kinds::NONE {
            let message = format!("missing {} at {}", kinds.display(), self.shown());
            self.report_at(0, &message);
            return Ok(());
        }
        self.mismatch(kinds)
    }

    fn mismatch<T>(&mut self, kinds: Kinds) -> Parse<T> {
        let expected = self.expected(kinds).display();
        let message = format!("mismatched input {} expecting {expected}", self.shown());
        self.report_at(0, &message);
        Err(Stop)
    }

    /// No choice goes on with the token so far ahead; the message shows what stands before it.
    fn no_viable<T>(&mut self, ahead: usize) -> Parse<T> {
        let start = self.current().start;
        let last = self.tokens.get(self.at + ahead).or(self.tokens.last());
        let text = lexer::escape(&self.tokens_between(start, last.map_or(start, |token| token.end)));
        let word = text.get(1..).filter(|word| matches!(*word, "true" | "false" | "null"));
        // **Quirk**: keywords behind a dot have a message of their own (`parser/parser.go`, `SyntaxError`).
        let message = match word {
            Some(word) => format!("mismatched input '{word}' expecting IDENTIFIER"),
            None => format!("no viable alternative at input '{text}'"),
        };
        self.report_at(ahead, &message);
        Err(Stop)
    }

    /// The text without invalid tokens.
    fn tokens_between(&self, start: usize, end: usize) -> String {
        let (mut text, mut at) = (String::new(), start);
        for skipped in self.skipped.iter().filter(|skipped| skipped.start >= start && skipped.end <= end) {
            text.push_str(&self.source.slice(at, skipped.start));
            at = skipped.end;
        }
        text.push_str(&self.source.slice(at, end));
        text
    }

    /// Reports an error at the token so far ahead, unless the parse is behind one already.
    fn report_at(&mut self, ahead: usize, message: &str) {
        if self.is_recovering || self.is_over {
            return;
        }
        self.is_recovering = true;
        let token = self.tokens.get(self.at + ahead).or(self.tokens.last());
        let at = token.map(|token| token.start);
        self.issues.push(self.source, at, format!("Syntax error: {message}"));
    }

    fn stop<T>(&mut self, message: String) -> Parse<T> {
        self.end(None, message);
        Err(Stop)
    }
}
