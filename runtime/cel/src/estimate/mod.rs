//! What a server estimates an expression to cost, before there are values.
//!
//! Source: cel-go `checker/cost.go`; what calls cost is in the rows of the functions.
//!
//! Knows nothing of: schemas, values.

mod calls;
mod path;
mod range;

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Comprehension, Entry, Expr, ExprKind, Id, Literal, Select};
use crate::check::Checked;
use crate::functions::Functions;
use crate::server::Server;
use crate::types::Type;
use path::Paths;

pub(crate) use path::Path;
pub(crate) use range::Range;

/// How large the values of variables can be.
///
/// Source: cel-go `checker/cost.go`, `CostEstimator`.
pub trait Sizes {
    /// The largest size of the value that a path leads to: the characters of a string, the bytes of bytes, the items of a list,
    /// the entries of a map. `None` where nothing is declared there.
    ///
    /// The first step is a variable, a later one is the name of a field or one of `@items`, `@keys`, `@values` and `@indices`.
    fn largest(&self, path: &[Arc<str>]) -> Option<u64>;
}

/// The bounds of what one evaluation can cost, in the units of a server's limits.
///
/// Source: cel-go `checker/cost.go`, `CostEstimate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// The least.
    pub min: u64,
    /// The most; this is what a server holds against its limits.
    pub max: u64,
}

/// Estimates an expression.
pub(crate) fn estimate(
    checked: &Checked,
    functions: &Functions,
    server: Server,
    sizes: &dyn Sizes,
) -> Estimate {
    let mut estimator = Estimator {
        checked,
        functions,
        sizes,
        regime: Regime::of(server),
        minor: server.minor,
        paths: Paths::new(),
        path_of: HashMap::new(),
        size_of: HashMap::new(),
        entry_of: HashMap::new(),
        locals: Vec::new(),
    };
    let Range { min, max } = estimator.cost(&checked.root);
    Estimate { min, max }
}

/// How cel-go estimates, as of the versions that servers are built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Regime {
    /// cel-go 0.17.7, servers of 1.29: of what a loop makes nothing is known.
    Plain,
    /// cel-go 0.17.8 to 0.22, 1.30 to 1.32: a loop makes what is as large as its range.
    Loops,
    /// cel-go 0.23 and later: the sizes of items, entries and local variables are known, too.
    Entries,
}

impl Regime {
    fn of(server: Server) -> Self {
        match server.minor {
            ..30 => Self::Plain,
            30..=32 => Self::Loops,
            _ => Self::Entries,
        }
    }
}

/// How large the keys and values are of a list or map that an expression makes.
#[derive(Clone, Copy)]
struct EntrySize {
    is_list: bool,
    key: Range,
    value: Range,
}

impl EntrySize {
    fn union(self, other: Self) -> Self {
        Self { is_list: self.is_list, key: self.key.union(other.key), value: self.value.union(other.value) }
    }
}

/// The name of a loop or of a bound value.
struct Local {
    name: Arc<str>,
    path: Path,
    size: Option<Range>,
    entry: Option<EntrySize>,
}

struct Estimator<'e> {
    checked: &'e Checked,
    functions: &'e Functions,
    sizes: &'e dyn Sizes,
    regime: Regime,
    minor: u8,
    paths: Paths,
    path_of: HashMap<Id, Path>,
    /// What calls and loops make.
    size_of: HashMap<Id, Range>,
    entry_of: HashMap<Id, EntrySize>,
    locals: Vec<Local>,
}

