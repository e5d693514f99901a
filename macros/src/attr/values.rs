//! What `#[crd(…)]` says of values, wherever it stands.

use darling::FromMeta;
use darling::util::Flag;

use super::value::{Constant, Default as DefaultValue, Example, ExternalDocs, JsonList, Range, Rule, Texts};

/// Value validations and the like, for a field, a type, or with `items(…)` and `values(…)` what is in it.
#[derive(Clone, Default, FromMeta)]
#[darling(default)]
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
    pub(crate) min_items: Option<Constant>,
    pub(crate) max_items: Option<Constant>,
    pub(crate) min_properties: Option<Constant>,
    pub(crate) max_properties: Option<Constant>,
    #[darling(rename = "enum")]
    pub(crate) enum_: Option<JsonList>,
    pub(crate) title: Option<Constant>,
    pub(crate) example: Option<Example>,
    pub(crate) external_docs: Option<ExternalDocs>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) default_from_serde: Flag,
    pub(crate) nullable: Flag,
    pub(crate) list_type: Option<Constant>,
    pub(crate) list_map_keys: Option<Texts>,
    pub(crate) map_type: Option<Constant>,
    #[darling(multiple, rename = "rule")]
    pub(crate) rules: Vec<Rule>,
    #[darling(with = part)]
    pub(crate) items: Option<Box<Values>>,
    #[darling(with = part, rename = "values")]
    pub(crate) entries: Option<Box<Values>>,
    #[darling(with = part)]
    pub(crate) keys: Option<Box<Values>>,
    /// Where `items`, `values` or `keys` was said, if this is such a part.
    #[darling(skip)]
    pub(crate) place: Option<proc_macro2::Span>,
}

impl Values {
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

/// The `Values` in parentheses, with the place of their key.
fn part(meta: &syn::Meta) -> darling::Result<Option<Box<Values>>> {
    let mut values = Values::from_meta(meta)?;
    values.place = meta.path().get_ident().map(syn::Ident::span);
    Ok(Some(Box::new(values)))
}
