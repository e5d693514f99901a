//! What every resource has, where the user wrote the root.

use crate::errors::Errors;
use crate::model::{Container, Data, Field};

/// Names that every resource has, whatever the type says.
pub(crate) const RESOURCE_META: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Whether the names of the root are those that a server writes.
pub(super) fn written(container: &Container, errors: &mut Errors) {
    let Data::Struct(fields) = &container.data else { return };
    for field in fields {
        aliases(field, errors);
    }
    let metadata = |field: &&Field| !field.flattened && field.name.value() == "metadata";
    if fields.iter().any(|field| metadata(&field)) {
        return;
    }
    // Something flattened may have it, which only its type knows.
    let called = fields.iter().find(|field| is_called(field, "metadata"));
    match called {
        Some(field) if field.flattened => errors.at(
            field.span(),
            "a server writes `metadata` as an object of its own, and `flatten` looks for what is in it beside `spec`; remove \
             `flatten`",
        ),
        Some(field) => errors.at(
            field.span(),
            format!("a server writes `metadata`, and serde looks for `{}`; remove what renames it", field.name.value()),
        ),
        None if fields.iter().any(|field| field.flattened) => {}
        None => errors.at(
            container.ident.span(),
            "a root struct has a field `metadata`, which serde reads and writes; add `metadata: ObjectMeta`",
        ),
    }
}

/// The name in Rust.
fn is_called(field: &Field, name: &str) -> bool {
    matches!(&field.accessor, syn::Member::Named(ident) if ident == name)
}

/// A server writes these, so that serde would read them into the field.
fn aliases(field: &Field, errors: &mut Errors) {
    let name = field.name.value();
    for alias in
        field.aliases.iter().filter(|alias| RESOURCE_META.contains(&alias.as_str()) && **alias != name)
    {
        errors.at(
            field.span(),
            format!("a server writes `{alias}` into every object, and serde would read it into this field; remove the alias"),
        );
    }
}
