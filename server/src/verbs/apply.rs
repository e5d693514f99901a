//! Server-side apply: `PATCH` with `application/apply-patch+yaml`. An object that is not there is created.
//!
//! Source: `applyPatcher` in `apiserver pkg/endpoints/handlers/patch.go`.

use std::sync::Arc;

use crd_schema::serve::{Decoded, FieldValidation};
use crd_schema::{Status, yaml};
use serde_json::{Map, Value};

use super::call::{Answer, Call};
use super::create;
use super::update::{change, check_name, check_path};
use crate::decode;
use crate::failure::Failure;
use crate::managers::Writer;
use crate::meta;
use crate::objects::Mode;
use crate::request::{Write, WriteOptions};
use crate::resources::Resource;
use crate::strategy::{self, Part};

pub(crate) async fn apply(call: &mut Call, part: Part) -> Result<Answer, Failure> {
    check_path(call)?;
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Apply)?;
    let config = Config::read(&bytes, options.field_validation)?;
    let by = call.writer(&options.manager);
    loop {
        // Somebody else may create or remove it meanwhile.
        if part == Part::Main && !call.objects().exists(&call.place.namespace, &call.place.name).await? {
            match create_object(call, &config, &options, &by).await {
                Err(failure) if failure.is_already_exists() => continue,
                created => return call.answer(201, output, created?),
            }
        }
        match update_object(call, &config, &options, &by, part).await {
            Err(failure) if part == Part::Main && failure.code() == 404 => {}
            updated => return call.answer(200, output, updated?),
        }
    }
}

async fn create_object(
    call: &mut Call,
    config: &Config,
    options: &WriteOptions,
    by: &Writer,
) -> Result<Value, Failure> {
    let resource = Arc::clone(&call.resource);
    let place = call.place.clone();
    let object = resource.shared.managers.apply(
        None,
        &config.object,
        Part::Main.subresource(),
        by,
        options.conflicts,
    )?;
    call.warn(config.warnings()?);
    check_uid(&resource, &place.name, &object)?;
    let decoded = decoded(&resource, object)?;
    call.warn(decoded.warnings.clone());
    strategy::check_namespace(&decoded.object, &place.namespace)?;
    check_name(&decoded.object, &place.name)?;
    create::store(call, decoded, Mode::new(options.dry_run)).await
}

async fn update_object(
    call: &mut Call,
    config: &Config,
    options: &WriteOptions,
    by: &Writer,
    part: Part,
) -> Result<Value, Failure> {
    let (resource, place) = (Arc::clone(&call.resource), call.place.clone());
    let mut warnings = Vec::new();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let managers = &resource.shared.managers;
        let live = Some(old.value());
        let object = managers.apply(live, &config.object, part.subresource(), by, options.conflicts)?;
        warnings = config.warnings()?;
        let decoded = decoded(&resource, object)?;
        warnings.extend(decoded.warnings.iter().cloned());
        strategy::check_namespace(&decoded.object, &place.namespace)?;
        check_name(&decoded.object, &place.name)?;
        let (fate, said) = strategy::replace(&resource, old, decoded, part)?;
        warnings.extend(said);
        Ok(fate)
    });
    let changed = changed.await;
    call.warn(warnings);
    Ok(changed?.into_object())
}

/// The merged object, with defaults.
fn decoded(resource: &Resource, merged: Value) -> Result<Decoded, Failure> {
    let name = meta::text(&merged, "name").to_owned();
    let decoded = resource.served.decode_applied(merged);
    let decoded = decoded.map_err(|why| Failure::from(resource.served.status(&name, &why)))?;
    decode::of_role(resource, decoded, FieldValidation::Ignore)
}

/// What has a uid must be there.
fn check_uid(resource: &Resource, name: &str, object: &Value) -> Result<(), Failure> {
    let (uid, named) = (meta::text(object, "uid"), resource.named());
    if uid.is_empty() {
        return Ok(());
    }
    let why =
        format!("uid mismatch: the provided object specified uid {uid}, and no existing object was found");
    Err(Status::conflict(named.group, named.plural, name, &why).into())
}

/// What a manager wants of an object.
pub(crate) struct Config {
    pub(crate) object: Value,
    repeated: Vec<String>,
    field_validation: FieldValidation,
}

impl Config {
    /// Reads the first document of a body.
    pub(crate) fn read(bytes: &[u8], field_validation: FieldValidation) -> Result<Self, Failure> {
        let documents = yaml::read_stream(bytes);
        let documents =
            documents.map_err(|why| Failure::bad_request(format!("error encoding patch: {why}")))?;
        let (object, repeated) = match documents.into_iter().next() {
            Some(document) => {
                let repeated = document.duplicate_keys().iter().map(|key| key.message().to_owned()).collect();
                (document.into_value(), repeated)
            }
            None => (Value::Null, Vec::new()),
        };
        let object = match object {
            Value::Null => Map::new().into(),
            object @ Value::Object(_) => object,
            other => return Err(not_an_object(&other)),
        };
        Ok(Self { object, repeated, field_validation })
    }

    /// What is said of repeated keys, once the object is merged.
    pub(crate) fn warnings(&self) -> Result<Vec<String>, Failure> {
        if self.repeated.is_empty() {
            return Ok(Vec::new());
        }
        let why = format!("yaml: unmarshal errors:\n  {}", self.repeated.join("\n  "));
        match self.field_validation {
            FieldValidation::Ignore => Ok(Vec::new()),
            FieldValidation::Strict => Err(Failure::bad_request(format!(
                "error strict decoding patch: error converting YAML to JSON: {why}"
            ))),
            _ => Ok(vec![format!("error converting YAML to JSON: {why}")]),
        }
    }
}

fn not_an_object(value: &Value) -> Failure {
    let found = match value {
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        _ => "array",
    };
    Failure::bad_request(format!(
        "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {found} into Go \
         value of type map[string]interface {{}}"
    ))
}
