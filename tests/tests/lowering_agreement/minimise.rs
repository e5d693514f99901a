//! A disagreement, as small as it can be made.

use crd_schema::{Semantics, canonicalise};
use crd_schema_tests::conformance::without_parts;
use crd_schema_tests::oracle;
use serde_json::{Value, json};

use crate::draw::{Case, Update, compiled, published};
use crate::judge::{is_denied, updates, verdict};

/// Every round makes it smaller.
const ROUNDS: usize = 300;

/// The smallest schema and pair on which the server and the expectation still differ.
pub(crate) fn told(case: &Case, update: &Update) -> String {
    let mut smallest = Case { updates: vec![update.clone()], ..case.clone() };
    for _ in 0..ROUNDS {
        let Some(smaller) = smaller(&smallest).into_iter().find(differs) else { break };
        smallest = smaller;
    }
    let update = &smallest.updates[0];
    let answer = answer(&smallest);
    format!(
        "{:?}, {:?}\nschema {}\nlowered {:#}\nold {}\nnew {}\nsent {}\n{answer:#}",
        smallest.lowering,
        update.stored,
        smallest.schema,
        serde_json::to_value(smallest.published.schema()).expect("JSON"),
        update.old,
        update.new,
        update.sent,
    )
}

fn answer(case: &Case) -> Value {
    oracle::ask(&[updates(case)]).expect("there is an oracle").swap_remove(0)["updates"][0].take()
}

fn differs(case: &Case) -> bool {
    let answer = answer(case);
    answer["errors"].is_array() && !verdict(case, &case.updates[0], is_denied(&answer)).is_right
}

fn smaller(case: &Case) -> Vec<Case> {
    let update = &case.updates[0];
    let whole = json!({"schema": case.schema, "old": update.old, "new": update.new, "sent": update.sent});
    without_parts(&whole).iter().filter_map(|part| rebuilt(case, part)).collect()
}

/// The case of a part, if it is still one.
fn rebuilt(case: &Case, part: &Value) -> Option<Case> {
    let schema = part["schema"].is_object().then(|| part["schema"].clone())?;
    let published = published(&schema, case.lowering).ok()?;
    let compiled = compiled(&schema);
    let canonical = |value: &Value| canonicalise(&compiled, value.clone(), Semantics::Server).ok();
    let (old, new) = (part["old"].clone(), canonical(&part["new"])?.object.into_value());
    let sent = canonical(&part["sent"])?;
    // What is sent is what is new, in another spelling.
    let sent = if *sent.object.value() == new { part["sent"].clone() } else { new.clone() };
    let update = Update { old, new, sent, ..case.updates[0].clone() };
    Some(Case { schema, published, updates: vec![update], ..case.clone() })
}
