//! Paths of columns, selectable fields and the scale: each leads to a field, and to one of a fitting type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::Guard;
use crate::model::Container;

/// Why a column stays empty.
pub(super) const NOT_SHOWN: &str = "a column of this type shows nothing of what the field holds; write `type = \"string\"`, which \
                                    shows anything, lists as JSON, or name another field";

pub(super) fn of(container: &Container, guards: &mut Vec<Guard>) {
    let Some(root) = &container.root else { return };
    let ident = &root.ident;
    let schema = quote!(<#ident as __crd::CustomResource>::SCHEMA);
    for column in &root.columns {
        let (path, type_) = (&column.path, &column.type_);
        guards.push(Guard::at_span(path.span()).calls("require_path", quote!(#schema, #path)));
        let args = quote!(#schema, #path, #type_);
        guards.push(Guard::at_span(type_.span()).asks("path_fits_column", &args, NOT_SHOWN));
    }
    let mut push =
        |path: &LitStr, question: &str, message: &str| guards.push(leads(path, &schema, question, message));
    for field in &root.selectable_fields.0 {
        let message = "field selectors compare strings, integers and booleans; write the path of one";
        push(field, "path_is_selectable", message);
    }
    if let Some(scale) = &root.scale {
        let message = "a scale counts with integers; write the path of one";
        push(&scale.spec_replicas_path, "path_is_integer", message);
        push(&scale.status_replicas_path, "path_is_integer", message);
        if let Some(path) = &scale.label_selector_path {
            push(path, "path_is_string", "the selector is written as a string; write the path of one");
        }
    }
}

fn leads(path: &LitStr, schema: &TokenStream, question: &str, message: &str) -> Guard {
    let args = quote!(#schema, #path);
    Guard::at_span(path.span()).asks(question, &args, message).calls("require_path", args)
}
