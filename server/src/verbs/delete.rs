//! `DELETE` of an object.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::call::{Answer, Call};
use super::update::change;
use crate::failure::Failure;
use crate::meta;
use crate::objects::{Changed, Mode};
use crate::request::DeleteOptions;
use crate::resources::Resource;
use crate::strategy;

pub(crate) async fn delete(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let body = call.options_body().await?;
    let options = DeleteOptions::parse(&call.query, body.as_ref())?;
    let (resource, api) = (Arc::clone(&call.resource), Arc::clone(&call.api));
    let changed = change(call, Mode::new(options.dry_run), |old| {
        strategy::delete(&resource, &api.clock, old.value(), &options)
    });
    match changed.await? {
        Changed::Gone(last) => call.answer(200, output, gone(&resource, &last)),
        Changed::Stays(object) => {
            call.answer(if options.answers_accepted { 202 } else { 200 }, output, object)
        }
    }
}

/// Source: `finalizeDelete` in `apiserver pkg/registry/generic/registry/store.go`.
fn gone(resource: &Resource, last: &Value) -> Value {
    let named = resource.named();
    let (name, uid) = (meta::text(last, "name"), meta::text(last, "uid"));
    let details = [("name", name), ("group", named.group), ("kind", named.plural), ("uid", uid)];
    let details = details.into_iter().filter(|(_, text)| !text.is_empty());
    let details: Map<_, _> = details.map(|(name, text)| (name.to_owned(), text.into())).collect();
    json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})
}
