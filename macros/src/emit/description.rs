//! The constant of a type: its description, with its descriptions.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::facets::{self, Owner};
use super::{possible, union};
use crate::attr::doc::Docs;
use crate::attr::values::Values;
use crate::model::{Container, Data, Field, Missing, Presence};

/// The description of the type.
pub(crate) fn schema(container: &Container) -> TokenStream {
    let shape = match &container.data {
        Data::Struct(fields) => object(fields.iter()),
        Data::Newtype { type_, transparent } => {
            let inner = type_.schema();
            if *transparent { quote!(Transparent(#inner)) } else { quote!(Newtype(#inner)) }
        }
        Data::Tuple(types) => tuple(types),
        Data::UnitEnum(_) => quote!(String),
        Data::NumberEnum { .. } => quote!(Integer),
        Data::Union(found) => union::shape(found),
        Data::IntOrString => quote!(IntOrString),
        Data::Anything => quote!(Anything),
    };
    let facets = facets(container);
    quote! {
        &__crd::describe::TypeDesc {
            shape: __crd::describe::Shape::#shape,
            facets: &[#(#facets),*],
        }
    }
}

/// What is said of the type itself.
pub(crate) fn facets(container: &Container) -> Vec<TokenStream> {
    let owner = Owner { type_: Some(&quote!(Self)), ..Owner::default() };
    let mut facets = facets::of_values(&container.values, owner);
    if let Data::UnitEnum(variants) = &container.data {
        let names = variants.iter().map(|variant| &variant.name);
        facets.insert(
            0,
            quote!(__crd::describe::Facet::Enum(&[#(__crd::describe::Literal::String(#names)),*])),
        );
    }
    if let Data::NumberEnum { format, variants } = &container.data {
        let ident = &container.ident;
        let variants = variants.iter().map(|(variant, _)| variant);
        let numbers = quote!(&[#(__crd::describe::Literal::Integer(#ident::#variants as i64)),*]);
        facets.insert(0, quote!(__crd::describe::Facet::Enum(#numbers)));
        facets.insert(0, quote!(__crd::describe::Facet::Format(#format)));
    }
    facets.extend(container.unions.map(|_| quote!(__crd::describe::Facet::Unions)));
    facets.extend(container.denies_unknown.then(|| quote!(__crd::describe::Facet::DenyUnknown)));
    facets.extend(facets::of_markers(&container.markers, &container.data));
    facets.extend(place(&container.values, container.ident.span()));
    facets.extend(facets::of_allows(&container.allows));
    facets.extend(defaults(container));
    facets.extend(text(&container.docs));
    facets.extend(possible::values(container));
    facets.extend(facets::of_root_rules(&container.root_rules));
    facets.extend(facets::of_foreign(&container.foreign));
    facets
}

/// The defaults that come from one value of the whole struct.
fn defaults(container: &Container) -> Option<TokenStream> {
    let (Some(default), Data::Struct(fields)) = (&container.default, &container.data) else { return None };
    let published = |field: &&Field| {
        field.values.default_from_serde.is_present()
            && matches!(field.serde_default, Some(Missing::OfContainer))
    };
    let fields: Vec<_> =
        fields.iter().filter(published).map(|field| (&field.name, &field.accessor)).collect();
    let (names, accessors): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    (!names.is_empty()).then(|| {
        quote! {
            __crd::describe::Facet::Defaults(|| {
                let whole = #default;
                __crd::__private::to_values([#((#names, __crd::__private::to_value(&whole.#accessors))),*])
            })
        }
    })
}

/// Where the values are described, if only the program knows whether that is right.
fn place(values: &Values, span: Span) -> Option<TokenStream> {
    values.is_left_to_the_program().then(|| source(span))
}

/// The file and the line.
pub(super) fn source(span: Span) -> TokenStream {
    quote_spanned!(span=> __crd::describe::Facet::At(::core::concat!(::core::file!(), ":", ::core::line!())))
}

/// The text as a facet.
pub(super) fn text(docs: &Docs) -> Option<TokenStream> {
    (!docs.is_empty()).then(|| quote!(__crd::describe::Facet::Description(#docs)))
}

/// `Object(const { &[…] })`, which the compiler is done with sooner than with the fields of a larger constant.
pub(crate) fn object<'f>(fields: impl Iterator<Item = &'f Field>) -> TokenStream {
    let fields = fields.map(field);
    quote!(Object(const { &[#(#fields),*] }))
}

/// `Tuple(&[…])`
pub(crate) fn tuple(types: &[syn::Type]) -> TokenStream {
    let types = types.iter().map(|type_| {
        let span = syn::spanned::Spanned::span(type_);
        quote::quote_spanned!(span=> <#type_ as __crd::CrdSchema>::SCHEMA)
    });
    quote!(Tuple(&[#(#types),*]))
}

/// What is said of a field beyond its type.
pub(crate) fn facets_of_field(field: &Field) -> Vec<TokenStream> {
    let type_ = field.type_.to_token_stream();
    let owner = Owner { type_: Some(&type_), serde_default: field.serde_default.as_ref() };
    let mut facets = Vec::from_iter(field.made_descriptions());
    facets.extend(facets::of_values(&field.values, owner));
    facets.extend(facets::of_field_markers(&field.markers));
    facets.extend(place(&field.values, field.span()));
    facets.extend(facets::of_allows(&field.allows));
    facets.extend(facets::of_foreign(&field.foreign));
    facets
}

fn field(field: &Field) -> TokenStream {
    let name = &field.name;
    let schema = field.target.schema();
    if field.flattened {
        let facets = field.made_descriptions().into_iter().chain(facets::of_foreign(&field.foreign));
        return quote! {
            __crd::describe::FieldDesc {
                name: #name,
                type_: #schema,
                flattened: true,
                facets: &[#(#facets),*],
                ..__crd::describe::FieldDesc::EMPTY
            }
        };
    }
    let text = &field.docs;
    let empty = || quote!(__crd::describe::FieldDesc::EMPTY);
    let (required, rest) = match field.presence {
        Presence::Required => (Some(quote!(required: true)), empty()),
        Presence::Optional => (Some(quote!(required: false)), empty()),
        Presence::IfNotFilled { reads_nothing: false } => (Some(quote!(required_if_null: true)), empty()),
        Presence::IfNotFilled { reads_nothing: true } => {
            (Some(quote!(required_if_null: !__crd::__private::guard::is_optional(#schema))), empty())
        }
        Presence::OfType if field.docs.is_empty() => (None, quote!(__crd::__private::field(#name, #schema))),
        Presence::OfType => (None, quote!(__crd::__private::described_field(#name, #text, #schema))),
    };
    let known = required.map(|required| quote!(name: #name, description: #text, type_: #schema, #required,));
    let omits_null = field.omits_null.then(|| quote!(omits_null: true,));
    let aliases = (!field.aliases.is_empty()).then(|| {
        let aliases = &field.aliases;
        quote!(aliases: &[#(#aliases),*],)
    });
    let facets = facets_of_field(field);
    let facets = (!facets.is_empty()).then(|| quote!(facets: &[#(#facets),*],));
    let said: TokenStream = [known, omits_null, aliases, facets].into_iter().flatten().collect();
    // The user's crate is built sooner the less there is to read.
    if said.is_empty() { rest } else { quote!(__crd::describe::FieldDesc { #said ..#rest }) }
}