impl Estimator<'_> {
    fn cost(&mut self, expr: &Expr) -> Range {
        if let Some(name) = self.name(expr) {
            return self.ident(expr.id, &name);
        }
        match &expr.kind {
            ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => Range::ZERO,
            ExprKind::Select(select) => self.select(expr.id, select),
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::List(elements) => self.list(expr.id, elements.iter().map(|element| &element.value)),
            ExprKind::Map(entries) => self.map(expr.id, entries),
            ExprKind::Struct(made) => {
                let fields = made.fields.iter().map(|field| self.cost(&field.value));
                fields.fold(Range::of(40), Range::plus)
            }
            ExprKind::Comprehension(fold) if self.is_bind(fold) => self.bind(expr.id, fold),
            ExprKind::Comprehension(fold) => self.fold(expr.id, fold),
        }
    }

    /// The name that the checker made of an identifier, or of a chain of names that is one.
    fn name(&self, expr: &Expr) -> Option<Arc<str>> {
        let is_name = self.checked.names.get(expr.id).is_some_and(Option::is_some);
        let name = match &expr.kind {
            ExprKind::Ident(name) => name.clone(),
            ExprKind::Select(select) if is_name && !select.is_test => Arc::from(expr.qualified_name()?),
            _ => return None,
        };
        Some(name.strip_prefix('.').map(Arc::from).unwrap_or(name))
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rfind(|local| &*local.name == name)
    }

    fn ident(&mut self, id: Id, name: &Arc<str>) -> Range {
        let path = match self.local(name) {
            Some(local) => local.path,
            None => self.paths.append(Path::NONE, name.clone()),
        };
        self.path_of.insert(id, path);
        Range::ONE
    }

    /// Whether a field is there costs what its operand does (`apiserver pkg/cel/environment/base.go`).
    fn select(&mut self, id: Id, select: &Select) -> Range {
        let operand = self.cost(&select.operand);
        if select.is_test {
            return operand;
        }
        let path = self.paths.append(self.path(&select.operand), select.field.clone());
        self.path_of.insert(id, path);
        let has_fields = match self.type_of(&select.operand) {
            Type::Map(..) | Type::Struct(_) => true,
            // Types of Kubernetes' libraries are objects to CEL.
            Type::Opaque(name, _) => name.starts_with("kubernetes."),
            _ => false,
        };
        if has_fields { operand.plus(Range::ONE) } else { operand }
    }

    fn list<'x>(&mut self, id: Id, elements: impl ExactSizeIterator<Item = &'x Expr>) -> Range {
        let mut value = if elements.len() == 0 { Range::ZERO } else { Range::NONE };
        let mut cost = Range::of(10);
        for element in elements {
            cost = cost.plus(self.cost(element));
            value = value.union(self.size_or_unknown(element));
        }
        self.set_entry(id, EntrySize { is_list: true, key: Range::ONE, value });
        cost
    }

    fn map(&mut self, id: Id, entries: &[Entry]) -> Range {
        let none = if entries.is_empty() { Range::ZERO } else { Range::NONE };
        let (mut key, mut value) = (none, none);
        let mut cost = Range::of(30);
        for entry in entries {
            cost = cost.plus(self.cost(&entry.key)).plus(self.cost(&entry.value));
            key = key.union(self.size_or_unknown(&entry.key));
            value = value.union(self.size_or_unknown(&entry.value));
        }
        self.set_entry(id, EntrySize { is_list: false, key, value });
        cost
    }

    /// Whether the loop only gives a value a name.
    fn is_bind(&self, fold: &Comprehension) -> bool {
        let is_empty = matches!(&fold.range.kind, ExprKind::List(elements) if elements.is_empty());
        let is_false = matches!(fold.condition.kind, ExprKind::Literal(Literal::Bool(false)));
        self.regime == Regime::Entries && is_empty && is_false && &*fold.accumulator != "__result__"
    }

    fn bind(&mut self, id: Id, fold: &Comprehension) -> Range {
        let cost = self.cost(&fold.range).plus(self.cost(&fold.init));
        self.push_value(fold);
        let cost = cost.plus(self.cost(&fold.result));
        self.locals.pop();
        self.copy_sizes(id, &fold.result);
        cost
    }

    fn push_value(&mut self, fold: &Comprehension) {
        let (path, entry) = (self.path(&fold.init), self.entry(&fold.init));
        let size = self.size(&fold.init);
        self.locals.push(Local { name: fold.accumulator.clone(), path, size, entry });
    }

    fn fold(&mut self, id: Id, fold: &Comprehension) -> Range {
        let cost = self.cost(&fold.range).plus(self.cost(&fold.init));
        let depth = self.locals.len();
        if self.regime == Regime::Entries {
            self.push_value(fold);
        }
        let before = self.locals.len();
        self.push_variables(fold);
        let each = self.cost(&fold.condition).plus(self.cost(&fold.step));
        self.locals.truncate(before);
        let cost = cost.plus(self.cost(&fold.result));
        self.locals.truncate(depth);
        let range = self.size_or_unknown(&fold.range);
        self.made_by_loop(id, fold, range);
        cost.plus(range.times(each))
    }

    fn made_by_loop(&mut self, id: Id, fold: &Comprehension, range: Range) {
        match (self.regime, &fold.init.kind) {
            (Regime::Loops, _) | (Regime::Entries, ExprKind::List(_) | ExprKind::Map(_)) => {
                self.size_of.insert(id, range);
                if let Some(entry) = self.entry(&fold.step) {
                    self.set_entry(id, entry);
                }
            }
            (Regime::Entries, ExprKind::Literal(_)) => {
                let size = self.size(&fold.init);
                self.size_of.extend(size.map(|size| (id, size)));
            }
            _ => {}
        }
    }

    fn push_variables(&mut self, fold: &Comprehension) {
        let entry = self.entry(&fold.range);
        let of = self.type_of(&fold.range);
        let is_list = entry.map_or(matches!(of, Type::List(_)), |entry| entry.is_list);
        let is_known = is_list || matches!(of, Type::Map(..));
        let (key, value) = (entry.map(|entry| entry.key), entry.map(|entry| entry.value));
        let (key_step, value_step) =
            if is_list { (path::INDICES, path::ITEMS) } else { (path::KEYS, path::VALUES) };
        let pushed = match &fold.second_variable {
            Some(second) => vec![(&fold.variable, key_step, key), (second, value_step, value)],
            None if is_list => vec![(&fold.variable, path::ITEMS, value)],
            None => vec![(&fold.variable, path::KEYS, key)],
        };
        for (name, step, size) in pushed {
            let path = self.path(&fold.range);
            // Older servers know no path of what is neither a list nor a map.
            let path = if self.regime < Regime::Entries && !is_known {
                Path::NONE
            } else {
                self.paths.append(path, Arc::from(step))
            };
            self.locals.push(Local { name: name.clone(), path, size, entry: None });
        }
    }

    fn type_of(&self, expr: &Expr) -> &Type {
        self.checked.types.get(expr.id).unwrap_or(&Type::Dyn)
    }

    fn path(&self, expr: &Expr) -> Path {
        let local = self.name(expr).and_then(|name| Some(self.local(&name)?.path));
        local
            .filter(|_| self.regime == Regime::Entries)
            .or_else(|| self.path_of.get(&expr.id).copied())
            .unwrap_or(Path::NONE)
    }

    /// What the variables say of the size, wherever the path leads at this moment.
    fn declared(&self, path: Path) -> Option<Range> {
        self.sizes.largest(self.known_steps(path)?).map(Range::up_to)
    }

    /// The steps of a path that begins with a variable; accumulators are none.
    fn known_steps(&self, path: Path) -> Option<&[Arc<str>]> {
        let steps = self.paths.steps(path);
        let first = steps.first()?;
        (!matches!(&**first, "__result__" | "@result")).then_some(steps)
    }

    fn size_or_unknown(&mut self, expr: &Expr) -> Range {
        self.size(expr).unwrap_or(Range::UNKNOWN)
    }

    fn size(&mut self, expr: &Expr) -> Option<Range> {
        if let Some(size) = self.size_of.get(&expr.id) {
            return Some(*size);
        }
        if let Some(size) = written_size(expr) {
            return Some(Range::of(size));
        }
        if let Some(size) = self.declared(self.path(expr)) {
            if self.regime == Regime::Entries {
                self.size_of.insert(expr.id, size);
            }
            return Some(size);
        }
        if is_scalar(self.type_of(expr), self.regime) {
            return Some(Range::ONE);
        }
        let name = self.name(expr).filter(|_| self.regime == Regime::Entries)?;
        self.local(&name)?.size
    }

    fn set_entry(&mut self, id: Id, entry: EntrySize) {
        if self.regime == Regime::Entries {
            self.entry_of.insert(id, entry);
        }
    }

    fn entry(&self, expr: &Expr) -> Option<EntrySize> {
        let own = self.entry_of.get(&expr.id).copied();
        own.or_else(|| self.local(&self.name(expr)?)?.entry)
    }

    fn copy_sizes(&mut self, id: Id, from: &Expr) {
        let size = self.size(from);
        self.size_of.extend(size.map(|size| (id, size)));
        let entry = self.entry(from);
        self.entry_of.extend(entry.map(|entry| (id, entry)));
    }
}

/// The size of what the expression itself lists.
fn written_size(expr: &Expr) -> Option<u64> {
    let size = match &expr.kind {
        ExprKind::Literal(Literal::Str(string)) => string.chars().count(),
        ExprKind::Literal(Literal::Bytes(bytes)) => bytes.len(),
        ExprKind::Literal(_) => 1,
        ExprKind::List(elements) => elements.len(),
        ExprKind::Map(entries) => entries.len(),
        _ => return None,
    };
    u64::try_from(size).ok()
}

/// Whether values of the type have one size.
fn is_scalar(of: &Type, regime: Regime) -> bool {
    match of {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        other => regime == Regime::Entries && other.unwrapped().is_some_and(|value| is_scalar(value, regime)),
    }
}
