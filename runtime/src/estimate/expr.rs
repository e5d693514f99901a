//! Expressions of CEL, made and written.
//!
//! What rules of ours say parses back to the same tree. Of rules by others only what the estimate asks for is kept.

use std::collections::HashMap;
use std::fmt;

/// An operator with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Equal,
    Unequal,
    AtLeast,
    AtMost,
    Less,
    Greater,
    In,
    Plus,
    Minus,
    Times,
    Divided,
    Modulo,
}

impl Op {
    /// Those that compare.
    pub(super) const RELATIONS: [Self; 7] =
        [Self::Equal, Self::Unequal, Self::AtLeast, Self::AtMost, Self::Less, Self::Greater, Self::In];

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::In => "in",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Divided => "/",
            Self::Modulo => "%",
        }
    }

    fn strength(self) -> u8 {
        match self {
            Self::Plus | Self::Minus => 4,
            Self::Times | Self::Divided | Self::Modulo => 5,
            _ => 3,
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Name(String),
    Number(u64),
    Null,
    /// A literal of another type; the estimate does not ask which.
    Scalar,
    Text(String),
    /// A member, by its escaped name.
    Member(Box<Expr>, String),
    /// Whether the member is there.
    Has(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    /// A function of one argument that rules of ours use.
    Call(&'static str, Box<Expr>),
    /// Any other function, with the value that it is a method of.
    Function(Option<Box<Expr>>, String, Vec<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    List(Vec<Expr>),
    /// A map: keys and values in turn.
    Entries(Vec<Expr>),
    /// `range.all(names, body)`, and the like.
    Loop(Macro, Box<Expr>, Vec<String>, Box<Expr>),
    /// `range.map(names, filter, body)`.
    FilteredMap(Box<Expr>, Vec<String>, Box<Expr>, Box<Expr>),
}

/// What is asked of the items of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Macro {
    All,
    Exists,
    ExistsOne,
    Map,
    Filter,
}

impl Macro {
    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Exists => "exists",
            Self::ExistsOne => "exists_one",
            Self::Map => "map",
            Self::Filter => "filter",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let all = [Self::All, Self::Exists, Self::ExistsOne, Self::Map, Self::Filter];
        let known = all.into_iter().find(|known| known.name() == name);
        known.or_else(|| (name == "existsOne").then_some(Self::ExistsOne))
    }
}

impl Expr {
    pub(crate) fn new_self() -> Self {
        Self::Name("self".to_owned())
    }

    pub(crate) fn old_self() -> Self {
        Self::Name("oldSelf".to_owned())
    }

    pub(crate) fn name(name: &str) -> Self {
        Self::Name(name.to_owned())
    }

    pub(super) fn function(name: &str, arguments: impl Into<Vec<Self>>) -> Self {
        Self::Function(None, name.to_owned(), arguments.into())
    }

    /// Whether the name stands in it, as a variable.
    pub(crate) fn mentions(&self, wanted: &str) -> bool {
        matches!(self, Self::Name(name) if name == wanted)
            || self.parts().into_iter().any(|part| part.mentions(wanted))
    }

    /// Whether no expression stands in more others than that.
    pub(super) fn is_flatter_than(&self, depth: usize) -> bool {
        depth
            .checked_sub(1)
            .is_some_and(|below| self.parts().into_iter().all(|part| part.is_flatter_than(below)))
    }

    /// The expressions that it is made of.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Number(_) | Self::Null | Self::Scalar | Self::Text(_) => Vec::new(),
            Self::Member(of, _) | Self::Has(of, _) | Self::Call(_, of) | Self::Not(of) => vec![of],
            Self::Index(left, right) | Self::Binary(_, left, right) | Self::Loop(_, left, _, right) => {
                vec![left, right]
            }
            Self::And(parts) | Self::Or(parts) | Self::List(parts) | Self::Entries(parts) => {
                parts.iter().collect()
            }
            Self::Function(target, _, arguments) => target.as_deref().into_iter().chain(arguments).collect(),
            Self::If(condition, then, otherwise) => vec![condition, then, otherwise],
            Self::FilteredMap(range, _, filter, body) => vec![range, filter, body],
        }
    }

    pub(crate) fn member(&self, name: &str) -> Self {
        Self::Member(Box::new(self.clone()), name.to_owned())
    }

    pub(crate) fn has(&self, name: &str) -> Self {
        Self::Has(Box::new(self.clone()), name.to_owned())
    }

    pub(crate) fn at(&self, index: Self) -> Self {
        Self::Index(Box::new(self.clone()), Box::new(index))
    }

    pub(crate) fn size(&self) -> Self {
        Self::Call("size", Box::new(self.clone()))
    }

    /// Whether the value, of whatever type, is null.
    pub(crate) fn is_null(&self) -> Self {
        Self::Call("dyn", Box::new(self.clone())).binary(Op::Equal, Self::Null)
    }

    /// Whether the value, of whatever type, is not null.
    pub(crate) fn is_not_null(&self) -> Self {
        Self::Call("dyn", Box::new(self.clone())).binary(Op::Unequal, Self::Null)
    }

    pub(crate) fn is_of_type(&self, name: &str) -> Self {
        Self::Call("type", Box::new(self.clone())).binary(Op::Equal, Self::name(name))
    }

    pub(crate) fn binary(self, op: Op, right: Self) -> Self {
        Self::Binary(op, Box::new(self), Box::new(right))
    }

    pub(crate) fn equals(&self, other: &Self) -> Self {
        self.clone().binary(Op::Equal, other.clone())
    }

    pub(crate) fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// All of them; what is a conjunction itself is taken apart.
    pub(crate) fn and(all: impl IntoIterator<Item = Self>) -> Self {
        let mut terms = Vec::new();
        for term in all {
            match term {
                Self::And(inner) => terms.extend(inner),
                other => terms.push(other),
            }
        }
        Self::single(terms, Self::And)
    }

    /// One of them; what is a disjunction itself is taken apart.
    pub(crate) fn or(any: impl IntoIterator<Item = Self>) -> Self {
        let mut terms = Vec::new();
        for term in any {
            match term {
                Self::Or(inner) => terms.extend(inner),
                other => terms.push(other),
            }
        }
        Self::single(terms, Self::Or)
    }

    fn single(mut terms: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            Some(last) => {
                terms.push(last);
                join(terms)
            }
            None => join(terms),
        }
    }

    pub(crate) fn all(&self, names: impl Into<Vec<String>>, body: Self) -> Self {
        self.each(Macro::All, names.into(), body)
    }

    pub(crate) fn exists(&self, name: &str, body: Self) -> Self {
        self.each(Macro::Exists, vec![name.to_owned()], body)
    }

    pub(crate) fn exists_one(&self, name: &str, body: Self) -> Self {
        self.each(Macro::ExistsOne, vec![name.to_owned()], body)
    }

    /// A list of the same items, which is compared by position whatever the list was.
    pub(crate) fn copied(&self, name: &str) -> Self {
        self.each(Macro::Map, vec![name.to_owned()], Self::name(name))
    }

    fn each(&self, what: Macro, names: Vec<String>, body: Self) -> Self {
        Self::Loop(what, Box::new(self.clone()), names, Box::new(body))
    }

    /// The same expression, the names of its loops counted from `x1` in the order of the text.
    pub(crate) fn renumbered(mut self) -> Self {
        self.rename(&mut HashMap::new());
        self
    }

    fn rename(&mut self, names: &mut HashMap<String, String>) {
        match self {
            Self::Name(name) => {
                if let Some(new) = names.get(name) {
                    name.clone_from(new);
                }
            }
            // Rules of ours have none of the others.
            Self::Number(_)
            | Self::Null
            | Self::Scalar
            | Self::Text(_)
            | Self::Entries(_)
            | Self::Function(..)
            | Self::If(..)
            | Self::FilteredMap(..) => {}
            Self::Member(of, _) | Self::Has(of, _) | Self::Call(_, of) | Self::Not(of) => of.rename(names),
            Self::Index(left, right) | Self::Binary(_, left, right) => {
                left.rename(names);
                right.rename(names);
            }
            Self::And(terms) | Self::Or(terms) | Self::List(terms) => {
                for term in terms {
                    term.rename(names);
                }
            }
            Self::Loop(_, range, bound, body) => {
                range.rename(names);
                for name in bound {
                    let new = format!("x{}", names.len().saturating_add(1));
                    names.insert(std::mem::replace(name, new.clone()), new);
                }
                body.rename(names);
            }
        }
    }

    /// How tightly it binds.
    fn strength(&self) -> u8 {
        match self {
            Self::Or(_) => 1,
            Self::And(_) => 2,
            Self::If(..) => 0,
            Self::Binary(op, ..) => op.strength(),
            Self::Not(_) => 6,
            _ => 7,
        }
    }

    fn above(&self, strength: u8) -> Operand<'_> {
        Operand { expr: self, bare: self.strength() > strength }
    }
}

