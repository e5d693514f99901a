//! Optional structs that can neither come nor go.

use super::transition::{Link, Unseen, visit};
use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::FieldPath;
use crate::schema::{Mutability, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "immutable-pins-parent",
    severity: Severity::Warning,
    summary: "an immutable field that is always there fixes whether its optional parent is there",
    page: include_str!("immutable_pins_parent.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if !schema.root().any(&|node| node.mutability().is_some()) {
        return remarks;
    }
    visit(schema.root(), path, &mut |below| {
        let [.., parent, child] = below.links.as_slice() else { return };
        let is_unpaired = matches!(below.unseen, Some(Unseen::Unpaired(_)));
        if is_unpaired || !pins(parent, child) {
            return;
        }
        let (parent, child) = (parent.name, child.name);
        let message =
            format!("{child:?} is immutable and always there, so that {parent:?} can neither come nor go");
        let help = format!("require {parent:?}, mark it instead, or make {child:?} optional");
        remarks.push(Remark::at(below.path.clone(), &message, help));
    });
    remarks
}

fn pins(parent: &Link<'_>, child: &Link<'_>) -> bool {
    child.node.mutability() == Some(Mutability::Immutable)
        && parent.node.mutability().is_none()
        && child.is_sure()
        && !parent.is_sure()
}
