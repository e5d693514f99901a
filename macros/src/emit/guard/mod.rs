//! Checks that need what other types say, as `const` assertions that underline the user's words.

mod known;
mod merged;
mod paths;
mod values;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use self::known::Subject;
use self::values::of_values;
use crate::attr::marker::{Change, Markers};
use crate::attr::tokens;
use crate::model::{Container, Data, Field, Presence, Target};
use crate::root::Source;

/// What must hold at one place, as a call that stops the compilation at the first claim that does not.
pub(super) struct Guard {
    first: Span,
    last: Span,
    claims: Vec<(TokenStream, String)>,
}

impl Guard {
    fn at((first, last): (Span, Span)) -> Self {
        Self { first, last, claims: Vec::new() }
    }

    fn at_span(span: Span) -> Self {
        Self::at((span, span))
    }

    /// `condition`, or the message.
    fn claims(mut self, condition: TokenStream, message: impl Into<String>) -> Self {
        self.claims.push((condition, message.into()));
        self
    }

    /// `question(args)` of the library, or the message.
    fn asks(self, question: &str, args: &TokenStream, message: impl Into<String>) -> Self {
        let question = Ident::new(question, Span::call_site());
        self.claims(quote!(__crd::__private::guard::#question(#args)), message)
    }

    /// `question(subject)` of the library, or the message, unless the name of the type answers it.
    fn asks_of(self, question: &str, subject: &Subject<'_>, message: impl Into<String>) -> Self {
        if subject.answer(question) == Some(true) {
            return self;
        }
        self.asks(question, &quote!(#subject), message)
    }

    /// The opposite of `question(subject)` of the library, or the message, unless the name of the type answers it.
    fn denies_of(self, question: &str, subject: &Subject<'_>, message: impl Into<String>) -> Self {
        if subject.answer(question) == Some(false) {
            return self;
        }
        let question = Ident::new(question, Span::call_site());
        self.claims(quote!(!__crd::__private::guard::#question(#subject)), message)
    }
}

/// rustc underlines from the first to the last place of the tokens.
impl ToTokens for Guard {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let claims = self.claims.iter().map(|(condition, message)| quote!((#condition, #message)));
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(&[#(#claims),*]));
        arguments.set_span(self.last);
        tokens.extend(quote_spanned!(self.first=> __crd::__private::guard::require));
        tokens.extend([TokenTree::Group(arguments)]);
    }
}

/// The guards of a type without generics, each an item of its own so that none hides another.
pub(super) fn outside(container: &Container) -> TokenStream {
    if container.generics.params.is_empty() {
        let guards = all(container);
        let schema = merged::schema_of(container);
        let merged = merged::of(container, &schema);
        quote!(#(const _: () = #guards;)* #(const _: () = #merged;)*)
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
        let merged = merged::of(container, &super::description::schema(container));
        quote!(#(#guards;)* #(#merged;)*)
    }
}

fn all(container: &Container) -> Vec<Guard> {
    let mut guards: Vec<Guard> = Vec::new();
    of_type(container, &mut guards);
    for field in container.data.fields() {
        of_field(field, &mut guards);
    }
    of_status(container, &mut guards);
    paths::of(container, &mut guards);
    guards.retain(|guard| !guard.claims.is_empty());
    guards
}

fn of_type(container: &Container, guards: &mut Vec<Guard>) {
    let desc = match &container.data {
        Data::Newtype { type_, .. } => type_.schema(),
        Data::Struct(_) | Data::Union(_) => quote!(&__crd::describe::TypeDesc::ANY_OBJECT),
        Data::Tuple(_) => quote!(&__crd::describe::TypeDesc::of(__crd::describe::Shape::List(
            &__crd::describe::TypeDesc::ANYTHING
        ))),
        Data::UnitEnum(_) => quote!(&__crd::describe::TypeDesc::of(__crd::describe::Shape::String)),
        Data::NumberEnum { .. } => {
            quote!(&__crd::describe::TypeDesc::of(__crd::describe::Shape::Integer))
        }
        Data::IntOrString => quote!(&__crd::describe::TypeDesc::INT_OR_STRING),
        Data::Anything => quote!(&__crd::describe::TypeDesc::ANYTHING),
    };
    let desc = Subject::unknown(desc);
    of_values(&container.values, &desc, guards);
    embedded(&container.markers, &desc, guards);
}

fn of_field(field: &Field, guards: &mut Vec<Guard>) {
    let desc = Subject::of(&field.target);
    of_values(&field.values, &desc, guards);
    embedded(&field.markers, &desc, guards);
    immutability(field, &desc, guards);
    elements(&field.markers, &desc, guards);
    presence(field, &desc, guards);
    column(field, &desc, guards);
    sets(field, &desc, guards);
    tuples(field, &desc, guards);
}

/// What a column without a type shows of lists and objects is seldom wanted.
fn column(field: &Field, desc: &Subject, guards: &mut Vec<Guard>) {
    let Some(column) = &field.column else { return };
    if let Some(type_) = &column.said.type_ {
        let args = quote!(#desc, #type_);
        guards.push(Guard::at_span(type_.span()).asks("fits_column", &args, paths::NOT_SHOWN));
    } else {
        let message =
            "a column shows a scalar; remove it, or write `type = \"string\"` into it, which shows JSON";
        guards.push(Guard::at_span(column.span).asks_of("is_scalar", desc, message));
    }
}

/// Tuples are known by their parentheses here; what hides behind an alias is judged when the CRD is made.
fn tuples(field: &Field, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let Target::Type(type_) = &field.target else { return };
    if desc.is_known() {
        return;
    }
    let tokens = type_.to_token_stream();
    if mentions_tuple(tokens.clone()) {
        guards.push(Guard::at(tokens::ends(&tokens)).asks_of("tuples_fit", desc, TUPLE));
    }
}

const TUPLE: &str = "a schema has one description for all items of a list, and these differ; write a struct, or say \
                     `#[preserve_unknown]`";

fn mentions_tuple(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Parenthesis || mentions_tuple(group.stream())
        }
        _ => false,
    })
}

/// Sets are known by their names here; what hides behind an alias is judged when the CRD is made.
fn sets(field: &Field, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let Target::Type(type_) = &field.target else { return };
    if desc.is_known() || field.values.list_type.is_some() {
        return;
    }
    let tokens = type_.to_token_stream();
    if mentions_set(tokens.clone()) {
        let message = "the items of a set are scalars, lists, or structs with `#[crd(map_type = \"atomic\")]`, and never \
                       null; use `Vec`, or say `#[crd(list_type = \"atomic\")]`";
        guards.push(Guard::at(tokens::ends(&tokens)).asks_of("sets_fit", desc, message));
    }
}

fn mentions_set(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "HashSet" || ident == "BTreeSet",
        TokenTree::Group(group) => mentions_set(group.stream()),
        _ => false,
    })
}

fn embedded(markers: &Markers, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    if let Some(span) = markers.embedded_resource {
        let message =
            "an embedded resource is an object; use `EmbeddedResource`, a struct or `serde_json::Value`";
        guards.push(Guard::at_span(span).asks_of("can_be_object", desc, message));
    }
}

const SET: &str = "a set has no stable order, so it cannot be compared as a whole; use `Vec`, or `#[immutable_keys]` \
                   on the field that is the set";

fn immutability(field: &Field, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let Some((change, span)) = field.markers.immutable else { return };
    let mut guard = Guard::at_span(span).denies_of("has_set", desc, SET);
    if change != Change::Never {
        let word = if change == Change::AddOnly { "add_only" } else { "remove_only" };
        let message = format!(
            "lists and maps come and go by their keys; write `#[immutable_keys({word})]` instead of \
             `#[immutable({word})]`"
        );
        guard = guard.denies_of("has_keys", desc, message);
    }
    if field.skipped_if && change != Change::RemoveOnly {
        let message = "serde may leave this value out when it is written back, which removes it; make it an \
                       `Option`, or drop `skip_serializing_if`";
        guard = guard.asks_of("is_optional", desc, message);
    }
    let adds = !field.skipped_if && field.serde_default.is_some() && !has_default(field);
    if adds && change != Change::AddOnly {
        let message = "serde writes its default where the value is missing, which adds it; make it an `Option`, or \
                       add `#[crd(default)]` so that the server fills it in";
        guard = guard.asks_of("is_optional", desc, message);
    }
    guards.push(guard);
}

fn has_default(field: &Field) -> bool {
    field.values.default.is_some() || field.values.default_from_serde.is_present()
}

fn elements(markers: &Markers, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
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
    let element = desc.element();
    for (span, question, message) in parts {
        let guard =
            |span| Guard::at_span(span).asks_of(question, desc, message).denies_of("has_set", &element, SET);
        guards.extend(span.map(guard));
    }
    if let Some((_, span)) = markers.immutable_keys {
        let message =
            "keys are those of lists and maps; write `#[immutable]`, or mark the fields of the struct";
        guards.push(Guard::at_span(span).asks_of("has_keys", desc, message));
    }
}

fn presence(field: &Field, desc: &Subject<'_>, guards: &mut Vec<Guard>) {
    let immutable = matches!(field.markers.immutable, Some((Change::Never | Change::AddOnly, _)));
    let unreadable = field.skipped_if && field.serde_default.is_none() && !has_default(field);
    if unreadable && !immutable && field.presence != Presence::Required {
        let message = "serde may leave this field out and then cannot read the object; add `#[serde(default)]`, or make \
                       it an `Option`";
        guards.push(Guard::at_span(field.span()).asks_of("is_optional", desc, message));
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
    guards.push(Guard::at_span(span).asks("only_additions", &desc, message));
}
