//! `#[crd(…)]` on a field.

use proc_macro2::Span;
use syn::LitStr;
use syn::spanned::Spanned as _;

use super::container::ColumnAbout;
use super::marker::Markers;
use super::meta::{self, Flag, FromMeta, Item, Result, receiver};
use super::value::{Allowed, TypeValue};
use super::values::Values;
use crate::errors::Errors;

/// What is said of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) required: Flag,
    pub(crate) with: Option<TypeValue>,
    pub(crate) schema_with: Option<syn::Path>,
    pub(crate) schemars: Flag,
    /// The descriptions of the type's `JsonSchema` are published.
    pub(crate) descriptions: Flag,
    pub(crate) column: Option<SpannedColumn>,
    pub(crate) allows: Vec<Allowed>,
    pub(crate) values: Values,
}

receiver!(FieldAttrs {
    "required" => required,
    "with" => with,
    "schema_with" => schema_with,
    "schemars" => schemars,
    "descriptions" => descriptions,
    "column" => column,
    "allow" => allows,
} else values: Values);

impl FieldAttrs {
    /// The descriptions are read from the type, so it must be there, and it must be known how.
    pub(crate) fn descriptions(&self, markers: &Markers, errors: &mut Errors) {
        if !self.descriptions.is_present() {
            return;
        }
        let span = self.descriptions.span();
        let replaced = [markers.preserve_unknown, markers.preserve_unknown_values, markers.int_or_string];
        if self.schemars.is_present() {
            errors.at(span, "`schemars` brings the descriptions of the type along; remove `descriptions`");
        } else if self.schema_with.is_some() || replaced.iter().any(Option::is_some) {
            errors.at(
                span,
                "the schema is not that of the type, and has none of its descriptions; remove `descriptions`",
            );
        } else if !cfg!(feature = "schemars") {
            errors.at(span, DESCRIPTIONS_ARE_OFF);
        }
    }

    /// Each of these says what the value is, so there is one of them.
    pub(crate) fn one_source(&self, markers: &Markers, errors: &mut Errors) {
        if !self.schemars.is_present() {
            return;
        }
        let span = self.schemars.span();
        let shapes = [
            markers.preserve_unknown,
            markers.preserve_unknown_values,
            markers.int_or_string,
            markers.embedded_resource,
        ];
        if self.with.is_some() || self.schema_with.is_some() || shapes.iter().any(Option::is_some) {
            errors.at(
                span,
                "`schemars` says what the value is, and so does another attribute here; keep one of the two",
            );
        }
        if !cfg!(feature = "schemars") {
            errors.at(span, SCHEMARS_IS_OFF);
        }
    }
}

/// What to say where schemars is named and not built.
pub(crate) const SCHEMARS_IS_OFF: &str = "the library is built without schemars; turn on its feature `schemars-1`: \
                                          `cargo add crd-schema --features schemars-1`";

const DESCRIPTIONS_ARE_OFF: &str = "the library is built without the descriptions of Kubernetes' types; turn on its feature \
                             `k8s-openapi-0-29-descriptions`: `cargo add crd-schema --features \
                             k8s-openapi-0-29-descriptions`";

/// A column of `kubectl get` that shows the field; its path and type are those of the field.
#[derive(Clone, Default)]
pub(crate) struct FieldColumn {
    pub(crate) name: Option<LitStr>,
    pub(crate) type_: Option<LitStr>,
    pub(crate) about: ColumnAbout,
}

receiver!(FieldColumn { "name" => name, "type" => type_ } else about: ColumnAbout);

/// `column` or `column(…)`, and where.
#[derive(Clone)]
pub(crate) struct SpannedColumn {
    pub(crate) span: Span,
    pub(crate) said: FieldColumn,
}

impl FromMeta for SpannedColumn {
    fn from_meta(meta: &syn::Meta) -> Result<Self> {
        match meta {
            syn::Meta::Path(path) => Ok(Self { span: path.span(), said: FieldColumn::default() }),
            syn::Meta::List(list) => {
                Ok(Self { span: list.tokens.span(), said: meta::require(&Item::within(list)?)? })
            }
            syn::Meta::NameValue(pair) => Self::from_expr(&pair.value),
        }
    }
}
