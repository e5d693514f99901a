//! The entries of maps by name, merges resolved: finding one costs no look at the others.
//!
//! Knows nothing of: paths, positions.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::tree::{Kind, NodeId, Tree};

/// Maps of up to so many entries are looked through.
const FEW: usize = 16;

/// A key and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: NodeId,
    pub(super) value: NodeId,
}

/// Large maps, each sorted by name when it is first asked for an entry.
#[derive(Debug, Default)]
pub(super) struct Entries(Mutex<HashMap<NodeId, Arc<[Entry]>>>);

impl Entries {
    /// The entry of `map` that is named so; of several, the one that is read.
    pub(super) fn find(&self, tree: &Tree, map: NodeId, name: &str) -> Option<Entry> {
        let Kind::Mapping(entries) = tree.kind(map) else { return None };
        if entries.len() <= FEW && !entries.iter().any(|&[key, _]| tree.is_merge_key(key)) {
            let is_named = |&&[key, _]: &&[NodeId; 2]| order(tree, key, name).is_eq();
            return entries.iter().rev().find(is_named).map(|&[key, value]| Entry { key, value });
        }
        let sorted = self.sorted(tree, map);
        let found = sorted.binary_search_by(|pair| order(tree, pair.key, name)).ok()?;
        sorted.get(found).copied()
    }

    fn sorted(&self, tree: &Tree, map: NodeId) -> Arc<[Entry]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(map).or_insert_with(|| sort(tree, map)))
    }
}

/// The entries that are read, sorted by name.
fn sort(tree: &Tree, map: NodeId) -> Arc<[Entry]> {
    let mut entries = Vec::new();
    gather(tree, map, &mut entries);
    // What is set last is read.
    entries.reverse();
    entries.sort_by(|one, other| order_of_keys(tree, one.key, other.key));
    entries.dedup_by(|one, other| order_of_keys(tree, one.key, other.key).is_eq());
    entries.into()
}

/// The entries in the order in which decoding sets them; decoding has bounded how many merges repeat.
fn gather(tree: &Tree, map: NodeId, entries: &mut Vec<Entry>) {
    match tree.kind(tree.target(map)) {
        Kind::Mapping(own) => {
            for &[key, value] in own {
                if tree.is_merge_key(key) {
                    gather(tree, value, entries);
                } else {
                    entries.push(Entry { key, value });
                }
            }
        }
        Kind::Sequence(maps) => maps.iter().rev().for_each(|&map| gather(tree, map, entries)),
        Kind::Scalar(_) | Kind::Alias(_) => {}
    }
}

fn order(tree: &Tree, key: NodeId, name: &str) -> Ordering {
    #[cfg(test)]
    tests::COMPARED.set(tests::COMPARED.get() + 1);
    match tree.kind(tree.target(key)) {
        Kind::Scalar(scalar) => scalar.to_key().map_or(Ordering::Less, |key| key.text().as_ref().cmp(name)),
        _ => Ordering::Less,
    }
}

fn order_of_keys(tree: &Tree, one: NodeId, other: NodeId) -> Ordering {
    match tree.kind(tree.target(other)) {
        Kind::Scalar(scalar) => {
            scalar.to_key().map_or(Ordering::Less, |other| order(tree, one, &other.text()))
        }
        _ => Ordering::Less,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::Write as _;

    use crate::yaml::{Document, Step, read_stream};

    thread_local! {
        /// How many keys were compared.
        pub(super) static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    fn read(text: &str) -> Document {
        read_stream(text.as_bytes()).expect("it can be read").pop().expect("a document")
    }

    /// How many keys are compared to find every entry, and one that there is not, of the map at `a`.
    fn compared(document: &Document, count: usize) -> usize {
        COMPARED.set(0);
        for index in 0..count {
            let name = format!("k{index}");
            let steps = [Step::Key("a"), Step::Key(&name)];
            assert!(document.locate_key(&steps).is_some(), "{name}");
            assert_eq!(document.locate_nearest(&[Step::Key("a"), Step::Key("none")]).line, 1);
        }
        COMPARED.get()
    }

    type Line = fn(usize) -> String;

    #[test]
    fn finding_entries_costs_in_proportion_to_their_number() {
        let keys = |count: usize, line: Line| (0..count).map(line).collect::<String>();
        let shapes: [(&str, Line); 4] = [
            ("a:\n", |index| format!("  k{index}: 1\n")),
            ("a:\n", |index| format!("  k{index}: 1\n  k{index}: 2\n")),
            ("a: {", |index| format!("\"k{index}\": 1, ")),
            ("a:\n", |index| format!("  <<: {{k{index}: 1}}\n")),
        ];
        for (head, line) in shapes {
            let text = |count| {
                let end = if head.ends_with('{') { "}\n" } else { "" };
                format!("{head}{}{end}", keys(count, line))
            };
            let (one, ten) = (compared(&read(&text(300)), 300), compared(&read(&text(3_000)), 3_000));
            // Ten times as many, each with a few steps more of the search.
            assert!(one > 300 && ten < one * 20, "{head}{}: {one}, {ten}", line(0));
        }
    }

    /// One map that merges many: each look-up asks none of them again.
    #[test]
    fn merged_maps_are_resolved_once() {
        let text = |count: usize| {
            let mut text = "a: {<<: [".to_owned();
            (0..count).for_each(|index| write!(text, "{{k{index}: 1}}, ").expect("memory"));
            text + "]}\n"
        };
        let (one, ten) = (compared(&read(&text(300)), 300), compared(&read(&text(3_000)), 3_000));
        assert!(one > 300 && ten < one * 20, "{one}, {ten}");
    }

    /// Which of several entries is found is the one that is read, in maps of any size.
    #[test]
    fn the_entry_that_is_read_is_found() {
        let filler = (0..40).fold(String::new(), |text, index| text + &format!("f{index}: 0\n"));
        for filler in ["", &filler] {
            for (text, key) in [
                ("k: 1\nk: 2\n", (2, 1)),
                ("x: &x {k: 1}\nk: 2\n<<: *x\n", (1, 8)),
                ("x: &x {k: 1}\n<<: *x\nk: 2\n", (3, 1)),
                ("x: &x {k: 1}\ny: &y {k: 2}\n<<: [*x, *y]\n", (1, 8)),
                ("x: &x {k: 1}\ny: &y {<<: *x, k: 2}\n<<: [*y]\n", (2, 16)),
            ] {
                let document = read(&format!("{text}{filler}"));
                let found = document.locate_key(&[Step::Key("k")]).expect("it is there");
                assert_eq!((found.line, found.column), key, "{text}{filler}");
            }
        }
    }
}
