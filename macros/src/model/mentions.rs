//! The types that the schema of a type names.

use syn::{GenericArgument, Path, PathArguments, Type, TypePath};

use super::{Content, Data, Target, Variant, ungrouped};

impl Data {
    /// Every type that the schema is made of, as it is written.
    pub(crate) fn types(&self) -> Vec<&Type> {
        let mut types: Vec<&Type> =
            self.fields().into_iter().filter_map(|field| field.target.type_()).collect();
        match self {
            Self::Newtype { type_, .. } => types.extend(type_.type_()),
            Self::Tuple(items) => types.extend(items),
            Self::Union(union) => types.extend(union.variants.iter().flat_map(tuple)),
            _ => {}
        }
        types
    }

    /// As [`types`](Self::types), to change them.
    pub(crate) fn types_mut(&mut self) -> Vec<&mut Type> {
        match self {
            Self::Struct(fields) => fields.iter_mut().filter_map(|field| field.target.type_mut()).collect(),
            Self::Newtype { type_, .. } => type_.type_mut().into_iter().collect(),
            Self::Tuple(items) => items.iter_mut().collect(),
            Self::Union(union) => {
                union.variants.iter_mut().flat_map(|variant| types_of(&mut variant.content)).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn tuple(variant: &Variant) -> &[Type] {
    match &variant.content {
        Content::Tuple(items) => items,
        _ => &[],
    }
}

fn types_of(content: &mut Content) -> Vec<&mut Type> {
    match content {
        Content::Tuple(items) => items.iter_mut().collect(),
        other => other.fields_mut().iter_mut().filter_map(|field| field.target.type_mut()).collect(),
    }
}

impl Target {
    /// The type, if it is one.
    pub(crate) fn type_(&self) -> Option<&Type> {
        match self {
            Self::Type(type_) => Some(type_),
            Self::Const(_) => None,
        }
    }

    fn type_mut(&mut self) -> Option<&mut Type> {
        match self {
            Self::Type(type_) => Some(type_),
            Self::Const(_) => None,
        }
    }
}

/// The types without arguments in a type: `A` of `Vec<Option<A>>`.
pub(crate) fn leaves(type_: &Type) -> Vec<&Path> {
    match ungrouped(type_) {
        Type::Path(TypePath { qself: None, path, .. }) => leaves_of_path(path),
        Type::Array(array) => leaves(&array.elem),
        Type::Reference(reference) => leaves(&reference.elem),
        Type::Slice(slice) => leaves(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(leaves).collect(),
        _ => Vec::new(),
    }
}

fn leaves_of_path(path: &Path) -> Vec<&Path> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::None) => vec![path],
        Some(PathArguments::AngleBracketed(list)) => {
            let types = list.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(type_) => Some(type_),
                _ => None,
            });
            types.flat_map(leaves).collect()
        }
        _ => Vec::new(),
    }
}
