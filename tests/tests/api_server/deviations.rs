//! Deviations of lowered rules that need more than a table, on a real API server; skipped unless `APISERVER_BIN` names one.
//!
//! What is expected is the verdict that the design states for lowered rules, which is not that of the markers.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crd_schema::api::{Scale, ScaleSpec};
use crd_schema::crd::{Lowering, publish};
use crd_schema::serve::{Outcome, Rejection};
use crd_schema::{
    CustomResourceDefinition, JsonSchemaProps, Profile, ServedVersion, ServerVersion, StructuralSchema,
};
use crd_schema_tests::apiserver::{Answer, Request, Server, collection, crd_around, server};
use serde_json::{Value, json};

fn newest() -> Lowering {
    Lowering::new(ServerVersion::NEWEST)
}

/// The schema with rules in the place of markers.
fn lowered(schema: &Value, lowering: Lowering) -> Value {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    let structural = StructuralSchema::try_from(&props).expect("structural");
    let published = publish(&structural, Profile::Lowered(lowering)).expect("it can be lowered");
    serde_json::to_value(published.schema()).expect("JSON")
}

/// Objects of one definition; the root is `{spec: ...}`.
struct Objects<'s> {
    server: &'s Server,
    crd: Value,
    version: &'static str,
}

impl Objects<'_> {
    fn path(&self, name: &str) -> String {
        format!("{}/{name}", collection(&self.crd).replace("/v1/", &format!("/{}/", self.version)))
    }

    fn object(&self, name: &str, spec: &Value) -> Value {
        let group = self.crd["spec"]["group"].as_str().unwrap_or_default();
        let mut object = json!({"kind": "Case", "metadata": {"name": name}, "spec": spec});
        object["apiVersion"] = format!("{group}/{}", self.version).into();
        if spec.is_null() {
            object.as_object_mut().expect("an object").remove("spec");
        }
        object
    }

    fn create(&self, name: &str, spec: &Value) {
        let answer = self.server.post(&collection(&self.crd), &self.object(name, spec));
        assert_eq!(answer.code, 201, "{}", answer.body);
    }

    fn update(&self, name: &str, spec: &Value) -> Answer {
        let path = self.path(name);
        let mut new = self.object(name, spec);
        new["metadata"]["resourceVersion"] =
            self.server.get(&path).body["metadata"]["resourceVersion"].take();
        self.server.send(&Request {
            method: "PUT",
            path: &path,
            content_type: "application/json",
            body: &new,
        })
    }

    fn expect(&self, name: &str, spec: &Value, code: u16) {
        let answer = self.update(name, spec);
        assert_eq!(answer.code, code, "{name} {spec}: {}", answer.body);
    }
}

fn spec(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"spec": schema}})
}

/// A definition that is installed as it is, and its objects.
fn installed<'s>(server: &'s Server, group: &str, schema: &Value, lowering: Lowering) -> Objects<'s> {
    let crd = crd_around(group, &lowered(&spec(schema), lowering));
    assert!(server.install(&[&crd]).is_empty());
    Objects { server, crd, version: "v1" }
}

/// D2: one unknown field in the place of another passes, a changed one and another number of them do not.
#[test]
fn unknown_fields_may_be_swapped() {
    let Some(server) = server() else { return };
    let frozen = json!({"type": "object", "properties": {"foo": {
        "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
        "x-kubernetes-mutability": "Immutable",
    }}});
    let objects = installed(server, "swapped.deviations.example.com", &frozen, newest().approximate());
    let foo = |metadata: Value| json!({"foo": {"apiVersion": "v1", "kind": "Foo", "metadata": metadata}});
    for (name, new, code) in [
        ("swapped", json!({"annotations": {"a": "b"}}), 200),
        ("changed", json!({"labels": {"a": "c"}}), 422),
        ("added", json!({"labels": {"a": "b"}, "annotations": {"a": "b"}}), 422),
        ("unchanged", json!({"labels": {"a": "b"}}), 200),
    ] {
        objects.create(name, &foo(json!({"labels": {"a": "b"}})));
        objects.expect(name, &foo(new), code);
    }
}

