//! Type and object meta with values at the edge of what a server takes.

use serde_json::{Map, Value, json};

use super::metadata::TIMES;
use crate::generate::{self, Tape};

/// Fields of `ObjectMeta`, some of them wrong.
pub(super) fn object_meta(tape: &mut Tape<'_>) -> Map<String, Value> {
    let names = [
        "name",
        "generateName",
        "namespace",
        "labels",
        "annotations",
        "ownerReferences",
        "finalizers",
        "managedFields",
        "generation",
        "uid",
        "resourceVersion",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "selfLink",
    ];
    (0..tape.choose(6))
        .map(|_| {
            let name = tape.pick(&names);
            (name.to_owned(), field(tape, name))
        })
        .collect()
}

/// A value for a field.
pub(super) fn field(tape: &mut Tape<'_>, name: &str) -> Value {
    match name {
        "name" | "generateName" => tape.pick(&NAMES).into(),
        "namespace" => tape.pick(&["ns", "", "a.b", "A", "1-a", "-a", "a/b"]).into(),
        "labels" => entries(tape, &LABEL_KEYS, &["v", "", "-v", "v v", "a.b_C-d", "é"]),
        "annotations" => entries(tape, &LABEL_KEYS, &["v", "", "anything at all\n"]),
        "ownerReferences" => (0..tape.choose(4)).map(|_| owner(tape)).collect(),
        "finalizers" => (0..tape.choose(4)).map(|_| Value::from(tape.pick(&FINALIZERS))).collect(),
        "managedFields" => (0..=tape.choose(2)).map(|_| entry(tape)).collect(),
        "generation" | "deletionGracePeriodSeconds" => {
            [json!(1), json!(0), json!(-1), json!(7)][tape.choose(4)].clone()
        }
        "creationTimestamp" | "deletionTimestamp" | "time" => tape.pick(&TIMES[..2]).into(),
        _ => tape.pick(&["x", "", "1", "<é>"]).into(),
    }
}

const NAMES: [&str; 19] = [
    "a", "a.b", "", "A", "a/b", ".", "..", "a%b", "a/%", "-", "a-", "A-", "-a", "é", "é-", "a_b", "1.2",
    "a..b", "a b\n",
];

const LABEL_KEYS: [&str; 14] =
    ["l", "example.com/l", "/l", "a/", "a/b/c", "-l", "l-", "", "A.com/x", "A", "İ", "é/b", "a..b/c", "_"];

const FINALIZERS: [&str; 9] = [
    "example.com/f",
    "orphan",
    "foregroundDeletion",
    "kubernetes",
    "f",
    "example.com",
    "",
    "a/b/c",
    "bad name",
];

/// Long names now and then, which are one byte too long or just short enough.
pub(super) fn stretched(tape: &mut Tape<'_>, metadata: &mut Map<String, Value>) {
    match tape.choose(40) {
        0 => drop(metadata.insert("name".to_owned(), "n".repeat(253 + tape.choose(2)).into())),
        1 => drop(metadata.insert("namespace".to_owned(), "n".repeat(63 + tape.choose(2)).into())),
        2 => drop(metadata.insert(
            "labels".to_owned(),
            json!({"k".repeat(63 + tape.choose(2)): "v".repeat(63 + tape.choose(2))}),
        )),
        3 => drop(
            metadata
                .insert("labels".to_owned(), json!({format!("{}/k", "p".repeat(253 + tape.choose(2))): ""})),
        ),
        4 => {
            let size = 262_143 + tape.choose(2);
            metadata.insert("annotations".to_owned(), json!({"k": "v".repeat(size)}));
        }
        5 => {
            let manager = "m".repeat(128 + tape.choose(2));
            let subresource = "s".repeat(256 + tape.choose(2));
            let entry = json!({"operation": "Apply", "manager": manager, "subresource": subresource});
            metadata.insert("managedFields".to_owned(), json!([entry]));
        }
        6 => drop(
            metadata
                .insert("generateName".to_owned(), format!("{}-", "g".repeat(252 + tape.choose(3))).into()),
        ),
        _ => {}
    }
}

fn entries(tape: &mut Tape<'_>, keys: &[&str], values: &[&str]) -> Value {
    let entry = |_| (tape.pick(keys).to_owned(), Value::from(tape.pick(values)));
    let count = 3;
    Value::Object((0..count).map(entry).collect())
}

fn owner(tape: &mut Tape<'_>) -> Value {
    let mut owner = json!({
        "apiVersion": tape.pick(&["g/v1", "v1", "/v1", "", "g/", "a/b/c", "/", "//v1"]),
        "kind": tape.pick(&["Pod", "Event", ""]),
        "name": tape.pick(&["n", "", "<n>\u{2028}"]),
        "uid": tape.pick(&["u", ""]),
    });
    for (name, part) in [("controller", 2), ("blockOwnerDeletion", 6)] {
        if tape.choose(part) == 1 {
            owner[name] = (tape.choose(3) > 0).into();
        }
    }
    owner
}

fn entry(tape: &mut Tape<'_>) -> Value {
    let mut entry = json!({"operation": tape.pick(&["Apply", "Update", "", "Other", "<\u{1}é>"])});
    if tape.choose(2) == 1 {
        entry["fieldsType"] = tape.pick(&["FieldsV1", "Other", "", "é\u{200b}"]).into();
    }
    if tape.choose(2) == 1 {
        entry["manager"] = tape.pick(&["m", "", "a\u{1}b\u{200b}😀é\n", "\u{a0}\u{ad}\u{301}"]).into();
    }
    if tape.choose(3) == 2 {
        entry["time"] = field(tape, "time");
        entry["fieldsV1"] = generate::anything(tape, 2);
        entry["apiVersion"] = "v1".into();
    }
    entry
}

/// `apiVersion` and `kind` of an embedded resource.
pub(super) fn type_meta(tape: &mut Tape<'_>, resource: &mut Map<String, Value>) {
    let api_versions = ["v1", "g/v1", "a/b/c", "", "/", "g/", "not a version"].map(Value::from);
    let kinds = ["Pod", "pod", "1Pod", "P_d", "", "İ", "ÀB", "P d"].map(Value::from);
    for (name, values) in [("apiVersion", &api_versions[..]), ("kind", &kinds[..])] {
        match tape.choose(10) {
            0 => drop(resource.remove(name)),
            1 => drop(resource.insert(name.to_owned(), generate::anything(tape, 1))),
            2..=5 => drop(resource.insert(name.to_owned(), values[0].clone())),
            _ => drop(resource.insert(name.to_owned(), values[tape.choose(values.len())].clone())),
        }
    }
}
