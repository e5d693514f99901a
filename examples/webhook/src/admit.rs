//! What is changed in objects, and what is refused.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use crd_schema::{Outcome, Rejection, ServedVersion, Status};
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
    match judge(&served, request) {
        Ok(outcome) => Answer { warnings: outcome.warnings, ..Answer::default() },
        Err(rejection) => Answer::refused(served.status(&name, &rejection)),
    }
}

fn judge(served: &ServedVersion, request: Request) -> Result<Outcome, Rejection> {
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

/// RFC 6902, as a server wants it.
fn patch(from: &Value, to: &Value) -> String {
    let patch = json_patch::diff(from, to);
    if patch.is_empty() { String::new() } else { BASE64_STANDARD.encode(patch.to_string()) }
}
