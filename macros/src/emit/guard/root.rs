//! Guards of a whole resource: what every object has, serde must read.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::Guard;
use crate::check::root::RESOURCE_META;
use crate::model::{Container, Data, Field};
use crate::root::{Root, Source};

pub(super) fn of(container: &Container, guards: &mut Vec<Guard>) {
    let Some(root) = &container.root else { return };
    match (&root.source, &container.data) {
        (Source::Generated(generated), _) => {
            let (ident, status) = (&container.ident, generated.status.as_ref());
            let spec = quote!(<#ident as __crd::CrdSchema>::SCHEMA);
            let message =
                "the spec of a resource is an object; name the fields of this type, or put it into a struct";
            guards.push(Guard::at_span(ident.span()).asks("is_object", &spec, message));
            guards.extend(
                status.map(|status| is_object(status.span(), &quote!(<#status as __crd::CrdSchema>::SCHEMA))),
            );
        }
        (Source::Written, Data::Struct(fields)) => {
            for field in fields {
                of_field(root, field, guards);
            }
        }
        _ => {}
    }
    if let (Source::Written, Data::Struct(fields)) = (&root.source, &container.data) {
        metadata_is_there(container, fields, guards);
    }
}

fn is_object(span: proc_macro2::Span, schema: &TokenStream) -> Guard {
    let message = "spec and status of a resource are objects; use a struct";
    Guard::at_span(span).asks("is_object", schema, message)
}

fn of_field(root: &Root, field: &Field, guards: &mut Vec<Guard>) {
    let kind = root.kind.value();
    let api_version = format!("{}/{}", root.group.value(), root.version.value());
    if field.flattened {
        let desc = field.target.schema();
        let message = "`apiVersion`, `kind` or `metadata` of what is flattened here is of another type than a server writes; \
                       make the former two `String`, or rename them";
        guards.push(Guard::at_span(field.span()).asks("root_part_fits", &quote!(#desc, #kind), message));
        return;
    }
    let place = field.span();
    match field.name.value().as_str() {
        "spec" | "status" => guards.push(is_object(place, &field.target.schema())),
        _ if field.has_reader || field.never_read => {}
        "apiVersion" => guards.push(text(field, "apiVersion", &api_version)),
        "kind" => guards.push(text(field, "kind", &kind)),
        "metadata" => {
            let schema = schema_of(&field.type_);
            let message = "serde does not read the metadata of an object as this type; use `ObjectMeta`, or a struct of yours \
                           whose fields are those of metadata, none of them required but `name`, without \
                           `deny_unknown_fields`";
            guards.push(Guard::at_span(place).asks("metadata_fits", &schema, message));
        }
        _ => {}
    }
}

fn text(field: &Field, name: &str, text: &str) -> Guard {
    let schema = schema_of(&field.type_);
    let message = format!(
        "a server writes `{name}: {text}` into every object, and serde does not read that as this field; make it a `String`, or \
         rename the field in JSON"
    );
    Guard::at_span(field.span()).asks("says", &quote!(#schema, #text), message)
}

/// The description of the type, if it has one.
fn schema_of(type_: &Type) -> TokenStream {
    quote_spanned!(type_.span()=> {
        use __crd::__private::NoSchema as _;
        __crd::__private::SchemaOf::<#type_>::SCHEMA
    })
}

/// Metadata may come with what is flattened, and names stand once.
fn metadata_is_there(container: &Container, fields: &[Field], guards: &mut Vec<Guard>) {
    let flattened: Vec<_> = fields.iter().filter(|field| field.flattened).collect();
    let own = |name: &str| fields.iter().any(|field| !field.flattened && field.name.value() == name);
    let has = |field: &&Field, name: &str| {
        let desc = field.target.schema();
        quote!(__crd::__private::guard::has_property(#desc, #name))
    };
    for name in RESOURCE_META.into_iter().filter(|name| own(name)) {
        for field in &flattened {
            let found = has(field, name);
            let message = format!(
                "`{name}` is a field here and in what is flattened, and serde would write it twice; remove one"
            );
            guards.push(Guard::at_span(field.span()).claims(quote!(!#found), message));
        }
    }
    let is_declared = flattened
        .iter()
        .any(|field| matches!(&field.accessor, syn::Member::Named(name) if name == "metadata"));
    if !own("metadata") && !flattened.is_empty() && !is_declared {
        let found = flattened.iter().map(|field| has(field, "metadata"));
        let message =
            "a root struct has a field `metadata`, which serde reads and writes; add `metadata: ObjectMeta`";
        guards.push(Guard::at_span(container.ident.span()).claims(quote!(#(#found)||*), message));
    }
}