/// An expression inside of another one, in parentheses where it needs them.
struct Operand<'e> {
    expr: &'e Expr,
    bare: bool,
}

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bare { self.expr.fmt(f) } else { write!(f, "({})", self.expr) }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Number(number) => number.fmt(f),
            Self::Null => f.write_str("null"),
            Self::Scalar => f.write_str("…"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Member(of, name) => write!(f, "{}.{name}", of.above(6)),
            Self::Has(of, name) => write!(f, "has({}.{name})", of.above(6)),
            Self::Index(of, index) => write!(f, "{}[{index}]", of.above(6)),
            Self::Call(function, argument) => write!(f, "{function}({argument})"),
            Self::Not(negated) => write!(f, "!{}", negated.above(5)),
            Self::Binary(op, left, right) => {
                let strength = self.strength();
                write!(f, "{} {} {}", left.above(strength), op.sign(), right.above(strength))
            }
            // Parentheses around conjunctions are for the reader.
            Self::Or(terms) => joined(f, terms, " || ", 2),
            Self::And(terms) => joined(f, terms, " && ", 2),
            Self::If(condition, then, otherwise) => {
                write!(f, "{} ? {} : {otherwise}", condition.above(0), then.above(0))
            }
            Self::Function(target, name, arguments) => {
                if let Some(target) = target {
                    write!(f, "{}.", target.above(6))?;
                }
                write!(f, "{name}(")?;
                joined(f, arguments, ", ", 0)?;
                f.write_str(")")
            }
            Self::Entries(items) => {
                f.write_str("{")?;
                joined(f, items, ", ", 0)?;
                f.write_str("}")
            }
            Self::FilteredMap(range, names, filter, body) => {
                write!(f, "{}.map({}, {filter}, {body})", range.above(6), names.join(", "))
            }
            Self::List(items) => {
                f.write_str("[")?;
                joined(f, items, ", ", 0)?;
                f.write_str("]")
            }
            Self::Loop(what, range, names, body) => {
                write!(f, "{}.{}({}, {body})", range.above(6), what.name(), names.join(", "))
            }
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, terms: &[Expr], by: &str, strength: u8) -> fmt::Result {
    for (position, term) in terms.iter().enumerate() {
        if position > 0 {
            f.write_str(by)?;
        }
        write!(f, "{}", term.above(strength))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Expr, Op};

    #[test]
    fn parentheses_stand_where_they_are_needed() {
        let (new, old) = (Expr::new_self(), Expr::old_self());
        let present = |side: &Expr| Expr::and([side.has("a"), side.member("a").has("b")]);
        assert_eq!(
            present(&new).equals(&present(&old)).to_string(),
            "(has(self.a) && has(self.a.b)) == (has(oldSelf.a) && has(oldSelf.a.b))"
        );
        assert_eq!(
            Expr::or([present(&new).negated(), present(&old)]).to_string(),
            "!(has(self.a) && has(self.a.b)) || (has(oldSelf.a) && has(oldSelf.a.b))"
        );
        let merged = new.clone().binary(Op::Plus, old.clone());
        assert_eq!(merged.size().equals(&new.size()).to_string(), "size(self + oldSelf) == size(self)");
        assert_eq!(Expr::and([new.is_null()]).to_string(), "dyn(self) == null");
        let positions = Expr::List(vec![Expr::Number(0), Expr::Number(1)]);
        let each = positions.all(["p".to_owned()], new.at(Expr::name("p")).binary(Op::In, old));
        assert_eq!(each.renumbered().to_string(), "[0, 1].all(x1, self[x1] in oldSelf)");
    }
}
