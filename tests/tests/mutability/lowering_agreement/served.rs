//! What a served version says of lowered rules, beside what the server says of them, text by text.

use std::collections::BTreeSet;

use crd_schema::crd::Lowering;
use crd_schema::serve::Rejection;
use crd_schema::{CustomResourceDefinition, ServedVersion};
use crd_schema_tests::definition;
use serde_json::{Value, json};

use crate::lowering_agreement::draw::{Case, Stored, Update};

/// Whether the lowering has no rule that is only near its marker.
pub(crate) fn is_exact(lowering: Lowering) -> bool {
    lowering.approximate() != lowering
}

/// Whether values are equal for rules that are not for markers: D4 and D5.
pub(crate) fn is_loose(case: &Case) -> bool {
    let is_of_equality = |text: &str| text.contains("another spelling") || text.contains("2^53");
    case.published.notes().iter().any(|note| is_of_equality(note.message()))
}

/// The version that serves the lowered schema.
pub(crate) fn served(case: &Case) -> ServedVersion {
    let schema = serde_json::to_value(case.published.schema()).expect("JSON");
    let crd: CustomResourceDefinition =
        serde_json::from_value(definition::of_schema(&schema)).expect("a definition");
    ServedVersion::new(&crd, "v1").expect("it is served")
}

/// The messages of an update, if they are about rules alone, and no deviation is noted for it.
pub(crate) fn messages(
    served: &ServedVersion,
    update: &Update,
    answer: &Value,
) -> Option<[BTreeSet<String>; 2]> {
    let errors = answer["errors"].as_array().expect("errors");
    let of_server: BTreeSet<_> =
        errors.iter().map(|error| error["text"].as_str().unwrap_or_default().to_owned()).collect();
    let is_plain = update.stored == Stored::Valid
        && update.sent == update.new
        && of_server.is_empty() != update.is_denied
        // Errors of evaluation refuse, too: `[null] == [[1]]` has no overload.
        && !of_server.iter().any(|text| text.contains("evaluating rule") || text.contains("no such overload"));
    if !is_plain {
        return None;
    }
    let (old, new) = (object(&update.old)?, object(&update.new)?);
    let ours = match served.update(&old, new) {
        Ok(_) => BTreeSet::new(),
        Err(Rejection::Invalid(found)) => found.iter().map(ToString::to_string).collect(),
        Err(_) => return None,
    };
    // The server was asked for rules alone.
    let is_of_rule = |text: &&String| WORDS.iter().any(|words| text.ends_with(words));
    (ours.iter().filter(is_of_rule).count() == ours.len()).then_some([of_server, ours])
}

const WORDS: [&str; 8] = [
    "field is immutable",
    "field cannot be modified once set",
    "field cannot be cleared once set",
    "field cannot be set once created",
    "entries cannot be removed",
    "entries cannot be added",
    "entries cannot be added or removed",
    "existing entries are immutable",
];

/// The value as a resource, unless it has fields of one already.
fn object(value: &Value) -> Option<Value> {
    let mut fields = value.as_object()?.clone();
    let own = [
        ("apiVersion", json!("example.com/v1")),
        ("kind", json!("Thing")),
        ("metadata", json!({"name": "a", "namespace": "b"})),
    ];
    for (name, value) in own {
        if fields.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    Some(Value::Object(fields))
}
