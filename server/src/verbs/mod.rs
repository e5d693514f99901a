//! What can be done with the objects of a resource, one file a verb.

mod apply;
mod call;
mod create;
mod delete;
mod delete_collection;
mod get;
mod list;
mod patch;
mod scale;
mod update;
mod watch;

use crate::failure::Failure;
use crate::request::{Subresource, Verb};
use crate::strategy::Part;

pub(crate) use call::{Answer, Call, Content};
pub(crate) use delete_collection::delete_all;
pub(crate) use list::list_objects;

/// Does what a request asks for.
///
/// Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `ServeHTTP`.
pub(crate) async fn serve(call: &mut Call) -> Result<Answer, Failure> {
    let resource = std::sync::Arc::clone(&call.resource);
    call.warn(resource.served.deprecation_warning().map(str::to_owned));
    match call.place.subresource {
        Subresource::None => serve_object(call).await,
        Subresource::Status if resource.has_status => serve_status(call).await,
        Subresource::Scale if resource.has_scale => serve_scale(call).await,
        _ => Err(call.objects().not_found(&call.place.name)),
    }
}

async fn serve_object(call: &mut Call) -> Result<Answer, Failure> {
    match call.place.verb {
        Verb::Create => create::create(call).await,
        Verb::Delete => delete::delete(call).await,
        Verb::DeleteCollection => delete_collection::delete_collection(call).await,
        Verb::Get => get::get(call).await,
        Verb::List => list::list(call).await,
        Verb::Patch => patch::patch(call, Part::Main).await,
        Verb::Update => update::update(call, Part::Main).await,
        Verb::Watch => watch::watch(call).await,
        Verb::None => Err(not_supported(call)),
    }
}

async fn serve_status(call: &mut Call) -> Result<Answer, Failure> {
    match call.place.verb {
        Verb::Get => get::get(call).await,
        Verb::Patch => patch::patch(call, Part::Status).await,
        Verb::Update => update::update(call, Part::Status).await,
        _ => Err(not_supported(call)),
    }
}

async fn serve_scale(call: &mut Call) -> Result<Answer, Failure> {
    match call.place.verb {
        Verb::Get => scale::get(call).await,
        Verb::Patch => scale::patch(call).await,
        Verb::Update => scale::update(call).await,
        _ => Err(not_supported(call)),
    }
}

fn not_supported(call: &Call) -> Failure {
    Failure::method_not_supported(call.resource.named(), call.place.verb.name())
}
