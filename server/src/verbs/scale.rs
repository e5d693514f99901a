//! `/scale` of an object: how often it runs, whatever it is.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresource/etcd.go`, `ScaleREST`.

use std::sync::Arc;

use crd_schema::serve::{Rejection, ScaleError};
use serde_json::{Value, json};

use super::call::{Answer, Call};
use super::patch::Patch;
use super::update::{change, check_name};
use crate::failure::Failure;
use crate::objects::Mode;
use crate::request::{BodyFormat, Output, WriteOptions, patch_kind};
use crate::resources::Resource;
use crate::strategy;

pub(crate) async fn get(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let name = &call.place.name;
    let object = call.objects().get(&call.place.namespace, name).await?;
    let scale = call.resource.served.scale(&object).map_err(|why| rejected(&call.resource, name, why))?;
    call.answer(200, output, json!(scale))
}

pub(crate) async fn update(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, "UpdateOptions")?;
    let format = BodyFormat::of(&call.headers)?;
    let (resource, name) = (Arc::clone(&call.resource), call.place.name.clone());
    let asked = match format {
        BodyFormat::Json | BodyFormat::Protobuf => {
            resource.served.decode_scale(&bytes, options.field_validation)
        }
        BodyFormat::Yaml => resource.served.decode_scale_yaml(&bytes, options.field_validation),
    };
    let asked = asked.map_err(|why| rejected(&resource, &name, why))?;
    call.warn(asked.warnings);
    let scale = json!(asked.scale);
    strategy::check_namespace(&scale, &call.place.namespace)?;
    check_name(&scale, &name)?;
    let changed = change(call, Mode::new(options.dry_run), |old| {
        strategy::scale(&resource, old, &asked.scale).map(|(fate, _)| fate)
    });
    let stored = changed.await?.into_object();
    written(call, output, &stored)
}

pub(crate) async fn patch(call: &mut Call) -> Result<Answer, Failure> {
    let kind = patch_kind(&call.headers)?;
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, "PatchOptions")?;
    let patch = Patch::parse(kind, &bytes)?;
    let (resource, name) = (Arc::clone(&call.resource), call.place.name.clone());
    let mut warnings = Vec::new();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let refused = |why| rejected(&resource, &name, why);
        let scale = json!(resource.served.scale_to_patch(old.value()).map_err(refused)?);
        let text = patch.applied(&scale)?;
        let asked = resource.served.decode_scale(text.as_bytes(), options.field_validation);
        let asked = asked.map_err(refused)?;
        warnings = asked.warnings;
        check_name(&json!(asked.scale), &name)?;
        strategy::scale(&resource, old, &asked.scale).map(|(fate, _)| fate)
    });
    let changed = changed.await;
    call.warn(warnings);
    written(call, output, &changed?.into_object())
}

fn written(call: &Call, output: Output, stored: &Value) -> Result<Answer, Failure> {
    let scale = call.resource.served.scale_written(stored);
    let scale = scale.map_err(|why| Failure::bad_request(why.to_string()))?;
    call.answer(200, output, json!(scale))
}

fn rejected(resource: &Resource, name: &str, why: ScaleError) -> Failure {
    resource.served.status(name, &Rejection::from(why)).into()
}
