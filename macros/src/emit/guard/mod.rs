//! Checks that need what other types say, as `const` assertions that underline the user's words.

mod known;
mod merged;
mod paths;
mod root;
mod said;
mod values;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use self::known::Subject;
use self::values::of_values;
use crate::attr::marker::{Change, Markers};
use crate::attr::tokens;
use crate::check::EMBEDDED_AND_CLOSED;
use crate::model::{Container, Content, Data, Field, Presence, Target};
use crate::root::Source;

/// What must hold at one place, as a call that stops the compilation at the first claim that does not.
pub(super) struct Guard {
    first: Span,
    last: Span,
    claims: Vec<(TokenStream, String)>,
    /// A function of the library with its arguments, which finds its own words; it is asked after the claims.
    call: Option<(Ident, TokenStream)>,
}

impl Guard {
    pub(super) fn at((first, last): (Span, Span)) -> Self {
        Self { first, last, claims: Vec::new(), call: None }
    }

    fn at_span(span: Span) -> Self {
        Self::at((span, span))
    }

    /// `condition`, or the message.
    pub(super) fn claims(mut self, condition: TokenStream, message: impl Into<String>) -> Self {
        self.claims.push((condition, message.into()));
        self
    }

    /// `function(args)` of the library, which stops the compilation itself.
    fn calls(mut self, function: &str, args: TokenStream) -> Self {
        self.call = Some((Ident::new(function, Span::call_site()), args));
        self
    }

    fn is_silent(&self) -> bool {
        self.claims.is_empty() && self.call.is_none()
    }

    fn call_of(&self, function: &Ident, args: &TokenStream) -> TokenStream {
        let mut arguments = Group::new(Delimiter::Parenthesis, args.clone());
        arguments.set_span(self.last);
        let function = Ident::new(&function.to_string(), self.first);
        let mut call = quote_spanned!(self.first=> __crd::__private::guard::#function);
        call.extend([TokenTree::Group(arguments)]);
        call
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
        let require = Ident::new("require", Span::call_site());
        let claimed = (!self.claims.is_empty()).then(|| self.call_of(&require, &quote!(&[#(#claims),*])));
        let called = self.call.as_ref().map(|(function, args)| self.call_of(function, args));
        tokens.extend(match (claimed, called) {
            (Some(claimed), Some(called)) => quote!({ #claimed; #called }),
            (claimed, called) => claimed.or(called).unwrap_or_default(),
        });
    }
}

/// The guards of a type without generics, each an item of its own so that none hides another.
pub(super) fn outside(container: &Container) -> TokenStream {
    if container.generics.params.is_empty() {
        let schema = merged::schema_of(container);
        let guards = all(container, &schema);
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
        let schema = super::description::schema(container);
        let guards = all(container, &schema);
        let merged = merged::of(container, &schema);
        quote!(#(#guards;)* #(#merged;)*)
    }
}

fn all(container: &Container, schema: &TokenStream) -> Vec<Guard> {
    let mut guards: Vec<Guard> = Vec::new();
    super::cycles::guards(container, &mut guards);
    of_type(container, schema, &mut guards);
    of_fields(container, schema, &mut guards);
    of_status(container, &mut guards);
    root::of(container, &mut guards);
    allows(container, &mut guards);
    paths::of(container, &mut guards);
    guards.retain(|guard| !guard.is_silent());
    guards
}

/// Rules are known to the library.
fn allows(container: &Container, guards: &mut Vec<Guard>) {
    let of_fields = container.data.fields().into_iter().flat_map(|field| &field.allows);
    for allowed in container.allows.iter().chain(of_fields) {
        let rule = &allowed.rule;
        guards.push(Guard::at_span(rule.span()).calls("require_rule_id", quote!(#rule)));
    }
}

fn of_fields(container: &Container, schema: &TokenStream, guards: &mut Vec<Guard>) {
    match &container.data {
        Data::Struct(fields) => {
            for field in fields {
                let name = &field.name;
                of_field(field, &quote!(#schema, #name), container.denies_unknown, guards);
            }
        }
        Data::Union(union) => {
            for variant in &union.variants {
                let is_newtype = matches!(variant.content, Content::Newtype(_));
                for field in variant.content.fields() {
                    let content = super::union::content(&variant.content);
                    // What a newtype holds is the content itself.
                    let name = if is_newtype { quote!("") } else { field.name.to_token_stream() };
                    of_field(field, &quote!(#content, #name), union.strict, guards);
                }
            }
        }
        _ => {}
    }
}

fn of_type(container: &Container, schema: &TokenStream, guards: &mut Vec<Guard>) {
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
    said::of(&container.values, &desc, &quote!(#schema, ""), guards);
    embedded(&container.markers, &desc, guards);
}

/// `place` is the description of the object and the name of the property in it.
fn of_field(field: &Field, place: &TokenStream, is_closed: bool, guards: &mut Vec<Guard>) {
    let desc = Subject::of(&field.target);
    of_values(&field.values, &desc, guards);
    said::of(&field.values, &desc, place, guards);
    closed(field, &desc, is_closed, guards);
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

/// Tuples are known by their parentheses here; what hides behind an alias is checked when the CRD is made.
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

/// Sets are known by their names here; what hides behind an alias is checked when the CRD is made.
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
        let guard = Guard::at_span(span).asks_of("can_be_object", desc, message);
        guards.push(guard.asks_of("embeds", desc, EMBEDDED_AND_CLOSED));
    }
}

/// serde refuses what is left over of the object, and most that is flattened leaves everything over.
fn closed(field: &Field, desc: &Subject<'_>, is_closed: bool, guards: &mut Vec<Guard>) {
    if is_closed && field.flattened {
        let message = "`deny_unknown_fields` refuses what this reads, for serde takes nothing away for maps, values, untagged and \
                       internally tagged enums, and structs that flatten; remove `deny_unknown_fields`";
        guards.push(Guard::at_span(field.span()).asks_of("flattened_is_closed", desc, message));
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
    let adds = !field.skipped_if && field.serde_default.is_some() && !field.is_filled();
    if adds && change != Change::AddOnly {
        let message = "serde writes its default where the value is missing, which adds it; make it an `Option`, or \
                       add `#[crd(default)]` so that the server fills it in";
        guard = guard.asks_of("is_optional", desc, message);
    }
    guards.push(guard);
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
    let leaves_out = field.skipped_if || field.never_written;
    if field.flattened {
        if leaves_out && !field.never_read {
            let message = "serde may leave these fields out, and of what is flattened it takes no default: it cannot read the \
                           object then, and a server refuses it; make it an `Option`, or all of its fields optional";
            guards.push(Guard::at_span(field.span()).asks_of("needs_nothing", desc, message));
        }
        return;
    }
    let immutable = matches!(field.markers.immutable, Some((Change::Never | Change::AddOnly, _)));
    let unreadable = leaves_out && !field.has_reader && !field.has_something_for_nothing();
    let is_reported = immutable && field.skipped_if;
    if unreadable && !is_reported && field.presence != Presence::Required {
        let message = if field.skipped_if {
            "serde may leave this field out and then cannot read the object; add `#[serde(default)]`, or make it an `Option`"
        } else {
            "serde never writes this field and then cannot read the object; add `#[serde(default)]`, or make it an `Option`"
        };
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
