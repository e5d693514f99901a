//! Guards of what `#[crd(…)]` says of values.

use proc_macro2::Span;
use quote::{ToTokens as _, quote};

use super::Guard;
use super::known::Subject;
use crate::attr::json::Json;
use crate::attr::tokens;
use crate::attr::value::{Constant, Default as DefaultValue, JsonList, Strings};
use crate::attr::values::Values;

pub(super) fn of_values(values: &Values, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    bounds(values, desc, guards);
    limits(values, desc, guards);
    format(values, desc, guards);
    lists(values, desc, guards);
    if let Some(keys) = &values.list_map_keys {
        list_map_keys(keys, values.list_type.is_none(), desc, guards);
    }
    parts(values, desc, guards);
}

fn parts(values: &Values, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let element = desc.element();
    let place = |part: &Values| Guard::at_span(part.place.unwrap_or_else(Span::call_site));
    if let Some(items) = &values.items {
        guards.push(place(items).asks_of(
            "is_list",
            desc,
            "`items(…)` is for lists; write `values(…)` on a map",
        ));
        of_values(items, &element, guards);
    }
    if let Some(entries) = &values.entries {
        guards.push(place(entries).asks_of(
            "is_map",
            desc,
            "`values(…)` is for maps; write `items(…)` on a list",
        ));
        of_values(entries, &element, guards);
    }
    if let Some(keys) = &values.keys {
        let message = "`keys(…)` is for maps; name the fields of a struct, and say `items(…)` on a list";
        guards.push(place(keys).asks_of("is_map", desc, message));
    }
}