/// D6: a whole number that is written as a float is refused, though it would be stored alike.
#[test]
fn whole_floats_are_refused() {
    let Some(server) = server() else { return };
    let schema = json!({"type": "object", "properties": {
        "i": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
        "u": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-mutability": "Immutable"},
        "m": {"type": "object", "maxProperties": 9, "additionalProperties": {"type": "integer"},
            "x-kubernetes-key-mutability": "Immutable"},
    }});
    let objects = installed(server, "floats.deviations.example.com", &schema, newest().approximate());
    for (name, old, new) in [
        ("integer", json!({"i": 3}), json!({"i": 3.0})),
        ("unknown", json!({"u": {"a": 1}}), json!({"u": {"a": 1.0}})),
        // To list the keys of a map a server reads its values.
        ("value", json!({"m": {"a": 1}}), json!({"m": {"a": 1.0}})),
    ] {
        objects.create(name, &old);
        objects.expect(name, &new, 422);
        objects.expect(name, &old, 200);
    }
}

/// Two versions of one definition; objects are stored in the first.
fn two_versions<'s>(server: &'s Server, group: &str, second: &Value, lowering: Lowering) -> Objects<'s> {
    let mut first = second.clone();
    let fields = first["properties"].as_object_mut().expect("fields");
    for field in fields.values_mut().filter_map(Value::as_object_mut) {
        field.retain(|keyword, _| keyword != "default" && keyword != "x-kubernetes-mutability");
    }
    let mut crd = crd_around(group, &spec(&first));
    let mut version = crd["spec"]["versions"][0].clone();
    let mut whole = spec(second);
    whole["required"] = json!(["spec"]);
    version["name"] = "v2".into();
    version["storage"] = false.into();
    version["schema"]["openAPIV3Schema"] = lowered(&whole, lowering);
    crd["spec"]["versions"].as_array_mut().expect("versions").push(version);
    assert!(server.install(&[&crd]).is_empty());
    Objects { server, crd, version: "v2" }
}

/// D13: where the stored version has no default, the first update may set another value; under a strict anchor filling it
/// in is an addition.
#[test]
fn a_default_of_the_request_version_alone() {
    let Some(server) = server() else { return };
    let second = json!({"type": "object", "properties": {
        "foo": {"type": "string", "maxLength": 9, "default": "abc", "x-kubernetes-mutability": "Immutable"},
    }});
    let objects = two_versions(server, "default.deviations.example.com", &second, newest());
    let strict =
        two_versions(server, "strict-default.deviations.example.com", &second, newest().strict_anchor());
    for objects in [&objects, &strict] {
        let stored = Objects { version: "v1", crd: objects.crd.clone(), server };
        stored.create("a", &json!({}));
        stored.create("b", &json!({}));
    }
    objects.expect("a", &json!({"foo": "zzz"}), 200);
    objects.expect("a", &json!({"foo": "abc"}), 422);
    objects.expect("b", &json!({}), 200);
    objects.expect("b", &json!({"foo": "zzz"}), 422);
    strict.expect("a", &json!({}), 422);
    strict.expect("a", &json!({"foo": "zzz"}), 422);
}

/// The definition says nothing while the objects are stored, and then what it says.
fn stored_before<'s>(server: &'s Server, group: &str, schema: &Value, olds: &[(&str, Value)]) -> Objects<'s> {
    let crd = crd_around(group, schema);
    let mut lax = crd.clone();
    lax["spec"]["versions"][0]["schema"]["openAPIV3Schema"] =
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    assert!(server.install(&[&lax]).is_empty());
    let objects = Objects { server, crd, version: "v1" };
    for (name, old) in olds {
        objects.create(name, old);
    }
    let probe = objects.object("probe", &Value::Null);
    let mut probe = probe;
    probe["unknown"] = 1.into();
    assert_eq!(server.post(&collection(&objects.crd), &probe).code, 201);
    assert_eq!(server.replace_crd(&objects.crd).code, 200);
    let start = Instant::now();
    while server.get(&objects.path("probe")).body.get("unknown").is_some()
        && start.elapsed() < Duration::from_secs(9)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    objects
}

/// D10: what was required later may be added once, unless the anchor is strict.
#[test]
fn what_was_required_later() {
    let Some(server) = server() else { return };
    let mut whole = spec(&json!({"type": "object", "required": ["foo"], "properties": {
        "foo": {"type": "string", "maxLength": 9, "x-kubernetes-mutability": "Immutable"},
    }}));
    whole["required"] = json!(["spec"]);
    let olds = [("without-spec", Value::Null), ("without-foo", json!({}))];
    let trusting = lowered(&whole, newest());
    let objects = stored_before(server, "required.deviations.example.com", &trusting, &olds);
    let strict = lowered(&whole, newest().strict_anchor());
    let strict = stored_before(server, "strict-required.deviations.example.com", &strict, &olds);
    for name in ["without-spec", "without-foo"] {
        objects.expect(name, &json!({"foo": "a"}), 200);
        objects.expect(name, &json!({"foo": "b"}), 422);
        strict.expect(name, &json!({"foo": "a"}), 422);
    }
}

