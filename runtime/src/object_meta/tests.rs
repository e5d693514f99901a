//! The tables are what Kubernetes 1.37 answered, recorded with the operations `root_metadata` and `coerce_metadata` of
//! `tests/oracle`. They are JSON, since YAML does not keep `1` and `1.0` apart.

use serde_json::{Map, Value, json};

use super::{Malformed, coerce_embedded, coerce_root, round_trip};
use crate::compiled::CompiledSchema;
use crate::convert::structural_schema;
use crate::number::Number;
use crate::path::{FieldPath, FieldPathBuf};
use crate::violation::Violations;

const ROUND_TRIP: &str = include_str!("../../../tests/cases/object_meta/round_trip.ndjson");
const ROOT: &str = include_str!("../../../tests/cases/object_meta/root.ndjson");
const EMBEDDED: &str = include_str!("../../../tests/cases/object_meta/embedded.ndjson");
const SCHEMAS: &str = include_str!("../../../tests/cases/object_meta/schemas.json");

type Row = Map<String, Value>;

fn rows(table: &str) -> impl Iterator<Item = Row> {
    table.lines().map(|line| serde_json::from_str(line).expect("a row"))
}

fn schema(name: &Value) -> CompiledSchema {
    let schemas: Value = serde_json::from_str(SCHEMAS).expect("schemas");
    let name = name.as_str().expect("a name");
    let props = serde_json::from_value(schemas[name].clone()).expect("a schema");
    CompiledSchema::new(&structural_schema(&props, &FieldPath::ROOT).expect("structural"))
}

fn strings<T: ToString>(items: impl IntoIterator<Item = T>) -> Value {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// All numbers as the server reads them, whatever `serde_json` makes of the literal.
fn as_read(value: &Value) -> Value {
    match value {
        Value::Number(number) => Number::read(number).to_json().map_or(Value::Null, Value::Number),
        Value::Array(items) => items.iter().map(as_read).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), as_read(value))).collect(),
        other => other.clone(),
    }
}

/// Compares with what a row says: the failure, or else what the value becomes; and the unknown fields.
fn check(row: &Row, value: &Value, unknown: &[FieldPathBuf], failure: Option<&Value>) {
    assert_eq!(failure, row.get("error").or(row.get("errors")), "{row:?}");
    if let Some(expected) = row.get("becomes") {
        assert_eq!(as_read(value), as_read(expected), "{row:?}");
    }
    assert_eq!(strings(unknown), *row.get("unknown").unwrap_or(&json!([])), "{row:?}");
}

fn try_round_trip(metadata: &mut Value) -> (Vec<FieldPathBuf>, Result<(), Violations>) {
    let mut unknown = Vec::new();
    let result = round_trip(metadata, &FieldPath::ROOT.property("metadata"), &mut unknown);
    (unknown, result.map_err(|violation| Violations::from_iter([violation])))
}

#[test]
fn metadata_comes_back_as_from_the_server() {
    for row in rows(ROUND_TRIP) {
        let mut metadata = row["metadata"].clone();
        let (unknown, result) = try_round_trip(&mut metadata);
        let failure =
            result.err().and_then(|violations| violations.iter().next().map(|one| json!(one.detail())));
        check(&row, &metadata, &unknown, failure.as_ref());
        assert!(failure.is_none() || metadata == row["metadata"], "{row:?}");
    }
}

#[test]
fn root_metadata_is_refused_without_a_path() {
    for row in rows(ROOT) {
        let (mut object, mut unknown) = (row["object"].clone(), Vec::new());
        let failure = coerce_root(&mut object, Malformed::Refuse, &mut unknown)
            .err()
            .map(|failure| json!(failure.to_string()));
        check(&row, &object, &unknown, failure.as_ref());
        assert!(failure.is_none() || object == row["object"], "{row:?}");
    }
}

#[test]
fn embedded_resources_are_coerced_as_on_the_server() {
    for row in rows(EMBEDDED) {
        let (mut object, mut unknown) = (row["object"].clone(), Vec::new());
        let failure =
            coerce_embedded(&schema(&row["schema"]), &mut object, Malformed::Refuse, &mut unknown).err();
        check(&row, &object, &unknown, failure.map(strings).as_ref());
    }
}

