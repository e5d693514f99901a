//! `GET` of an object, or of its status, which is the whole object, too.

use super::call::{Answer, Call};
use crate::failure::Failure;
use crate::request::GetOptions;
use crate::revision;

pub(crate) async fn get(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let options = GetOptions::parse(&call.query)?;
    revision::check_not_newer(&*call.api.store, &options.resource_version).await?;
    let object = call.objects().get(&call.place.namespace, &call.place.name).await?;
    call.answer(200, output, object)
}