/// Keys that a server distinguishes while they are sent, and not once they are stored: rules refuse them on creation, too.
#[test]
fn keys_that_storage_makes_one() {
    let Some(server) = server() else { return };
    let schema = |key: &str| {
        json!({"type": "object", "properties": {"l": {
            "type": "array", "maxItems": 8, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {"type": "object", "required": ["k"], "properties": {
                "k": {"type": key},
                "v": {"type": "string", "maxLength": 9, "x-kubernetes-mutability": "Immutable"},
            }},
        }}})
    };
    let twice = json!({"l": [{"k": 1}, {"k": 1.0, "v": "secret"}]});
    // Without rules the list is stored, with the same key twice.
    let mut bare = spec(&schema("integer"));
    let v = &mut bare["properties"]["spec"]["properties"]["l"]["items"]["properties"]["v"];
    v.as_object_mut().expect("a schema").remove("x-kubernetes-mutability");
    let crd = crd_around("bare.keys.deviations.example.com", &bare);
    assert!(server.install(&[&crd]).is_empty());
    let objects = Objects { server, crd, version: "v1" };
    objects.create("a", &twice);
    let stored = server.get(&objects.path("a")).body["spec"].take();
    assert_eq!(stored, json!({"l": [{"k": 1}, {"k": 1, "v": "secret"}]}));
    for (key, message) in [
        ("integer", "keys must be written without a fraction"),
        ("number", "no two items may have the same key"),
    ] {
        let group = format!("{key}.keys.deviations.example.com");
        for lowering in [newest(), Lowering::new(ServerVersion::OLDEST)] {
            let group = if lowering == newest() { group.clone() } else { format!("oldest.{group}") };
            let objects = installed(server, &group, &schema(key), lowering);
            let answer = server.post(&collection(&objects.crd), &objects.object("a", &twice));
            assert_eq!(answer.code, 422, "{}", answer.body);
            assert!(answer.body["message"].as_str().unwrap_or_default().contains(message), "{}", answer.body);
            objects.create("b", &json!({}));
            objects.expect("b", &twice, 422);
            objects.expect("b", &json!({"l": [{"k": 1, "v": "secret"}]}), 200);
            objects.expect("b", &twice, 422);
            objects.expect("b", &json!({"l": [{"k": 1}]}), 422);
        }
        refused_natively(&spec(&schema(key)), &twice);
    }
}

