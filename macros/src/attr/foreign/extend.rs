//! Keywords that schemars puts into a schema as they are.

use proc_macro2::{TokenStream, TokenTree};
use syn::{LitStr, Meta};

use super::Place;
use crate::attr::meta::Item;
use crate::attr::words;

/// What to write for the first keyword that no word of ours says.
pub(super) fn cure(item: &Item, place: &Place<'_>) -> Option<String> {
    let Item::Meta(Meta::List(list)) = item else { return None };
    keys(&list.tokens).iter().find_map(|key| of_key(key, place))
}

/// The strings in front of `=`.
fn keys(tokens: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let keys = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Literal(key), TokenTree::Punct(equals)] if equals.as_char() == '=' => {
            syn::parse2::<LitStr>(TokenTree::Literal(key.clone()).into()).ok()
        }
        _ => None,
    });
    keys.map(|key| key.value()).collect()
}

fn of_key(key: &str, place: &Place<'_>) -> Option<String> {
    let (values, markers) = (place.values, place.markers);
    let word = words::snake_case(key);
    let is_said = match word.as_str() {
        "x_kubernetes_preserve_unknown_fields" => {
            markers.preserve_unknown.is_some() || markers.preserve_unknown_values.is_some()
        }
        "x_kubernetes_int_or_string" => markers.int_or_string.is_some(),
        "x_kubernetes_embedded_resource" => markers.embedded_resource.is_some(),
        "x_kubernetes_validations" => !values.rules.is_empty(),
        "x_kubernetes_list_type" => values.list_type.is_some() || values.list_map_keys.is_some(),
        "x_kubernetes_list_map_keys" => values.list_map_keys.is_some(),
        "x_kubernetes_map_type" => values.map_type.is_some(),
        "minimum" | "maximum" | "exclusive_minimum" | "exclusive_maximum" => {
            values.range.is_some() || values.min.is_some() || values.max.is_some()
        }
        "unique_items" => values.list_type.is_some(),
        "format" => values.format.is_some(),
        "pattern" => values.pattern.is_some(),
        "enum" => values.enum_.is_some(),
        "default" => values.default.is_some() || values.default_from_serde.is_present(),
        "title" => values.title.is_some(),
        "example" => values.example.is_some(),
        "nullable" => values.nullable.is_present(),
        "multiple_of" => values.multiple_of.is_some(),
        "min_length" | "max_length" => {
            values.length.is_some() || values.min_length.is_some() || values.max_length.is_some()
        }
        "min_items" | "max_items" => values.min_items.is_some() || values.max_items.is_some(),
        "min_properties" | "max_properties" => {
            values.min_properties.is_some() || values.max_properties.is_some()
        }
        _ => false,
    };
    if is_said {
        return None;
    }
    words::ours(key).map(|cure| format!("{cure}{}", place.elsewhere)).or_else(|| {
        let is_ours = crate::attr::meta::knows::<crate::attr::values::Values>(&word);
        is_ours.then(|| super::ours(&format!("{word} = …"), place))
    })
}
