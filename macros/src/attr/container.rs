//! `#[crd(…)]` on a type.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, Lit, LitStr, Meta};

use super::field::FieldColumn;
use super::meta::{self, Error, Flag, FromMeta, Item, Paths, Result, missing, receiver};
use super::value::{Allowed, Constant, Rule, Strings, TypeValue};
use super::values::Values;

/// What is said of a type, and of the resource that it is the root or the spec of.
#[derive(Default)]
pub(crate) struct ContainerAttrs {
    pub(crate) crate_path: Option<syn::Path>,
    pub(crate) root: Flag,
    pub(crate) kube: Flag,
    pub(crate) group: Option<LitStr>,
    pub(crate) version: Option<LitStr>,
    pub(crate) kind: Option<LitStr>,
    pub(crate) list_kind: Option<LitStr>,
    pub(crate) plural: Option<LitStr>,
    pub(crate) singular: Option<LitStr>,
    pub(crate) short_names: Option<Strings>,
    pub(crate) categories: Option<Strings>,
    pub(crate) scope: Option<LitStr>,
    pub(crate) status: Option<TypeValue>,
    pub(crate) no_status_subresource: Flag,
    pub(crate) scale: Option<Scale>,
    pub(crate) selectable_fields: Option<Strings>,
    pub(crate) served: Option<bool>,
    pub(crate) storage: Option<bool>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) conversion: Option<Webhook>,
    pub(crate) labels: Vec<Pair>,
    pub(crate) annotations: Vec<Pair>,
    pub(crate) no_export_test: Flag,
    pub(crate) columns: Vec<Column>,
    pub(crate) derive: Option<Paths>,
    pub(crate) attrs: Option<Attrs>,
    /// How long the descriptions of the definition may be.
    pub(crate) max_desc_len: Option<Constant>,
    /// The description of the whole resource, where the doc comment is that of the spec.
    pub(crate) root_doc: Option<LitStr>,
    /// Objects may have no spec.
    pub(crate) optional_spec: Flag,
    /// The schema declares `apiVersion`, `kind` and `metadata`.
    pub(crate) meta_properties: Option<MetaProperties>,
    /// Lists of required properties are sorted.
    pub(crate) sort_required: Flag,
    /// A `JsonSchema` is to be implemented.
    pub(crate) json_schema: Flag,
    /// Whether an enum without data is written by its numbers or its names.
    pub(crate) repr: Option<LitStr>,
    /// The variants are also in the extension of the KEP.
    pub(crate) unions: Flag,
    /// Rules of the whole object, on the type of its spec.
    pub(crate) root_rules: Vec<Rule>,
    /// The values of an enum are not listed in descriptions.
    pub(crate) no_possible_values: Flag,
    /// Warnings that the author accepts.
    pub(crate) allows: Vec<Allowed>,
    pub(crate) values: Values,
}

receiver!(ContainerAttrs {
    "crate" => crate_path,
    "root" => root,
    "kube" => kube,
    "group" => group,
    "version" => version,
    "kind" => kind,
    "list_kind" => list_kind,
    "plural" => plural,
    "singular" => singular,
    "short_names" => short_names,
    "categories" => categories,
    "scope" => scope,
    "status" => status,
    "no_status_subresource" => no_status_subresource,
    "scale" => scale,
    "selectable_fields" => selectable_fields,
    "served" => served,
    "storage" => storage,
    "deprecated" => deprecated,
    "conversion" => conversion,
    "label" => labels,
    "annotation" => annotations,
    "no_export_test" => no_export_test,
    "column" => columns,
    "derive" => derive,
    "attrs" => attrs,
    "max_desc_len" => max_desc_len,
    "root_doc" => root_doc,
    "optional_spec" => optional_spec,
    "meta_properties" => meta_properties,
    "sort_required" => sort_required,
    "json_schema" => json_schema,
    "repr" => repr,
    "unions" => unions,
    "root_rule" => root_rules,
    "no_possible_values" => no_possible_values,
    "allow" => allows,
} else values: Values);

/// A column of `kubectl get`.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: LitStr,
    pub(crate) path: LitStr,
    pub(crate) type_: LitStr,
    pub(crate) about: ColumnAbout,
}

#[derive(Default)]
struct ColumnWords {
    path: Option<LitStr>,
    said: FieldColumn,
}

receiver!(ColumnWords { "path" => path } else said: FieldColumn);

impl FromMeta for Column {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Err(Error::at(expr, "write `column(name = \"…\", type = \"…\", path = \"…\")`"))
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let ColumnWords { path, said } = meta::require(items)?;
        Ok(Self {
            name: said.name.ok_or_else(|| missing("name"))?,
            path: path.ok_or_else(|| missing("path"))?,
            type_: said.type_.ok_or_else(|| missing("type"))?,
            about: said.about,
        })
    }
}

