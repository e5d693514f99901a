//! Nothing of ours stands on a variant.

use syn::Variant;

use super::marker;
use crate::errors::Errors;

/// Refuses all attributes of ours on the variant and in it.
pub(crate) fn refuse(variant: &Variant, errors: &mut Errors) {
    let in_fields = variant.fields.iter().flat_map(|field| &field.attrs);
    for attr in variant.attrs.iter().chain(in_fields).filter(|attr| marker::is_ours(attr)) {
        let name = marker::name(attr);
        errors.push(syn::Error::new_spanned(
            attr.path(),
            format!(
                "a variant is one value of an enum; put `{name}` on the enum or on a field that has its type"
            ),
        ));
    }
}
