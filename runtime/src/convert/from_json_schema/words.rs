//! The words of one schema that are no choice and no reference.

use serde_json::{Map, Value, json};

use super::{Walk, anything, keys};
use crate::convert::from_wire::{Converted, convert};
use crate::path::FieldPath;
use crate::schema::{AdditionalProperties, ListType, SchemaNode, SchemaType};
use crate::wire::JsonSchemaProps;

/// Words that mean the same in a CRD.
const ALIKE: [&str; 15] = [
    "title",
    "description",
    "format",
    "minimum",
    "maximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "externalDocs",
    "nullable",
];

/// Words that no structural schema has, although values are validated by them.
const WORDLESS: [&str; 10] = [
    "contains",
    "if",
    "then",
    "else",
    "not",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "unevaluatedItems",
    "$dynamicRef",
];

impl<'d> Walk<'d, '_> {
    pub(super) fn refuse_wordless(&mut self, schema: &Map<String, Value>, path: &FieldPath<'_>) {
        for word in WORDLESS.iter().filter(|word| schema.contains_key(**word)) {
            let message = format!(
                "has `{word}`, which no structural schema says; write the field's type with `#[crd(with = Type)]`, or \
                 `#[preserve_unknown]`"
            );
            self.forbidden(path, &message);
        }
    }

    /// The node of the words; alone, when nothing else describes the value.
    pub(super) fn own_words(
        &mut self,
        schema: &'d Map<String, Value>,
        alone: bool,
        path: &FieldPath<'_>,
    ) -> SchemaNode {
        let types = self.types(schema, path);
        let mut node = self.alike(schema, &types, path);
        node.nullable |= types.nullable;
        match node.type_ {
            Some(SchemaType::Object) => self.object(&mut node, schema, alone, path),
            Some(SchemaType::Array) => self.array(&mut node, schema, path),
            None if alone && !node.int_or_string => {
                node.preserve_unknown_fields = true;
                node.nullable |= types.only_null || !schema.contains_key("nullable");
            }
            _ => {}
        }
        if types.only_null {
            self.forbidden(path, "is only ever null; leave it out, or put `#[preserve_unknown]` here");
        }
        node
    }

    /// What is said in words that a CRD has too, read as those of a CRD are.
    fn alike(&mut self, schema: &Map<String, Value>, types: &Types, path: &FieldPath<'_>) -> SchemaNode {
        let mut words: Map<String, Value> = schema
            .iter()
            .filter(|(word, _)| ALIKE.contains(&word.as_str()) || word.starts_with("x-kubernetes-"))
            .map(|(word, value)| (word.clone(), value.clone()))
            .collect();
        if let Some(type_) = types.one {
            words.insert("type".to_owned(), type_.into());
        }
        if types.int_or_string {
            words.insert("x-kubernetes-int-or-string".to_owned(), true.into());
        }
        if !types.values.is_empty() {
            words.insert("enum".to_owned(), types.values.clone().into());
        }
        if is_int_or_string(schema) || types.int_or_string {
            words.insert("anyOf".to_owned(), json!([{"type": "integer"}, {"type": "string"}]));
        }
        if let Some(required) = schema.get("required") {
            words.insert("required".to_owned(), required.clone());
        }
        exclusive(schema, &mut words, "exclusiveMinimum", "minimum", f64::max);
        exclusive(schema, &mut words, "exclusiveMaximum", "maximum", f64::min);
        format(&mut words);
        if let Some(example) = super::list(schema, "examples").first().or(schema.get("example")) {
            words.insert("example".to_owned(), example.clone());
        }
        match serde_json::from_value::<JsonSchemaProps>(Value::Object(words)) {
            Ok(props) => {
                let Converted { root, unsupported, words, nested } = convert(&props, path);
                self.found.extend(unsupported.into_iter().chain(words).chain(nested));
                root
            }
            Err(error) => {
                self.forbidden(path, &format!("cannot be read as a schema: {error}"));
                anything()
            }
        }
    }

    fn types(&mut self, schema: &Map<String, Value>, path: &FieldPath<'_>) -> Types {
        let mut types = Types::of(schema);
        if types.kinds.as_slice() == ["integer", "string"] {
            types.int_or_string = true;
        } else if let [one, other, ..] = types.kinds.as_slice() {
            let message = format!(
                "is {one} or {other}, and no structural schema has both; put `#[preserve_unknown]` here, or \
                 `#[crd(with = Type)]` with a type of one kind"
            );
            self.forbidden(path, &message);
        } else {
            types.one = types.kinds.first().copied();
        }
        types
    }

    fn object(
        &mut self,
        node: &mut SchemaNode,
        schema: &'d Map<String, Value>,
        alone: bool,
        path: &FieldPath<'_>,
    ) {
        if keys::asks(schema) {
            return self.map(node, schema, path);
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let below = path.property("properties");
        for (name, property) in properties.into_iter().flatten() {
            let property = self.node(property, &below.key(name));
            node.properties.insert(name.clone(), Box::new(property));
        }
        let declares = !node.properties.is_empty();
        let rest = schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties"));
        match rest {
            // A CRD would remove all of it.
            None if !declares && alone => node.preserve_unknown_fields = true,
            None => {}
            Some(Value::Bool(false)) => node.additional_properties = Some(AdditionalProperties::Bool(false)),
            Some(Value::Bool(true)) => node.preserve_unknown_fields = true,
            Some(Value::Object(values)) if values.is_empty() => node.preserve_unknown_fields = true,
            Some(_) if declares => {
                let message = "has values of one type beside declared properties, and a structural schema has one or the \
                            other; put `#[preserve_unknown]` here";
                self.forbidden(path, message);
            }
            Some(values) => {
                let values = self.node(values, &path.property("additionalProperties"));
                node.additional_properties = Some(AdditionalProperties::Schema(Box::new(values)));
            }
        }
    }

    fn array(&mut self, node: &mut SchemaNode, schema: &'d Map<String, Value>, path: &FieldPath<'_>) {
        let below = path.property("items");
        let tuple = match schema.get("items") {
            Some(Value::Array(items)) => items.as_slice(),
            _ => super::list(schema, "prefixItems"),
        };
        let mut items: Vec<_> = tuple.iter().map(|item| self.node(item, &below)).collect();
        if let Some(rest @ (Value::Object(_) | Value::Bool(true))) = schema.get("items") {
            items.push(self.node(rest, &below));
        }
        let mut items = items.into_iter();
        let first = items.next().unwrap_or_else(|| SchemaNode { nullable: true, ..anything() });
        if items.any(|other| !crate::convert::merge::is_alike(&other, &first)) {
            self.forbidden(&below, "must be alike, for a schema has one for all items of a list");
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            match first.type_ {
                Some(SchemaType::Object | SchemaType::Array) => self.forbidden(
                    path,
                    "is a set of values that are no scalars, which no list of a CRD is; use a `Vec`",
                ),
                _ => node.list_type = Some(ListType::Set),
            }
        }
        node.items = Some(Box::new(first));
    }
}

