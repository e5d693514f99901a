//! Bounds and lengths in words of ours.

use quote::ToTokens as _;
use syn::Meta;

use super::{Place, within};
use crate::attr::meta::Item;
use crate::attr::values::Values;
use crate::model::{is_list, is_map};

/// `length(min = …, max = …, equal = …)`: of a string its characters, of a list its items, of a map its properties.
pub(super) fn length(item: &Item, place: &Place<'_>) -> Option<String> {
    let Values {
        length, min_length, max_length, min_items, max_items, min_properties, max_properties, ..
    } = place.values;
    let limits = [min_length, max_length, min_items, max_items, min_properties, max_properties];
    if length.is_some() || limits.into_iter().any(Option::is_some) {
        return None;
    }
    let equal = argument(item, "equal");
    let (least, most) = (argument(item, "min").or(equal.clone()), argument(item, "max").or(equal));
    let of = match place.type_ {
        Some(type_) if is_list(type_) => "items",
        Some(type_) if is_map(type_) => "properties",
        _ => return Some(format!("length = {}", ends(least.as_deref(), most.as_deref()))),
    };
    let words = [("min", least), ("max", most)];
    let words =
        words.into_iter().filter_map(|(end, limit)| limit.map(|limit| format!("{end}_{of} = {limit}")));
    Some(words.collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty())
}

/// `range(min = …, max = …)`, in validator with `exclusive_min` and `exclusive_max`, too.
pub(super) fn range(item: &Item, values: &Values) -> Option<String> {
    if values.range.is_some() || values.min.is_some() || values.max.is_some() {
        return None;
    }
    let bound = |name: &str| argument(item, name);
    if let (Some(low), Some(high)) = (bound("min"), bound("max")) {
        return Some(format!("range = {low}..={high}"));
    }
    let ends = ["min", "max"].into_iter().filter_map(|end| {
        let open_end = bound(&format!("exclusive_{end}"));
        let behind = open_end.as_ref().map(|_| format!(", exclusive_{end}")).unwrap_or_default();
        Some(format!("{end} = {}{behind}", bound(end).or(open_end)?))
    });
    Some(ends.collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty())
}

fn ends(least: Option<&str>, most: Option<&str>) -> String {
    match (least, most) {
        (None, None) => "…".to_owned(),
        (Some(least), None) => format!("{least}.."),
        (least, Some(most)) => format!("{}..={most}", least.unwrap_or_default()),
    }
}

fn argument(item: &Item, name: &str) -> Option<String> {
    within(item).into_iter().find_map(|item| match item {
        Item::Meta(Meta::NameValue(pair)) if pair.path.is_ident(name) => {
            Some(pair.value.to_token_stream().to_string())
        }
        _ => None,
    })
}
