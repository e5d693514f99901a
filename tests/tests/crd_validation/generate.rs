//! Definitions that are good but for what was broken in them.

use serde_json::{Value, json};

/// What can be set in a definition: a pointer, and values of which some are good.
type Member = (&'static str, fn() -> Vec<Value>);

pub(crate) struct Generator {
    state: u64,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A definition, every other time with the one that it replaces.
    pub(crate) fn request(&mut self) -> (Value, Option<Value>) {
        let mut crd = self.definition();
        if self.one_in(2) {
            return (crd, None);
        }
        crd["metadata"]["resourceVersion"] = json!("1");
        if !self.one_in(4) {
            crd["status"]["conditions"] = json!([{"type": "Established", "status": "True"}]);
        }
        if self.one_in(6) {
            crd["spec"]["preserveUnknownFields"] = json!(true);
        }
        let old = crd.clone();
        for _ in 0..self.below(3) {
            self.break_something(&mut crd);
        }
        if self.one_in(3) {
            let fresh = self.definition();
            crd["spec"]["versions"] = fresh["spec"]["versions"].clone();
        }
        (crd, Some(old))
    }

    fn definition(&mut self) -> Value {
        let mut crd = self.good();
        for _ in 0..self.below(4) {
            self.break_something(&mut crd);
        }
        crd
    }

    fn good(&mut self) -> Value {
        let schema = json!({
            "type": "object",
            "properties": {
                "spec": self.schema(3),
                "status": {"type": "object", "properties": {"phase": {"type": "string"}, "ready": {"type": "boolean"}}},
            },
        });
        let mut versions = vec![json!({
            "name": "v1", "served": true, "storage": true,
            "schema": {"openAPIV3Schema": schema},
        })];
        if self.one_in(2) {
            let mut second = versions[0].clone();
            second["name"] = json!("v1beta1");
            second["storage"] = json!(false);
            if self.one_in(2) {
                second["schema"]["openAPIV3Schema"]["properties"]["extra"] = self.schema(2);
            }
            versions.push(second);
        }
        let mut crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "tabs.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Tab", "plural": "tabs"},
                "scope": "Namespaced",
                "versions": versions,
            },
        });
        if self.one_in(4) {
            crd["spec"]["conversion"] = json!({"strategy": "Webhook", "webhook": {
                "clientConfig": {"url": "https://example.com/x"}, "conversionReviewVersions": ["v1"],
            }});
        }
        crd
    }

    /// A good schema of any type.
    fn schema(&mut self, depth: u64) -> Value {
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 => json!({"type": "string"}),
            1 => json!({"type": "integer", "default": 1}),
            2 => json!({"x-kubernetes-int-or-string": true}),
            3 => json!({"type": "boolean"}),
            4 => json!({"type": "array", "items": self.schema(depth - 1)}),
            5 => json!({"type": "object", "additionalProperties": self.schema(depth - 1)}),
            6 => json!({
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                "items": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string"}, "value": self.schema(depth - 1),
                }},
            }),
            7 => json!({
                "type": "object", "x-kubernetes-embedded-resource": true, "properties": {
                    "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"},
                    "spec": self.schema(depth - 1),
                },
            }),
            _ => json!({"type": "object", "properties": {"a": self.schema(depth - 1), "b": self.schema(depth - 1)}}),
        }
    }

    fn break_something(&mut self, crd: &mut Value) {
        if self.one_in(3) {
            let (pointer, values) = MEMBERS[self.index(MEMBERS.len())];
            let value = self.pick(values());
            return set(crd, pointer, value);
        }
        let versions = crd["spec"]["versions"].as_array().map_or(0, Vec::len);
        if versions == 0 {
            return;
        }
        if self.one_in(3) {
            let (member, values) = IN_VERSION[self.index(IN_VERSION.len())];
            let value = self.pick(values());
            let all = self.one_in(2);
            let only = self.index(versions);
            for index in (0..versions).filter(|index| all || *index == only) {
                set(crd, &format!("/spec/versions/{index}{member}"), value.clone());
            }
            return;
        }
        let all = self.one_in(2);
        let (state, only) = (self.state, self.index(versions));
        for index in (0..versions).filter(|index| all || *index == only) {
            // The same change in all versions, where they are alike.
            if all {
                self.state = state;
            }
            if let Some(schema) = crd.pointer_mut(&format!("/spec/versions/{index}/schema/openAPIV3Schema")) {
                self.break_schema(schema);
            }
        }
        self.below(2);
    }

    fn break_schema(&mut self, schema: &mut Value) {
        let mut pointers = Vec::new();
        nodes(schema, String::new(), &mut pointers);
        if pointers.is_empty() {
            return;
        }
        let pointer = &pointers[self.index(pointers.len())];
        let (member, values) = IN_SCHEMA[self.index(IN_SCHEMA.len())];
        let value = self.pick(values());
        if let Some(Value::Object(node)) = schema.pointer_mut(pointer) {
            if value.is_null() && self.one_in(2) {
                node.remove(member);
            } else {
                node.insert(member.to_owned(), value);
            }
        }
    }

    fn pick(&mut self, mut values: Vec<Value>) -> Value {
        let index = self.index(values.len());
        values.swap_remove(index)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.below(u64::try_from(count).expect("it is small"))).expect("it is small")
    }

    /// SplitMix64.
    fn below(&mut self, limit: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// Sets a member, and makes the objects on the way to it; the items on it are there.
fn set(crd: &mut Value, pointer: &str, value: Value) {
    let mut at = crd;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/");
        if at.is_array() {
            let index: usize = step.parse().expect("items have numbers");
            at = &mut at[index];
            continue;
        }
        if !at.is_object() {
            *at = json!({});
        }
        at = &mut at[step];
    }
    *at = value;
}

