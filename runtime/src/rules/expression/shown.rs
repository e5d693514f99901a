//! Values and types of CEL as they are shown.
//!
//! Knows nothing of: schemas, expressions.

use std::fmt::Write as _;

use crd_schema_cel::{Map as CelMap, Type, Value as Cel};
use serde_json::{Map, Value};

/// How many bytes the strings of a shown value have together, about.
const LARGEST: usize = 16 << 20;
/// What stands for what is left out beyond.
const ELLIPSIS: &str = "…";

/// The type, without the names that a server gives to the types of a schema.
pub(super) fn type_name(of: &Type) -> String {
    let with = |name: &str, parameters: &[&Type]| {
        let parameters: Vec<_> = parameters.iter().map(|parameter| type_name(parameter)).collect();
        format!("{name}({})", parameters.join(", "))
    };
    match of {
        Type::Struct(_) => "object".to_owned(),
        Type::List(item) => with("list", &[item]),
        Type::Map(key, value) => with("map", &[key, value]),
        Type::Type(Some(of)) => with("type", &[of]),
        Type::Opaque(name, parameters) if !parameters.is_empty() => {
            with(name, &parameters.iter().collect::<Vec<_>>())
        }
        // A type that nothing settles.
        Type::Var(_) => Type::Dyn.to_string(),
        other => other.to_string(),
    }
}

/// The value as JSON; what JSON cannot hold is a string: durations and times as `string()` makes them, bytes as in an
/// expression, optional values as calls.
pub(super) fn json(value: &Cel<'_>) -> Value {
    Shown { left: LARGEST }.value(value)
}

/// A value that is copied within bounds: a short expression may hold a large object many times.
struct Shown {
    left: usize,
}

impl Shown {
    /// Whether there is room for so many bytes more.
    fn has_room(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes.saturating_add(size_of::<Value>()));
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    fn string(&mut self, string: &str) -> Value {
        if self.has_room(string.len()) { string.into() } else { ELLIPSIS.into() }
    }

    fn value(&mut self, value: &Cel<'_>) -> Value {
        if let Some(raw) = value.raw() {
            if let Some(raw) = raw.downcast_ref::<Map<String, Value>>() {
                return self.fields(raw);
            }
            if let Some(raw) = raw.downcast_ref::<Value>() {
                return self.copied(raw);
            }
        }
        if !self.has_room(0) {
            return ELLIPSIS.into();
        }
        match value {
            Cel::Null => Value::Null,
            Cel::Bool(bool) => (*bool).into(),
            Cel::Int(int) => (*int).into(),
            Cel::Uint(uint) => (*uint).into(),
            Cel::Double(double) if double.is_finite() => (*double).into(),
            Cel::String(string) => self.string(string),
            Cel::Bytes(bytes) => self.string(&literal(bytes)),
            Cel::List(list) => {
                let mut items = Vec::new();
                for item in list.iter() {
                    if !self.has_room(0) {
                        items.push(ELLIPSIS.into());
                        break;
                    }
                    items.push(match item {
                        Ok(item) => self.value(&item),
                        Err(error) => self.string(&error.to_string()),
                    });
                }
                Value::Array(items)
            }
            Cel::Map(map) => self.entries(map),
            Cel::Optional(None) => "optional.none()".into(),
            Cel::Optional(Some(value)) => {
                let value = self.value(value);
                format!("optional.of({value})").into()
            }
            other => self.string(&format!("{other:?}")),
        }
    }

    fn entries(&mut self, map: &CelMap<'_>) -> Value {
        let mut shown = Map::new();
        for (key, value) in map.iter() {
            let key = match &key {
                Cel::String(key) => key.to_string(),
                other => format!("{other:?}"),
            };
            if !self.has_room(key.len()) {
                shown.insert(ELLIPSIS.to_owned(), ELLIPSIS.into());
                break;
            }
            let value = match value {
                Ok(value) => self.value(&value),
                Err(error) => self.string(&error.to_string()),
            };
            shown.insert(key, value);
        }
        Value::Object(shown)
    }

