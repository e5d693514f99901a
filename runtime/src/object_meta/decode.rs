//! Go's JSON decoder for the types of `fields`, and their way back to JSON.
//!
//! Source: `sigs.k8s.io/json internal/golang/encoding/json/{decode,kubernetes_patch}.go`; the value has been through
//! `json.Marshal` before, so fields come in the order of their names and whole floats are integers.
//!
//! Knows nothing of: schemas.

use std::collections::HashSet;

use crd_schema_go::time::Time;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::fields::{Content, Field, OBJECT_META, Presence, Shape};

use super::{DecodeFailure, Malformed};
use crate::go_text::{self, json_type_name};
use crate::number::Number;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::wire::ObjectMeta;

/// Quirk: upstream's strict decoder stops recording here, `saveStrictError` in `kubernetes_patch.go`.
pub(super) const UNKNOWN_LIMIT: usize = 100;

/// Puts what was decoded in the place of `metadata`; on failure nothing is changed or reported.
pub(super) fn replace(
    metadata: &mut Value,
    path: &FieldPath<'_>,
    malformed: Malformed,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<(), DecodeFailure> {
    let decoded = match (decode(metadata, path, unknown), malformed) {
        (Ok(decoded), _) => decoded,
        (Err(failure), Malformed::Refuse) => return Err(failure),
        (Err(_), Malformed::Drop) => readable_fields(metadata, path, unknown)?,
    };
    *metadata = Value::Object(decoded);
    Ok(())
}

fn decode(
    metadata: &Value,
    path: &FieldPath<'_>,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<Map<String, Value>, DecodeFailure> {
    let mut decoder = Decoder::default();
    let fields = decoder.object_meta(metadata, path)?;
    unknown.append(&mut decoder.unknown);
    Ok(fields)
}

/// The fields that can be read when they stand alone: one bad label takes all labels with it.
fn readable_fields(
    metadata: &Value,
    path: &FieldPath<'_>,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<Map<String, Value>, DecodeFailure> {
    let Value::Object(fields) = metadata else {
        let message = format!("invalid metadata: expected object, got {}", go_text::type_of(metadata));
        return Err(DecodeFailure { message });
    };
    let mut readable = Map::new();
    for (name, value) in sorted(fields) {
        let alone = Value::Object(Map::from_iter([(name.clone(), value.clone())]));
        readable.extend(decode(&alone, path, unknown).into_iter().flatten());
    }
    Ok(complete(&OBJECT_META, readable))
}

/// The metadata as its type holds it.
pub(super) fn typed(metadata: &Value) -> Result<ObjectMeta, DecodeFailure> {
    let decoded = Value::Object(decode(metadata, &FieldPath::ROOT, &mut Vec::new())?);
    ObjectMeta::deserialize(decoded).map_err(|error| DecodeFailure { message: error.to_string() })
}

/// The path as the metadata steps spell it.
pub(super) fn owned(path: &FieldPath<'_>) -> FieldPathBuf {
    path.to_owned(PathStyle::Bracketed)
}

#[derive(Default)]
struct Decoder {
    /// A wrong type does not stop Go's decoder: the first one is reported at the end, if nothing worse follows.
    mismatch: Option<DecodeFailure>,
    unknown: Vec<FieldPathBuf>,
    /// Two different fields can be printed alike, upstream reports it once.
    seen: HashSet<String>,
}

/// The field that is being decoded, for errors.
#[derive(Clone, Copy)]
struct Place {
    shape: &'static Shape,
    /// The field of `ObjectMeta` that `shape` stands in, if it is not that itself.
    list: Option<&'static str>,
    field: &'static Field,
}

impl Place {
    fn mismatch(self, found: &str, go_type: &str) -> DecodeFailure {
        let (shape, field) = (self.shape.name, self.field.name);
        let (list, dot) = self.list.map_or(("", ""), |list| (list, "."));
        let message = format!(
            "json: cannot unmarshal {found} into Go struct field {shape}.{list}{dot}{field} of type {go_type}"
        );
        DecodeFailure { message }
    }
}

impl Decoder {
    fn object_meta(
        &mut self,
        metadata: &Value,
        path: &FieldPath<'_>,
    ) -> Result<Map<String, Value>, DecodeFailure> {
        let none = Map::new();
        let fields = match metadata {
            Value::Object(fields) => fields,
            Value::Null => &none,
            other => return Err(no_metadata(other)),
        };
        let decoded = self.structure(&OBJECT_META, None, fields, path)?;
        self.mismatch.take().map_or(Ok(decoded), Err)
    }

    fn structure(
        &mut self,
        shape: &'static Shape,
        list: Option<&'static str>,
        fields: &Map<String, Value>,
        path: &FieldPath<'_>,
    ) -> Result<Map<String, Value>, DecodeFailure> {
        let mut decoded = Map::new();
        for (name, value) in sorted(fields) {
            let path = path.property(name);
            let Some(field) = shape.field(name) else {
                self.report_unknown(&path);
                continue;
            };
            if let Some(value) = self.field(Place { shape, list, field }, value, &path)? {
                decoded.insert(name.clone(), value);
            }
        }
        Ok(complete(shape, decoded))
    }

    /// What is written for a field, if anything is.
    fn field(
        &mut self,
        place: Place,
        value: &Value,
        path: &FieldPath<'_>,
    ) -> Result<Option<Value>, DecodeFailure> {
        let decoded = match (&place.field.content, value) {
            (_, Value::Null) => return Ok(None),
            (Content::Raw, any) => stored(any),
            (Content::Time, Value::String(string)) => {
                time_round_trip(string)?.map_or(Value::Null, Value::String)
            }
            // A timestamp decodes itself, and what fails inside of it stops the decoder.
            (Content::Time, other) => return Err(place.mismatch(json_type_name(other), "string")),
            (Content::String(_), Value::String(_)) | (Content::Flag, Value::Bool(_)) => value.clone(),
            (Content::Integer, Value::Number(number)) => match Number::read(number).canonical() {
                Number::Integer(integer) => integer.into(),
                Number::Float(float) => {
                    return Ok(
                        self.note(place.mismatch(&format!("number {}", go_text::json_float(float)), "int64"))
                    );
                }
            },
            (Content::StringMap, Value::Object(entries)) => {
                let strings =
                    sorted(entries).into_iter().map(|(key, value)| (key.clone(), self.string(place, value)));
                Value::Object(strings.collect())
            }
            (Content::StringList, Value::Array(items)) => {
                items.iter().map(|item| self.string(place, item)).collect()
            }
            (Content::Structs(shape), Value::Array(items)) => self.structures(place, shape, items, path)?,
            (content, other) => {
                return Ok(self.note(place.mismatch(json_type_name(other), &content.go_type())));
            }
        };
        Ok(Some(decoded).filter(|decoded| place.field.presence != Presence::NotEmpty || !is_empty(decoded)))
    }

    /// A string in a map or list; null is the empty one.
    fn string(&mut self, place: Place, value: &Value) -> Value {
        match value {
            Value::String(_) => return value.clone(),
            Value::Null => {}
            other => _ = self.note(place.mismatch(json_type_name(other), "string")),
        }
        Value::String(String::new())
    }

    fn structures(
        &mut self,
        place: Place,
        shape: &'static Shape,
        items: &[Value],
        path: &FieldPath<'_>,
    ) -> Result<Value, DecodeFailure> {
        let none = Map::new();
        let mut decoded = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let fields = match item {
                Value::Object(fields) => fields,
                Value::Null => &none,
                other => {
                    self.note(place.mismatch(json_type_name(other), shape.go_type));
                    continue;
                }
            };
            let item = self.structure(shape, Some(place.field.name), fields, &path.index(index))?;
            decoded.push(Value::Object(item));
        }
        Ok(Value::Array(decoded))
    }

    /// Remembers the first wrong type; the field then has no value.
    fn note(&mut self, mismatch: DecodeFailure) -> Option<Value> {
        self.mismatch.get_or_insert(mismatch);
        None
    }

    fn report_unknown(&mut self, path: &FieldPath<'_>) {
        if self.unknown.len() < UNKNOWN_LIMIT {
            let path = owned(path);
            if self.seen.insert(path.to_string()) {
                self.unknown.push(path);
            }
        }
    }
}

