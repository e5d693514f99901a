//! `#[crd(…)]` on a field.

use darling::FromMeta;
use darling::util::Flag;

use super::values::Values;

/// What is said of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct FieldAttrs {
    pub(crate) required: Flag,
    pub(crate) schema_as: Option<syn::Type>,
    #[darling(flatten)]
    pub(crate) values: Values,
}
