//! A field of a resource, as `kubectl explain` prints it.
//!
//! Source: `kubectl pkg/explain/v2/templates/plaintext.tmpl`, whose output this is.
//!
//! Knows nothing of: files, arguments, where it is printed.

mod wrap;

use std::fmt::Write as _;

use serde_json::{Map, Value};

use wrap::wrap;

/// Characters of a line, without the indentation.
const WIDTH: usize = 76;
/// So many values of an enum are listed behind a field.
const MOST_VALUES: usize = 4;
/// Documents may refer to themselves.
const MAX_DEPTH: usize = 64;

/// Whether the fields of fields are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    Fields,
    All,
}

/// A resource in a document of `OpenAPI` v3.
pub(crate) struct Resource<'d> {
    pub(crate) group: &'d str,
    pub(crate) version: &'d str,
    pub(crate) kind: &'d str,
    pub(crate) schema: &'d Value,
    /// What schemas refer to, by name.
    pub(crate) definitions: &'d Map<String, Value>,
}

/// The field of the path does not exist.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoField {
    pub(crate) field: String,
    /// Those that there are.
    pub(crate) known: Vec<String>,
}

impl<'d> Resource<'d> {
    /// The page of a field, or of the kind where the path is empty.
    pub(crate) fn page(&self, path: &[&str], depth: Depth) -> Result<String, NoField> {
        let mut schema = self.schema;
        for name in path {
            let properties = self.properties(schema);
            let found = properties.and_then(|properties| properties.get(*name));
            schema = found.ok_or_else(|| NoField {
                field: (*name).to_owned(),
                known: properties.into_iter().flat_map(Map::keys).cloned().collect(),
            })?;
        }
        let mut page = self.head();
        if let Some(name) = path.last() {
            _ = writeln!(page, "FIELD: {name} <{}>", self.type_of(schema));
            page.push_str(&values(schema));
            page.push('\n');
        }
        page.push_str(&self.description(schema));
        if let Some(properties) = self.properties(schema).filter(|properties| !properties.is_empty()) {
            page.push_str("FIELDS:\n");
            self.list(&mut page, schema, properties, depth, 1);
        }
        page.push('\n');
        Ok(page)
    }

    fn head(&self) -> String {
        let mut head = String::new();
        for (name, value) in [("GROUP", self.group), ("KIND", self.kind), ("VERSION", self.version)] {
            if !value.is_empty() {
                _ = writeln!(head, "{:11} {value}", format!("{name}:"));
            }
        }
        head.push('\n');
        head
    }

    /// The description of a node, and of what its fields are in.
    fn description(&self, schema: &'d Value) -> String {
        let mut text = String::new();
        self.add_descriptions(schema, &mut text, 0);
        let text = if text.is_empty() { "<empty>".to_owned() } else { wrap(&text, WIDTH) };
        format!("DESCRIPTION:\n{}\n", indented(&text, 4))
    }

