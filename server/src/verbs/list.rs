//! `GET` of a collection.
//!
//! Source: `apiserver pkg/storage/cacher/cacher.go`, `GetList`; `pkg/storage/etcd3/store.go`, `GetList`.

use serde_json::{Map, Value, json};

use super::call::{Answer, Call};
use crate::failure::Failure;
use crate::next::Next;
use crate::objects::Objects;
use crate::request::{ListOptions, Match};
use crate::resources::Role;
use crate::revision;
use crate::store::{ListQuery, StoreError};

/// Values are read from the store in so many at a time.
const CHUNK: usize = 1000;

pub(crate) async fn list(call: &mut Call) -> Result<Answer, Failure> {
    let output = call.output()?;
    let options = options(call)?;
    let listed = list_objects(call.objects(), &call.place.namespace, &options).await?;
    call.answer(200, output, listed.into_value(call))
}

/// The options of a list or watch, with a selector whose fields the resource has.
pub(crate) fn options(call: &Call) -> Result<ListOptions, Failure> {
    let watches = call.place.verb == crate::request::Verb::Watch;
    let mut options = ListOptions::parse(&call.query, watches)?;
    for field in options.selection.fields.fields() {
        check_field(call, field)?;
    }
    let (name, fields) = (&call.place.name, &mut options.selection.fields);
    if !name.is_empty() {
        if fields.is_empty() {
            *fields = crate::selector::FieldSelector::of_name(name);
        } else if fields.exact("metadata.name") != Some(name) {
            let message = "fieldSelector metadata.name doesn't match requested name";
            return Err(Failure::bad_request(message));
        }
    }
    Ok(options)
}

/// Source: `ConvertFieldLabel` in `apiextensions-apiserver pkg/apiserver/conversion/converter.go`.
fn check_field(call: &Call, field: &str) -> Result<(), Failure> {
    let resource = &call.resource;
    let is_known = field == "metadata.name"
        || (field == "metadata.namespace" && resource.shared.namespaced)
        || resource.selectable.iter().any(|known| known == field);
    if is_known {
        return Ok(());
    }
    Err(Failure::bad_request(match resource.shared.role {
        // Source: `DefaultMetaV1FieldSelectorConversion` in `apimachinery pkg/runtime/conversion.go`.
        Role::Definitions => format!(
            "\"{field}\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
        ),
        _ => format!("field label not supported: {field}"),
    }))
}

/// What was listed.
pub(crate) struct Listed {
    pub(crate) items: Vec<Value>,
    pub(crate) revision: u64,
    next: Option<Next>,
    remaining: Option<usize>,
}

impl Listed {
    pub(crate) fn into_value(mut self, call: &Call) -> Value {
        let resource = &call.resource;
        if resource.shared.role != Role::Custom {
            // Quirk: items of types that are built in do not say of what type they are.
            for item in self.items.iter_mut().filter_map(Value::as_object_mut) {
                item.remove("apiVersion");
                item.remove("kind");
            }
        }
        let next = self.next.map(|next| next.encode()).unwrap_or_default();
        let is_custom = resource.shared.role == Role::Custom;
        let mut metadata = json!({"resourceVersion": self.revision.to_string()});
        // Quirk: the fields of lists of custom resources are written though they are empty.
        if let (true, Some(fields)) = (is_custom || !next.is_empty(), metadata.as_object_mut()) {
            fields.insert("continue".to_owned(), next.into());
        }
        if let (Some(remaining), Some(fields)) = (self.remaining, metadata.as_object_mut()) {
            fields.insert("remainingItemCount".to_owned(), remaining.into());
        }
        // By hand: a macro would copy all items.
        Value::Object(Map::from_iter([
            ("apiVersion".to_owned(), resource.api_version().into()),
            ("kind".to_owned(), resource.shared.names.list_kind.clone().into()),
            ("metadata".to_owned(), metadata),
            ("items".to_owned(), self.items.into()),
        ]))
    }
}

