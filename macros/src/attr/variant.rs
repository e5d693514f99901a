//! Nothing of ours stands on a variant.

use syn::{Attribute, Data, DeriveInput, Variant};

use super::marker;
use crate::errors::Errors;

/// Refuses all attributes of ours below a type whose content has no schema of its own.
pub(crate) fn refuse_below(input: &DeriveInput, errors: &mut Errors) {
    let fields = match &input.data {
        Data::Enum(data) => {
            for variant in &data.variants {
                refuse(variant, errors);
                refuse_content(variant, errors);
            }
            return;
        }
        Data::Struct(data) => &data.fields,
        Data::Union(_) => return,
    };
    let attrs = fields.iter().flat_map(|field| &field.attrs);
    for attr in attrs.filter(|attr| marker::is_ours(attr)) {
        let message = "what is in this type has no schema of its own; put the attribute on the type";
        errors.push(syn::Error::new_spanned(attr.path(), message));
    }
}

/// Refuses all attributes of ours on the variant.
pub(crate) fn refuse(variant: &Variant, errors: &mut Errors) {
    refuse_all(&variant.attrs, errors);
}

/// Refuses all attributes of ours in the variant.
pub(crate) fn refuse_content(variant: &Variant, errors: &mut Errors) {
    variant.fields.iter().for_each(|field| refuse_all(&field.attrs, errors));
}

fn refuse_all(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| marker::is_ours(attr)) {
        let name = marker::name(attr);
        errors.push(syn::Error::new_spanned(
            attr.path(),
            format!(
                "a variant is one value of an enum; put `{name}` on the enum or on a field that has its type"
            ),
        ));
    }
}
