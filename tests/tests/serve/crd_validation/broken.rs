//! What is put into definitions to break them, or not.

use serde_json::{Value, json};

/// What can be set in a definition: a pointer, and values of which some are good.
type Field = (&'static str, fn() -> Vec<Value>);

/// `[values]`, each any JSON.
macro_rules! values {
    ($($value:tt),* $(,)?) => { || vec![$(json!($value)),*] };
}

fn long(length: usize) -> Value {
    json!("a".repeat(length))
}

pub(crate) static FIELDS: &[Field] = &[
    ("/metadata/name", || {
        vec![
            json!(""),
            json!("Tabs.example.com"),
            json!("tabs"),
            json!("tabs.example.org"),
            json!("a_b"),
            long(260),
        ]
    }),
    ("/metadata/generateName", values!["tabs-", "tabs.example.com", "", "A-"]),
    ("/metadata/namespace", values!["", "default"]),
    ("/metadata/labels", || {
        let long = "a".repeat(64);
        let bad = json!({long.clone(): long});
        let mut all =
            values![{"a": "b"}, {"": "x"}, {"a/b/c": ""}, {"ok": "not ok"}, {"/x": "-"}, {"A.com/x": "y"}]();
        all.push(bad);
        all
    }),
    ("/metadata/annotations", || {
        vec![json!({"A/b": "x"}), json!({"-": "x"}), json!({"a b": ""}), json!({"a": "x".repeat(262_145)})]
    }),
    (
        "/metadata/annotations/api-approved.kubernetes.io",
        values!["", "unapproved, legacy", "https://example.com/1", "yes", "https:", "/x", "a b://c"],
    ),
    ("/metadata/finalizers", values![["a/b"], ["orphan", "foregroundDeletion"], ["-"], [""]]),
    (
        "/metadata/ownerReferences",
        values![
            [{}], [{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "1"}],
            [{"apiVersion": "a/b/c", "kind": "K", "name": "a", "uid": "1"}], [{"apiVersion": "a/", "kind": "K", "name": "a", "uid": "1"}],
            [{"apiVersion": "/", "kind": "Event", "name": "a", "uid": "1"}],
            [{"apiVersion": "v1", "kind": "K", "name": "a", "uid": "1", "controller": true},
             {"apiVersion": "v1", "kind": "L", "name": "b", "uid": "2", "controller": true}],
        ],
    ),
    (
        "/metadata/managedFields",
        values![
            [{"manager": "a", "operation": "Apply", "fieldsType": "FieldsV1"}], [{}], [{"operation": "Patch", "fieldsType": "V2"}],
            [{"operation": "Update", "manager": "a\u{7}b"}],
        ],
    ),
    (
        "/spec/group",
        values![
            "",
            "example",
            "Example.com",
            "example.org",
            "k8s.io",
            "apps.k8s.io",
            "x.kubernetes.io",
            "a..b",
            "notk8s.io"
        ],
    ),
    ("/spec/scope", values!["", "Cluster", "namespaced", "Namespaced"]),
    ("/spec/preserveUnknownFields", values![true, false]),
    ("/spec/names/plural", || {
        vec![json!(""), json!("Tabs"), json!("a.b"), json!("1a"), long(64), long(260), json!("tabz")]
    }),
    ("/spec/names/singular", values!["", "Tab", "tab", "-"]),
    ("/spec/names/kind", values!["", "Tab Let", "TabList", "tab", "1Tab", "ÄTab", "Σ"]),
    ("/spec/names/listKind", values!["", "Tab", "Tab.List", "Tabs"]),
    ("/spec/names/shortNames", values![[], ["t"], ["T", "t", ""]]),
    ("/spec/names/categories", values![["all"], ["All", "a b"]]),
    ("/spec/versions", values![[], [{}], [{"name": "v1", "storage": true}]]),
    (
        "/spec/conversion",
        values![
            {"strategy": "None"}, {}, {"strategy": "Webhook"}, {"strategy": "webhook"}, {"strategy": "None", "webhook": {}},
            {"strategy": "None", "webhook": {"clientConfig": {}, "conversionReviewVersions": ["v1"]}},
            {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"]}},
        ],
    ),
    ("/spec/conversion/strategy", values!["Webhook", "None", ""]),
    (
        "/spec/conversion/webhook/conversionReviewVersions",
        values![[], ["v1"], ["v2"], ["v1", "v1"], ["V1", "v1beta1"], ["v2", "v2"]],
    ),
    (
        "/spec/conversion/webhook/clientConfig",
        values![
            {}, {"url": ""}, {"url": "https://example.com"}, {"url": "http://example.com"}, {"url": "https://"},
            {"url": "https://user:p@example.com/?q#f"}, {"url": "https://example.com:x"}, {"url": ":"}, {"url": "https://exa mple.com"},
            {"url": "https://example.com/%zz"}, {"url": "https://[::1]:443/x"}, {"url": "https://[::1"}, {"url": "a:b"}, {"url": "*"},
            {"url": "https://a", "service": {"name": "a", "namespace": "b"}}, {"url": "https://example.com/?"}, {"url": "https://u%41@h"},
            {"url": "https://h#%"}, {"url": "https://a:1:2"}, {"url": "ftp://a:1:2"}, {"url": "//h/x"}, {"url": "https://%41"}, {"url": "https://%ff"},
            {"url": "https://u@x@h"}, {"url": "https://u|@h"}, {"url": "\u{1}"}, {"url": "https://a[b"},
        ],
    ),
    (
        "/spec/conversion/webhook/clientConfig/service",
        values![
            {}, {"name": "a"}, {"namespace": "a"}, {"name": "a", "namespace": "b"}, {"name": "a", "namespace": "b", "port": 0},
            {"name": "a", "namespace": "b", "port": 65536}, {"name": "a", "namespace": "b", "path": "x"},
            {"name": "a", "namespace": "b", "path": "//"}, {"name": "a", "namespace": "b", "path": "/a//B/"}, {"name": "a", "namespace": "b", "path": "/"},
        ],
    ),
    (
        "/spec/conversion/webhook/clientConfig/caBundle",
        values![
            "",
            "eA==",
            "Cg==",
            "LS0tLS1CRUdJTiBBLS0tLS0KLS0tLS1FTkQgQS0tLS0tCg==",
            "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmVBPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=",
        ],
    ),
    ("/status/storedVersions", values![[], ["v1"], ["v1", "v1beta1"], ["v0"], ["v0", "v9", "v1"]]),
    (
        "/status/acceptedNames",
        values![{"kind": "Tab", "plural": "tabs", "listKind": "Tab"}, {"plural": "Tabs"}, {}],
    ),
    (
        "/status/conditions",
        values![[{"type": "Established", "status": "True"}], [{"type": "Established", "status": "False"}]],
    ),
];

pub(crate) static IN_VERSION: &[Field] = &[
    ("/name", || vec![json!(""), json!("V1"), json!("v1"), json!("1"), json!("v2"), long(64)]),
    ("/storage", values![true, false]),
    ("/served", values![true, false]),
    ("/deprecated", values![true, false]),
    ("/deprecationWarning", || {
        vec![
            json!("use v2"),
            json!(""),
            long(257),
            json!("a\nb"),
            json!("\u{0}"),
            json!("ü\u{200b}"),
            json!("a\u{a0}b"),
        ]
    }),
    (
        "/schema",
        values![null, {}, {"openAPIV3Schema": null}, {"openAPIV3Schema": {}}, {"openAPIV3Schema": {"type": "string"}}],
    ),
    (
        "/subresources",
        values![{}, {"status": {}}, null, {"scale": {}}, {"status": {}, "scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a"}}],
    ),
    ("/subresources/status", values![{}]),
    (
        "/subresources/scale",
        values![
            {"specReplicasPath": "spec.a", "statusReplicasPath": ".spec.a"}, {"specReplicasPath": ".spec", "statusReplicasPath": "."},
            {"specReplicasPath": ".status.a", "statusReplicasPath": "x", "labelSelectorPath": "x"},
            {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ".a"},
            {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ""},
        ],
    ),
    (
        "/additionalPrinterColumns",
        values![
            [], [{}], [{"name": "a", "type": "string", "jsonPath": ".spec.a"}], [{"name": "a", "type": "text", "format": "int", "jsonPath": "x"}],
            [{"name": "a", "type": "date", "format": "date", "jsonPath": ".x", "priority": 1}],
        ],
    ),
    ("/selectableFields", || {
        let many = |count: u32| (0..count).map(|_| json!({"jsonPath": ".status.phase"})).collect::<Value>();
        vec![
            json!([]),
            json!([{}]),
            json!([{"jsonPath": ".status.phase"}]),
            json!([{"jsonPath": ".status.phase"}, {"jsonPath": ".status.phase"}]),
            json!([{"jsonPath": ".status"}, {"jsonPath": "status"}, {"jsonPath": ".status."}]),
            json!([{"jsonPath": ".status['phase']"}]),
            json!([{"jsonPath": ".spec.a"}, {"jsonPath": ".spec.a.b"}, {"jsonPath": ".metadata.name"}, {"jsonPath": ".."}, {"jsonPath": ".spec"}]),
            many(9),
            json!([{"jsonPath": ".status.ready"}]),
        ]
    }),
];

pub(crate) static IN_SCHEMA: &[Field] = &[
    ("type", values!["object", "array", "string", "integer", "number", "boolean", "null", "text", "", null]),
    ("nullable", values![true, false]),
    ("id", values!["", "a"]),
    ("$schema", values!["", "a"]),
    ("$ref", values!["", "#/a"]),
    ("title", values!["t"]),
    ("description", values!["d"]),
    ("format", values!["date", "date-time", "int32", "float", "k8s-short-name", "nonsense", "in\"valid"]),
    ("pattern", values!["^a$", "(", "[a", "*a"]),
    (
        "default",
        values![null, 1, "a", {}, {"a": 1}, {"zzz": 1}, [{"zzz": 1}], {"a": {"zzz": null}}, {"metadata": {"name": 5}},
        {"apiVersion": "v1", "kind": "K", "metadata": {"zzz": 1}}, {"kind": 5}, [], [{"name": "x", "other": 1}],
        2, 1.5, true, "2026-01-31", "b", {"b": "x"}, {"a": {"a": 1}}, {"x": 1}, {"x": {"a": 1}}, [1, "a"], [[], {}], [{"name": 1}], [{"value": "a"}],
        {"apiVersion": "v1", "kind": "K", "spec": "a"}, {"apiVersion": "v1", "kind": "K", "metadata": {"name": "A"}}],
    ),
    ("maximum", values![1, 1.5, 100_000_000_000_000_000_000.0]),
    ("minimum", values![2, 1.5, 0]),
    ("exclusiveMinimum", values![true]),
    ("multipleOf", values![2, 0.5]),
    ("maxLength", values![0, 1]),
    ("minLength", values![1, 2]),
    ("maxItems", values![0, 1]),
    ("minItems", values![1, 2]),
    ("exclusiveMaximum", values![true]),
    ("uniqueItems", values![true, false]),
    ("enum", values![[], [1], ["a", null]]),
    ("maxProperties", values![0, 3]),
    ("minProperties", values![1]),
    ("required", values![[], ["a"], ["name"]]),
    (
        "items",
        values![null, {}, {"type": "string"}, {"type": "object"}, {"type": "object", "properties": {"name": {"type": "string"}}},
        {"type": "object", "properties": {"name": {"type": "object"}}}, [], [{"type": "string"}], 5, {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        {"type": "object", "x-kubernetes-map-type": "atomic"}, {"type": "string", "nullable": true},
        {"type": "object", "nullable": true, "properties": {"name": {"type": "string", "nullable": true}}}],
    ),
    (
        "allOf",
        values![[], [{}], [{"type": "string"}], [{"anyOf": [{"type": "integer"}, {"type": "string"}]}], [{"properties": {"zz": {"minLength": 1}}}]],
    ),
    (
        "anyOf",
        values![[{"type": "integer"}, {"type": "string"}], [{"type": "string"}, {"type": "integer"}], [{"required": ["a"]}, {"default": 1}],
        [{"properties": {"metadata": {}}}], [{"$schema": "x"}], [{"uniqueItems": true}]],
    ),
    (
        "oneOf",
        values![[{"properties": {"spec": {"properties": {"zz": {}}}}}], [{"items": {}}], [{"x-kubernetes-validations": [{"rule": ""}]}]],
    ),
    (
        "not",
        values![{}, {"type": "string"}, {"nullable": true, "title": "x"}, {"x-kubernetes-preserve-unknown-fields": false}],
    ),
    (
        "properties",
        values![null, {}, {"a": {}}, {"metadata": {"type": "object"}}, {"kind": {"type": "integer"}, "metadata": {"type": "string"}},
        {"metadata": {"type": "object", "properties": {"name": {"type": "string", "default": "x"}}}}, {"apiVersion": {"type": "string", "default": "v1"}},
        {"metadata": {"type": "object", "properties": {"labels": {"type": "object", "additionalProperties": {"type": "string", "default": "a"}}}}},
        {"metadata": {"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}},
        {"metadata": {"type": "object", "default": {"name": 5}}}, {"metadata": {"type": "object", "x-kubernetes-map-type": "bogus"}},
        {"metadata": {"type": "object", "properties": {"name": {"type": "integer", "default": 5}}}},
        {"metadata": {"type": "object", "properties": {"finalizers": {"type": "array", "items": {"type": "integer", "default": 5}}}}}],
    ),
    (
        "additionalProperties",
        values![true, false, {}, {"type": "string"}, {"type": "string", "default": "a"}, {"$schema": "x", "type": "string"}],
    ),
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
    (
        "x-kubernetes-validations",
        values![
            [], [{"rule": "true"}], [{"rule": " "}], [{}], [{"rule": "true", "message": " "}], [{"rule": "true", "message": "a\nb"}],
            [{"rule": "true\n&& true"}], [{"rule": "true", "messageExpression": " "}], [{"rule": "true", "reason": "Bad"}],
            [{"rule": "true", "reason": "FieldValueRequired", "fieldPath": ".a"}], [{"rule": "true", "reason": ""}],
            [{"rule": "true", "fieldPath": " "}], [{"rule": "true", "fieldPath": ".a\n"}], [{"rule": "true", "fieldPath": "a"}],
            [{"rule": "true", "fieldPath": "['a']"}, {"rule": "true", "fieldPath": ".spec.a"}, {"rule": "true", "fieldPath": "['a'"}],
            [{"rule": "true", "fieldPath": "['a\\q']"}, {"rule": "true", "fieldPath": "[a]"}, {"rule": "true", "fieldPath": "['x\\'y']"}],
            [{"rule": "true", "optionalOldSelf": true}], [{"rule": "self == oldSelf"}], [{"rule": "1"}], [{"rule": "(", "messageExpression": "("}],
            [{"rule": "'oldSelf' == 'a'", "optionalOldSelf": false}], [{"rule": "oldSelf.hasValue()", "optionalOldSelf": true}],
            [{"rule": "self.all(x, self.all(y, x == y))"}], [{"rule": "self == self || self != self", "messageExpression": "'a' + 'b'"}],
            [{"rule": "self.matches(self)", "messageExpression": "self + self"}], [{"rule": "has(self.a) && self.a == self.a"}],
            [{"rule": "[1, 2, 3, 4, 5].all(x, [1, 2, 3, 4, 5].all(y, x + y > 0))"}, {"rule": "true", "messageExpression": "'%s'.format([self])"}],
            [{"rule": "true", "messageExpression": "[1, 2, 3].map(x, [1, 2, 3].map(y, string(x))[0]).join(',')"}],
        ],
    ),
];