/// The pointers of all schemas in a schema.
fn nodes(schema: &Value, pointer: String, found: &mut Vec<String>) {
    let Value::Object(members) = schema else { return };
    for (name, member) in members {
        match (name.as_str(), member) {
            ("properties" | "patternProperties" | "definitions" | "dependencies", Value::Object(below)) => {
                for (key, below) in below {
                    nodes(below, format!("{pointer}/{name}/{key}"), found);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "items", Value::Array(below)) => {
                for (index, below) in below.iter().enumerate() {
                    nodes(below, format!("{pointer}/{name}/{index}"), found);
                }
            }
            ("items" | "additionalProperties" | "not" | "additionalItems", below) => {
                nodes(below, format!("{pointer}/{name}"), found);
            }
            _ => {}
        }
    }
    found.push(pointer);
}

/// `[values]`, each any JSON.
macro_rules! values {
    ($($value:tt),* $(,)?) => { || vec![$(json!($value)),*] };
}

fn long(length: usize) -> Value {
    json!("a".repeat(length))
}

static MEMBERS: &[Member] = &[
    ("/metadata/name", || { vec![json!(""), json!("Tabs.example.com"), json!("tabs"), json!("tabs.example.org"), json!("a_b"), long(260)] }),
    ("/metadata/generateName", values!["tabs-", "tabs.example.com", "", "A-"]),
    ("/metadata/namespace", values!["", "default"]),
    ("/metadata/labels", || { let long = "a".repeat(64); let bad = json!({long.clone(): long}); let mut all = values![{"a": "b"}, {"": "x"}, {"a/b/c": ""}, {"ok": "not ok"}, {"/x": "-"}, {"A.com/x": "y"}](); all.push(bad); all }),
    ("/metadata/annotations", || {
        vec![json!({"A/b": "x"}), json!({"-": "x"}), json!({"a b": ""}), json!({"a": "x".repeat(262_145)})]
    }),
    ("/metadata/annotations/api-approved.kubernetes.io", values!["", "unapproved, legacy", "https://example.com/1", "yes", "https:", "/x", "a b://c"]),
    ("/metadata/finalizers", values![["a/b"], ["orphan", "foregroundDeletion"], ["-"], [""]]),
    ("/metadata/ownerReferences", values![
        [{}], [{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "1"}],
        [{"apiVersion": "a/b/c", "kind": "K", "name": "a", "uid": "1"}], [{"apiVersion": "a/", "kind": "K", "name": "a", "uid": "1"}],
        [{"apiVersion": "/", "kind": "Event", "name": "a", "uid": "1"}],
        [{"apiVersion": "v1", "kind": "K", "name": "a", "uid": "1", "controller": true},
         {"apiVersion": "v1", "kind": "L", "name": "b", "uid": "2", "controller": true}],
    ]),
    ("/metadata/managedFields", values![
        [{"manager": "a", "operation": "Apply", "fieldsType": "FieldsV1"}], [{}], [{"operation": "Patch", "fieldsType": "V2"}],
        [{"operation": "Update", "manager": "a\u{7}b"}],
    ]),
    ("/spec/group", values!["", "example", "Example.com", "example.org", "k8s.io", "apps.k8s.io", "x.kubernetes.io", "a..b", "notk8s.io"]),
    ("/spec/scope", values!["", "Cluster", "namespaced", "Namespaced"]),
    ("/spec/preserveUnknownFields", values![true, false]),
    ("/spec/names/plural", || vec![json!(""), json!("Tabs"), json!("a.b"), json!("1a"), long(64), long(260), json!("tabz")]),
    ("/spec/names/singular", values!["", "Tab", "tab", "-"]),
    ("/spec/names/kind", values!["", "Tab Let", "TabList", "tab", "1Tab", "ÄTab", "Σ"]),
    ("/spec/names/listKind", values!["", "Tab", "Tab.List", "Tabs"]),
    ("/spec/names/shortNames", values![[], ["t"], ["T", "t", ""]]),
    ("/spec/names/categories", values![["all"], ["All", "a b"]]),
    ("/spec/versions", values![[], [{}], [{"name": "v1", "storage": true}]]),
    ("/spec/conversion", values![
        {"strategy": "None"}, {}, {"strategy": "Webhook"}, {"strategy": "webhook"}, {"strategy": "None", "webhook": {}},
        {"strategy": "None", "webhook": {"clientConfig": {}, "conversionReviewVersions": ["v1"]}},
        {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"]}},
    ]),
    ("/spec/conversion/strategy", values!["Webhook", "None", ""]),
    ("/spec/conversion/webhook/conversionReviewVersions", values![[], ["v1"], ["v2"], ["v1", "v1"], ["V1", "v1beta1"], ["v2", "v2"]]),
    ("/spec/conversion/webhook/clientConfig", values![
        {}, {"url": ""}, {"url": "https://example.com"}, {"url": "http://example.com"}, {"url": "https://"},
        {"url": "https://user:p@example.com/?q#f"}, {"url": "https://example.com:x"}, {"url": ":"}, {"url": "https://exa mple.com"},
        {"url": "https://example.com/%zz"}, {"url": "https://[::1]:443/x"}, {"url": "https://[::1"}, {"url": "a:b"}, {"url": "*"},
        {"url": "https://a", "service": {"name": "a", "namespace": "b"}}, {"url": "https://example.com/?"}, {"url": "https://u%41@h"},
        {"url": "https://h#%"}, {"url": "https://a:1:2"}, {"url": "ftp://a:1:2"}, {"url": "//h/x"}, {"url": "https://%41"}, {"url": "https://%ff"},
        {"url": "https://u@x@h"}, {"url": "https://u|@h"}, {"url": "\u{1}"}, {"url": "https://a[b"},
    ]),
    ("/spec/conversion/webhook/clientConfig/service", values![
        {}, {"name": "a"}, {"namespace": "a"}, {"name": "a", "namespace": "b"}, {"name": "a", "namespace": "b", "port": 0},
        {"name": "a", "namespace": "b", "port": 65536}, {"name": "a", "namespace": "b", "path": "x"},
        {"name": "a", "namespace": "b", "path": "//"}, {"name": "a", "namespace": "b", "path": "/a//B/"}, {"name": "a", "namespace": "b", "path": "/"},
    ]),
    ("/spec/conversion/webhook/clientConfig/caBundle", values![
        "", "eA==", "Cg==", "LS0tLS1CRUdJTiBBLS0tLS0KLS0tLS1FTkQgQS0tLS0tCg==",
        "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmVBPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=",
    ]),
    ("/status/storedVersions", values![[], ["v1"], ["v1", "v1beta1"], ["v0"], ["v0", "v9", "v1"]]),
    ("/status/acceptedNames", values![{"kind": "Tab", "plural": "tabs", "listKind": "Tab"}, {"plural": "Tabs"}, {}]),
    ("/status/conditions", values![[{"type": "Established", "status": "True"}], [{"type": "Established", "status": "False"}]]),
];

static IN_VERSION: &[Member] = &[
    ("/name", || vec![json!(""), json!("V1"), json!("v1"), json!("1"), json!("v2"), long(64)]),
    ("/storage", values![true, false]),
    ("/served", values![true, false]),
    ("/deprecated", values![true, false]),
    ("/deprecationWarning", || {
        vec![json!("use v2"), json!(""), long(257), json!("a\nb"), json!("\u{0}"), json!("ü\u{200b}"), json!("a\u{a0}b")]
    }),
    ("/schema", values![null, {}, {"openAPIV3Schema": null}, {"openAPIV3Schema": {}}, {"openAPIV3Schema": {"type": "string"}}]),
    ("/subresources", values![{}, {"status": {}}, null, {"scale": {}}, {"status": {}, "scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a"}}]),
    ("/subresources/status", values![{}]),
    ("/subresources/scale", values![
        {"specReplicasPath": "spec.a", "statusReplicasPath": ".spec.a"}, {"specReplicasPath": ".spec", "statusReplicasPath": "."},
        {"specReplicasPath": ".status.a", "statusReplicasPath": "x", "labelSelectorPath": "x"},
        {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ".a"},
        {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ""},
    ]),
    ("/additionalPrinterColumns", values![
        [], [{}], [{"name": "a", "type": "string", "jsonPath": ".spec.a"}], [{"name": "a", "type": "text", "format": "int", "jsonPath": "x"}],
        [{"name": "a", "type": "date", "format": "date", "jsonPath": ".x", "priority": 1}],
    ]),
    ("/selectableFields", || {
        let many = |count: u32| (0..count).map(|_| json!({"jsonPath": ".status.phase"})).collect::<Value>();
        vec![
            json!([]), json!([{}]), json!([{"jsonPath": ".status.phase"}]), json!([{"jsonPath": ".status.phase"}, {"jsonPath": ".status.phase"}]),
            json!([{"jsonPath": ".status"}, {"jsonPath": "status"}, {"jsonPath": ".status."}]), json!([{"jsonPath": ".status['phase']"}]),
            json!([{"jsonPath": ".spec.a"}, {"jsonPath": ".spec.a.b"}, {"jsonPath": ".metadata.name"}, {"jsonPath": ".."}, {"jsonPath": ".spec"}]),
            many(9), json!([{"jsonPath": ".status.ready"}]),
        ]
    }),
];

static IN_SCHEMA: &[Member] = &[
    ("type", values!["object", "array", "string", "integer", "number", "boolean", "null", "text", "", null]),
    ("nullable", values![true, false]),
    ("id", values!["", "a"]),
    ("$schema", values!["", "a"]),
    ("$ref", values!["", "#/a"]),
    ("title", values!["t"]),
    ("description", values!["d"]),
    ("format", values!["date", "date-time", "int32", "float", "k8s-short-name", "nonsense", "in\"valid"]),
    ("pattern", values!["^a$", "(", "[a", "*a"]),
    ("default", values![null, 1, "a", {}, {"a": 1}, {"zzz": 1}, [{"zzz": 1}], {"a": {"zzz": null}}, {"metadata": {"name": 5}},
        {"apiVersion": "v1", "kind": "K", "metadata": {"zzz": 1}}, {"kind": 5}, [], [{"name": "x", "other": 1}]]),
    ("maximum", values![1, 1.5]),
    ("exclusiveMaximum", values![true]),
    ("uniqueItems", values![true, false]),
    ("enum", values![[], [1], ["a", null]]),
    ("maxProperties", values![0, 3]),
    ("minProperties", values![1]),
    ("required", values![[], ["a"], ["name"]]),
    ("items", values![null, {}, {"type": "string"}, {"type": "object"}, {"type": "object", "properties": {"name": {"type": "string"}}},
        {"type": "object", "properties": {"name": {"type": "object"}}}, [], [{"type": "string"}], 5, {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        {"type": "object", "x-kubernetes-map-type": "atomic"}, {"type": "string", "nullable": true},
        {"type": "object", "nullable": true, "properties": {"name": {"type": "string", "nullable": true}}}]),
    ("allOf", values![[], [{}], [{"type": "string"}], [{"anyOf": [{"type": "integer"}, {"type": "string"}]}], [{"properties": {"zz": {"minLength": 1}}}]]),
    ("anyOf", values![[{"type": "integer"}, {"type": "string"}], [{"type": "string"}, {"type": "integer"}], [{"required": ["a"]}, {"default": 1}],
        [{"properties": {"metadata": {}}}], [{"$schema": "x"}], [{"uniqueItems": true}]]),
    ("oneOf", values![[{"properties": {"spec": {"properties": {"zz": {}}}}}], [{"items": {}}], [{"x-kubernetes-validations": [{"rule": ""}]}]]),
    ("not", values![{}, {"type": "string"}, {"nullable": true, "title": "x"}, {"x-kubernetes-preserve-unknown-fields": false}]),
    ("properties", values![null, {}, {"a": {}}, {"metadata": {"type": "object"}}, {"kind": {"type": "integer"}, "metadata": {"type": "string"}},
        {"metadata": {"type": "object", "properties": {"name": {"type": "string", "default": "x"}}}}, {"apiVersion": {"type": "string", "default": "v1"}},
        {"metadata": {"type": "object", "properties": {"labels": {"type": "object", "additionalProperties": {"type": "string", "default": "a"}}}}},
        {"metadata": {"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}},
        {"metadata": {"type": "object", "default": {"name": 5}}}, {"metadata": {"type": "object", "x-kubernetes-map-type": "bogus"}},
        {"metadata": {"type": "object", "properties": {"name": {"type": "integer", "default": 5}}}},
        {"metadata": {"type": "object", "properties": {"finalizers": {"type": "array", "items": {"type": "integer", "default": 5}}}}}]),
    ("additionalProperties", values![true, false, {}, {"type": "string"}, {"type": "string", "default": "a"}, {"$schema": "x", "type": "string"}]),
    ("patternProperties", values![{}, {"a": {"type": "string"}}]),
    ("dependencies", values![{}, {"a": ["b"]}, {"a": {"uniqueItems": true}}]),
    ("additionalItems", values![true, false, {"type": "string"}]),
    ("definitions", values![{}, {"a": {"nullable": true, "type": "null"}}]),
    ("externalDocs", values![{}, {"url": "x"}]),
    ("example", values![null, 1, {"a": 1}]),
    ("x-kubernetes-preserve-unknown-fields", values![true, false, null]),
    ("x-kubernetes-embedded-resource", values![true, false]),
    ("x-kubernetes-int-or-string", values![true, false]),
    ("x-kubernetes-list-type", values!["atomic", "set", "map", "other", "", null]),
    ("x-kubernetes-list-map-keys", values![[], ["name"], ["name", "name"], ["zz"], null]),
    ("x-kubernetes-map-type", values!["atomic", "granular", "other", null]),
    ("x-kubernetes-validations", values![
        [], [{"rule": "true"}], [{"rule": " "}], [{}], [{"rule": "true", "message": " "}], [{"rule": "true", "message": "a\nb"}],
        [{"rule": "true\n&& true"}], [{"rule": "true", "messageExpression": " "}], [{"rule": "true", "reason": "Bad"}],
        [{"rule": "true", "reason": "FieldValueRequired", "fieldPath": ".a"}], [{"rule": "true", "reason": ""}],
        [{"rule": "true", "fieldPath": " "}], [{"rule": "true", "fieldPath": ".a\n"}], [{"rule": "true", "fieldPath": "a"}],
        [{"rule": "true", "fieldPath": "['a']"}, {"rule": "true", "fieldPath": ".spec.a"}, {"rule": "true", "fieldPath": "['a'"}],
        [{"rule": "true", "fieldPath": "['a\\q']"}, {"rule": "true", "fieldPath": "[a]"}, {"rule": "true", "fieldPath": "['x\\'y']"}],
        [{"rule": "true", "optionalOldSelf": true}], [{"rule": "self == oldSelf"}], [{"rule": "1"}], [{"rule": "(", "messageExpression": "("}],
    ]),
];
