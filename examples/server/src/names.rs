//! Which names an object may have.
//!
//! Source: `apimachinery pkg/api/validation/objectmeta.go`, `pkg/util/validation/validation.go`.

use crd_schema::{FieldPathBuf, Violation, Violations};
use serde_json::{Value, json};

use crate::meta;

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or \
     '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
     '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must \
     start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
     '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const MAX_SUBDOMAIN: usize = 253;
const MAX_LABEL: usize = 63;

/// What is wrong with `generateName`, `name` and `namespace` of a new object.
pub(crate) fn check(object: &Value) -> Violations {
    let mut found = Violations::new();
    let prefix = meta::text(object, "generateName");
    if !prefix.is_empty() {
        // What will be put behind it may follow a dash.
        let prefix_as_name =
            prefix.strip_suffix('-').map_or_else(|| prefix.to_owned(), |start| format!("{start}a"));
        subdomain("generateName", prefix, &prefix_as_name, &mut found);
    }
    match meta::text(object, "name") {
        "" => found.push(Violation::required(path("name"), "name or generateName is required")),
        name => subdomain("name", name, name, &mut found),
    }
    let namespace = meta::text(object, "namespace");
    if !namespace.is_empty() {
        let shape = (!is_label(namespace)).then(|| LABEL.to_owned());
        report("namespace", namespace, shape.into_iter().chain(too_long(namespace, MAX_LABEL)), &mut found);
    }
    found
}

fn subdomain(member: &str, value: &str, judged: &str, found: &mut Violations) {
    let shape = (!judged.split('.').all(is_label)).then(|| SUBDOMAIN.to_owned());
    report(member, value, too_long(judged, MAX_SUBDOMAIN).into_iter().chain(shape), found);
}

fn report(member: &str, value: &str, details: impl Iterator<Item = String>, found: &mut Violations) {
    found.extend(details.map(|detail| Violation::invalid(path(member), json!(value), detail)));
}

fn too_long(value: &str, limit: usize) -> Option<String> {
    (value.len() > limit).then(|| format!("must be no more than {limit} characters"))
}

/// The length of one label of a subdomain is not limited.
fn is_label(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && !text.starts_with('-') && !text.ends_with('-') && text.bytes().all(inner)
}

fn path(member: &str) -> FieldPathBuf {
    FieldPathBuf::from_properties(["metadata", member])
}