/// The types that a schema names, or shows by its words.
struct Types {
    /// All but `null`, sorted.
    kinds: Vec<&'static str>,
    one: Option<&'static str>,
    int_or_string: bool,
    nullable: bool,
    only_null: bool,
    /// The values of `enum` and `const` but `null`.
    values: Vec<Value>,
}

impl Types {
    fn of(schema: &Map<String, Value>) -> Self {
        let named: Vec<&Value> = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().collect(),
            Some(type_) => vec![type_],
            None => Vec::new(),
        };
        let listed = super::list(schema, "enum").iter().chain(schema.get("const"));
        let (nulls, values): (Vec<&Value>, Vec<&Value>) = listed.partition(|value| value.is_null());
        let mut kinds: Vec<_> = named.iter().filter_map(|type_| known(type_.as_str()?)).collect();
        if named.is_empty() {
            kinds.extend(values.iter().filter_map(|value| of_value(value)));
            kinds.extend(by_words(schema));
        }
        kinds.sort_unstable();
        kinds.dedup();
        let names_null = named.iter().any(|type_| **type_ == "null");
        let lists_null = !nulls.is_empty();
        let lists = lists_null || !values.is_empty();
        Self {
            only_null: kinds.is_empty() && values.is_empty() && (names_null || lists_null),
            one: None,
            int_or_string: false,
            nullable: lists_null || names_null && !lists,
            values: values.into_iter().cloned().collect(),
            kinds,
        }
    }
}