/// The timestamp in UTC, cut to seconds; `None` is Go's zero time, 0001-01-01T00:00:00Z exactly.
///
/// Source: `apimachinery pkg/apis/meta/v1/time.go`.
fn time_round_trip(string: &str) -> Result<Option<String>, DecodeFailure> {
    let time = Time::parse(string).map_err(|message| DecodeFailure { message })?;
    Ok((!time.is_zero()).then(|| time.to_utc()))
}

fn no_metadata(value: &Value) -> DecodeFailure {
    let (found, wanted) = (json_type_name(value), OBJECT_META.go_type);
    DecodeFailure { message: format!("json: cannot unmarshal {found} into Go value of type {wanted}") }
}

fn sorted(fields: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    sorted
}

/// The fields in the order of the shape, with those that are always written.
fn complete(shape: &Shape, mut decoded: Map<String, Value>) -> Map<String, Value> {
    let mut complete = Map::new();
    for field in shape.fields {
        let empty = (field.presence == Presence::Always).then(|| Value::String(String::new()));
        if let Some(value) = decoded.remove(field.name).or(empty) {
            complete.insert(field.name.to_owned(), value);
        }
    }
    complete
}

/// Go's `omitempty`; a null here is the zero time.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => Number::read(number) == Number::Integer(0),
        Value::String(string) => string.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

/// Any JSON after it was written and read back.
fn stored(value: &Value) -> Value {
    let mut stored = value.clone();
    let mut pending = vec![&mut stored];
    while let Some(value) = pending.pop() {
        match value {
            Value::Number(number) => {
                if let Some(rewritten) = Number::read(number).canonical().to_json() {
                    *number = rewritten;
                }
            }
            Value::Array(items) => pending.extend(items),
            Value::Object(fields) => pending.extend(fields.values_mut()),
            _ => {}
        }
    }
    stored
}
