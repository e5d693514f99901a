//! Disagreements that were found once, as small as they could be made: `cases/lowering/kept.ndjson`.

use std::path::Path;

use crd_schema::ServerVersion;
use crd_schema::crd::Lowering;
use crd_schema_tests::marked::Anchors;
use crd_schema_tests::oracle;
use serde::Deserialize;
use serde_json::Value;

use crate::lowering_agreement::draw::{Case, Stored, Update, by_markers, compiled, published};
use crate::lowering_agreement::server;
use crate::lowering_agreement::verdict::{is_denied, updates, verdict};

#[derive(Deserialize)]
struct Kept {
    name: String,
    schema: Value,
    /// As the server has it when rules run.
    old: Value,
    new: Value,
    sent: Value,
    stored: Stored,
    server: String,
    strict: bool,
    approximate: bool,
}

impl Kept {
    /// `None` where the oracle is older than what the rules are for.
    fn case(&self) -> Option<Case> {
        let oldest: ServerVersion = self.server.parse().expect("a known minor");
        let lowering = Lowering::new(oldest.min(server()));
        let (lowering, anchors) = if self.strict {
            (lowering.strict_anchor(), Anchors::Root)
        } else {
            (lowering, Anchors::Nearest)
        };
        let lowering = if self.approximate { lowering.approximate() } else { lowering };
        let published = published(&self.schema, lowering).ok()?;
        let is_denied = by_markers(&self.schema, &compiled(&self.schema), &self.old, &self.new)?;
        let update = Update {
            old: self.old.clone(),
            new: self.new.clone(),
            sent: self.sent.clone(),
            stored: self.stored,
            is_denied,
        };
        Some(Case { schema: self.schema.clone(), lowering, anchors, published, updates: vec![update] })
    }
}

#[test]
fn what_was_found_once_agrees() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/lowering/kept.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    let kept: Vec<Kept> = text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    let cases: Vec<_> = kept.iter().filter_map(|kept| Some((kept, kept.case()?))).collect();
    assert!(!cases.is_empty());
    let requests: Vec<_> = cases.iter().map(|(_, case)| updates(case)).collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    for ((kept, case), answer) in cases.iter().zip(&answers) {
        let is_denied = is_denied(&answer["updates"][0]);
        assert!(verdict(case, &case.updates[0], is_denied).is_right, "{}: {answer:#}", kept.name);
    }
}
