//! What `#[crd(…)]` says of values, wherever it stands.

use super::meta::{self, Flag, FromMeta, Item, Result, receiver};
use super::value::{
    Constant, Default as DefaultValue, Example, ExternalDocs, JsonList, Range, Rule, Strings,
};

/// Value validations and the like, for a field, a type, or with `items(…)` and `values(…)` what is in it.
#[derive(Clone, Default)]
pub(crate) struct Values {
    pub(crate) min: Option<Constant>,
    pub(crate) max: Option<Constant>,
    pub(crate) exclusive_min: Flag,
    pub(crate) exclusive_max: Flag,
    pub(crate) range: Option<Range>,
    pub(crate) multiple_of: Option<Constant>,
    pub(crate) min_length: Option<Constant>,
    pub(crate) max_length: Option<Constant>,
    pub(crate) length: Option<Range>,
    pub(crate) pattern: Option<Constant>,
    pub(crate) format: Option<Constant>,
    /// The format of a number is left out.
    pub(crate) no_format: Flag,
    pub(crate) min_items: Option<Constant>,
    pub(crate) max_items: Option<Constant>,
    pub(crate) min_properties: Option<Constant>,
    pub(crate) max_properties: Option<Constant>,
    pub(crate) enum_: Option<JsonList>,
    pub(crate) title: Option<Constant>,
    pub(crate) example: Option<Example>,
    pub(crate) external_docs: Option<ExternalDocs>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) default_from_serde: Flag,
    pub(crate) nullable: Flag,
    pub(crate) list_type: Option<Constant>,
    pub(crate) list_map_keys: Option<Strings>,
    pub(crate) map_type: Option<Constant>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) items: Option<Box<Values>>,
    pub(crate) entries: Option<Box<Values>>,
    pub(crate) keys: Option<Box<Values>>,
    /// Where `items`, `values` or `keys` was said, if this is such a part.
    pub(crate) place: Option<proc_macro2::Span>,
}

receiver!(Values {
    "min" => min,
    "max" => max,
    "exclusive_min" => exclusive_min,
    "exclusive_max" => exclusive_max,
    "range" => range,
    "multiple_of" => multiple_of,
    "min_length" => min_length,
    "max_length" => max_length,
    "length" => length,
    "pattern" => pattern,
    "format" => format,
    "no_format" => no_format,
    "min_items" => min_items,
    "max_items" => max_items,
    "min_properties" => min_properties,
    "max_properties" => max_properties,
    "enum" => enum_,
    "title" => title,
    "example" => example,
    "external_docs" => external_docs,
    "default" => default,
    "default_from_serde" => default_from_serde,
    "nullable" => nullable,
    "list_type" => list_type,
    "list_map_keys" => list_map_keys,
    "map_type" => map_type,
    "rule" => rules,
    "items" => items,
    "values" => entries,
    "keys" => keys,
});

impl Values {
    /// Whether only the program tells that something here is wrong: patterns, rules, defaults that it makes.
    pub(crate) fn is_left_to_the_program(&self) -> bool {
        let parts = [&self.items, &self.entries, &self.keys].into_iter().flatten();
        self.pattern.is_some()
            || self.default.is_some()
            || self.default_from_serde.is_present()
            || !self.rules.is_empty()
            || parts.into_iter().any(|part| part.is_left_to_the_program())
    }

    /// What is said as a number.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Constant> {
        let ranges = [&self.range, &self.length].into_iter().flatten();
        let ends = ranges.flat_map(|range| [&range.start, &range.end]);
        let bounds = [&self.min, &self.max, &self.multiple_of];
        let limits = [
            &self.min_length,
            &self.max_length,
            &self.min_items,
            &self.max_items,
            &self.min_properties,
            &self.max_properties,
        ];
        bounds.into_iter().chain(limits).chain(ends).flatten()
    }
}

impl FromMeta for Box<Values> {
    /// The `Values` in parentheses, with the place of their key.
    fn from_meta(meta: &syn::Meta) -> Result<Self> {
        let mut values = match meta {
            syn::Meta::List(list) => Self::from_list(&Item::within(list)?)?,
            syn::Meta::Path(_) => Self::from_word()?,
            syn::Meta::NameValue(pair) => Self::from_expr(&pair.value)?,
        };
        values.place = meta.path().get_ident().map(syn::Ident::span);
        Ok(values)
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        meta::require(items).map(Box::new)
    }
}