/// The rules that keep keys apart, in lists of all places: a version that serves them says what the server says.
#[test]
fn key_rules_as_a_server_runs_them() {
    let Some(server) = server() else { return };
    let marked = || json!({"type": "string", "maxLength": 9, "x-kubernetes-mutability": "Immutable"});
    let list = |keys: &[(&str, Value)], below: Value| {
        let names: Vec<_> = keys.iter().map(|(name, _)| *name).collect();
        let mut items = json!({"type": "object", "required": names, "properties": below});
        for (name, key) in keys {
            items["properties"][*name] = key.clone();
        }
        json!({"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": names, "items": items})
    };
    let typed = |name: &str| json!({"type": name});
    let either = json!({"x-kubernetes-int-or-string": true, "maxLength": 9});
    let plain = |key: &Value| list(&[("k", key.clone())], json!({"v": marked()}));
    let (integer, number) = (typed("integer"), typed("number"));
    let schema = json!({"type": "object", "properties": {
        "free": {"type": "string", "maxLength": 9},
        "integers": plain(&integer), "either": plain(&either), "numbers": plain(&number),
        "pairs": list(&[("k", integer.clone()), ("n", number.clone())], json!({"v": marked()})),
        "atomic": {"type": "array", "maxItems": 5, "items": {"type": "object", "properties": {"l": plain(&number)}}},
        "entries": {"type": "object", "maxProperties": 5, "additionalProperties": plain(&integer)},
        "below": list(&[("k", number.clone())], json!({"l": plain(&integer)})),
        "keys": {"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "x-kubernetes-key-mutability": "AddOnly",
            "items": {"type": "object", "required": ["k"], "properties": {"k": integer}}},
    }});
    let specs = [
        json!({"integers": [{"k": 1.0, "v": "a"}]}),
        json!({"integers": [{"k": 1}, {"k": 1.0, "v": "a"}]}),
        json!({"integers": [{"k": 1, "v": "a"}]}),
        json!({"integers": [{"k": 1, "v": "b"}, {"k": 2.0}]}),
        json!({"either": [{"k": 1.0}, {"k": "1"}]}),
        json!({"either": [{"k": 1}, {"k": "1"}]}),
        json!({"numbers": [{"k": 1.0}]}),
        json!({"numbers": [{"k": 1}, {"k": 1.0}]}),
        json!({"numbers": [{"k": 1.5}, {"k": 1}]}),
        json!({"numbers": [{"k": 9_007_199_254_740_993_i64}, {"k": 9_007_199_254_740_992_i64}]}),
        json!({"pairs": [{"k": 1, "n": 1}, {"k": 1.0, "n": 1.0}]}),
        json!({"pairs": [{"k": 1, "n": 1}, {"k": 1, "n": 1.0}]}),
        json!({"atomic": [{"l": [{"k": 1}, {"k": 1.0}]}, {"l": [{"k": 1}]}]}),
        json!({"entries": {"a": [{"k": 1}], "b.c": [{"k": 1.0}]}}),
        json!({"below": [{"k": 1, "l": [{"k": 1.0}]}]}),
        json!({"integers": [{"k": 1.0}], "numbers": [{"k": 2}, {"k": 2.0}]}),
        // A rule is not run where a value is not even of its type.
        json!({"integers": [{"k": 1.0}], "free": 1}),
        json!({"keys": [{"k": 1}]}),
    ];
    for (group, lowering) in [("new", newest()), ("old", Lowering::new(ServerVersion::OLDEST))] {
        let group = format!("{group}.keyrules.deviations.example.com");
        let objects = installed(server, &group, &schema, lowering);
        let crd: CustomResourceDefinition =
            serde_json::from_value(objects.crd.clone()).expect("a definition");
        let version = ServedVersion::new(&crd, "v1").expect("it is structural");
        for (number, spec) in specs.iter().enumerate() {
            let (created, updated) = (format!("c{number}"), format!("u{number}"));
            let answer = server.post(&collection(&objects.crd), &objects.object(&created, spec));
            let ours = version.create(objects.object(&created, spec));
            said_alike(&version, &created, ours, &answer);
            let old = json!({"integers": [{"k": 1, "v": "a"}], "numbers": [{"k": 1.5, "v": "a"}]});
            objects.create(&updated, &old);
            let answer = objects.update(&updated, spec);
            let ours = version.update(&objects.object(&updated, &old), objects.object(&updated, spec));
            said_alike(&version, &updated, ours, &answer);
        }
    }
}

/// Keys that are the same since before there was a rule may stay, with a warning, while nothing in their list changes.
#[test]
fn keys_from_before_their_rule() {
    let Some(server) = server() else { return };
    let item = || {
        json!({"type": "object", "required": ["k"], "properties": {
            "k": {"type": "number"}, "v": {"type": "string", "maxLength": 9, "x-kubernetes-mutability": "Immutable"},
        }})
    };
    let list = || json!({"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": item()});
    let schema = spec(&json!({"type": "object", "properties": {
        "free": {"type": "string", "maxLength": 9}, "l": list(),
        "atomic": {"type": "array", "maxItems": 5, "items": {"type": "object", "properties": {"l": list()}}},
    }}));
    let same = || json!([{"k": 1, "v": "a"}, {"k": 1, "v": "a"}]);
    let differ = json!({"l": [{"k": 1, "v": "a"}, {"k": 1, "v": "b"}]});
    let olds =
        [("same", json!({"l": same()})), ("atomic", json!({"atomic": [{"l": same()}]})), ("differ", differ)];
    let lowered = lowered(&schema, newest());
    let objects = stored_before(server, "before.deviations.example.com", &lowered, &olds);
    let crd: CustomResourceDefinition = serde_json::from_value(objects.crd.clone()).expect("a definition");
    let version = ServedVersion::new(&crd, "v1").expect("it is structural");
    let mut warned = 0;
    for (name, old) in &olds {
        for change in [
            json!({}),
            json!({"free": "x"}),
            json!({"l": [{"k": 2}, {"k": 2}]}),
            json!({"atomic": [{"l": []}]}),
        ] {
            let mut new = old.clone();
            for (field, value) in change.as_object().expect("fields") {
                new[field] = value.clone();
            }
            let ours = version.update(&objects.object(name, old), objects.object(name, &new));
            warned += ours.as_ref().map_or(0, |outcome| outcome.warnings.len());
            let path = objects.path(name);
            let mut body = objects.object(name, &new);
            body["metadata"]["resourceVersion"] =
                server.get(&path).body["metadata"]["resourceVersion"].take();
            let path = format!("{path}?dryRun=All");
            let put = Request { method: "PUT", path: &path, content_type: "application/json", body: &body };
            let answer = server.send(&put);
            if *name == "differ" {
                // D9: a rule pairs each of the two with both, and finds one changed.
                assert_eq!((ours.is_ok(), answer.code), (false, 422), "{new}: {}", answer.body);
            } else {
                said_alike(&version, name, ours, &answer);
            }
        }
    }
    assert!(warned > 0);
}

