//! `#[crd(…)]` on a field.

use darling::FromMeta;
use darling::util::{Flag, Override, SpannedValue};
use syn::LitStr;

use super::container::ColumnAbout;
use super::value::TypeValue;
use super::values::Values;

/// What is said of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct FieldAttrs {
    pub(crate) required: Flag,
    pub(crate) with: Option<TypeValue>,
    pub(crate) schema_with: Option<syn::Path>,
    pub(crate) column: Option<SpannedValue<Override<FieldColumn>>>,
    #[darling(flatten)]
    pub(crate) values: Values,
}

/// A column of `kubectl get` that shows the field; its path and type are those of the field.
#[derive(Clone, Default, FromMeta)]
#[darling(default)]
pub(crate) struct FieldColumn {
    pub(crate) name: Option<LitStr>,
    #[darling(rename = "type")]
    pub(crate) type_: Option<LitStr>,
    #[darling(flatten)]
    pub(crate) about: ColumnAbout,
}
