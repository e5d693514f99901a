//! What the writing of one expression keeps in mind.

use std::cell::Cell;

use super::Lowering;
use super::expr::Expr;
use super::plan::LONGEST;
use crate::server_version::ServerVersion;

/// What rules may say, and the names that loops have not used yet.
pub(super) struct Words {
    pub(super) lowering: Lowering,
    used: Cell<usize>,
    drafted: Cell<usize>,
}

impl Words {
    pub(super) fn new(lowering: Lowering) -> Self {
        Self { lowering, used: Cell::new(0), drafted: Cell::new(0) }
    }

    /// A name that no other loop has; what is written in the end counts from one again.
    pub(super) fn fresh(&self) -> String {
        self.used.set(self.used.get().saturating_add(1));
        format!("x{}", self.used.get())
    }

    /// Notes that so many more characters are written, and says whether they are too many for one rule.
    pub(super) fn is_too_long_with(&self, more: usize) -> bool {
        self.drafted.set(self.drafted.get().saturating_add(more));
        self.drafted.get() > LONGEST
    }

    /// From 1.33 on a loop may run over positions and items at once.
    pub(super) fn has_two_names(&self) -> bool {
        self.lowering.server >= ServerVersion::V1_33
    }

    /// From 1.30 on the size of a copied list is known to the estimate.
    pub(super) fn can_copy(&self) -> bool {
        self.lowering.server >= ServerVersion::V1_30
    }
}

/// The two values that an expression compares.
#[derive(Clone)]
pub(super) struct Sides {
    pub(super) new: Expr,
    pub(super) old: Expr,
}

impl Sides {
    /// Those of the node that the rule stands on.
    pub(super) fn of_rule() -> Self {
        Self { new: Expr::new_self(), old: Expr::old_self() }
    }

    pub(super) fn map(&self, step: impl Fn(&Expr) -> Expr) -> Self {
        Self { new: step(&self.new), old: step(&self.old) }
    }

    pub(super) fn equal(&self) -> Expr {
        self.new.equals(&self.old)
    }
}
