//! `/scale` of an object: how often it runs, whatever it is.

use axum::extract::State;
use axum::http::StatusCode;
use crd_schema::api::Scale;
use crd_schema::serve::{Rejection, ScaleError};
use serde_json::{Value, json};

use crate::Api;
use crate::error::Failure;
use crate::handlers::{Answer, Shared, change, check_name, parse_patch};
use crate::patch;
use crate::reply::Reply;
use crate::request::{Format, ObjectBody, Options, PatchBody, Place};
use crate::strategy;
use crate::warnings::Warnings;

/// `GET`.
pub(crate) async fn get(State(api): Shared, place: Place) -> Answer {
    let key = place.key();
    let found = api.store.get(&key).ok_or_else(|| api.resource.not_found(&key.name))?;
    let scale = api.resource.served().scale(&found).map_err(|why| refused(&api, &key.name, why))?;
    Ok(Reply::ok(json!(scale)))
}

/// `PUT`.
pub(crate) async fn update(State(api): Shared, place: Place, options: Options, body: ObjectBody) -> Answer {
    options.refuse(&["dryRun"])?;
    let mode = options.field_validation("UpdateOptions")?;
    let key = place.key();
    let served = api.resource.served();
    let asked = match body.format {
        Format::Json => served.decode_scale(&body.bytes, mode),
        Format::Yaml => served.decode_scale_yaml(&body.bytes, mode),
    };
    let asked = asked.map_err(|why| refused(&api, &key.name, why))?;
    let warnings = Warnings::new(asked.warnings);
    let written = check_name(&json!(asked.scale), &key)
        .and_then(|()| change(&api, &key, |old| strategy::scale(&api.resource, old, &asked.scale)));
    Ok(Reply::written(StatusCode::OK, written.and_then(|stored| answer(&api, &stored)), warnings))
}

/// `PATCH` with a JSON merge patch, which is how `kubectl scale` asks.
pub(crate) async fn patch(State(api): Shared, place: Place, options: Options, body: PatchBody) -> Answer {
    options.refuse(&["dryRun"])?;
    let mode = options.field_validation("PatchOptions")?;
    let wanted = parse_patch(&body.0)?;
    let key = place.key();
    let mut warnings = Warnings::default();
    let written = change(&api, &key, |old| {
        let served = api.resource.served();
        let mut scale = json!(served.scale_to_patch(old).map_err(|why| refused(&api, &key.name, why))?);
        patch::merge(&mut scale, wanted);
        let asked = served.decode_scale(scale.to_string().as_bytes(), mode);
        let asked = asked.map_err(|why| refused(&api, &key.name, why))?;
        warnings = Warnings::new(asked.warnings);
        check_name(&scale, &key)?;
        strategy::scale(&api.resource, old, &asked.scale)
    });
    Ok(Reply::written(StatusCode::OK, written.and_then(|stored| answer(&api, &stored)), warnings))
}

fn answer(api: &Api, stored: &Value) -> Result<Value, Failure> {
    let written: Result<Scale, _> = api.resource.served().scale_written(stored);
    written.map(|scale| json!(scale)).map_err(|why| Failure::bad_request(why.to_string()))
}

fn refused(api: &Api, name: &str, why: ScaleError) -> Failure {
    api.resource.served().status(name, &Rejection::from(why)).into()
}
