//! One function for each thing that a client can do with objects.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode};
use crd_schema::Status;
use crd_schema::serve::{Decoded, FieldValidation};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Api;
use crate::body;
use crate::error::Failure;
use crate::meta;
use crate::patch;
use crate::reply::Reply;
use crate::request::{MAX_BODY, ObjectBody, Options, OptionsBody, PatchBody, Place};
use crate::store::{Fate, Key};
use crate::strategy::{self, Part};
use crate::warnings::Warnings;

pub(crate) type Shared = State<Arc<Api>>;
pub(crate) type Answer = Result<Reply, Failure>;

/// Names are made so often before giving up (`apiserver pkg/registry/generic/registry/store.go`).
const MAX_NAME_ATTEMPTS: usize = 8;

/// `GET` of an object or of its status, which is the whole object too.
pub(crate) async fn get(State(api): Shared, place: Place) -> Answer {
    let key = place.key();
    let found = api.store.get(&key).ok_or_else(|| api.resource.not_found(&key.name))?;
    Ok(Reply::ok(found))
}

/// `GET` of a collection: all objects of a namespace, or of all namespaces.
pub(crate) async fn list(State(api): Shared, place: Place, options: Options) -> Answer {
    if matches!(options.get("watch"), "1" | "true") {
        return Err(not_supported(&api, "watch"));
    }
    options.refuse(&["continue", "fieldSelector", "labelSelector"])?;
    let (items, revision) = api.store.list(place.namespace.as_deref());
    Ok(Reply::ok(json!({
        "apiVersion": api.resource.served().api_version(),
        "kind": api.resource.list_kind(),
        "metadata": {"continue": "", "resourceVersion": revision.to_string()},
        "items": items,
    })))
}

/// `POST` to a collection.
pub(crate) async fn create(State(api): Shared, place: Place, options: Options, body: ObjectBody) -> Answer {
    options.refuse(&["dryRun"])?;
    let mode = options.field_validation("CreateOptions")?;
    let decoded = body::decode(&api.resource, &body, mode)?;
    let warnings = Warnings::new(decoded.warnings.clone());
    let namespace = place.namespace.unwrap_or_default();
    Ok(Reply::written(StatusCode::CREATED, add(&api, &namespace, &decoded), warnings))
}

/// Stores a new object; when the name is left to the server, another one is tried if need be.
fn add(api: &Api, namespace: &str, decoded: &Decoded) -> Result<Value, Failure> {
    let chosen = !meta::text(&decoded.object, "name").is_empty();
    let attempts = if chosen { 1 } else { MAX_NAME_ATTEMPTS };
    let mut name = String::new();
    for _ in 0..attempts {
        let new = strategy::create(&api.resource, namespace, decoded.clone())?;
        meta::text(&new, "name").clone_into(&mut name);
        let key = Key { namespace: namespace.to_owned(), name: name.clone() };
        if let Some(stored) = api.store.create(key, new) {
            return Ok(stored);
        }
    }
    let served = api.resource.served();
    Err(Status::already_exists(served.group(), served.plural(), &name).into())
}

/// `PUT` of an object.
pub(crate) async fn update(api: Shared, place: Place, options: Options, body: ObjectBody) -> Answer {
    put(&api, place, &options, &body, Part::Main)
}

/// `PUT` of a status.
pub(crate) async fn update_status(api: Shared, place: Place, options: Options, body: ObjectBody) -> Answer {
    put(&api, place, &options, &body, Part::Status)
}

fn put(api: &Api, place: Place, options: &Options, body: &ObjectBody, part: Part) -> Answer {
    options.refuse(&["dryRun"])?;
    let mode = options.field_validation("UpdateOptions")?;
    let decoded = body::decode(&api.resource, body, mode)?;
    let warnings = Warnings::new(decoded.warnings.clone());
    let key = place.key();
    let outcome = check_name(&decoded.object, &key)
        .and_then(|()| change(api, &key, |old| strategy::update(&api.resource, old, decoded, part)));
    Ok(Reply::written(StatusCode::OK, outcome, warnings))
}

/// `PATCH` of an object with a JSON merge patch.
pub(crate) async fn patch(api: Shared, place: Place, options: Options, body: PatchBody) -> Answer {
    merge(&api, place, &options, &body, Part::Main)
}

/// `PATCH` of a status with a JSON merge patch.
pub(crate) async fn patch_status(api: Shared, place: Place, options: Options, body: PatchBody) -> Answer {
    merge(&api, place, &options, &body, Part::Status)
}

fn merge(api: &Api, place: Place, options: &Options, PatchBody(body): &PatchBody, part: Part) -> Answer {
    options.refuse(&["dryRun"])?;
    let mode = options.field_validation("PatchOptions")?;
    let patch = parse_patch(body)?;
    let key = place.key();
    let mut warnings = Warnings::default();
    let outcome = change(api, &key, |old| {
        let patched = patched(api, old, patch, mode)?;
        warnings = Warnings::new(patched.warnings.clone());
        check_name(&patched.object, &key)?;
        strategy::update(&api.resource, old, patched, part)
    });
    Ok(Reply::written(StatusCode::OK, outcome, warnings))
}

