//! Text to a pruned value.
//!
//! Source: `sigs.k8s.io/json`; `encoding/json` for what becomes of text that is no UTF-8.

use serde::de::DeserializeSeed;
use serde_json::{Deserializer, Value};

use super::notes::Notes;
use super::reader::{At, Noting, Reader, Silent, Zeros};
use super::rule::Rule;
use super::{PruneRoot, STYLE, server};
use crate::compiled::CompiledSchema;
use crate::json::{self, JsonError};
use crate::path::{FieldPathBuf, Recorder};

/// A value that was pruned while it was read, and what there is to tell about its text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PrunedJson {
    /// The value.
    pub value: Value,
    /// Fields that stand more than once, in the order of the text, at most a hundred; the last one counts.
    pub repeated: Vec<FieldPathBuf>,
    /// Unknown fields, sorted bytewise.
    pub removed: Vec<FieldPathBuf>,
}

/// Reads a custom resource and leaves out what the schema does not specify, in one pass.
///
/// What is left is what [`prune()`](super::prune()) with [`Semantics::Server`](super::Semantics::Server) leaves, but what is
/// removed is never built, and may be nested as deeply as it likes. Nor are numbers in it looked at: one that no float
/// holds, which Go refuses anywhere, passes there.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, prune_json};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("image", SchemaBuilder::string());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let job = prune_json(&schema, br#"{"kind": "Job", "spec": {"image": "a", "privileged": true}}"#)?;
/// assert_eq!(job, json!({"kind": "Job", "spec": {"image": "a"}}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`JsonError`] when the text is no JSON, or nested too deeply.
pub fn prune_json(schema: &CompiledSchema, text: &[u8]) -> Result<Value, JsonError> {
    read(schema, &json::text(text), None)
}

/// As [`prune_json`], and tells of repeated and unknown fields.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, prune_json_noting};
/// use crd_schema::SchemaBuilder;
///
/// let schema = CompiledSchema::new(&SchemaBuilder::object().build()?);
/// let read = prune_json_noting(&schema, br#"{"kind": "A", "kind": "B", "spec": 1}"#)?;
/// assert_eq!(read.value["kind"], "B");
/// assert_eq!(read.repeated[0].to_string(), "kind");
/// assert_eq!(read.removed[0].to_string(), "spec");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`JsonError`] when the text is no JSON, or nested too deeply.
pub fn prune_json_noting(schema: &CompiledSchema, text: &[u8]) -> Result<PrunedJson, JsonError> {
    let (text, mut notes) = (json::text(text), Notes::default());
    let value = read(schema, &text, Some(&mut notes))?;
    if notes.replaced {
        notes.removed = removed_from(schema, &text)?;
    }
    Ok(PrunedJson { value, repeated: notes.repeated, removed: notes.removed.sorted(STYLE) })
}

/// What goes from a string in which fields are repeated: only the last ones count.
fn removed_from(schema: &CompiledSchema, text: &str) -> Result<Recorder, JsonError> {
    let (mut whole, mut removed) = (by_rule(Rule::Keep, text, None)?, Recorder::default());
    server::prune(schema.root(), &mut whole, PruneRoot::Resource, &mut removed);
    Ok(removed)
}

fn read(schema: &CompiledSchema, text: &str, notes: Option<&mut Notes>) -> Result<Value, JsonError> {
    by_rule(Rule::of_resource(schema.root()), text, notes)
}

fn by_rule(rule: Rule<'_>, text: &str, mut notes: Option<&mut Notes>) -> Result<Value, JsonError> {
    let error = match once(rule, text, notes.as_deref_mut()) {
        Ok(value) => return Ok(value),
        Err(error) => JsonError::of(text, &error),
    };
    // Go reads half a surrogate pair as U+FFFD, `serde_json` not at all; it is rare enough to be tried second.
    let Some(whole) = json::replace_halves(text) else { return Err(error) };
    once(rule, &whole, notes).map_err(|error| JsonError::of(&whole, &error))
}

fn once(rule: Rule<'_>, text: &str, mut notes: Option<&mut Notes>) -> Result<Value, serde_json::Error> {
    match parse(rule, text, notes.as_deref_mut(), Zeros::Asked) {
        // Of values that are JSON a reader reports negative zeros and depth; the second try finds the depth again.
        Err(error) if error.is_data() => {
            parse(rule, &json::without_negative_zeros(text), notes, Zeros::Floats)
        }
        read => read,
    }
}

fn parse(
    rule: Rule<'_>,
    text: &str,
    notes: Option<&mut Notes>,
    zeros: Zeros,
) -> Result<Value, serde_json::Error> {
    let mut deserializer = Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = match notes {
        None => Reader { rule, depth: 0, zeros, noting: Silent }.deserialize(&mut deserializer)?,
        Some(notes) => {
            // What an earlier try has noted counts no more.
            *notes = Notes::default();
            let noting = Noting { notes, at: At::Root };
            Reader { rule, depth: 0, zeros, noting }.deserialize(&mut deserializer)?
        }
    };
    deserializer.end()?;
    Ok(value)
}
