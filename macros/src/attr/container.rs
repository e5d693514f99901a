//! `#[crd(…)]` on a type.

use darling::ast::NestedMeta;
use darling::util::{Flag, PathList};
use darling::{Error, FromMeta, Result};
use syn::{LitStr, Meta};

use super::value::{Constant, Texts};
use super::values::Values;

/// What is said of a type, and of the resource that it is the root or the spec of.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ContainerAttrs {
    #[darling(rename = "crate")]
    pub(crate) crate_path: Option<syn::Path>,
    pub(crate) root: Flag,
    pub(crate) group: Option<LitStr>,
    pub(crate) version: Option<LitStr>,
    pub(crate) kind: Option<LitStr>,
    pub(crate) list_kind: Option<LitStr>,
    pub(crate) plural: Option<LitStr>,
    pub(crate) singular: Option<LitStr>,
    pub(crate) short_names: Option<Texts>,
    pub(crate) categories: Option<Texts>,
    pub(crate) scope: Option<LitStr>,
    pub(crate) status: Option<syn::Type>,
    pub(crate) no_status_subresource: Flag,
    pub(crate) no_export_test: Flag,
    #[darling(multiple, rename = "column")]
    pub(crate) columns: Vec<Column>,
    pub(crate) derive: Option<PathList>,
    pub(crate) attrs: Option<Attrs>,
    #[darling(flatten)]
    pub(crate) values: Values,
}

/// A column of `kubectl get`.
#[derive(Clone, FromMeta)]
pub(crate) struct Column {
    pub(crate) name: LitStr,
    pub(crate) path: LitStr,
    #[darling(rename = "type")]
    pub(crate) type_: LitStr,
    #[darling(flatten)]
    pub(crate) about: ColumnAbout,
}

/// What may be said of any column.
#[derive(Clone, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ColumnAbout {
    pub(crate) format: Option<Constant>,
    pub(crate) description: Option<Constant>,
    pub(crate) priority: Option<Constant>,
}

/// Attributes for the struct that is written.
#[derive(Clone, Default)]
pub(crate) struct Attrs(pub(crate) Vec<Meta>);

impl FromMeta for Attrs {
    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let meta = |item: &NestedMeta| match item {
            NestedMeta::Meta(meta) => Ok(meta.clone()),
            other => Err(Error::custom("expected an attribute without `#[…]`").with_span(other)),
        };
        items.iter().map(meta).collect::<Result<_>>().map(Self)
    }
}