/// The same verdict, message and warnings.
fn said_alike(served: &ServedVersion, name: &str, ours: Result<Outcome, Rejection>, answer: &Answer) {
    match ours {
        Ok(outcome) => {
            assert!(answer.code < 300, "{name}: {}", answer.body);
            assert_eq!(outcome.warnings, answer.warnings, "{name}");
        }
        Err(why) => {
            let parts = |message: &str| -> BTreeSet<String> {
                let causes = message.split_once("is invalid: ").map_or(message, |(_, causes)| causes);
                causes
                    .trim_matches(['[', ']'])
                    .split(", spec")
                    .map(|cause| cause.trim_start_matches("spec").to_owned())
                    .collect()
            };
            let message = answer.body["message"].as_str().unwrap_or_default();
            assert_eq!(answer.code, 422, "{name}: {why}: {}", answer.body);
            assert_eq!(parts(served.status(name, &why).message()), parts(message), "{name}");
        }
    }
}

/// The runtime refuses them, too, and says what the server would say of keys that are the same.
fn refused_natively(schema: &Value, twice: &Value) {
    let crd: CustomResourceDefinition =
        serde_json::from_value(crd_around("native.example.com", schema)).expect("a definition");
    let served = ServedVersion::new(&crd, "v1").expect("it is structural");
    let object = json!({"apiVersion": "native.example.com/v1", "kind": "Case", "metadata": {"name": "a"}, "spec": twice});
    let refused = served.create(object.clone()).expect_err("the keys are one");
    assert_eq!(refused.to_string(), r#"spec.l[1]: Duplicate value: {"k":1}"#);
    let mut old = object.clone();
    old["spec"] = json!({"l": []});
    let refused = served.update(&old, object).expect_err("the keys are one");
    assert_eq!(refused.to_string(), r#"spec.l[1]: Duplicate value: {"k":1}"#);
}

/// A write of the scale makes the struct that it needs; what would come with it by a default is as if it were sent. Where it may be
/// null, rules take null for the default (D15).
#[test]
fn a_scale_brings_no_immutable_default() {
    let Some(server) = server() else { return };
    for (word, code) in [("Immutable", 422), ("RemoveOnly", 422), ("AddOnly", 200)] {
        for nullable in [false, true] {
            scale_and_default(server, word, nullable, code);
        }
    }
}

fn scale_and_default(server: &Server, word: &str, nullable: bool, code: u16) {
    let schema = spec(&json!({"type": "object", "properties": {"size": {"type": "object", "properties": {
        "replicas": {"type": "integer"},
        "mode": {
            "type": "string", "maxLength": 9, "default": "x", "nullable": nullable, "x-kubernetes-mutability": word,
        },
    }}}}));
    let group = format!("{}-{nullable}.scale.deviations.example.com", word.to_lowercase());
    let scaled = json!({"specReplicasPath": ".spec.size.replicas", "statusReplicasPath": ".status.replicas"});
    let with_scale = |schema: &Value| {
        let mut crd = crd_around(&group, schema);
        crd["spec"]["versions"][0]["subresources"] = json!({"scale": scaled});
        crd
    };
    let crd = with_scale(&lowered(&schema, newest()));
    assert!(server.install(&[&crd]).is_empty());
    let objects = Objects { server, crd, version: "v1" };
    for name in ["direct", "scaled", "null"] {
        objects.create(name, &json!({}));
    }
    objects.expect("direct", &json!({"size": {"replicas": 1}}), code);
    let path = format!("{}/scale", objects.path("scaled"));
    let body = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "scaled"}, "spec": {"replicas": 1}});
    let put = Request { method: "PUT", path: &path, content_type: "application/json", body: &body };
    let answer = server.send(&put);
    assert_eq!(answer.code, code, "{word}: {}", answer.body);
    let native: CustomResourceDefinition = serde_json::from_value(with_scale(&schema)).expect("a definition");
    let version = ServedVersion::new(&native, "v1").expect("it is structural");
    let scale =
        Scale { spec: Some(ScaleSpec { replicas: Some(1), ..ScaleSpec::default() }), ..Scale::default() };
    let old = objects.object("scaled", &json!({}));
    assert_eq!(version.update_scale(&old, &scale).is_ok(), code == 200, "{word}");
    if nullable {
        let null = json!({"size": {"mode": null}});
        objects.expect("null", &null, code);
        assert!(version.update(&old, objects.object("scaled", &null)).is_ok(), "{word}");
    }
}

