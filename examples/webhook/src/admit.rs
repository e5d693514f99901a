//! What is changed in objects, and what is refused.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use crd_schema::serve::{Outcome, Rejection};
use crd_schema::{ServedVersion, Status};
use json_patch::jsonptr::PointerBuf;
use json_patch::{AddOperation, Patch, PatchOperation, RemoveOperation};
use serde_json::Value;

use crate::definitions::Definitions;
use crate::review::{Answer, Kind, Operation, Request};

/// Prunes and defaults.
pub(crate) fn mutate(definitions: &Definitions, request: &Request) -> Answer {
    let served = match version(definitions, request) {
        Ok(served) => served,
        Err(answer) => return *answer,
    };
    let decoded = match served.decode(request.object.clone()) {
        Ok(decoded) => decoded,
        Err(rejection) => return Answer::refused(served.status(&request.name, &rejection)),
    };
    let warnings = decoded.removed.iter().map(|path| format!("unknown field \"{path}\"")).collect();
    Answer { patch: patch(&request.object, &decoded.object), warnings, ..Answer::default() }
}

/// Refuses what a server that knows the markers would refuse.
pub(crate) fn validate(definitions: &Definitions, request: Request) -> Answer {
    let served = match version(definitions, &request) {
        Ok(served) => served,
        Err(answer) => return *answer,
    };
    let name = name(&request);
    match review(&served, request) {
        Ok(outcome) => Answer { warnings: outcome.warnings, ..Answer::default() },
        Err(rejection) => Answer::refused(served.status(&name, &rejection)),
    }
}

fn review(served: &ServedVersion, request: Request) -> Result<Outcome, Rejection> {
    let Request { operation, sub_resource, object, old_object, .. } = request;
    match (operation, sub_resource.as_str()) {
        (Operation::Create, _) => served.create(object),
        (_, "status") => served.update_status(&old_object, object),
        _ => served.update(&old_object, object),
    }
}

/// The version that knows what may be in the object, or the answer where no object is looked at.
fn version(definitions: &Definitions, request: &Request) -> Result<Arc<ServedVersion>, Box<Answer>> {
    let writes = matches!(request.operation, Operation::Create | Operation::Update);
    // A request of another subresource has an object of another kind.
    if !writes || !matches!(request.sub_resource.as_str(), "" | "status") {
        return Err(Box::default());
    }
    let Kind { group, version, name } = &request.kind;
    definitions.of(group, version, name).ok_or_else(|| {
        let why = format!("this webhook does not know {name} of {group}/{version}");
        Box::new(Answer::refused(Status::bad_request(why)))
    })
}

/// A name that is to be generated is not known yet when an object is created.
fn name(request: &Request) -> String {
    let own = request.object.pointer("/metadata/name").and_then(Value::as_str);
    if request.name.is_empty() { own.unwrap_or_default().to_owned() } else { request.name.clone() }
}

/// RFC 6902, as a server wants it: what differs, or whole fields where that is shorter.
///
/// A patch says the path of each change, so that one below a long key could be the square of the object.
fn patch(from: &Value, to: &Value) -> String {
    let room = PATCH_AROUND.saturating_add(to.to_string().len());
    let patch = if path_lengths(from, to, 0, room).is_some() {
        json_patch::diff(from, to)
    } else {
        fields_replaced(from, to)
    };
    if patch.is_empty() { String::new() } else { BASE64_STANDARD.encode(patch.to_string()) }
}

/// So much more than the object may paths take.
const PATCH_AROUND: usize = 64 << 10;

/// What is left of the room when all paths that a patch would say are taken from it; `depth` bytes lead here.
fn path_lengths(from: &Value, to: &Value, depth: usize, room: usize) -> Option<usize> {
    match (from, to) {
        (Value::Object(from), Value::Object(to)) => {
            let removed = from.keys().filter(|name| !to.contains_key(*name));
            let room = removed.map(|name| depth + name.len() + 1).try_fold(room, usize::checked_sub)?;
            to.iter().try_fold(room, |room, (name, value)| {
                let depth = depth + name.len() + 1;
                match from.get(name) {
                    Some(old) => path_lengths(old, value, depth, room),
                    None => room.checked_sub(depth),
                }
            })
        }
        (Value::Array(from), Value::Array(to)) => {
            let mut pairs = from.iter().zip(to);
            let room = pairs.try_fold(room, |room, (old, new)| path_lengths(old, new, depth + 8, room))?;
            room.checked_sub(from.len().abs_diff(to.len()).checked_mul(depth + 8)?)
        }
        _ if from == to => Some(room),
        _ => room.checked_sub(depth),
    }
}

/// Each field of the object that differs, as a whole.
fn fields_replaced(from: &Value, to: &Value) -> Patch {
    let fields = to.as_object().into_iter().flatten();
    let added = fields.filter(|(name, value)| from.get(name.as_str()) != Some(value)).map(|(name, value)| {
        PatchOperation::Add(AddOperation {
            path: PointerBuf::from_tokens([name.as_str()]),
            value: value.clone(),
        })
    });
    let gone = from.as_object().into_iter().flatten().filter(|(name, _)| to.get(name.as_str()).is_none());
    let removed = gone.map(|(name, _)| {
        PatchOperation::Remove(RemoveOperation { path: PointerBuf::from_tokens([name.as_str()]) })
    });
    Patch(added.chain(removed).collect())
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use serde_json::{Value, json};

    use super::patch;

    /// The object that a server has after it applied the patch, and how long the patch is.
    fn patched(from: &Value, to: &Value) -> usize {
        let text = BASE64_STANDARD.decode(patch(from, to)).expect("base64");
        let patch: json_patch::Patch = serde_json::from_slice(&text).expect("a patch");
        let mut object = from.clone();
        json_patch::patch(&mut object, &patch).expect("it applies");
        assert_eq!(object, *to);
        text.len()
    }

    #[test]
    fn a_patch_below_a_long_key_is_not_the_square_of_the_object() {
        let object =
            |item: &Value| json!({"spec": {"k".repeat(20_000): vec![item.clone(); 2_000]}, "a/b~": 1});
        let (from, to) = (object(&json!({})), object(&json!({"a": 1})));
        assert!(patched(&from, &to) < 2 * to.to_string().len());
        patched(&json!({"a/b": {"c": 1}, "d": 2}), &json!({"a/b": {"c": 2}}));
    }
}
