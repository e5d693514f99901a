//! How often everything was found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;

use serde_json::{Map, Value, json};

use super::validate::Validated;
use crate::output::Output;

/// How many objects each text is true of.
type Counts = BTreeMap<String, u64>;

/// How many bytes of different strings are counted; what differs from object to object is no count.
const MOST_TEXT: usize = 64 << 20;

/// The objects of one `apiVersion` and `kind`.
#[derive(Default)]
struct Kind {
    objects: u64,
    /// Those that would lose something, and what.
    losing: u64,
    lost: Counts,
    /// Those that would be refused, and why.
    refused: u64,
    reasons: Counts,
    /// What clients would be warned of.
    warned: Counts,
}

/// Everything, kind by kind, and how many objects no CRD defines.
#[derive(Default)]
pub(super) struct Tally {
    kinds: BTreeMap<(String, String), Kind>,
    others: BTreeMap<(String, String), u64>,
    /// Whether there was a document, if only a list without items.
    said: bool,
    /// How many bytes the different strings have.
    length: usize,
}

impl Tally {
    /// Counts an object, or one that there is no CRD for.
    pub(super) fn note(&mut self, id: (String, String), validated: Option<Validated>) {
        let Some(Validated { lost, refused, warned }) = validated else {
            add(&mut self.others, [(id, 1)], &mut self.length);
            return;
        };
        let kind = self.kinds.entry(id).or_default();
        kind.objects += 1;
        kind.losing += u64::from(!lost.is_empty());
        kind.refused += u64::from(!refused.is_empty());
        add(&mut kind.lost, lost.into_iter().map(|path| (path, 1)), &mut self.length);
        add(&mut kind.reasons, refused.into_iter().map(|reason| (reason, 1)), &mut self.length);
        add(&mut kind.warned, warned.into_iter().map(|warning| (warning, 1)), &mut self.length);
    }

    /// Notes whether something was said where objects may be.
    pub(super) fn note_document(&mut self, said: bool) {
        self.said |= said;
    }

    pub(super) fn add(&mut self, other: Self) {
        self.said |= other.said;
        for (id, counted) in other.kinds {
            let kind = self.kinds.entry(id).or_default();
            kind.objects += counted.objects;
            kind.losing += counted.losing;
            kind.refused += counted.refused;
            add(&mut kind.lost, counted.lost, &mut self.length);
            add(&mut kind.reasons, counted.reasons, &mut self.length);
            add(&mut kind.warned, counted.warned, &mut self.length);
        }
        add(&mut self.others, other.others, &mut self.length);
    }

    /// Whoever counts has seen a part of the strings: what passes the bound there passes it as a whole, too.
    pub(super) fn check_bounds(&self) -> Result<(), String> {
        if self.length <= MOST_TEXT {
            return Ok(());
        }
        let most = MOST_TEXT >> 20;
        Err(format!(
            "more than {most} MiB of different paths, reasons and kinds, which are not counted; take fewer objects"
        ))
    }

    pub(super) fn within_bounds(self) -> Result<Self, String> {
        self.check_bounds().map(|()| self)
    }

    /// Whether there was nothing to look at.
    pub(super) fn is_of_nothing(&self) -> bool {
        !self.said
    }

    /// Whether nothing would be lost and nothing refused.
    pub(super) fn is_clean(&self) -> bool {
        self.kinds.values().all(|kind| kind.losing == 0 && kind.refused == 0)
    }

    pub(super) fn print(&self, out: &mut Output) -> io::Result<()> {
        for ((api_version, kind), counted) in &self.kinds {
            let Kind { objects, losing, refused, .. } = counted;
            writeln!(
                out,
                "{api_version} {kind}: objects {objects}, losing fields {losing}, refused {refused}"
            )?;
            for (path, count) in by_count(&counted.lost) {
                writeln!(out, "    lost by {count}: {path}")?;
            }
            for (reason, count) in by_count(&counted.reasons) {
                writeln!(out, "    refused {count}: {reason}")?;
            }
            for (warning, count) in by_count(&counted.warned) {
                writeln!(out, "    warned {count}: {warning}")?;
            }
        }
        for ((api_version, kind), count) in &self.others {
            match (api_version.as_str(), kind.as_str()) {
                ("", _) | (_, "") => writeln!(out, "not looked at {count}: no apiVersion or no kind")?,
                _ => writeln!(out, "not looked at {count}: {kind:?} in {api_version:?}")?,
            }
        }
        let sum = |of: fn(&Kind) -> u64| self.kinds.values().map(of).sum::<u64>();
        let (objects, losing) = (sum(|kind| kind.objects), sum(|kind| kind.losing));
        let (refused, others) = (sum(|kind| kind.refused), self.others.values().sum::<u64>());
        writeln!(
            out,
            "total: objects {objects}, losing fields {losing}, refused {refused}, not looked at {others}"
        )
    }

    pub(super) fn listed(&self) -> Map<String, Value> {
        let kind = |((api_version, kind), counted): (&(String, String), &Kind)| {
            json!({
                "apiVersion": api_version, "kind": kind, "objects": counted.objects,
                "losing": counted.losing, "lost": counts(&counted.lost, "path"),
                "refused": counted.refused, "reasons": counts(&counted.reasons, "reason"),
                "warnings": counts(&counted.warned, "warning"),
            })
        };
        let other = |((api_version, kind), count): (&(String, String), &u64)| json!({"apiVersion": api_version, "kind": kind, "objects": count});
        let kinds: Vec<_> = self.kinds.iter().map(kind).collect();
        let others: Vec<_> = self.others.iter().map(other).collect();
        Map::from_iter([("kinds".to_owned(), kinds.into()), ("notLookedAt".to_owned(), others.into())])
    }
}

fn add<K: Ord + Text>(
    counts: &mut BTreeMap<K, u64>,
    more: impl IntoIterator<Item = (K, u64)>,
    length: &mut usize,
) {
    for (key, count) in more {
        match counts.entry(key) {
            Entry::Occupied(known) => *known.into_mut() += count,
            Entry::Vacant(new) => {
                *length = length.saturating_add(new.key().length());
                new.insert(count);
            }
        }
    }
}

/// What is counted.
trait Text {
    /// About how many bytes it takes.
    fn length(&self) -> usize;
}

/// What a string takes beside its bytes.
const OVERHEAD: usize = 64;

impl Text for String {
    fn length(&self) -> usize {
        self.len() + OVERHEAD
    }
}

impl Text for (String, String) {
    fn length(&self) -> usize {
        self.0.length() + self.1.length()
    }
}

/// The most frequent first.
fn by_count(counts: &Counts) -> Vec<(&String, &u64)> {
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort_by_key(|(_, count)| Reverse(**count));
    sorted
}

fn counts(counts: &Counts, field: &str) -> Value {
    by_count(counts).into_iter().map(|(text, count)| json!({field: text, "objects": count})).collect()
}