/// Upstream stops at one of them; each message is in a table.
#[test]
fn all_violations_are_reported_in_the_order_of_names() {
    let list =
        json!({"l": [{"metadata": {"bad": 1}}, {"metadata": 5, "kind": 1, "apiVersion": "v1"}, {"kind": 1}]});
    let mut unknown = Vec::new();
    let violations =
        coerce_embedded(&schema(&json!("list")), &mut list.clone(), Malformed::Refuse, &mut unknown)
            .expect_err("wrong");
    let expected = json!([
        "l[1].kind: Invalid value: 1: must be a string",
        "l[1].metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta",
        "l[2].kind: Invalid value: 1: must be a string",
    ]);
    assert_eq!(strings(&violations), expected);
    assert!(unknown.is_empty());
}

/// Quirks that upstream has, too: a zero time comes back as null, which then vanishes, a fraction in the first second of
/// all is cut, which makes the time zero, and years beyond four digits come back as a string that cannot be read.
fn is_stable(metadata: &Value) -> bool {
    let string = metadata.to_string();
    let no_times = ["Timestamp\":null", "time\":null", "\"0001-01-01T00:00:00Z", "\"10000-", "\"-0001-"];
    !no_times.iter().any(|time| string.contains(time))
}

#[test]
fn a_second_round_trip_changes_nothing() {
    let mut checked = 0;
    for row in rows(ROUND_TRIP).filter(|row| row.get("becomes").is_some_and(is_stable)) {
        let mut metadata = row["becomes"].clone();
        let (unknown, result) = try_round_trip(&mut metadata);
        assert!(result.is_ok() && unknown.is_empty(), "{row:?}");
        assert_eq!(as_read(&metadata), as_read(&row["becomes"]), "{row:?}");
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

/// Pseudo-random JSON that often has the names and shapes of metadata.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).unwrap_or(0) % limit
    }

    fn value(&mut self, depth: usize) -> Value {
        const STRINGS: [&str; 7] = [
            "",
            "x",
            "é\u{0}\u{10ffff}",
            "2020-01-02T03:04:05Z",
            "0000-01-01T00:00:00+24:60",
            "2020-",
            "9999-12-31T2:3",
        ];
        match self.below(if depth == 0 { 7 } else { 10 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!([i64::MIN, 0, i64::MAX][self.below(3)]),
            3 => json!([f64::MAX, -0.0, 1.5, 9.3e18, f64::MIN_POSITIVE][self.below(5)]),
            4 => json!(u64::MAX),
            5 | 6 => json!(STRINGS[self.below(STRINGS.len())]),
            7 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object((0..self.below(6)).map(|_| (self.name(), self.value(depth - 1))).collect()),
        }
    }

    fn name(&mut self) -> String {
        const NAMES: [&str; 14] = [
            "kind",
            "name",
            "time",
            "labels",
            "metadata",
            "fieldsV1",
            "e",
            "l",
            "controller",
            "finalizers",
            "generation",
            "managedFields",
            "ownerReferences",
            "creationTimestamp",
        ];
        NAMES[self.below(NAMES.len())].to_owned()
    }
}

#[test]
fn any_json_is_coerced_without_panic_and_only_once() {
    let mut generator = Generator(1);
    let schemas = ["single", "list", "map"].map(|name| schema(&json!(name)));
    for _ in 0..20_000 {
        let mut value = generator.value(5);
        // What the results are is up to the tables.
        for schema in &schemas {
            _ = coerce_embedded(schema, &mut value.clone(), Malformed::Refuse, &mut Vec::new());
        }
        _ = coerce_root(&mut value.clone(), Malformed::Refuse, &mut Vec::new());
        if try_round_trip(&mut value).1.is_ok() && is_stable(&value) {
            let once = value.clone();
            assert!(try_round_trip(&mut value).1.is_ok(), "{once}");
            assert_eq!(value, once);
        }
    }
}