    fn add_descriptions(&self, schema: &'d Value, text: &mut String, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        if let Some(own) = description(schema) {
            text.push_str(own);
            text.push('\n');
        }
        for below in self.behind(schema) {
            self.add_descriptions(below, text, depth + 1);
        }
    }

    /// What a node stands for: a definition, and the items or values of lists and maps.
    fn behind(&self, schema: &'d Value) -> impl Iterator<Item = &'d Value> {
        let all = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let inner = ["items", "additionalProperties"].into_iter().filter_map(|name| schema.get(name));
        self.referred(schema).into_iter().chain(all).chain(inner)
    }

    fn referred(&self, schema: &Value) -> Option<&'d Value> {
        self.definitions.get(schema.get("$ref")?.as_str()?.rsplit('/').next()?)
    }

    /// The fields of a node, whatever stands around them.
    fn properties(&self, schema: &'d Value) -> Option<&'d Map<String, Value>> {
        self.properties_within(schema, 0)
    }

    fn properties_within(&self, schema: &'d Value, depth: usize) -> Option<&'d Map<String, Value>> {
        if let Some(Value::Object(own)) = schema.get("properties") {
            return Some(own);
        }
        if depth > MAX_DEPTH {
            return None;
        }
        self.behind(schema).find_map(|below| self.properties_within(below, depth + 1))
    }

    fn list(
        &self,
        page: &mut String,
        schema: &'d Value,
        properties: &'d Map<String, Value>,
        depth: Depth,
        level: usize,
    ) {
        let required = self.required(schema, 0);
        let indent = "  ".repeat(level);
        let mut names: Vec<_> = properties.iter().collect();
        names.sort_unstable_by_key(|(name, _)| *name);
        for (name, field) in names {
            let mark = if required.contains(&name.as_str()) { " -required-" } else { "" };
            _ = writeln!(page, "{indent}{name}\t<{}>{mark}", self.type_of(field));
            page.push_str(&short_values(field, &indent));
            match depth {
                Depth::Fields => {
                    let text = self.own_description(field).unwrap_or("<no description>");
                    _ = writeln!(page, "{}\n", indented(&wrap(text, WIDTH), 4));
                }
                Depth::All if level < MAX_DEPTH => {
                    if let Some(below) = self.properties(field) {
                        self.list(page, field, below, depth, level + 1);
                    }
                }
                Depth::All => {}
            }
        }
    }

    /// The description of a field, or else of the definition that it is of.
    fn own_description(&self, field: &'d Value) -> Option<&'d str> {
        description(field).or_else(|| description(self.referred(field)?))
    }

    fn required(&self, schema: &'d Value, depth: usize) -> Vec<&'d str> {
        if let Some(required) = schema.get("required").and_then(Value::as_array) {
            return required.iter().filter_map(Value::as_str).collect();
        }
        if schema.get("properties").is_some() || depth > MAX_DEPTH {
            return Vec::new();
        }
        let below = self.behind(schema).map(|below| self.required(below, depth + 1));
        below.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn type_of(&self, schema: &'d Value) -> String {
        let (mut prefix, mut schema) = (String::new(), schema);
        for _ in 0..MAX_DEPTH {
            if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
                return prefix + &self.type_of_definition(name, schema);
            }
            let all = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice);
            let kind = schema.get("type").and_then(Value::as_str);
            schema = match (kind, all) {
                (None, Some([one])) => one,
                (Some("array"), _) => {
                    prefix.push_str("[]");
                    let Some(items) = schema.get("items") else { break };
                    items
                }
                (Some("object"), _) => {
                    let Some(values) = schema.get("additionalProperties").filter(|of| of.is_object()) else {
                        break;
                    };
                    prefix.push_str("map[string]");
                    values
                }
                (Some(scalar), _) => return prefix + scalar,
                (None, _) => break,
            };
        }
        prefix + "Object"
    }

    /// Objects have the name of their definition, strings and numbers that of their type.
    fn type_of_definition(&self, name: &str, schema: &Value) -> String {
        let kind = self.referred(schema).and_then(|found| found.get("type")?.as_str());
        match kind {
            Some(scalar) if scalar != "object" => scalar.to_owned(),
            _ => name.rsplit(['.', '/']).next().unwrap_or_default().to_owned(),
        }
    }
}

fn description(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str).filter(|text| !text.is_empty())
}

fn enum_of(schema: &Value) -> impl Iterator<Item = String> {
    schema.get("enum").and_then(Value::as_array).into_iter().flatten().map(|value| match value {
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Null => "<no value>".to_owned(),
        other => other.to_string(),
    })
}

/// The values of the field itself.
fn values(schema: &Value) -> String {
    let lines: Vec<_> = enum_of(schema).map(|value| format!("    {value}\n")).collect();
    if lines.is_empty() { "\n".to_owned() } else { format!("ENUM:\n{}", lines.concat()) }
}

/// The first values, behind a field of a list.
fn short_values(schema: &Value, indent: &str) -> String {
    let mut values: Vec<_> = enum_of(schema).collect();
    if values.is_empty() {
        return String::new();
    }
    if values.len() > MOST_VALUES {
        values.truncate(MOST_VALUES);
        values.push("....".to_owned());
    }
    format!("{indent}enum: {}\n", values.join(", "))
}

fn indented(text: &str, by: usize) -> String {
    let indent = " ".repeat(by);
    text.split('\n').map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}
