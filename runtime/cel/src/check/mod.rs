//! The type checker: what type each node has, and which overloads a call may mean.
//!
//! Source: cel-go `checker/checker.go`, `checker/errors.go`.
//!
//! Knows nothing of: values, schemas.

mod calls;
mod messages;
mod unify;

use std::sync::Arc;

use crate::ast::{Comprehension, Element, Entry, Expr, ExprKind, Id, Literal, Select};
use crate::env::Env;
use crate::functions::Functions;
use crate::parse::Parsed;
use crate::source::{Issues, Source};
use crate::types::Type;
use unify::{Unifier, most_general};

/// How many parts a type may have here. A server has no bound: `[1].map(a, [{a: a}].map(b, [{b: b}].map(…)))` doubles the type
/// with each loop.
const LARGEST_TYPE: usize = 1_000;

/// An expression whose types fit, with the type of each node.
pub(crate) struct Checked {
    pub(crate) root: Expr,
    /// By the number of the node; unknown types are settled.
    pub(crate) types: Vec<Type>,
    pub(crate) places: Vec<Option<usize>>,
    /// What each call calls, by the number of its node.
    pub(crate) calls: Vec<Option<Target>>,
    /// What each name means, by the number of its node.
    pub(crate) names: Vec<Option<Name>>,
    pub(crate) uses: Vec<Arc<str>>,
}

/// What a call calls.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The name of the function.
    pub(crate) function: &'static str,
    /// The first overload that fits.
    pub(crate) overload: &'static str,
    /// The others that fit, where it is not known before the arguments are.
    pub(crate) others: Vec<&'static str>,
    /// Whether what stands before the dot belongs to the name of the function.
    pub(crate) is_qualified: bool,
}

impl Target {
    /// Whether no other overload fits, so that it is known before the arguments are.
    pub(crate) fn is_settled(&self) -> bool {
        self.others.is_empty()
    }

    /// All overloads that fit, in the order in which they are declared.
    pub(crate) fn overloads(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.overload).chain(self.others.iter().copied())
    }
}

/// What a name means.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// A variable of a loop, or an accumulator.
    Local(Arc<str>),
    /// A variable of the environment.
    Variable(Arc<str>),
    /// A type.
    Type(Type),
}

/// Checks a tree.
///
/// # Errors
///
/// Every part whose type does not fit.
pub(crate) fn check(parsed: Parsed, source: &Source, env: &Env<'_>) -> Result<Checked, Issues> {
    let count = parsed.places.len();
    let mut checker = Checker {
        env,
        functions: env.functions(),
        source,
        places: &parsed.places,
        types: vec![Type::Error; count],
        calls: vec![None; count],
        names: vec![None; count],
        unifier: Unifier::default(),
        scopes: Vec::new(),
        uses: Vec::new(),
        issues: Issues::default(),
    };
    checker.check(&parsed.root);
    let Checker { types, calls, names, unifier, uses, issues, .. } = checker;
    if !issues.is_empty() {
        return Err(issues.sorted());
    }
    let types = types.iter().map(|of| unifier.settled(of)).collect();
    Ok(Checked { root: parsed.root, types, places: parsed.places, calls, names, uses })
}

struct Checker<'e> {
    env: &'e Env<'e>,
    functions: Arc<Functions>,
    source: &'e Source,
    places: &'e [Option<usize>],
    types: Vec<Type>,
    calls: Vec<Option<Target>>,
    names: Vec<Option<Name>>,
    unifier: Unifier,
    /// The variables of the loops around, the innermost last.
    scopes: Vec<(Arc<str>, Type)>,
    /// The names that are used as variables.
    uses: Vec<Arc<str>>,
    issues: Issues,
}