/// What may be said of any column.
#[derive(Clone, Default)]
pub(crate) struct ColumnAbout {
    pub(crate) format: Option<Constant>,
    pub(crate) description: Option<Constant>,
    pub(crate) priority: Option<Constant>,
}

receiver!(ColumnAbout { "format" => format, "description" => description, "priority" => priority });

/// The `/scale` subresource.
#[derive(Clone)]
#[expect(clippy::struct_field_names, reason = "they are the names of the API")]
pub(crate) struct Scale {
    pub(crate) spec_replicas_path: LitStr,
    pub(crate) status_replicas_path: LitStr,
    pub(crate) label_selector_path: Option<LitStr>,
}

#[derive(Default)]
#[expect(clippy::struct_field_names, reason = "they are the names of the API")]
struct ScaleWords {
    spec_replicas_path: Option<LitStr>,
    status_replicas_path: Option<LitStr>,
    label_selector_path: Option<LitStr>,
}

receiver!(ScaleWords {
    "spec_replicas_path" => spec_replicas_path,
    "status_replicas_path" => status_replicas_path,
    "label_selector_path" => label_selector_path,
});

impl FromMeta for Scale {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let cure = "write `scale(spec_replicas_path = \"…\", status_replicas_path = \"…\")`";
        Err(Error::at(expr, cure))
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let words: ScaleWords = meta::require(items)?;
        Ok(Self {
            spec_replicas_path: words.spec_replicas_path.ok_or_else(|| missing("spec_replicas_path"))?,
            status_replicas_path: words
                .status_replicas_path
                .ok_or_else(|| missing("status_replicas_path"))?,
            label_selector_path: words.label_selector_path,
        })
    }
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
#[derive(Clone, Default)]
pub(crate) struct Webhook {
    pub(crate) url: Option<LitStr>,
    /// `namespace/name`
    pub(crate) service: Option<LitStr>,
    pub(crate) path: Option<LitStr>,
    pub(crate) port: Option<Constant>,
    pub(crate) review_versions: Option<Strings>,
}

receiver!(Webhook {
    "url" => url,
    "service" => service,
    "path" => path,
    "port" => port,
    "review_versions" => review_versions,
});

impl FromMeta for Webhook {
    fn from_list(items: &[Item]) -> Result<Self> {
        meta::require(items)
    }
}

/// `meta_properties`, or `meta_properties(required = ["metadata"])`.
#[derive(Clone)]
pub(crate) struct MetaProperties {
    pub(crate) span: Span,
    pub(crate) required: Strings,
}

#[derive(Default)]
struct MetaPropertiesWords {
    required: Option<Strings>,
}

receiver!(MetaPropertiesWords { "required" => required });

impl FromMeta for MetaProperties {
    fn from_meta(meta: &Meta) -> Result<Self> {
        let span = meta.path().span();
        let words: MetaPropertiesWords = match meta {
            Meta::Path(_) => MetaPropertiesWords::default(),
            Meta::List(list) => meta::require(&Item::within(list)?)?,
            Meta::NameValue(pair) => {
                let cure = "write `meta_properties`, or `meta_properties(required = [\"metadata\"])`";
                return Err(Error::at(&pair.value, cure));
            }
        };
        Ok(Self { span, required: words.required.unwrap_or_default() })
    }
}

/// `("name", "value")`
#[derive(Clone)]
pub(crate) struct Pair(pub(crate) LitStr, pub(crate) LitStr);

impl FromMeta for Pair {
    fn from_list(items: &[Item]) -> Result<Self> {
        match items {
            [Item::Lit(Lit::Str(name)), Item::Lit(Lit::Str(value))] => Ok(Self(name.clone(), value.clone())),
            _ => Err(Error::new("expected a name and a value; write `(\"name\", \"value\")`")),
        }
    }
}

/// Attributes for the struct that is written.
#[derive(Clone, Default)]
pub(crate) struct Attrs(pub(crate) Vec<Meta>);

impl FromMeta for Attrs {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Err(Error::at(
            expr,
            "write attributes as inside of `#[…]`, without quotes: `attrs(non_exhaustive)` say",
        ))
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let attr = |item: &Item| match item {
            Item::Meta(meta) => Ok(meta.clone()),
            Item::Lit(lit) => Err(Error::at(
                lit,
                "a string is not an attribute; write it as inside of `#[…]`, `attrs(non_exhaustive)` say",
            )),
            Item::Unreadable(_, error) => Err(error.clone().into()),
        };
        items.iter().map(attr).collect::<Result<_>>().map(Self)
    }
}