/// The recipe for a field that is immutable only once something has happened, as `docs/immutability.md` has it.
#[test]
fn immutable_once_a_lock_is_set() {
    let Some(server) = server() else { return };
    let text = || json!({"type": "string", "maxLength": 63});
    let engine = "has(self.spec.engine) == has(oldSelf.spec.engine) && (!has(self.spec.engine) || \
                  self.spec.engine == oldSelf.spec.engine)";
    let rule = format!("!has(oldSelf.status) || !has(oldSelf.status.lockedAt) || ({engine})");
    let mut locked = text();
    locked["x-kubernetes-mutability"] = "AddOnly".into();
    let marked = json!({"type": "object", "required": ["spec"], "properties": {
        "spec": {"type": "object", "properties": {"engine": text(), "free": text()}},
        "status": {"type": "object", "properties": {"lockedAt": locked, "note": text()}},
    }});
    let mut schema = lowered(&marked, newest());
    let own = json!({"rule": rule, "message": "field is immutable once status.lockedAt is set", "fieldPath": ".spec.engine"});
    schema["x-kubernetes-validations"].as_array_mut().expect("the rule of the lock").push(own);
    let mut crd = crd_around("lock.deviations.example.com", &schema);
    crd["spec"]["versions"][0]["subresources"] = json!({"status": {}});
    assert!(server.install(&[&crd]).is_empty());
    let objects = Objects { server, crd, version: "v1" };
    objects.create("a", &json!({"engine": "x"}));
    let status = |status: Value| {
        let path = format!("{}/status", objects.path("a"));
        let mut body = server.get(&objects.path("a")).body;
        body["status"] = status;
        server
            .send(&Request { method: "PUT", path: &path, content_type: "application/json", body: &body })
            .code
    };
    // Not locked: it comes, goes and changes.
    objects.expect("a", &json!({"engine": "y"}), 200);
    objects.expect("a", &json!({}), 200);
    objects.expect("a", &json!({"engine": "z"}), 200);
    assert_eq!(status(json!({"note": "n"})), 200);
    objects.expect("a", &json!({"engine": "y"}), 200);
    assert_eq!(status(json!({"lockedAt": "now"})), 200);
    // Locked: neither does it, nor is the lock taken away.
    objects.expect("a", &json!({"engine": "z"}), 422);
    objects.expect("a", &json!({}), 422);
    objects.expect("a", &json!({"engine": "y", "free": "f"}), 200);
    for unlocked in [json!({}), json!({"note": "n"}), json!({"lockedAt": "then"}), Value::Null] {
        assert_eq!(status(unlocked), 422);
    }
    assert_eq!(status(json!({"lockedAt": "now", "note": "n"})), 200);
    objects.expect("a", &json!({"engine": "z"}), 422);
}

/// D14: a stored value that fits no more is refused unchanged where a rule reads it, and kept where none does.
#[test]
fn stored_misfits() {
    let Some(server) = server() else { return };
    let whole = spec(&json!({"type": "object", "properties": {
        "read": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
        "free": {"type": "integer"},
    }}));
    let (read, free) = (json!({"read": "text"}), json!({"free": "text"}));
    let olds = [("read", read.clone()), ("free", free.clone())];
    let objects = stored_before(server, "misfits.deviations.example.com", &lowered(&whole, newest()), &olds);
    objects.expect("read", &read, 422);
    objects.expect("free", &free, 200);
}