impl Checker<'_> {
    fn check(&mut self, expr: &Expr) {
        let of = match &expr.kind {
            ExprKind::Unspecified => Type::Error,
            ExprKind::Literal(literal) => type_of(literal),
            ExprKind::Ident(name) => self.ident(expr.id, name),
            ExprKind::Select(select) => self.select(expr, select),
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::List(elements) => self.list(elements),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Struct(made) => self.message(expr.id, made),
            ExprKind::Comprehension(fold) => self.fold(fold),
        };
        let of = if self.unifier.is_larger(&of, LARGEST_TYPE) { self.too_large(expr.id) } else { of };
        self.set(expr.id, of);
    }

    fn too_large(&mut self, id: Id) -> Type {
        self.report(id, format!("type has more than {LARGEST_TYPE} parts"));
        Type::Error
    }

    fn set(&mut self, id: Id, of: Type) {
        if let Some(slot) = self.types.get_mut(id) {
            *slot = of;
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        self.types.get(expr.id).cloned().unwrap_or(Type::Error)
    }

    fn report(&mut self, id: Id, message: impl Into<String>) {
        let at = self.places.get(id).copied().flatten();
        self.issues.push(self.source, at, message);
    }

    fn ident(&mut self, id: Id, name: &str) -> Type {
        if let Some(of) = self.local(name) {
            // **Quirk**: whatever is called as a variable counts as a use of it (`compilation.go`, `ReferenceMap`).
            self.uses(name);
            self.means(id, Name::Local(Arc::from(name)));
            return of;
        }
        if let Some(of) = self.global(id, name) {
            return of;
        }
        self.undeclared(id, name)
    }

    fn means(&mut self, id: Id, name: Name) {
        if let Some(slot) = self.names.get_mut(id) {
            *slot = Some(name);
        }
    }

    fn undeclared(&mut self, id: Id, name: &str) -> Type {
        self.report(id, format!("undeclared reference to '{name}' (in container '')"));
        Type::Error
    }

    /// The variable of a loop.
    fn local(&self, name: &str) -> Option<Type> {
        // A dot before a name leads out of all loops.
        let mut scopes = self.scopes.iter().rev().filter(|_| !name.starts_with('.'));
        scopes.find(|(known, _)| &**known == name).map(|(_, of)| of.clone())
    }

    fn uses(&mut self, name: &str) {
        if !self.uses.iter().any(|used| &**used == name) {
            self.uses.push(Arc::from(name));
        }
    }

    /// A variable of the environment, or a type by its name.
    fn global(&mut self, id: Id, name: &str) -> Option<Type> {
        let name = name.strip_prefix('.').unwrap_or(name);
        if let Some(of) = self.env.variable_type(name) {
            self.uses(name);
            self.means(id, Name::Variable(Arc::from(name)));
            return Some(of);
        }
        let of = self.env.type_named(name)?;
        self.means(id, Name::Type(of.clone()));
        Some(Type::Type(Some(Arc::new(of))))
    }

    fn select(&mut self, expr: &Expr, select: &Select) -> Type {
        // A chain of names may be one name.
        if !select.is_test
            && let Some(name) = expr.qualified_name()
            && let Some((first, _)) = name.split_once('.')
            && (name.starts_with('.') || self.local(first).is_none())
            && let Some(of) = self.global(expr.id, &name)
        {
            return of;
        }
        let of = self.field(expr.id, &select.operand, &select.field, false);
        if select.is_test { Type::Bool } else { self.unifier.resolved(&of) }
    }

    /// The type of a field.
    fn field(&mut self, id: Id, operand: &Expr, field: &str, is_optional: bool) -> Type {
        self.check(operand);
        let operand = self.unifier.resolved(&self.type_of(operand));
        let (target, was_optional) = match operand.unwrapped() {
            Some(value) => (value.clone(), true),
            None => (operand, false),
        };
        let of = match &target {
            Type::Map(_, value) => (**value).clone(),
            Type::Struct(name) => {
                let declared = self.env.field(name, field);
                self.declared_field(id, field, declared)
            }
            Type::Var(_) => {
                self.unifier.assignable([(&Type::Dyn, &target)]);
                Type::Dyn
            }
            // **Quirk**: such types have a name and no declaration (`checker.go`, `lookupFieldType`).
            Type::Opaque(name, _) if name.starts_with("kubernetes.") => {
                self.report(id, format!("unexpected failed resolution of '{name}'"));
                Type::Error
            }
            other => {
                if !other.is_dyn_or_error() {
                    self.report(id, format!("type '{other}' does not support field selection"));
                }
                Type::Dyn
            }
        };
        if is_optional || was_optional { Type::optional(of) } else { of }
    }

    fn declared_field(&mut self, id: Id, field: &str, declared: Option<Type>) -> Type {
        if declared.is_none() {
            self.report(id, format!("undefined field '{field}'"));
        }
        declared.unwrap_or(Type::Error)
    }

    /// The one type of all elements; whether they are of one is checked later (`validators::homogeneous`).
    fn join(&mut self, before: Option<Type>, of: Type) -> Type {
        let Some(before) = before else { return of };
        if self.unifier.assignable([(&before, &of)]) { most_general(&before, &of).clone() } else { Type::Dyn }
    }

    fn mismatch(&mut self, id: Id, expected: &Type, found: &Type) {
        self.report(id, format!("expected type '{expected}' but found '{found}'"));
    }

    /// The value of an optional element.
    fn unwrapped(&mut self, value: &Expr, is_optional: bool) -> Type {
        let of = self.type_of(value);
        if !is_optional {
            return of;
        }
        if let Some(value) = of.unwrapped() {
            return value.clone();
        }
        if !of.is_dyn() {
            self.mismatch(value.id, &Type::optional(of.clone()), &of);
        }
        of
    }

    fn variable(&mut self) -> Type {
        Type::Var(self.unifier.fresh(1))
    }

    fn list(&mut self, elements: &[Element]) -> Type {
        let mut item = None;
        for element in elements {
            self.check(&element.value);
            let of = self.unwrapped(&element.value, element.is_optional);
            item = Some(self.join(item, of));
        }
        Type::list(item.unwrap_or_else(|| self.variable()))
    }

    fn map(&mut self, entries: &[Entry]) -> Type {
        let (mut key, mut value) = (None, None);
        for entry in entries {
            self.check(&entry.key);
            key = Some(self.join(key, self.type_of(&entry.key)));
            self.check(&entry.value);
            let of = self.unwrapped(&entry.value, entry.is_optional);
            value = Some(self.join(value, of));
        }
        let key = key.unwrap_or_else(|| self.variable());
        Type::map(key, value.unwrap_or_else(|| self.variable()))
    }

    fn fold(&mut self, fold: &Comprehension) -> Type {
        self.check(&fold.range);
        self.check(&fold.init);
        let range = self.unifier.resolved(&self.type_of(&fold.range));
        let accumulator = self.type_of(&fold.init);
        let depth = self.scopes.len();
        self.scopes.push((fold.accumulator.clone(), accumulator.clone()));
        let (first, second) = self.variables(fold, range);
        self.scopes.push((fold.variable.clone(), first));
        if let Some(name) = &fold.second_variable {
            self.scopes.push((name.clone(), second));
        }
        self.check(&fold.condition);
        self.assert(&fold.condition, &Type::Bool);
        self.check(&fold.step);
        self.assert(&fold.step, &accumulator);
        self.scopes.truncate(depth + 1);
        self.check(&fold.result);
        self.scopes.truncate(depth);
        self.unifier.resolved(&self.type_of(&fold.result))
    }

    /// The types of the variables of a loop.
    fn variables(&mut self, fold: &Comprehension, range: Type) -> (Type, Type) {
        let has_two = fold.second_variable.is_some();
        match range {
            Type::List(item) if has_two => (Type::Int, (*item).clone()),
            Type::List(item) => ((*item).clone(), Type::Dyn),
            Type::Map(key, value) => ((*key).clone(), (*value).clone()),
            Type::Dyn | Type::Error | Type::Var(_) => {
                self.unifier.assignable([(&Type::Dyn, &range)]);
                (Type::Dyn, Type::Dyn)
            }
            other => {
                let message = format!(
                    "expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(fold.range.id, message);
                (Type::Error, Type::Error)
            }
        }
    }

    fn assert(&mut self, expr: &Expr, expected: &Type) {
        let of = self.type_of(expr);
        if !self.unifier.assignable([(expected, &of)]) {
            self.mismatch(expr.id, expected, &of);
        }
    }
}

fn type_of(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Null,
        Literal::Bool(_) => Type::Bool,
        Literal::Int(_) => Type::Int,
        Literal::Uint(_) => Type::Uint,
        Literal::Double(_) => Type::Double,
        Literal::Str(_) => Type::String,
        Literal::Bytes(_) => Type::Bytes,
    }
}
