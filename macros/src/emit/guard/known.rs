//! What the name of a type tells, so that the compiler is not asked: every guard costs the user's build time.
//!
//! Only claims that hold are left out; the guard reports what does not hold, in its words. A type of the user's that
//! is called as one of these is taken for it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, Type};

use crate::model::Target;

/// A description, and what is known of it.
pub(super) struct Subject<'t> {
    desc: Desc<'t>,
    known: Option<Known>,
}

/// Tokens of descriptions are made when a guard has them, and few fields have guards.
enum Desc<'t> {
    Of(&'t Target),
    Made(TokenStream),
    ElementOf(&'t Subject<'t>),
}

/// A type of the standard library whose parts are such, too.
#[derive(Clone, Copy)]
enum Known {
    Boolean,
    /// The smallest and the largest number.
    Integer(f64, f64),
    Float,
    String,
    List,
    Map,
}

impl<'t> Subject<'t> {
    pub(super) fn of(target: &'t Target) -> Self {
        let known = if let Target::Type(type_) = target { Known::of(type_) } else { None };
        Self { desc: Desc::Of(target), known }
    }

    pub(super) fn unknown(desc: TokenStream) -> Self {
        Self { desc: Desc::Made(desc), known: None }
    }

    /// The items of a list, or the values of a map.
    pub(super) fn element(&'t self) -> Self {
        Self { desc: Desc::ElementOf(self), known: None }
    }

    /// Whether the name of the type tells all, and that it has neither sets nor tuples.
    pub(super) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// The answer to a question of the library.
    pub(super) fn answer(&self, question: &str) -> Option<bool> {
        let known = self.known?;
        let (list, map) = (matches!(known, Known::List), matches!(known, Known::Map));
        match question {
            "takes_bounds" => Some(matches!(known, Known::Integer(..) | Known::Float)),
            "takes_string" => Some(matches!(known, Known::String)),
            "takes_format" => Some(matches!(known, Known::String | Known::Integer(..) | Known::Float)),
            "takes_items" | "is_list" => Some(list),
            "takes_properties" | "is_map" => Some(map),
            "has_keys" => Some(list || map),
            "is_scalar" => Some(!list && !map),
            "has_set" => Some(false),
            _ => None,
        }
    }

    /// Whether the type is known to have the number.
    pub(super) fn has(&self, number: f64) -> bool {
        match self.known {
            Some(Known::Integer(low, high)) => (low..=high).contains(&number),
            Some(Known::Float) => true,
            _ => false,
        }
    }
}

impl ToTokens for Subject<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.desc {
            Desc::Of(target) => target.schema().to_tokens(tokens),
            Desc::Made(desc) => desc.to_tokens(tokens),
            Desc::ElementOf(whole) => quote!(__crd::__private::guard::element(#whole)).to_tokens(tokens),
        }
    }
}

impl Known {
    fn of(type_: &Type) -> Option<Self> {
        let Type::Path(path) = type_ else { return None };
        let segment = path.path.segments.last()?;
        let known = segment.ident.to_string();
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
            return Self::scalar(&known);
        };
        let mut parts = arguments.args.iter().map(|argument| match argument {
            GenericArgument::Type(type_) => Self::of(type_),
            _ => None,
        });
        match (known.as_str(), parts.next()??, parts.next()) {
            ("Option", inner, None) => Some(inner),
            ("Vec", _, None) => Some(Self::List),
            ("BTreeMap" | "HashMap", Self::String, Some(Some(_))) if parts.next().is_none() => {
                Some(Self::Map)
            }
            _ => None,
        }
    }

    fn scalar(name: &str) -> Option<Self> {
        let integer = |low: i64, high: i64| Some(Self::Integer(whole(low), whole(high)));
        match name {
            "String" => Some(Self::String),
            "bool" => Some(Self::Boolean),
            "f64" => Some(Self::Float),
            "i8" => integer(i8::MIN.into(), i8::MAX.into()),
            "i16" => integer(i16::MIN.into(), i16::MAX.into()),
            "i32" => integer(i32::MIN.into(), i32::MAX.into()),
            "i64" => integer(i64::MIN, i64::MAX),
            "u8" => integer(0, u8::MAX.into()),
            "u16" => integer(0, u16::MAX.into()),
            "u32" => integer(0, u32::MAX.into()),
            _ => None,
        }
    }
}

/// The number as bounds are written.
#[allow(clippy::cast_precision_loss)]
fn whole(number: i64) -> f64 {
    number as f64
}
