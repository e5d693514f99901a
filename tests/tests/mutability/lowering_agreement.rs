//! Lowered rules as Kubernetes' CEL runs them, the native check, and the model of the decision tables: one verdict, or the
//! one that a deviation states.
//!
//! Skipped unless `ORACLE_BIN` names an oracle. `LOWERING_SCHEMAS` and `LOWERING_SEED` draw more, or others;
//! `LOWERING_SERVER` says which minor the oracle is, when it is an older one. A disagreement is shown as small as it can be
//! made.

mod counts;
mod draw;
mod kept;
mod minimise;
mod served;
mod verdict;

use crd_schema::ServerVersion;
use crd_schema_tests::conformance::Random;

use counts::Counts;

/// How many schemas are asked about at once.
const BATCH: usize = 50;
/// How many disagreements are made small.
const ENOUGH: usize = 5;

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The minor that the oracle is made of.
fn server() -> ServerVersion {
    let named = std::env::var("LOWERING_SERVER").ok();
    named.map_or(ServerVersion::NEWEST, |named| named.parse().expect("a known minor"))
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn three_ways_agree() {
    if std::env::var_os("ORACLE_BIN").is_none() {
        return;
    }
    let wanted = number("LOWERING_SCHEMAS", 300);
    let mut random = Random::new(number("LOWERING_SEED", 1) as u64, "lowering");
    let mut counts = Counts::default();
    let mut batch = Vec::new();
    while counts.schemas < wanted {
        if let Some(case) = draw::case(&mut random, &mut counts) {
            batch.push(case);
            counts.schemas += 1;
        }
        if batch.len() == BATCH || counts.schemas == wanted {
            verdict::batch(&batch, &mut counts);
            batch.clear();
        }
    }
    let disagreements = std::mem::take(&mut counts.disagreements);
    eprintln!("{counts:#?}");
    let described: Vec<_> = disagreements.iter().map(minimise::described).collect();
    assert!(described.is_empty(), "{}", described.join("\n\n"));
    counts.are_worth_something();
}
