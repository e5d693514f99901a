//! Go's Unicode tables: categories, scripts and simple case folding, of the Unicode version that Go has.
//!
//! Source: Go `unicode`; how a name is looked up: `regexp/syntax/parse.go`, `unicodeTable`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use super::runes::{MAX_RUNE, Rune, RuneSet};

/// About how many rows there are.
pub(super) const ROWS: usize = 200;

const TABLES: &str = include_str!("tables.txt");

/// The sets that were asked for, by their names and whether `(?i)` holds: there are a few hundred names.
static SHARED: LazyLock<RwLock<Shared>> = LazyLock::new(RwLock::default);

type Shared = HashMap<(String, bool), Arc<RuneSet>>;

/// The set of that name, spelled in any case and with blanks, hyphens and underscores anywhere; all patterns share it.
pub(super) fn named(name: &str, folds: bool) -> Option<Arc<RuneSet>> {
    let key = (canonical(name), folds);
    if let Some(set) = SHARED.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(Arc::clone(set));
    }
    let set = Arc::new(make(&key.0, folds)?);
    let mut shared = SHARED.write().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(shared.entry(key).or_insert(set)))
}

fn make(name: &str, folds: bool) -> Option<RuneSet> {
    let set = match name {
        "Any" => RuneSet::new(vec![(0, MAX_RUNE)]),
        "Assigned" => categories(&["C", "L", "M", "N", "P", "S", "Z"]),
        "Ascii" => RuneSet::new(vec![(0, 0x7F)]),
        // QUIRK unicode/tables.go FoldCategory: has no "LC", so that U+0345 is not added.
        "Lc" => return category("LC"),
        name => category(name).or_else(|| line("script", name).map(decode)).or_else(|| aliased(name))?,
    };
    if !folds {
        return Some(set);
    }
    let mut ranges = set.ranges().to_vec();
    for &(low, high) in set.ranges() {
        let variants = orbits(low, high).flatten().filter(|&&rune| rune < low || rune > high);
        ranges.extend(variants.map(|&rune| (rune, rune)));
    }
    Some(RuneSet::new(ranges))
}

fn aliased(name: &str) -> Option<RuneSet> {
    line("alias", name).and_then(category)
}

/// A category by its exact name; those that are not stored are made of those that are.
fn category(name: &str) -> Option<RuneSet> {
    match name {
        "Cn" => Some(categories(&["C", "L", "M", "N", "P", "S", "Z"]).negated()),
        "LC" => Some(categories(&["Ll", "Lt", "Lu"])),
        "C" => {
            let mut ranges = categories(&["C"]).ranges().to_vec();
            ranges.extend_from_slice(category("Cn")?.ranges());
            Some(RuneSet::new(ranges))
        }
        "L" | "M" | "N" | "P" | "S" | "Z" => Some(categories(&[name])),
        _ => line("category", name).map(decode),
    }
}

/// All stored categories whose names begin so.
fn categories(prefixes: &[&str]) -> RuneSet {
    let rows = rows("category").filter(|(name, _)| prefixes.iter().any(|prefix| name.starts_with(prefix)));
    RuneSet::new(rows.flat_map(|(_, data)| decode(data).ranges().to_vec()).collect())
}

/// QUIRK `regexp/syntax/parse.go` canonicalName: "Old Italic" becomes "Olditalic", which no key of
/// `unicode.Scripts` is, so that scripts of two words cannot be named at all.
fn canonical(name: &str) -> String {
    let mut kept = name.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    let first = kept.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(kept.map(|c| c.to_ascii_lowercase())).collect()
}

/// The rows of a kind: name and data.
fn rows(kind: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rest = TABLES.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' '));
    rest.map(|rest| rest.split_once(' ').unwrap_or((rest, "")))
}

fn line(kind: &'static str, name: &str) -> Option<&'static str> {
    rows(kind).find(|(own, _)| *own == name).map(|(_, data)| data)
}

/// Pairs of a gap and a length less one.
fn decode(data: &str) -> RuneSet {
    let mut numbers = data.split(' ').map(number);
    let mut ranges = Vec::new();
    let mut next: Rune = 0;
    while let (Some(gap), Some(length)) = (numbers.next(), numbers.next()) {
        let low = next.saturating_add(gap);
        let high = low.saturating_add(length);
        ranges.push((low, high));
        next = high.saturating_add(1);
    }
    RuneSet::new(ranges)
}

fn number(text: &str) -> Rune {
    Rune::from_str_radix(text, 36).unwrap_or_default()
}

/// What a code point is the same as under `(?i)`: its orbit, sorted, itself included; empty when it is alone.
pub(super) fn orbit(rune: Rune) -> &'static [Rune] {
    folds().get(&rune).map_or(&[], Vec::as_slice)
}

/// The orbits of all runes of a range that have one.
pub(super) fn orbits(low: Rune, high: Rune) -> impl Iterator<Item = &'static [Rune]> {
    folds().range(low..=high).map(|(_, orbit)| orbit.as_slice())
}

fn folds() -> &'static BTreeMap<Rune, Vec<Rune>> {
    static FOLDS: OnceLock<BTreeMap<Rune, Vec<Rune>>> = OnceLock::new();
    FOLDS.get_or_init(|| {
        let data = TABLES.lines().find_map(|line| line.strip_prefix("fold ")).unwrap_or_default();
        let mut first = 0;
        let mut folds = BTreeMap::new();
        for text in data.split(' ') {
            let orbit = decode_orbit(first, text);
            first = orbit.first().copied().unwrap_or(first);
            folds.extend(orbit.iter().map(|&rune| (rune, orbit.clone())));
        }
        folds
    })
}

fn decode_orbit(before: Rune, text: &str) -> Vec<Rune> {
    let mut rune = before;
    let next = |gap: &str| {
        rune = rune.saturating_add(number(gap));
        rune
    };
    text.split('+').map(next).collect()
}