fn known(name: &str) -> Option<&'static str> {
    ["array", "boolean", "integer", "number", "object", "string"].into_iter().find(|known| *known == name)
}

fn of_value(value: &Value) -> Option<&'static str> {
    match value {
        Value::Null => None,
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) => Some(if number.is_f64() { "number" } else { "integer" }),
        Value::String(_) => Some("string"),
        Value::Array(_) => Some("array"),
        Value::Object(_) => Some("object"),
    }
}

fn by_words(schema: &Map<String, Value>) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| schema.contains_key(*word));
    if keys::asks(schema)
        || has(&["properties", "additionalProperties", "required", "minProperties", "maxProperties"])
    {
        Some("object")
    } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
        Some("array")
    } else {
        None
    }
}

/// Whether the schema says it in the words of a CRD.
pub(super) fn is_int_or_string(schema: &Map<String, Value>) -> bool {
    schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true))
}

/// In a CRD the bound stands apart from whether it is excluded.
fn exclusive(
    schema: &Map<String, Value>,
    words: &mut Map<String, Value>,
    word: &str,
    bound: &str,
    tighter: fn(f64, f64) -> f64,
) {
    match schema.get(word) {
        Some(Value::Bool(flag)) => drop(words.insert(word.to_owned(), (*flag).into())),
        Some(Value::Number(number)) => {
            let number_of = |value: Option<&Value>| value.and_then(Value::as_f64);
            let (Some(excluded), included) = (number.as_f64(), number_of(words.get(bound))) else { return };
            // An included bound that is tighter says all.
            if included.is_none_or(|included| tighter(included, excluded).total_cmp(&excluded).is_eq()) {
                words.insert(bound.to_owned(), Value::Number(number.clone()));
                words.insert(word.to_owned(), true.into());
            }
        }
        _ => {}
    }
}

/// The formats of Rust's integers are those of their width, with bounds; a server knows no others.
fn format(words: &mut Map<String, Value>) {
    let Some(format) = words.get("format").and_then(Value::as_str) else { return };
    let known = match format {
        "int8" | "uint8" | "int16" | "uint16" => Some("int32"),
        "uint32" | "uint64" | "uint" | "int" | "int128" | "uint128" => Some("int64"),
        "ip" | "partial-date-time" | "partial-time" | "time" | "iri" | "regex" => None,
        _ => return,
    };
    if format == "uint32" {
        words.entry("maximum").or_insert(4_294_967_295_i64.into());
    }
    match known {
        Some(known) => drop(words.insert("format".to_owned(), known.into())),
        None => drop(words.remove("format")),
    }
}

/// What a reference such as `#/$defs/Port` leads to.
pub(super) fn pointer<'d>(document: &'d Value, reference: &str) -> Option<&'d Value> {
    let encoded = reference.strip_prefix('#')?.as_bytes();
    let mut decoded = Vec::new();
    let mut rest = encoded;
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte_meant) if *byte == b'%' => {
                decoded.push(byte_meant);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                decoded.push(*byte);
                rest = after;
            }
        }
    }
    document.pointer(&String::from_utf8(decoded).ok()?)
}