    fn copied(&mut self, json: &Value) -> Value {
        match json {
            Value::String(string) => self.string(string),
            Value::Array(items) => {
                let mut copied = Vec::new();
                for item in items {
                    if !self.has_room(0) {
                        copied.push(ELLIPSIS.into());
                        break;
                    }
                    copied.push(self.copied(item));
                }
                Value::Array(copied)
            }
            Value::Object(fields) => self.fields(fields),
            scalar => scalar.clone(),
        }
    }

    fn fields(&mut self, fields: &Map<String, Value>) -> Value {
        let mut copied = Map::new();
        for (name, value) in fields {
            if !self.has_room(name.len()) {
                copied.insert(ELLIPSIS.to_owned(), ELLIPSIS.into());
                break;
            }
            copied.insert(name.clone(), self.copied(value));
        }
        Value::Object(copied)
    }
}

/// Bytes as an expression has them.
fn literal(bytes: &[u8]) -> String {
    let mut shown = "b\"".to_owned();
    for chunk in bytes.utf8_chunks() {
        shown.extend(chunk.valid().chars().flat_map(char::escape_debug));
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown.push('"');
    shown
}

#[cfg(test)]
mod tests {
    use crd_schema_cel::{Env, Type};
    use serde_json::json;

    use super::{json, type_name};

    #[test]
    fn values_that_json_does_not_have_are_strings() {
        for (expression, expected) in [
            ("null", json!(null)),
            ("[dyn(1), dyn(2u), dyn(1.5)]", json!([1, 2, 1.5])),
            ("1.0 / 0.0", json!("+Inf")),
            ("{'a': [true], 'b': []}", json!({"a": [true], "b": []})),
            ("{dyn(1): 'x', dyn(true): 'y'}", json!({"1": "x", "true": "y"})),
            ("b'a\\xff\"\\n'", json!("b\"a\\xff\\\"\\n\"")),
            ("timestamp('2024-02-29T12:00:00.5Z')", json!("2024-02-29T12:00:00.5Z")),
            ("optional.of([1])", json!("optional.of([1])")),
            ("optional.none()", json!("optional.none()")),
            ("type(1)", json!("int")),
            ("quantity('1500m')", json!("1500m")),
            ("ip('::1')", json!("::1")),
        ] {
            let program = Env::new(37).program(expression).expect(expression);
            let evaluated = program.evaluate(&[]).result.expect(expression);
            assert_eq!(json(&evaluated), expected, "{expression}");
        }
        // What `string()` makes of it.
        let env = Env::new(37);
        let programs =
            ["duration('90s')", "string(duration('90s'))"].map(|expression| env.program(expression));
        let [one, other] = programs
            .map(|program| json(&program.expect("it compiles").evaluate(&[]).result.expect("a value")));
        assert_eq!(one, other);
    }

    #[test]
    fn types_have_no_made_names() {
        for (of, expected) in [
            (Type::list(Type::Struct("selfType0.x".into())), "list(object)"),
            (Type::map(Type::String, Type::Dyn), "map(string, dyn)"),
            (Type::optional(Type::Struct("selfType0".into())), "optional_type(object)"),
            (Type::Type(None), "type"),
        ] {
            assert_eq!(type_name(&of), expected);
        }
    }

    #[test]
    fn a_value_is_shown_within_bounds() {
        let long = "x".repeat(1 << 20);
        let env = Env::new(37).variable("self", Type::String);
        let program = env
            .program("[self, self].map(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(b, [self, self]))")
            .expect("it compiles");
        let variables = [("self", crd_schema_cel::Value::str(&long))];
        let shown = json(&program.evaluate(&variables).result.expect("a value")).to_string();
        assert!(shown.len() < (17 << 20) && shown.ends_with("…\"]"), "{}", shown.len());
    }
}
