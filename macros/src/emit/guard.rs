//! Checks that need what other types say, as `const` assertions that underline the user's words.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use crate::attr::json;
use crate::attr::marker::{Change, Markers};
use crate::attr::value::{Constant, Default as DefaultValue};
use crate::attr::values::Values;
use crate::model::{Container, Data, Field, Presence, Target};
use crate::root::Source;

/// One assertion.
pub(super) struct Guard {
    first: Span,
    last: Span,
    condition: TokenStream,
    message: String,
}

impl Guard {
    pub(super) fn new(
        (first, last): (Span, Span),
        condition: TokenStream,
        message: impl Into<String>,
    ) -> Self {
        Self { first, last, condition, message: message.into() }
    }

    /// `question(args)` of the library.
    fn asks(place: (Span, Span), question: &str, args: &TokenStream, message: impl Into<String>) -> Self {
        let question = Ident::new(question, Span::call_site());
        Self::new(place, quote!(__crd::__private::guard::#question(#args)), message)
    }
}

/// rustc underlines from the first to the last place of the tokens.
impl ToTokens for Guard {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (condition, message) = (&self.condition, &self.message);
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#condition, #message));
        arguments.set_span(self.last);
        tokens.extend(quote_spanned!(self.first=> ::core::assert!));
        tokens.extend([TokenTree::Group(arguments)]);
    }
}

/// The guards of a type without generics, each an item of its own so that none hides another.
pub(super) fn outside(container: &Container) -> TokenStream {
    if container.generics.params.is_empty() {
        let guards = all(container);
        quote!(#(const _: () = #guards;)*)
    } else {
        TokenStream::new()
    }
}

/// The guards of a generic type, which run where the type is used.
pub(super) fn inside(container: &Container) -> TokenStream {
    if container.generics.params.is_empty() {
        TokenStream::new()
    } else {
        let guards = all(container);
        quote!(#(#guards;)*)
    }
}

fn all(container: &Container) -> Vec<Guard> {
    let mut guards = Vec::new();
    of_type(container, &mut guards);
    if let Data::Struct(fields) = &container.data {
        for field in fields {
            of_field(field, &mut guards);
        }
    }
    of_status(container, &mut guards);
    guards
}

fn of_type(container: &Container, guards: &mut Vec<Guard>) {
    let desc = match &container.data {
        Data::Newtype { type_, .. } => type_.schema(),
        Data::Struct(_) => quote!(&__crd::describe::TypeDesc::ANY_OBJECT),
        Data::UnitEnum(_) => quote!(&__crd::describe::TypeDesc::of(__crd::describe::Shape::String)),
        Data::IntOrString => quote!(&__crd::describe::TypeDesc::INT_OR_STRING),
        Data::Anything => quote!(&__crd::describe::TypeDesc::ANYTHING),
    };
    of_values(&container.values, &desc, guards);
    embedded(&container.markers, &desc, guards);
}

fn of_field(field: &Field, guards: &mut Vec<Guard>) {
    let desc = field.target.schema();
    of_values(&field.values, &desc, guards);
    embedded(&field.markers, &desc, guards);
    immutability(field, &desc, guards);
    elements(&field.markers, &desc, guards);
    presence(field, &desc, guards);
    if let Some(column) = field.column.as_ref().filter(|column| column.said.type_.is_none()) {
        let message = "a column shows a scalar; remove it, or write `type = \"…\"` into it";
        guards.push(Guard::asks((column.span, column.span), "is_scalar", &desc, message));
    }
    sets(field, &desc, guards);
}

/// Sets are known by their names here; what hides behind an alias is judged when the CRD is made.
fn sets(field: &Field, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let Target::Type(type_) = &field.target else { return };
    let tokens = type_.to_token_stream();
    if field.values.list_type.is_none() && mentions_set(tokens.clone()) {
        let message = "the items of a set are scalars, lists, or structs with `#[crd(map_type = \"atomic\")]`, and never \
                       null; use `Vec`, or say `#[crd(list_type = \"atomic\")]`";
        guards.push(Guard::asks(json::ends(&tokens), "sets_fit", desc, message));
    }
}

fn mentions_set(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "HashSet" || ident == "BTreeSet",
        TokenTree::Group(group) => mentions_set(group.stream()),
        _ => false,
    })
}

fn embedded(markers: &Markers, desc: &TokenStream, guards: &mut Vec<Guard>) {
    if let Some(span) = markers.embedded_resource {
        let message =
            "an embedded resource is an object; use `EmbeddedResource`, a struct or `serde_json::Value`";
        guards.push(Guard::asks((span, span), "can_be_object", desc, message));
    }
}

fn immutability(field: &Field, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let Some((change, span)) = field.markers.immutable else { return };
    let place = (span, span);
    let set = "a set has no stable order, so it cannot be compared as a whole; use `Vec`, or `#[immutable_keys]` \
               on the field that is the set";
    guards.push(Guard::new(place, quote!(!__crd::__private::guard::has_set(#desc)), set));
    if change != Change::Never {
        let word = if change == Change::AddOnly { "add_only" } else { "remove_only" };
        let message = format!(
            "lists and maps come and go by their keys; write `#[immutable_keys({word})]` instead of \
             `#[immutable({word})]`"
        );
        guards.push(Guard::new(place, quote!(!__crd::__private::guard::has_keys(#desc)), message));
    }
    if field.skipped_if {
        if change != Change::RemoveOnly {
            let message = "serde may leave this value out when it is written back, which removes it; make it an \
                           `Option`, or drop `skip_serializing_if`";
            guards.push(Guard::asks(place, "is_optional", desc, message));
        }
    } else if field.serde_default.is_some() && change != Change::AddOnly && !has_default(field) {
        let message = "serde writes its default where the value is missing, which adds it; make it an `Option`, or \
                       add `#[crd(default)]` so that the server fills it in";
        guards.push(Guard::asks(place, "is_optional", desc, message));
    }
}

fn has_default(field: &Field) -> bool {
    field.values.default.is_some() || field.values.default_from_serde.is_present()
}

fn elements(markers: &Markers, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let parts = [
        (
            markers.immutable_items,
            "is_list",
            "`items` is for lists; write `#[immutable(values)]` on a map, `#[immutable]` elsewhere",
        ),
        (
            markers.immutable_values,
            "is_map",
            "`values` is for maps; write `#[immutable(items)]` on a list, `#[immutable]` elsewhere",
        ),
    ];
    for (span, question, message) in parts {
        let Some(span) = span else { continue };
        guards.push(Guard::asks((span, span), question, desc, message));
        let set = "a set has no stable order, so it cannot be compared as a whole; use `Vec`, or `#[immutable_keys]` \
                   on the field that is the set";
        let element = quote!(__crd::__private::guard::element(#desc));
        guards.push(Guard::new((span, span), quote!(!__crd::__private::guard::has_set(#element)), set));
    }
    if let Some((_, span)) = markers.immutable_keys {
        let message =
            "keys are those of lists and maps; write `#[immutable]`, or mark the fields of the struct";
        guards.push(Guard::asks((span, span), "has_keys", desc, message));
    }
}

fn presence(field: &Field, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let immutable = matches!(field.markers.immutable, Some((Change::Never | Change::AddOnly, _)));
    let unreadable = field.skipped_if && field.serde_default.is_none() && !has_default(field);
    if unreadable && !immutable && field.presence != Presence::Required {
        let place = (field.span(), field.span());
        let message = "serde may leave this field out and then cannot read the object; add `#[serde(default)]`, or make \
                       it an `Option`";
        guards.push(Guard::asks(place, "is_optional", desc, message));
    }
}

fn of_status(container: &Container, guards: &mut Vec<Guard>) {
    let Some(root) = &container.root else { return };
    let (desc, span) = match (&root.source, &container.data) {
        (Source::Generated(generated), _) => {
            let Some(status) = &generated.status else { return };
            let span = syn::spanned::Spanned::span(status);
            (quote_spanned!(span=> <#status as __crd::CrdSchema>::SCHEMA), span)
        }
        (Source::Written, Data::Struct(fields)) => {
            let Some(status) = fields.iter().find(|field| field.name.value() == "status") else { return };
            (status.target.schema(), status.span())
        }
        _ => return,
    };
    let message = "the first write of a status adds what is in it; use `#[immutable(add_only)]` and \
                   `#[immutable_keys(add_only)]` in this type";
    guards.push(Guard::asks((span, span), "only_additions", &desc, message));
}

fn of_values(values: &Values, desc: &TokenStream, guards: &mut Vec<Guard>) {
    bounds(values, desc, guards);
    limits(values, desc, guards);
    literals(values, desc, guards);
    lists(values, desc, guards);
    let element = quote!(__crd::__private::guard::element(#desc));
    if let Some(items) = &values.items {
        asks_of_part(items, "is_list", desc, "`items(…)` is for lists; write `values(…)` on a map", guards);
        of_values(items, &element, guards);
    }
    if let Some(entries) = &values.entries {
        asks_of_part(entries, "is_map", desc, "`values(…)` is for maps; write `items(…)` on a list", guards);
        of_values(entries, &element, guards);
    }
    if let Some(keys) = &values.keys {
        let message = "`keys(…)` is for maps; name the fields of a struct, and say `items(…)` on a list";
        asks_of_part(keys, "is_map", desc, message, guards);
    }
}

fn asks_of_part(part: &Values, question: &str, desc: &TokenStream, message: &str, guards: &mut Vec<Guard>) {
    let place = part.place.unwrap_or_else(Span::call_site);
    guards.push(Guard::asks((place, place), question, desc, message));
}

fn bounds(values: &Values, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let bounds = values.bounds();
    let numbers = [&bounds.low, &bounds.high, &values.multiple_of];
    if let Some(first) = numbers.into_iter().flatten().next() {
        let message = "number bounds are for numbers; write `min_length`, `min_items` or `min_properties` and the \
                       like for other types";
        guards.push(Guard::asks(first.ends(), "takes_bounds", desc, message));
    }
    for bound in [&bounds.low, &bounds.high].into_iter().flatten() {
        let number = bound.number();
        let args = quote!(#desc, #number);
        let whole = "the type has whole numbers only; write a whole number";
        guards.push(Guard::asks(bound.ends(), "bound_is_whole", &args, whole));
        let fits =
            "the type never has this number; write a number that the type can have, or remove the bound";
        guards.push(Guard::asks(bound.ends(), "bound_fits", &args, fits));
    }
    if let (Some(low), Some(high)) = (&bounds.low, &bounds.high) {
        let (min, max) = (low.number(), high.number());
        let open = bounds.excludes_low || bounds.excludes_high;
        let order = if open { quote!(#min < #max) } else { quote!(#min <= #max) };
        let place = (low.ends().0, high.ends().1);
        let place = if values.range.is_some() { place } else { low.ends() };
        guards.push(Guard::new(
            place,
            order,
            "no number is in these bounds; swap the minimum and the maximum",
        ));
    }
    if let Some(factor) = &values.multiple_of {
        let number = factor.number();
        let message = "everything and nothing is a multiple of this; write a number above 0";
        guards.push(Guard::new(factor.ends(), quote!(#number > 0f64), message));
    }
}

fn limits(values: &Values, desc: &TokenStream, guards: &mut Vec<Guard>) {
    let (shortest, longest) = values.lengths();
    let range = values.length.as_ref();
    let low = values.min_length.as_ref().or_else(|| range?.start.as_ref());
    let high = values.max_length.as_ref().or_else(|| range?.end.as_ref());
    let text = low.or(high).or(values.pattern.as_ref());
    if let Some(place) = text {
        let message = "lengths and patterns are for texts; write `min_items` or `min_properties` and the like for \
                       lists and maps, `min` for numbers";
        guards.push(Guard::asks(place.ends(), "takes_text", desc, message));
    }
    pair(low.zip(shortest), high.zip(longest), guards);
    let of = |low: &'_ Option<Constant>,
              high: &'_ Option<Constant>,
              question,
              message,
              guards: &mut Vec<Guard>| {
        if let Some(place) = low.as_ref().or(high.as_ref()) {
            guards.push(Guard::asks(place.ends(), question, desc, message));
        }
        let typed = |limit: &Option<Constant>| limit.clone().map(|limit| (limit.clone(), limit.limit()));
        let (low, high) = (typed(low), typed(high));
        pair(low.as_ref().map(|(l, t)| (l, t.clone())), high.as_ref().map(|(h, t)| (h, t.clone())), guards);
    };
    let items = "a number of items is for lists; write `min_properties` and the like for maps, `min_length` for texts";
    of(&values.min_items, &values.max_items, "takes_items", items, guards);
    let members = "a number of properties is for maps and structs; write `min_items` and the like for lists, \
                   `min_length` for texts";
    of(&values.min_properties, &values.max_properties, "takes_properties", members, guards);
}

fn pair(
    low: Option<(&Constant, TokenStream)>,
    high: Option<(&Constant, TokenStream)>,
    guards: &mut Vec<Guard>,
) {
    for (place, limit) in [&low, &high].into_iter().flatten() {
        let message = "nothing has fewer than 0 of these; write 0 or more";
        guards.push(Guard::new(place.ends(), quote!(#limit >= 0), message));
    }
    if let (Some((place, low)), Some((_, high))) = (low, high) {
        let message = "no number is in these limits; swap the minimum and the maximum";
        guards.push(Guard::new(place.ends(), quote!(#low <= #high), message));
    }
}

fn literals(values: &Values, desc: &TokenStream, guards: &mut Vec<Guard>) {
    if let Some(list) = &values.enum_ {
        let items = &list.items;
        let message = "a value is of another type than the field; write values that the field can have";
        let args = quote!(#desc, &[#(#items),*]);
        guards.push(Guard::asks(json::ends(&list.source), "literals_fit", &args, message));
    }
    if let Some(default @ DefaultValue::Json(json)) = &values.default {
        let message = "the default is of another type than the field; write a value that the field can have";
        guards.push(Guard::asks(default.ends(), "literals_fit", &quote!(#desc, &[#json]), message));
    }
}

fn lists(values: &Values, desc: &TokenStream, guards: &mut Vec<Guard>) {
    if let Some(list_type) = &values.list_type {
        let message = "a list type is for lists; write `map_type` on maps and structs";
        guards.push(Guard::asks(list_type.ends(), "is_list", desc, message));
        if list_type.word().as_deref() == Some("set") {
            let message = "the items of a set are scalars, lists, or structs with `#[crd(map_type = \"atomic\")]`, and never \
                           null; write `list_type = \"atomic\"`, or `list_map_keys`";
            guards.push(Guard::asks(list_type.ends(), "items_fit_set", desc, message));
        }
    }
    if let Some(map_type) = &values.map_type {
        let message = "a map type is for maps and structs; write `list_type` on lists";
        guards.push(Guard::asks(map_type.ends(), "takes_properties", desc, message));
    }
    let Some(keys) = &values.list_map_keys else { return };
    let Some(first) = keys.0.first() else { return };
    if values.list_type.is_none() {
        let place = (first.span(), first.span());
        guards.push(Guard::asks(place, "is_list", desc, "`list_map_keys` is for lists; remove it"));
    }
    let place = (first.span(), keys.0.last().map_or_else(|| first.span(), syn::LitStr::span));
    let structs = "the items of such a list are structs and never null; use a struct, or write `list_type = \"atomic\"`";
    guards.push(Guard::asks(place, "items_are_structs", desc, structs));
    for key in &keys.0 {
        let (name, place) = (key.value(), (key.span(), key.span()));
        let args = quote!(#desc, #key);
        let questions = [
            ("item_has", format!("the items have no field `{name}`; write a name as it is in JSON")),
            ("key_is_scalar", format!("`{name}` is a list or an object; write the name of a scalar field")),
            (
                "key_is_there",
                format!("`{name}` may be missing; make it required, or add `#[crd(default = …)]` to it"),
            ),
            ("key_is_not_null", format!("`{name}` may be null; use a type without `Option` for it")),
        ];
        for (question, message) in questions {
            guards.push(Guard::asks(place, question, &args, message));
        }
    }
}
