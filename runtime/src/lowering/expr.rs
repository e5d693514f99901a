//! Expressions of CEL, made and written.
//!
//! Knows nothing of: schemas, what expressions cost.

use std::collections::HashMap;
use std::fmt;

/// An operator with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Equal,
    Unequal,
    AtLeast,
    AtMost,
    In,
    Plus,
}

impl Op {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::In => "in",
            Self::Plus => "+",
        }
    }

    fn strength(self) -> u8 {
        if self == Self::Plus { 4 } else { 3 }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Name(String),
    Number(u64),
    Null,
    /// A field, by its escaped name.
    Field(Box<Expr>, String),
    /// Whether the field is there.
    Has(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    /// A function of one argument that rules of ours use.
    Call(&'static str, Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    List(Vec<Expr>),
    /// `range.all(names, body)`, and the like.
    Loop(Macro, Box<Expr>, Vec<String>, Box<Expr>),
}

/// What is asked of the items of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Macro {
    All,
    Exists,
    ExistsOne,
    Map,
}

impl Macro {
    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Exists => "exists",
            Self::ExistsOne => "exists_one",
            Self::Map => "map",
        }
    }
}

impl Expr {
    pub(super) fn new_self() -> Self {
        Self::Name("self".to_owned())
    }

    pub(super) fn old_self() -> Self {
        Self::Name("oldSelf".to_owned())
    }

    pub(super) fn name(name: &str) -> Self {
        Self::Name(name.to_owned())
    }

    pub(super) fn field(&self, name: &str) -> Self {
        Self::Field(Box::new(self.clone()), name.to_owned())
    }

    pub(super) fn has(&self, name: &str) -> Self {
        Self::Has(Box::new(self.clone()), name.to_owned())
    }

    pub(super) fn at(&self, index: Self) -> Self {
        Self::Index(Box::new(self.clone()), Box::new(index))
    }

    pub(super) fn size(&self) -> Self {
        Self::Call("size", Box::new(self.clone()))
    }

    /// Whether the value, of whatever type, is null.
    pub(super) fn is_null(&self) -> Self {
        Self::Call("dyn", Box::new(self.clone())).binary(Op::Equal, Self::Null)
    }

    /// Whether the value, of whatever type, is not null.
    pub(super) fn is_not_null(&self) -> Self {
        Self::Call("dyn", Box::new(self.clone())).binary(Op::Unequal, Self::Null)
    }

    pub(super) fn is_of_type(&self, name: &str) -> Self {
        Self::Call("type", Box::new(self.clone())).binary(Op::Equal, Self::name(name))
    }

    pub(super) fn binary(self, op: Op, right: Self) -> Self {
        Self::Binary(op, Box::new(self), Box::new(right))
    }

    pub(super) fn equals(&self, other: &Self) -> Self {
        self.clone().binary(Op::Equal, other.clone())
    }

    pub(super) fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// All of them; what is a conjunction itself is taken apart.
    pub(super) fn and(all: impl IntoIterator<Item = Self>) -> Self {
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
    pub(super) fn or(any: impl IntoIterator<Item = Self>) -> Self {
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

    pub(super) fn all(&self, names: impl Into<Vec<String>>, body: Self) -> Self {
        self.each(Macro::All, names.into(), body)
    }

    pub(super) fn exists(&self, name: &str, body: Self) -> Self {
        self.each(Macro::Exists, vec![name.to_owned()], body)
    }

    pub(super) fn exists_one(&self, name: &str, body: Self) -> Self {
        self.each(Macro::ExistsOne, vec![name.to_owned()], body)
    }

    /// A list of the same items, which is compared by position whatever the list was.
    pub(super) fn copied(&self, name: &str) -> Self {
        self.each(Macro::Map, vec![name.to_owned()], Self::name(name))
    }

    fn each(&self, what: Macro, names: Vec<String>, body: Self) -> Self {
        Self::Loop(what, Box::new(self.clone()), names, Box::new(body))
    }

    /// The same expression, the names of its loops counted from `x1` in the order of the text.
    pub(super) fn renumbered(mut self) -> Self {
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
            Self::Number(_) | Self::Null => {}
            Self::Field(of, _) | Self::Has(of, _) | Self::Call(_, of) | Self::Not(of) => of.rename(names),
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
            Self::Field(of, name) => write!(f, "{}.{name}", of.above(6)),
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
        let present = |side: &Expr| Expr::and([side.has("a"), side.field("a").has("b")]);
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
