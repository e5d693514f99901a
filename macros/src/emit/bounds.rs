//! What a generic type asks of its parameters: a schema of those that the schema names, as serde's derives ask it.
//!
//! A parameter that only skipped fields have needs none, and of an associated type it is the type that has one.

use quote::ToTokens as _;
use syn::{GenericArgument, Generics, Ident, PathArguments, Type, TypePath};

use crate::model::Container;

/// The generics of the implementation.
pub(super) fn of(container: &Container) -> Generics {
    let mut generics = container.generics.clone();
    let mut found = Found {
        params: generics.type_params().map(|param| param.ident.clone()).collect(),
        asked: Vec::new(),
    };
    if found.params.is_empty() {
        return generics;
    }
    for type_ in container.data.types() {
        found.in_type(type_);
    }
    if !found.asked.is_empty() {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(
            found
                .asked
                .iter()
                .map(|type_| -> syn::WherePredicate { syn::parse_quote!(#type_: __crd::CrdSchema) }),
        );
    }
    generics
}

struct Found<'t> {
    params: Vec<Ident>,
    /// Each type once: parameters, and types that are associated to one.
    asked: Vec<&'t Type>,
}

impl<'t> Found<'t> {
    fn in_type(&mut self, type_: &'t Type) {
        match type_ {
            Type::Path(path) if self.is_of_param(path) => {
                let known = |other: &&Type| {
                    other.to_token_stream().to_string() == type_.to_token_stream().to_string()
                };
                if !self.asked.iter().any(known) {
                    self.asked.push(type_);
                }
            }
            Type::Path(path) => arguments(path).for_each(|argument| self.in_type(argument)),
            Type::Array(array) => self.in_type(&array.elem),
            Type::Group(group) => self.in_type(&group.elem),
            Type::Paren(paren) => self.in_type(&paren.elem),
            Type::Reference(reference) => self.in_type(&reference.elem),
            Type::Slice(slice) => self.in_type(&slice.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|item| self.in_type(item)),
            _ => {}
        }
    }

    /// `T`, `T::Out`, `<T as Trait>::Out`.
    fn is_of_param(&self, path: &TypePath) -> bool {
        match &path.qself {
            Some(qself) => matches!(&*qself.ty, Type::Path(inner) if self.is_of_param(inner)),
            None => path.path.segments.first().is_some_and(|first| self.params.contains(&first.ident)),
        }
    }
}

fn arguments(path: &TypePath) -> impl Iterator<Item = &Type> {
    let lists = path.path.segments.iter().filter_map(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(list) => Some(&list.args),
        _ => None,
    });
    lists.flatten().filter_map(|argument| match argument {
        GenericArgument::Type(type_) => Some(type_),
        _ => None,
    })
}
