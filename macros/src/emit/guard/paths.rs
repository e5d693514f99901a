//! Paths of columns, selectable fields and the scale: each leads to a field, and to one of a fitting type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::Guard;
use crate::model::Container;

const MISSING: &str = "no field is there; write the path of a field as it is in JSON, `.spec.replicas` say";

pub(super) fn of(container: &Container, guards: &mut Vec<Guard>) {
    let Some(root) = &container.root else { return };
    let ident = &root.ident;
    let schema = quote!(<#ident as __crd::CustomResource>::SCHEMA);
    let mut push =
        |path: &LitStr, question: &str, message: &str| guards.push(leads(path, &schema, question, message));
    for column in &root.columns {
        let message = "a column shows a scalar; write the path of one";
        push(&column.path, "path_is_scalar", message);
    }
    for field in &root.selectable_fields.0 {
        let message = "field selectors compare texts, integers and booleans; write the path of one";
        push(field, "path_is_selectable", message);
    }
    if let Some(scale) = &root.scale {
        let message = "a scale counts with integers; write the path of one";
        push(&scale.spec_replicas_path, "path_is_integer", message);
        push(&scale.status_replicas_path, "path_is_integer", message);
        if let Some(path) = &scale.label_selector_path {
            push(path, "path_is_text", "the selector is written as a text; write the path of one");
        }
    }
}

fn leads(path: &LitStr, schema: &TokenStream, question: &str, message: &str) -> Guard {
    let args = quote!(#schema, #path);
    Guard::at_span(path.span()).asks("path_exists", &args, MISSING).asks(question, &args, message)
}
