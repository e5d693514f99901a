//! `PATCH` of an object or of its status.
//!
//! Source: `apiserver pkg/endpoints/handlers/patch.go`.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Bytes;
use crd_schema::path::FieldPathBuf;
use crd_schema::{Status, Violation, Violations};
use json_patch::{AddOperation, PatchOperation};
use serde_json::{Value, json};

use super::apply::apply;
use super::call::{Answer, Call};
use super::update::{change, check_name, check_path};
use crate::decode;
use crate::failure::Failure;
use crate::objects::Mode;
use crate::request::{MAX_BODY, PatchKind, Write, WriteOptions, patch_kind};
use crate::strategy::{self, Part};

/// So many operations may a JSON patch have.
const MAX_OPERATIONS: usize = 10_000;

pub(crate) async fn patch(call: &mut Call, part: Part) -> Result<Answer, Failure> {
    match patch_kind(&call.headers)? {
        PatchKind::Apply => apply(call, part).await,
        PatchKind::Json => change_by(call, part, Patch::json).await,
        PatchKind::Merge => change_by(call, part, Patch::merge).await,
    }
}

/// Reads a patch.
pub(crate) type Parse = fn(&Bytes) -> Result<Patch, Failure>;

async fn change_by(call: &mut Call, part: Part, parse: Parse) -> Result<Answer, Failure> {
    check_path(call)?;
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Patch)?;
    let patch = parse(&bytes)?;
    let (resource, name) = (Arc::clone(&call.resource), call.place.name.clone());
    let by = call.writer(&options.manager);
    let mut warnings = Vec::new();
    let namespace = call.place.namespace.clone();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let text = patch.applied(old.value())?;
        let decoded = decode::json(&resource, text.as_bytes(), options.field_validation);
        let decoded = decoded.map_err(|why| unreadable(&text, &why))?;
        warnings.clone_from(&decoded.warnings);
        strategy::check_namespace(&decoded.object, &namespace)?;
        check_name(&decoded.object, &name)?;
        let (fate, said) = strategy::update(&resource, old, decoded, part, &by)?;
        warnings.extend(said);
        Ok(fate)
    });
    let changed = changed.await;
    call.warn(warnings);
    call.answer(200, output, changed?.into_object())
}

/// What a patch makes cannot be read. Quirk: it is 422 then, with the whole object.
fn unreadable(text: &str, why: &Failure) -> Failure {
    if why.code() != 400 {
        return why.clone();
    }
    let said = why.message();
    let said = said.split_once(" cannot be handled as a ").and_then(|(_, rest)| rest.split_once(": "));
    let said = said.map_or_else(|| why.message(), |(_, said)| said);
    let violation = Violation::invalid(FieldPathBuf::from_properties(["patch"]), json!(text), said);
    Status::invalid("", "", "", &Violations::from_iter([violation])).into()
}

/// A patch that is read.
pub(crate) enum Patch {
    Merge(Value),
    Json(json_patch::Patch),
}

impl Patch {
    pub(crate) fn merge(bytes: &Bytes) -> Result<Self, Failure> {
        let patch = read(bytes)?;
        if patch.is_object() {
            Ok(Self::Merge(patch))
        } else {
            Err(mismatch(&patch, "map[string]interface {}"))
        }
    }

    pub(crate) fn json(bytes: &Bytes) -> Result<Self, Failure> {
        let patch = read(bytes)?;
        let Some(operations) = patch.as_array() else {
            return Err(mismatch(&patch, "[]handlers.jsonPatchOp"));
        };
        if operations.len() > MAX_OPERATIONS {
            let found = operations.len();
            return Err(Failure::too_large(&format!(
                "The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {found}"
            )));
        }
        // What is not an operation fails as it is applied.
        serde_json::from_value(patch).map(Self::Json).map_err(|_| Failure::patch_failed())
    }

    /// The text of the object that the patch makes of another one.
    pub(crate) fn applied(&self, old: &Value) -> Result<String, Failure> {
        let mut new = old.clone();
        match self {
            Self::Merge(patch) => json_patch::merge(&mut new, patch),
            Self::Json(patch) => {
                let mut work = Work::default();
                for operation in patch.iter() {
                    if tests_for_nothing(operation, &new) {
                        continue;
                    }
                    work.add(operation, &new)?;
                    let operation = replaced_or_added(operation, &new);
                    let operation = std::slice::from_ref(&*operation);
                    json_patch::patch(&mut new, operation).map_err(|_| Failure::patch_failed())?;
                }
            }
        }
        let text = new.to_string();
        // Or else an object could grow without bound, patch by patch.
        if text.len() > MAX_BODY {
            return Err(Failure::too_large(&format!("limit is {MAX_BODY}")));
        }
        Ok(text)
    }
}

fn read(bytes: &Bytes) -> Result<Value, Failure> {
    serde_json::from_slice(bytes).map_err(|_| Failure::bad_request("invalid JSON patch"))
}

/// Quirk: a field that is not there can be replaced (`Patch.replace` in `evanphx/json-patch patch.go`).
fn replaced_or_added<'o>(operation: &'o PatchOperation, object: &Value) -> Cow<'o, PatchOperation> {
    let PatchOperation::Replace(replace) = operation else { return Cow::Borrowed(operation) };
    let parent = replace.path.as_str().rsplit_once('/').and_then(|(parent, _)| object.pointer(parent));
    if object.pointer(replace.path.as_str()).is_some() || !parent.is_some_and(Value::is_object) {
        return Cow::Borrowed(operation);
    }
    Cow::Owned(PatchOperation::Add(AddOperation { path: replace.path.clone(), value: replace.value.clone() }))
}

/// What the operations of a JSON patch do to memory and time: a short one could do much.
#[derive(Default)]
struct Work {
    /// Bytes of copies. Kubernetes: `AccumulatedCopySizeLimit` in `evanphx/json-patch patch.go`.
    copied: usize,
    /// Items of lists that made room for others.
    moved: usize,
}

impl Work {
    /// So many items may be moved.
    const MAX_MOVED: usize = 50_000_000;

    fn add(&mut self, operation: &PatchOperation, object: &Value) -> Result<(), Failure> {
        let length = |path: &str| {
            let parent = path.rsplit_once('/').and_then(|(parent, _)| object.pointer(parent));
            parent.and_then(Value::as_array).map_or(0, Vec::len)
        };
        self.moved = self.moved.saturating_add(match operation {
            PatchOperation::Add(add) => length(add.path.as_str()),
            PatchOperation::Remove(remove) => length(remove.path.as_str()),
            PatchOperation::Move(of) => length(of.path.as_str()) + length(of.from.as_str()),
            PatchOperation::Copy(copy) => {
                let copied = object.pointer(copy.from.as_str()).map_or(0, |value| value.to_string().len());
                self.copied = self.copied.saturating_add(copied);
                length(copy.path.as_str())
            }
            _ => 0,
        });
        if self.copied > MAX_BODY || self.moved > Self::MAX_MOVED {
            Err(Failure::patch_failed())
        } else {
            Ok(())
        }
    }
}

/// Quirk: what is missing is null, and may be tested for it (`Patch.test` in `evanphx/json-patch patch.go`).
fn tests_for_nothing(operation: &PatchOperation, object: &Value) -> bool {
    let PatchOperation::Test(test) = operation else { return false };
    test.value.is_null() && object.pointer(test.path.as_str()).is_none()
}

fn mismatch(patch: &Value, wanted: &str) -> Failure {
    let found = match patch {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    Failure::bad_request(format!(
        "error decoding patch: json: cannot unmarshal {found} into Go value of type {wanted}"
    ))
}
