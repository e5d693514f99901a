//! Types that contain themselves, directly or through other types.
//!
//! A derive sees one type. What the derives before it saw is kept for this compilation, so that the one of the last type of a
//! cycle finds it by names. Another type may have the same name, so rustc confirms the cycle (`emit::cycles`): otherwise its
//! schema would be a cycle of constants, which rustc reports with everything that it evaluates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use quote::{ToTokens as _, format_ident};
use syn::spanned::Spanned as _;
use syn::{Path, Type, parse_quote_spanned};

use crate::model::{Container, Cycle, leaves};

/// How many types of one name are kept: an editor runs derives of many versions of a file in one process.
const KEPT: usize = 8;

/// The names in the fields of types, by the name of the type.
type Seen = BTreeMap<String, BTreeSet<Vec<String>>>;

static SEEN: Mutex<Seen> = Mutex::new(Seen::new());

/// Finds the cycles that the type closes; a field of one has a schema only if rustc finds none.
pub(super) fn find(container: &mut Container) {
    if !container.generics.params.is_empty() {
        return;
    }
    container.mentions = mentions(container);
    let ident = container.ident.to_string();
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let lists = seen.entry(ident.clone()).or_default();
    if lists.len() < KEPT {
        lists.insert(container.mentions.iter().filter_map(name).collect());
    }
    let mut cycles = Vec::new();
    for type_ in container.data.types_mut() {
        let Some((first, steps, names)) = cycle(&seen, type_, &ident) else { continue };
        let constant = format_ident!("__CYCLE_{}", cycles.len());
        *type_ = parse_quote_spanned!(first.span()=> __crd::__private::Cut<#constant, #type_>);
        cycles.push(Cycle { constant, first, steps, names });
    }
    container.cycles = cycles;
}

/// The first type in a field from which a way leads back to the type.
fn cycle(seen: &Seen, field: &Type, ident: &str) -> Option<(Path, Vec<usize>, Vec<String>)> {
    leaves(field).into_iter().find_map(|leaf| {
        let (steps, names) = way(seen, &name(leaf)?, ident)?;
        Some((leaf.clone(), steps, names))
    })
}

/// Each type that is named, once.
fn mentions(container: &Container) -> Vec<Path> {
    let leaves = container.data.types().into_iter().flat_map(leaves);
    let mut known = BTreeSet::from(["String".to_owned(), "bool".to_owned()]);
    leaves.filter(|leaf| known.insert(leaf.to_token_stream().to_string())).cloned().collect()
}

fn name(path: &Path) -> Option<String> {
    path.segments.last().map(|segment| segment.ident.to_string())
}

/// The way from a type to another one: which type of each list, and what it is called.
fn way(seen: &Seen, from: &str, to: &str) -> Option<(Vec<usize>, Vec<String>)> {
    let mut visited = BTreeSet::new();
    let (mut steps, mut names) = (Vec::new(), vec![from.to_owned()]);
    walk(seen, to, &mut visited, &mut steps, &mut names).then_some((steps, names))
}

fn walk<'s>(
    seen: &'s Seen,
    to: &str,
    visited: &mut BTreeSet<&'s str>,
    steps: &mut Vec<usize>,
    names: &mut Vec<String>,
) -> bool {
    let Some(from) = names.last() else { return false };
    if from == to {
        return true;
    }
    let Some((from, lists)) = seen.get_key_value(from) else { return false };
    if !visited.insert(from) {
        return false;
    }
    for (index, next) in lists.iter().flat_map(|list| list.iter().enumerate()) {
        steps.push(index);
        names.push(next.clone());
        if walk(seen, to, visited, steps, names) {
            return true;
        }
        steps.pop();
        names.pop();
    }
    false
}
