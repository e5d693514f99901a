//! Where the description of a type comes from.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Type, TypePath};

use crate::attr::marker::Markers;

/// Where a description comes from: a type of the user's, or something that needs no type.
#[derive(Clone)]
pub(crate) enum Target {
    Type(Box<Type>),
    Const(TokenStream),
}

impl Target {
    /// The description, blamed on the user's type where that has none.
    pub(crate) fn schema(&self) -> TokenStream {
        match self {
            Self::Type(type_) => quote_spanned!(start(type_)=> <#type_ as __crd::CrdSchema>::SCHEMA),
            Self::Const(desc) => desc.clone(),
        }
    }

    /// The descriptions of the type's `JsonSchema`, as a facet.
    pub(crate) fn made_descriptions(&self) -> Option<TokenStream> {
        let Self::Type(type_) = self else { return None };
        let make = quote_spanned!(start(type_)=> __crd::__private::schema_of::<#type_>);
        Some(quote!(__crd::describe::Facet::Descriptions(#make)))
    }
}

/// Where the type begins, which is all that a stable compiler tells of its place; asking `syn` takes it apart.
fn start(type_: &Type) -> Span {
    match type_ {
        Type::Path(TypePath { qself: None, path, .. }) if path.leading_colon.is_none() => {
            path.segments.first().map_or_else(|| type_.span(), |first| first.ident.span())
        }
        other => other.span(),
    }
}

/// The description of a field.
///
/// Markers that replace the type must not name it: that is how recursion is cut, and how types without a schema get
/// in. So an `Option` is known by its name there, as a map is.
pub(super) fn target(type_: &Type, markers: &Markers) -> Target {
    let (inner, is_optional) = without_option(type_);
    let desc = if markers.preserve_unknown_values.is_some() {
        let shape = if is_list(inner) { quote!(List) } else { quote!(Map) };
        let of_null =
            arguments(inner).last().is_some_and(|element| is_option(element) || may_be_null(element));
        let anything = kept(&quote!(Anything), [of_null.then(nullable)]);
        quote!(__crd::describe::TypeDesc { shape: __crd::describe::Shape::#shape(&#anything), facets: &[] })
    } else if markers.int_or_string.is_some() {
        quote!(__crd::describe::TypeDesc::INT_OR_STRING)
    } else if markers.preserve_unknown.is_none() {
        return Target::Type(Box::new(type_.clone()));
    } else if is_map(inner) || markers.embedded_resource.is_some() {
        let open = quote!(__crd::describe::Facet::PreserveUnknown);
        kept(&quote!(Object(&[])), [Some(open), may_be_null(inner).then(nullable)])
    } else {
        kept(&quote!(Anything), [may_be_null(inner).then(nullable)])
    };
    let desc = quote!(&#desc);
    Target::Const(if is_optional { optional(&desc) } else { desc })
}

/// The description of whatever is kept as it stands.
fn kept<const N: usize>(shape: &TokenStream, facets: [Option<TokenStream>; N]) -> TokenStream {
    let facets = facets.into_iter().flatten();
    quote!(__crd::describe::TypeDesc { shape: __crd::describe::Shape::#shape, facets: &[#(#facets),*] })
}

fn nullable() -> TokenStream {
    quote!(__crd::describe::Facet::Nullable)
}

/// The description of an `Option` of what the description describes.
pub(super) fn optional(desc: &TokenStream) -> TokenStream {
    quote!(&__crd::describe::TypeDesc { shape: __crd::describe::Shape::Optional(#desc), facets: &[] })
}

/// Types of JSON as it is, of `serde_json` and k8s-openapi, which serde may write as null.
fn may_be_null(type_: &Type) -> bool {
    match (last_segment(type_).as_deref(), ungrouped(type_)) {
        (Some("Value" | "RawValue" | "JSON" | "RawExtension"), _) => true,
        (Some("Arc" | "Box" | "Cow" | "Rc"), _) => {
            arguments(type_).last().is_some_and(|inner| may_be_null(inner))
        }
        (_, Type::Reference(reference)) => may_be_null(&reference.elem),
        _ => false,
    }
}

/// The description of a type that has a `JsonSchema`: what is in an `Option`, a list or a map has it.
///
/// These are known by their names, for whether a field must be there is settled before the program runs.
pub(super) fn made(type_: &Type) -> Target {
    let desc = made_desc(type_);
    Target::Const(quote!(&#desc))
}

fn made_desc(type_: &Type) -> TokenStream {
    let (inner, optional) = without_option(type_);
    let name = last_segment(inner);
    let shape = match (name.as_deref(), arguments(inner).as_slice()) {
        (Some("Vec" | "VecDeque"), [item]) => {
            let item = made_desc(item);
            quote!(List(&#item))
        }
        (Some("BTreeMap" | "HashMap"), [key, value]) if last_segment(key).as_deref() == Some("String") => {
            let value = made_desc(value);
            quote!(Map(&#value))
        }
        _ => quote_spanned!(inner.span()=> JsonSchema(__crd::__private::schema_of::<#inner>)),
    };
    let desc = quote!(__crd::describe::TypeDesc { shape: __crd::describe::Shape::#shape, facets: &[] });
    if optional {
        quote!(__crd::describe::TypeDesc { shape: __crd::describe::Shape::Optional(&#desc), facets: &[] })
    } else {
        desc
    }
}

/// Whether the type is written as a list of the standard library.
pub(crate) fn is_list(type_: &Type) -> bool {
    matches!(last_segment(without_option(type_).0).as_deref(), Some("Vec" | "HashSet" | "BTreeSet"))
}

/// Whether the type is written as a map of the standard library or of `serde_json`.
pub(crate) fn is_map(type_: &Type) -> bool {
    matches!(last_segment(without_option(type_).0).as_deref(), Some("HashMap" | "BTreeMap" | "Map"))
}

/// Whether the type is written as the `Option` of the standard library.
pub(crate) fn is_option(type_: &Type) -> bool {
    last_segment(type_).as_deref() == Some("Option") && first_argument(type_).is_some()
}

fn without_option(type_: &Type) -> (&Type, bool) {
    match (last_segment(type_).as_deref(), first_argument(type_)) {
        (Some("Option"), Some(inner)) => (without_box(inner), true),
        _ => (without_box(type_), false),
    }
}

fn without_box(type_: &Type) -> &Type {
    match (last_segment(type_).as_deref(), first_argument(type_)) {
        (Some("Box"), Some(inner)) => without_box(inner),
        _ => type_,
    }
}

/// The last name in the path of a type.
fn last_segment(type_: &Type) -> Option<String> {
    let Type::Path(path) = ungrouped(type_) else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// The type without the invisible group that a macro puts around it.
pub(crate) fn ungrouped(type_: &Type) -> &Type {
    match type_ {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

fn first_argument(type_: &Type) -> Option<&Type> {
    arguments(type_).first().copied()
}

/// The types that the type is given.
pub(crate) fn arguments(type_: &Type) -> Vec<&Type> {
    let Type::Path(path) = ungrouped(type_) else { return Vec::new() };
    let Some(syn::PathArguments::AngleBracketed(arguments)) =
        path.path.segments.last().map(|segment| &segment.arguments)
    else {
        return Vec::new();
    };
    let found = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(type_) => Some(type_),
        _ => None,
    });
    found.collect()
}
