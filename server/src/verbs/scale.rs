//! `/scale` of an object: how often it runs, whatever it is.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresource/etcd.go`, `ScaleREST`.

use std::sync::Arc;

use crd_schema::serve::{DecodedScale, FieldValidation, Rejection, ScaleError};
use crd_schema::steps::CanonicalObject;
use serde_json::{Value, json};

use super::apply::Config;
use super::call::{Answer, Call};
use super::patch::{Parse, Patch};
use super::update::{change, check_name};
use crate::failure::Failure;
use crate::managers::Writer;
use crate::objects::{Fate, Mode};
use crate::request::{BodyFormat, Output, PatchKind, Write, WriteOptions, patch_kind};
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
    let options = WriteOptions::parse(&call.query, Write::Update)?;
    let format = BodyFormat::of(&call.headers)?;
    let written = Scaled::of(call, &options);
    let served = &written.resource.served;
    let asked = match format {
        BodyFormat::Json | BodyFormat::Protobuf => served.decode_scale(&bytes, options.field_validation),
        BodyFormat::Yaml => served.decode_scale_yaml(&bytes, options.field_validation),
    };
    let asked = asked.map_err(|why| written.rejected(why))?;
    call.warn(asked.warnings.clone());
    let scale = json!(asked.scale);
    strategy::check_namespace(&scale, &call.place.namespace)?;
    check_name(&scale, &written.name)?;
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let live = written.live(old.value())?;
        written.stored(old, &live, &asked)
    });
    let stored = changed.await?.into_object();
    answer(call, output, &stored)
}

pub(crate) async fn patch(call: &mut Call) -> Result<Answer, Failure> {
    match patch_kind(&call.headers)? {
        PatchKind::Apply => apply(call).await,
        PatchKind::Json => change_by(call, Patch::json).await,
        PatchKind::Merge => change_by(call, Patch::merge).await,
    }
}

async fn change_by(call: &mut Call, parse: Parse) -> Result<Answer, Failure> {
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Patch)?;
    let patch = parse(&bytes)?;
    let written = Scaled::of(call, &options);
    let mut warnings = Vec::new();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let live = written.live(old.value())?;
        let asked = written.decoded(&patch.applied(&live)?, options.field_validation)?;
        warnings.clone_from(&asked.warnings);
        check_name(&json!(asked.scale), &written.name)?;
        written.stored(old, &live, &asked)
    });
    let changed = changed.await;
    call.warn(warnings);
    answer(call, output, &changed?.into_object())
}

/// A scale of an object that is not there is not created.
async fn apply(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let bytes = call.bytes().await?;
    let options = WriteOptions::parse(&call.query, Write::Apply)?;
    let config = Config::read(&bytes, options.field_validation)?;
    let written = Scaled::of(call, &options);
    let mut warnings = Vec::new();
    let changed = change(call, Mode::new(options.dry_run), |old| {
        let (managers, by) = (&written.resource.shared.managers, &written.by);
        let live = written.live(old.value())?;
        let applied = managers.apply_scale(&live, &config.object, by, options.conflicts)?;
        warnings = config.warnings()?;
        let asked = written.decoded(&applied.to_string(), FieldValidation::Ignore)?;
        check_name(&applied, &written.name)?;
        let entries = managers.of_object(old.value(), &applied, by)?;
        strategy::scale(&written.resource, old, &asked.scale, entries).map(|(fate, _)| fate)
    });
    let changed = changed.await;
    call.warn(warnings);
    answer(call, output, &changed?.into_object())
}

/// A scale that somebody writes.
struct Scaled {
    resource: Arc<Resource>,
    name: String,
    by: Writer,
}

impl Scaled {
    fn of(call: &Call, options: &WriteOptions) -> Self {
        Self {
            resource: Arc::clone(&call.resource),
            name: call.place.name.clone(),
            by: call.writer(&options.manager),
        }
    }

    /// The scale that there is, with its managers.
    fn live(&self, object: &Value) -> Result<Value, Failure> {
        let scale = self.resource.served.scale_to_patch(object).map_err(|why| self.rejected(why))?;
        self.resource.shared.managers.scale_of(object, &scale, &self.by)
    }

    fn decoded(&self, text: &str, mode: FieldValidation) -> Result<DecodedScale, Failure> {
        self.resource.served.decode_scale(text.as_bytes(), mode).map_err(|why| self.rejected(why))
    }

    fn stored(&self, old: &CanonicalObject, live: &Value, asked: &DecodedScale) -> Result<Fate, Failure> {
        let managers = &self.resource.shared.managers;
        let scale = managers.update_scale(live, json!(asked.scale), &self.by);
        let entries = managers.of_object(old.value(), &scale, &self.by)?;
        strategy::scale(&self.resource, old, &asked.scale, entries).map(|(fate, _)| fate)
    }

    fn rejected(&self, why: ScaleError) -> Failure {
        rejected(&self.resource, &self.name, why)
    }
}

fn answer(call: &Call, output: Output, stored: &Value) -> Result<Answer, Failure> {
    let scale = call.resource.served.scale_written(stored);
    let scale = scale.map_err(|why| Failure::bad_request(why.to_string()))?;
    call.answer(200, output, json!(scale))
}

fn rejected(resource: &Resource, name: &str, why: ScaleError) -> Failure {
    resource.served.status(name, &Rejection::from(why)).into()
}
