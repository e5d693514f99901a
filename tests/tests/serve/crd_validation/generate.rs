//! Definitions that are good but for what was broken in them.

use serde_json::{Value, json};

use crate::crd_validation::broken::{FIELDS, IN_SCHEMA, IN_VERSION};

pub(crate) struct Generator {
    state: u64,
    /// Published definitions to start from, now and then.
    published: Vec<Value>,
}

impl Generator {
    pub(crate) fn new(seed: u64, published: Vec<Value>) -> Self {
        Self { state: seed, published }
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
        if self.one_in(5) {
            let other = self.pick(vec![
                json!({"uid": "b"}),
                json!({"deletionTimestamp": "2026-01-01T00:00:00Z"}),
                json!({"deletionGracePeriodSeconds": 3}),
                json!({"resourceVersion": ""}),
            ]);
            for (field, value) in other.as_object().into_iter().flatten() {
                crd["metadata"][field] = value.clone();
            }
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
        if !self.published.is_empty() && self.one_in(4) {
            let index = self.index(self.published.len());
            return self.published[index].clone();
        }
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
            _ => {
                json!({"type": "object", "properties": {"a": self.schema(depth - 1), "b": self.schema(depth - 1)}})
            }
        }
    }

    /// A string that is grammar: an address, a path of fields, a name.
    fn set_composed_text(&mut self, crd: &mut Value) {
        match self.below(6) {
            0 => {
                let authority = if self.one_in(2) { "https://" } else { "" };
                let url = format!("{authority}{}", self.composed(&URL));
                set(crd, "/spec/conversion", webhook(&json!({"url": url})));
            }
            1 => {
                let path = self.composed(&["/", "a", "A", "-", ".", "%"]);
                let service = json!({"name": "a", "namespace": "b", "path": path});
                set(crd, "/spec/conversion", webhook(&json!({"service": service})));
            }
            2 => {
                let text = self.composed(&URL);
                set(crd, "/spec/group", json!("x.k8s.io"));
                set(crd, "/metadata/annotations/api-approved.kubernetes.io", json!(text));
            }
            3 => {
                let name = self.composed(&["a", "A", "Σ", "İ", "-", ".", "1", "_"]);
                let field = self.pick(vec![json!("kind"), json!("plural"), json!("singular")]);
                set(crd, &format!("/spec/names/{}", field.as_str().unwrap_or_default()), json!(name));
            }
            4 => {
                let key = self.composed(&["a", "A", "/", "-", ".", "_", ""]);
                set(crd, "/metadata/labels", json!({key.clone(): key}));
            }
            _ => self.set_field_paths(crd),
        }
    }

    fn set_field_paths(&mut self, crd: &mut Value) {
        const PIECES: [&str; 10] = [".spec", ".a", ".b", "['a']", "[", "]", "'", "\\'", ".", "x"];
        if crd["spec"]["versions"][0].is_null() {
            return;
        }
        let paths: Vec<_> = (0..4).map(|_| self.composed(&PIECES)).collect();
        let rules: Value = paths.iter().map(|path| json!({"rule": "true", "fieldPath": path})).collect();
        if let Some(schema) =
            crd.pointer_mut("/spec/versions/0/schema/openAPIV3Schema").filter(|node| node.is_object())
        {
            schema["x-kubernetes-validations"] = rules;
        }
        let fields: Value = paths.iter().map(|path| json!({"jsonPath": path})).collect();
        set(crd, "/spec/versions/0/selectableFields", fields);
    }

    fn composed(&mut self, pieces: &[&str]) -> String {
        (0..self.below(7)).map(|_| pieces[self.index(pieces.len())]).collect()
    }

    fn break_something(&mut self, crd: &mut Value) {
        if self.one_in(8) {
            return self.set_composed_text(crd);
        }
        if self.one_in(3) {
            let (pointer, values) = FIELDS[self.index(FIELDS.len())];
            let value = self.pick(values());
            return set(crd, pointer, value);
        }
        let versions = crd["spec"]["versions"].as_array().map_or(0, Vec::len);
        if versions == 0 {
            return;
        }
        if self.one_in(3) {
            let (field, values) = IN_VERSION[self.index(IN_VERSION.len())];
            let value = self.pick(values());
            let all = self.one_in(2);
            let only = self.index(versions);
            for index in (0..versions).filter(|index| all || *index == only) {
                set(crd, &format!("/spec/versions/{index}{field}"), value.clone());
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
        self.set_keyword(schema, pointer);
        // A default is reported only where it stands beside or above the keyword that it does not fit.
        if self.one_in(4) {
            let default = IN_SCHEMA.iter().find(|(field, _)| *field == "default");
            let default = default.map(|(_, values)| self.pick(values()));
            let above =
                pointers.iter().filter(|above| pointer.starts_with(above.as_str())).collect::<Vec<_>>();
            let above = above[self.index(above.len())];
            if let Some(node) = schema.pointer_mut(above).filter(|node| node.is_object()) {
                node["default"] = default.into();
            }
        }
    }

    fn set_keyword(&mut self, schema: &mut Value, pointer: &str) {
        let (field, values) = IN_SCHEMA[self.index(IN_SCHEMA.len())];
        let value = self.pick(values());
        if let Some(Value::Object(node)) = schema.pointer_mut(pointer) {
            if value.is_null() && self.one_in(2) {
                node.remove(field);
            } else {
                node.insert(field.to_owned(), value);
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

    /// `SplitMix64`.
    fn below(&mut self, limit: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

const URL: [&str; 25] = [
    "\"",
    "https:",
    "http:",
    "//",
    "/",
    "a",
    "example.com",
    ":",
    "443",
    "@",
    "?",
    "#",
    "%",
    "41",
    "%2f",
    "%25",
    "[",
    "]",
    "::1",
    "+",
    " ",
    "\u{7f}",
    "ü",
    "*",
    "1.2.3.4",
];

fn webhook(config: &Value) -> Value {
    json!({"strategy": "Webhook", "webhook": {"clientConfig": config, "conversionReviewVersions": ["v1"]}})
}

/// Sets a field, and makes the objects on the way to it; the items on it are there.
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
    let Value::Object(properties) = schema else { return };
    for (name, field) in properties {
        match (name.as_str(), field) {
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
