//! Paths of resources.
//!
//! Source: `apiserver pkg/endpoints/request/requestinfo.go`.

use axum::http::Method;

use super::query::Query;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Create,
    Delete,
    DeleteCollection,
    Get,
    List,
    Patch,
    Update,
    Watch,
    /// A method without a verb.
    None,
}

impl Verb {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Delete => "delete",
            Self::DeleteCollection => "deletecollection",
            Self::Get => "get",
            Self::List => "list",
            Self::Patch => "patch",
            Self::Update => "update",
            Self::Watch => "watch",
            Self::None => "",
        }
    }

    /// Whether it changes what is stored.
    pub(crate) fn writes(self) -> bool {
        matches!(self, Self::Create | Self::Delete | Self::DeleteCollection | Self::Patch | Self::Update)
    }
}

/// The part of an object that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subresource {
    /// The object itself.
    None,
    Status,
    Scale,
    /// One that there is not.
    Other,
}

/// What the path of a resource says. What it does not say is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) verb: Verb,
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) namespace: String,
    pub(crate) plural: String,
    pub(crate) name: String,
    pub(crate) subresource: Subresource,
}

/// What follows a namespace is a part of it, and not a resource in it.
const PARTS_OF_NAMESPACES: [&str; 2] = ["status", "finalize"];

/// The resource that a decoded path names; none where it names no resource.
pub(crate) fn place(method: &Method, path: &str, query: &Query) -> Option<Place> {
    let mut parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (group, version) = match parts.as_slice() {
        ["api", version, _, ..] => ("", *version),
        ["apis", group, version, _, ..] => (*group, *version),
        _ => return None,
    };
    let mut parts = parts.split_off(if group.is_empty() { 2 } else { 3 });
    let mut verb = verb(method);
    let watches = parts.first() == Some(&"watch");
    if watches {
        verb = Verb::Watch;
        parts.remove(0);
    }
    let mut namespace = "";
    if let ["namespaces", found, ..] = parts.as_slice() {
        namespace = found;
        if parts.get(2).is_some_and(|part| !PARTS_OF_NAMESPACES.contains(part)) {
            parts.drain(..2);
        }
    }
    let part = |at: usize| (*parts.get(at).unwrap_or(&"")).to_owned();
    let name = part(1);
    Some(Place {
        verb: if watches { verb } else { of_collection(verb, &name, query) },
        group: group.to_owned(),
        version: version.to_owned(),
        namespace: namespace.to_owned(),
        plural: part(0),
        name,
        subresource: match parts.get(2).copied() {
            None => Subresource::None,
            Some("status") => Subresource::Status,
            Some("scale") => Subresource::Scale,
            Some(_) => Subresource::Other,
        },
    })
}

fn verb(method: &Method) -> Verb {
    match *method {
        Method::POST => Verb::Create,
        Method::GET | Method::HEAD => Verb::Get,
        Method::PUT => Verb::Update,
        Method::PATCH => Verb::Patch,
        Method::DELETE => Verb::Delete,
        _ => Verb::None,
    }
}

fn of_collection(verb: Verb, name: &str, query: &Query) -> Verb {
    match verb {
        Verb::Get if name.is_empty() && query.flag("watch") == Some(true) => Verb::Watch,
        Verb::Get if name.is_empty() => Verb::List,
        Verb::Delete if name.is_empty() => Verb::DeleteCollection,
        other => other,
    }
}