/// What the literals tell by themselves is not asked again: every guard costs the user's build time.
fn bounds(values: &Values, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let bounds = values.bounds();
    let mut numbers_only = Some(
        "number bounds are for numbers; write `min_length`, `min_items` or `min_properties` and the like for other \
         types",
    );
    for bound in [&bounds.low, &bounds.high].into_iter().flatten() {
        let number = bound.number();
        let args = quote!(#desc, #number);
        let mut guard = Guard::at(bound.ends());
        if let Some(message) = numbers_only.take() {
            guard = guard.asks_of("takes_bounds", desc, message);
        }
        if bound.known().is_none_or(|known| known.fract() != 0.0) {
            let whole = "the type has whole numbers only; write a whole number";
            guard = guard.asks("bound_is_whole", &args, whole);
        }
        let fits =
            "the type never has this number; write a number that the type can have, or remove the bound";
        if !bound.known().is_some_and(|known| desc.has(known)) {
            guard = guard.asks("bound_fits", &args, fits);
        }
        guards.push(guard);
    }
    if let (Some(low), Some(high)) = (&bounds.low, &bounds.high) {
        let open = bounds.excludes_low || bounds.excludes_high;
        let place = if values.range.is_some() { (low.ends().0, high.ends().1) } else { low.ends() };
        guards.push(in_order(low, high, open, place));
    }
    if let Some(factor) = &values.multiple_of {
        let mut guard = Guard::at(factor.ends());
        if let Some(message) = numbers_only.take() {
            guard = guard.asks_of("takes_bounds", desc, message);
        }
        if factor.known().is_none_or(|known| known <= 0.0) {
            let number = factor.number();
            let message = "everything and nothing is a multiple of this; write a number above 0";
            guard = guard.claims(quote!(#number > 0f64), message);
        }
        guards.push(guard);
    }
}

fn in_order(low: &Constant, high: &Constant, open: bool, place: (Span, Span)) -> Guard {
    let guard = Guard::at(place);
    if low.known().zip(high.known()).is_some_and(|(low, high)| low < high || low <= high && !open) {
        return guard;
    }
    let (min, max) = (low.number(), high.number());
    let order = if open { quote!(#min < #max) } else { quote!(#min <= #max) };
    guard.claims(order, "no number is in these bounds; swap the minimum and the maximum")
}

fn limits(values: &Values, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let range = values.length.as_ref();
    let shortest = values.min_length.as_ref().or_else(|| range?.start.as_ref());
    let longest = values.max_length.as_ref().or_else(|| range?.end.as_ref());
    let text = "lengths and patterns are for strings; write `min_items` or `min_properties` and the like for lists and \
                maps, `min` for numbers";
    let items = "a number of items is for lists; write `min_properties` and the like for maps, `min_length` for strings";
    let properties = "a number of properties is for maps and structs; write `min_items` and the like for lists, \
                   `min_length` for strings";
    let kinds = [
        (shortest, longest, "takes_string", text),
        (values.min_items.as_ref(), values.max_items.as_ref(), "takes_items", items),
        (values.min_properties.as_ref(), values.max_properties.as_ref(), "takes_properties", properties),
    ];
    for (low, high, question, message) in kinds {
        if let Some(place) = low.or(high) {
            guards.push(Guard::at(place.ends()).asks_of(question, desc, message));
        }
        guards.extend([low, high].into_iter().flatten().map(not_negative));
        if let (Some(low), Some(high)) = (low, high) {
            let empty = range.is_some_and(|range| range.excludes_end) && question == "takes_string";
            guards.push(in_order(low, high, empty, low.ends()));
        }
    }
    if let (None, None, Some(pattern)) = (shortest, longest, &values.pattern) {
        guards.push(Guard::at(pattern.ends()).asks_of("takes_string", desc, text));
    }
}

/// Of numbers the format takes the place of that of the type, which keeps numbers out.
fn format(values: &Values, desc: &Subject, guards: &mut Vec<Guard>) {
    let (mut guard, format) = match &values.format {
        Some(format) => {
            let kinds = "formats are of strings and numbers; write `items(format = …)` on a list and `values(format = …)` on a map";
            (Guard::at(format.ends()).asks_of("takes_format", desc, kinds), format.to_token_stream())
        }
        None if values.no_format.is_present() => {
            let kinds = "numbers alone can do without their format, for that of a string keeps out what the type does not read; \
                         remove it, or write `items(no_format)` on a list and `values(no_format)` on a map";
            (Guard::at_span(values.no_format.span()).asks_of("takes_bounds", desc, kinds), quote!(""))
        }
        None => return,
    };
    if desc.answer("takes_bounds") != Some(false) {
        let bounds = values.bounds();
        let low = bounds
            .low
            .as_ref()
            .map_or_else(|| quote!(::core::primitive::f64::NEG_INFINITY), Constant::number);
        let high =
            bounds.high.as_ref().map_or_else(|| quote!(::core::primitive::f64::INFINITY), Constant::number);
        let wider = "the type's own format keeps numbers out that it cannot hold, and with this one a server takes them; remove \
                     it, add `min` and `max`, or use `i64` or `f64`";
        let without = "without its format a server accepts numbers that the type cannot hold; remove `no_format`, add `min` \
                       and `max`, or use `i64` or `f64`";
        let wider = if values.format.is_some() { wider } else { without };
        guard = guard.asks("format_keeps_range", &quote!(#desc, #format, (#low, #high)), wider);
    }
    guards.push(guard);
}

fn not_negative(limit: &Constant) -> Guard {
    let guard = Guard::at(limit.ends());
    if limit.known().is_some_and(|known| known >= 0.0) {
        return guard;
    }
    let number = limit.limit();
    guard.claims(quote!(#number >= 0), "nothing has fewer than 0 of these; write 0 or more")
}

/// Whether the values are of the type.
pub(super) fn enum_(list: &JsonList, desc: &Subject<'_>) -> Guard {
    let items = &list.items;
    let message = "a value is of another type than the field; write values that the field can have";
    Guard::at(tokens::ends(&list.source)).asks("literals_fit", &quote!(#desc, &[#(#items),*]), message)
}

/// Whether the default is of the type.
pub(super) fn default(default: &DefaultValue, desc: &Subject<'_>) -> Guard {
    let guard = Guard::at(default.ends());
    let DefaultValue::Json(json) = default else { return guard };
    let message = "the default is of another type than the field; write a value that the field can have";
    guard.asks("literals_fit", &quote!(#desc, &[#json]), message)
}

/// Whether the example is of the type. No server asks this, but readers of the definition believe it.
pub(super) fn example(json: &Json, desc: &Subject<'_>) -> Guard {
    let message = "the example is of another type than the field; write a value that the field can have";
    Guard::at(tokens::ends(&json.source)).asks("literals_fit", &quote!(#desc, &[#json]), message)
}

fn lists(values: &Values, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    if let Some(list_type) = &values.list_type {
        let message = "a list type is for lists; write `map_type` on maps and structs";
        let mut guard = Guard::at(list_type.ends()).asks_of("is_list", desc, message);
        if list_type.word().as_deref() == Some("set") {
            let message = "the items of a set are scalars, lists, or structs with `#[crd(map_type = \"atomic\")]`, and \
                           never null; write `list_type = \"atomic\"`, or `list_map_keys`";
            guard = guard.asks_of("items_fit_set", desc, message);
        }
        guards.push(guard);
    }
    if let Some(map_type) = &values.map_type {
        let message = "a map type is for maps and structs; write `list_type` on lists";
        guards.push(Guard::at(map_type.ends()).asks_of("takes_properties", desc, message));
    }
}

fn list_map_keys(keys: &Strings, implies_list: bool, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let (Some(first), Some(last)) = (keys.0.first(), keys.0.last()) else { return };
    let mut guard = Guard::at((first.span(), last.span()));
    if implies_list {
        guard = guard.asks_of("is_list", desc, "`list_map_keys` is for lists; remove it");
    }
    let structs = "the items of such a list are structs and never null; use a struct, or write `list_type = \"atomic\"`";
    guards.push(guard.asks_of("items_are_structs", desc, structs));
    for key in &keys.0 {
        let (name, args) = (key.value(), quote!(#desc, #key));
        let missing = format!("the items have no field `{name}`; write a name as it is in JSON");
        let scalar = format!("`{name}` is a list or an object; write the name of a scalar field");
        let there = format!("`{name}` may be missing; make it required, or add `#[crd(default = …)]` to it");
        let null = format!("`{name}` may be null; use a type without `Option` for it");
        guards.push(
            Guard::at_span(key.span())
                .asks("item_has", &args, missing)
                .asks("key_is_scalar", &args, scalar)
                .asks("key_is_there", &args, there)
                .asks("key_is_not_null", &args, null),
        );
    }
}
