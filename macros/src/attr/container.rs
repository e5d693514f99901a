//! `#[crd(…)]` on a type.

use darling::ast::NestedMeta;
use darling::util::{Flag, PathList};
use darling::{Error, FromMeta, Result};
use syn::{Expr, Lit, LitStr, Meta};

use super::value::{Constant, Texts, TypeValue};
use super::values::Values;

/// What is said of a type, and of the resource that it is the root or the spec of.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ContainerAttrs {
    #[darling(rename = "crate")]
    pub(crate) crate_path: Option<syn::Path>,
    pub(crate) root: Flag,
    pub(crate) kube: Flag,
    pub(crate) group: Option<LitStr>,
    pub(crate) version: Option<LitStr>,
    pub(crate) kind: Option<LitStr>,
    pub(crate) list_kind: Option<LitStr>,
    pub(crate) plural: Option<LitStr>,
    pub(crate) singular: Option<LitStr>,
    pub(crate) short_names: Option<Texts>,
    pub(crate) categories: Option<Texts>,
    pub(crate) scope: Option<LitStr>,
    pub(crate) status: Option<TypeValue>,
    pub(crate) no_status_subresource: Flag,
    pub(crate) scale: Option<Scale>,
    pub(crate) selectable_fields: Option<Texts>,
    pub(crate) served: Option<bool>,
    pub(crate) storage: Option<bool>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) conversion: Option<Webhook>,
    #[darling(multiple, rename = "label")]
    pub(crate) labels: Vec<Pair>,
    #[darling(multiple, rename = "annotation")]
    pub(crate) annotations: Vec<Pair>,
    pub(crate) no_export_test: Flag,
    #[darling(multiple, rename = "column")]
    pub(crate) columns: Vec<Column>,
    pub(crate) derive: Option<PathList>,
    pub(crate) attrs: Option<Attrs>,
    /// How long the texts of the definition may be.
    pub(crate) max_desc_len: Option<Constant>,
    /// A `JsonSchema` is to be implemented.
    pub(crate) json_schema: Flag,
    /// Whether an enum without data is written by its numbers or its names.
    pub(crate) repr: Option<LitStr>,
    /// The variants are also told in the extension of the KEP.
    pub(crate) unions: Flag,
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

/// The `/scale` subresource.
#[derive(Clone, FromMeta)]
#[expect(clippy::struct_field_names, reason = "they are the names of the API")]
pub(crate) struct Scale {
    pub(crate) spec_replicas_path: LitStr,
    pub(crate) status_replicas_path: LitStr,
    #[darling(default)]
    pub(crate) label_selector_path: Option<LitStr>,
}

/// `deprecated`, or `deprecated = "…"`.
#[derive(Clone)]
pub(crate) struct Deprecation(pub(crate) Option<Expr>);

impl FromMeta for Deprecation {
    fn from_word() -> Result<Self> {
        Ok(Self(None))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        Ok(Self(Some(expr.clone())))
    }
}

/// The webhook that converts.
#[derive(Clone, Default, FromMeta)]
#[darling(default)]
pub(crate) struct Webhook {
    pub(crate) url: Option<LitStr>,
    /// `namespace/name`
    pub(crate) service: Option<LitStr>,
    pub(crate) path: Option<LitStr>,
    pub(crate) port: Option<Constant>,
    pub(crate) review_versions: Option<Texts>,
}

/// `("name", "value")`
#[derive(Clone)]
pub(crate) struct Pair(pub(crate) LitStr, pub(crate) LitStr);

impl FromMeta for Pair {
    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        match items {
            [NestedMeta::Lit(Lit::Str(name)), NestedMeta::Lit(Lit::Str(value))] => {
                Ok(Self(name.clone(), value.clone()))
            }
            _ => Err(Error::custom("expected a name and a value; write `(\"name\", \"value\")`")),
        }
    }
}

/// Attributes for the struct that is written.
#[derive(Clone, Default)]
pub(crate) struct Attrs(pub(crate) Vec<Meta>);

impl FromMeta for Attrs {
    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let meta = |item: &NestedMeta| match item {
            NestedMeta::Meta(meta) => Ok(meta.clone()),
            other => Err(Error::custom(
                "a text is no attribute; write it as inside of `#[…]`, `attrs(non_exhaustive)` say",
            )
            .with_span(other)),
        };
        items.iter().map(meta).collect::<Result<_>>().map(Self)
    }
}