pub(crate) fn parse_patch(bytes: &[u8]) -> Result<Value, Failure> {
    let patch: Value =
        serde_json::from_slice(bytes).map_err(|_| Failure::bad_request("invalid JSON patch"))?;
    if patch.is_object() {
        return Ok(patch);
    }
    let found = match patch {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        _ => "array",
    };
    let wanted = "map[string]interface {}";
    Err(Failure::bad_request(format!(
        "error decoding patch: json: cannot unmarshal {found} into Go value of type {wanted}"
    )))
}

/// The object after a patch, read as the body of a `PUT` is.
fn patched(api: &Api, old: &Value, patch: Value, mode: FieldValidation) -> Result<Decoded, Failure> {
    let mut new = old.clone();
    patch::merge(&mut new, patch);
    let text = new.to_string();
    // Or else an object could grow without bound, patch by patch.
    if text.len() > MAX_BODY {
        return Err(Failure::too_large(MAX_BODY));
    }
    body::decode_json(&api.resource, text.as_bytes(), mode)
}

/// `DELETE` of an object.
pub(crate) async fn delete(State(api): Shared, place: Place, options: Options, body: OptionsBody) -> Answer {
    options.refuse(&["dryRun"])?;
    let wanted = Preconditions::read(&body.0)?;
    let key = place.key();
    let last = change(&api, &key, |old| {
        wanted.check(&api, old)?;
        Ok(strategy::delete(old))
    })?;
    let waits = !meta::strings(&last, "finalizers").is_empty();
    Ok(Reply::ok(if waits { last } else { gone(&api, &key, &last) }))
}

fn gone(api: &Api, key: &Key, last: &Value) -> Value {
    let (group, plural) = (api.resource.served().group(), api.resource.served().plural());
    json!({
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Success",
        "details": {"name": key.name, "group": group, "kind": plural, "uid": meta::text(last, "uid")},
    })
}

/// What must be true of an object that is deleted.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Preconditions {
    uid: Option<String>,
    resource_version: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DeleteOptions {
    preconditions: Preconditions,
}

impl Preconditions {
    /// From the body of a request, which may be empty.
    fn read(bytes: &[u8]) -> Result<Self, Failure> {
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        let options: DeleteOptions = serde_json::from_slice(bytes).map_err(|error| {
            let why = body::json_error(&error);
            Failure::bad_request(format!("couldn't get version/kind; json parse error: {why}"))
        })?;
        Ok(options.preconditions)
    }

    fn check(&self, api: &Api, old: &Value) -> Result<(), Failure> {
        let uid = (&self.uid, "uid", "UID", "deleted and then recreated");
        let revision = (&self.resource_version, "resourceVersion", "ResourceVersion", "modified");
        for (wanted, field, shown, event) in [uid, revision] {
            let found = meta::text(old, field);
            if let Some(wanted) = wanted.as_deref().filter(|wanted| *wanted != found) {
                let why = format!(
                    "the {shown} in the precondition ({wanted}) does not match the {shown} in record ({found}). \
                     The object might have been {event}"
                );
                // Quirk: the kind stands where the plural should.
                let served = api.resource.served();
                let name = meta::text(old, "name");
                return Err(Status::conflict(served.group(), served.kind(), name, &why).into());
            }
        }
        Ok(())
    }
}

/// Whatever else is done to a path that there is.
pub(crate) async fn other(State(api): Shared, method: Method) -> Failure {
    let verb = match method {
        Method::POST => "create",
        Method::PUT => "update",
        Method::PATCH => "patch",
        Method::DELETE => "delete",
        _ => "get",
    };
    not_supported(&api, verb)
}

/// Paths that there are not.
pub(crate) async fn nowhere() -> Failure {
    Failure::no_such_path()
}

fn not_supported(api: &Api, verb: &str) -> Failure {
    Failure::method_not_supported(verb, api.resource.served().plural(), api.resource.served().group())
}

pub(crate) fn change(
    api: &Api,
    key: &Key,
    decide: impl FnOnce(&Value) -> Result<Fate, Failure>,
) -> Result<Value, Failure> {
    api.store.change(key, decide).unwrap_or_else(|| Err(api.resource.not_found(&key.name).into()))
}

/// The object must be the one that the path names.
pub(crate) fn check_name(object: &Value, key: &Key) -> Result<(), Failure> {
    let name = &key.name;
    match meta::text(object, "name") {
        "" => Err(Failure::bad_request(format!(
            "the name of the object ({name} based on URL) was undeterminable: name must be provided"
        ))),
        found if found == name => Ok(()),
        found => Err(Failure::bad_request(format!(
            "the name of the object ({found}) does not match the name on the URL ({name})"
        ))),
    }
}