/// Lists the objects that are selected, from where a token says on.
pub(crate) async fn list_objects(
    objects: Objects<'_>,
    namespace: &str,
    options: &ListOptions,
) -> Result<Listed, Failure> {
    let whole = objects.resource.prefix("");
    let prefix = objects.resource.prefix(namespace);
    let start = Start::of(objects, &whole, options).await?;
    let limit = usize::try_from(options.limit).unwrap_or_default();
    let (mut from, mut at) = (start.from, start.revision);
    let (mut items, mut last) = (Vec::new(), String::new());
    loop {
        let chunk = if limit == 0 { CHUNK } else { limit.saturating_sub(items.len()).clamp(1, CHUNK) };
        let query = ListQuery { prefix: &prefix, from: &from, limit: chunk, revision: at };
        let page = objects.api.store.list(query).await;
        let page = page.map_err(|error| interpreted(error, &from, &whole, options))?;
        // All chunks are of one revision.
        at = Some(page.revision);
        let (taken, revision) = (page.entries.len(), page.revision);
        for (index, entry) in page.entries.iter().enumerate() {
            entry.key.as_ref().clone_into(&mut last);
            let object = objects.shown(entry)?;
            if options.selection.matches(&object) {
                items.push(object);
            }
            let unread = taken - index - 1 + page.remaining;
            if limit > 0 && items.len() == limit && unread > 0 {
                let next = Next { key: next_key(&last, &whole, namespace), revision };
                let remaining = options.selection.is_empty().then_some(unread);
                return Ok(Listed { items, revision, next: Some(next), remaining });
            }
        }
        if page.remaining == 0 {
            return Ok(Listed { items, revision, next: None, remaining: None });
        }
        from = format!("{last}\0");
    }
}

/// The smallest key behind another one, as tokens have it.
fn next_key(last: &str, whole: &str, namespace: &str) -> String {
    let key = last.strip_prefix(whole).unwrap_or_default();
    format!("{}{key}\0", if namespace.is_empty() { "/" } else { "" })
}

/// Where a list begins, and of which revision it is.
struct Start {
    from: String,
    revision: Option<u64>,
}

impl Start {
    /// Source: `ValidateListOptions` in `apiserver pkg/storage/interfaces.go`.
    async fn of(objects: Objects<'_>, whole: &str, options: &ListOptions) -> Result<Self, Failure> {
        let text = options.resource_version.as_str();
        if !options.next.is_empty() {
            let next = Next::decode(&options.next);
            let next = next.map_err(|why| Failure::bad_request(format!("invalid continue token: {why}")))?;
            if !matches!(text, "" | "0") {
                let message = "specifying resource version is not allowed when using continue";
                return Err(Failure::bad_request(message));
            }
            return Ok(Self { from: format!("{whole}{}", next.key), revision: next.exact() });
        }
        let asked = revision::parse(text);
        let asked = asked.map_err(|why| {
            Failure::bad_request(format!("invalid resource version: {}", revision::invalid(text, &why)))
        })?;
        let is_exact = match options.resource_version_match {
            Match::Exact => true,
            Match::NotOlderThan => false,
            Match::Unset => options.limit > 0 && asked > 0,
        };
        if !is_exact {
            revision::check_not_newer(&*objects.api.store, text).await?;
        }
        Ok(Self { from: String::new(), revision: is_exact.then_some(asked) })
    }
}

/// Source: `interpretListError` in `apiserver pkg/storage/etcd3/errors.go`.
fn interpreted(error: StoreError, from: &str, whole: &str, options: &ListOptions) -> Failure {
    const INCONSISTENT: &str = "The provided continue parameter is too old to display a consistent list result. You can \
         start a new list without the continue parameter, or use the continue token in this response to retrieve the \
         remainder of the results. Continuing with the provided token results in an inconsistent list - objects that \
         were created, modified, or deleted between the time the first chunk was returned and now may show up in the \
         list.";
    match error {
        StoreError::Compacted if !options.next.is_empty() => {
            let key = from.strip_prefix(whole).unwrap_or_default();
            Failure::expired(INCONSISTENT, Some(Next::inconsistent(key).encode()))
        }
        other => other.into(),
    }
}
