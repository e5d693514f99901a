//! Warnings that the author of a type accepts.

use super::facets;
use crate::allow::Allow;
use crate::describe::{Facet, TypeDesc};
use crate::path::PathStyle;

/// Each of them, at its place in the schema of the type.
pub(super) fn of(desc: &TypeDesc) -> Vec<Allow> {
    let mut allows = Vec::new();
    facets::visit(desc, &mut |facet, path| {
        if let Facet::Allow { rule, reason } = *facet {
            allows.push(Allow::rule(rule).below(path.to_owned(PathStyle::Bracketed)).because(reason));
        }
    });
    allows
}
