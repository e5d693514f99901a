//! What is known of a part of an expression.

use super::paths::Path;
use crate::declared::Decl;
use crate::schema::SchemaType;

/// A part of an expression.
#[derive(Clone, Copy)]
pub(super) struct Value<'s> {
    pub(super) cost: u64,
    /// How large it may be; the estimate takes what is not known for endless.
    pub(super) size: Option<u64>,
    /// How large an item of a list or map is that the expression makes itself.
    pub(super) item: Option<u64>,
    pub(super) path: Path,
    /// The type, which may be known where the path is not.
    pub(super) kind: Kind<'s>,
}

/// The type of a part, as far as costs differ.
#[derive(Clone, Copy)]
pub(super) enum Kind<'s> {
    Of(Decl<'s>),
    /// A truth, a number or a time.
    Scalar,
    String,
    List(Item<'s>),
    /// A type itself.
    Type,
    Any,
}

/// The type of what is in a list.
#[derive(Clone, Copy)]
pub(super) enum Item<'s> {
    Of(Decl<'s>),
    Scalar,
    String,
    Any,
    /// A list again, of which no more is kept.
    Deep,
}

impl<'s> Value<'s> {
    /// What has no path.
    pub(super) fn made(cost: u64, size: Option<u64>, kind: Kind<'s>) -> Self {
        Self { cost, size: size.or_else(|| kind.size()), item: None, path: Path::NONE, kind }
    }

    /// A truth, a number or the like.
    pub(super) fn scalar(cost: u64) -> Self {
        Self::made(cost, Some(1), Kind::Scalar)
    }

    pub(super) fn size(&self) -> u64 {
        self.size.unwrap_or(u64::MAX)
    }
}

impl<'s> Kind<'s> {
    pub(super) fn of(decl: Decl<'s>) -> Self {
        if decl.is_any() { Self::Any } else { Self::Of(decl) }
    }

    /// Whether reading a field costs a step.
    pub(super) fn has_fields(self) -> bool {
        match self {
            Self::Of(decl) => decl.is_struct() || decl.is_map(),
            _ => false,
        }
    }

    pub(super) fn is_map(self) -> bool {
        matches!(self, Self::Of(decl) if decl.is_map())
    }

    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::List(_)) || matches!(self, Self::Of(decl) if decl.is_list())
    }

    pub(super) fn is_string(self) -> bool {
        matches!(self, Self::String) || matches!(self, Self::Of(decl) if decl.is_string())
    }

    pub(super) fn is_any(self) -> bool {
        matches!(self, Self::Any)
    }

    /// The size by the type alone.
    pub(super) fn size(self) -> Option<u64> {
        let is_scalar = match self {
            Self::Scalar => true,
            Self::Of(decl) => is_scalar(decl),
            _ => false,
        };
        is_scalar.then_some(1)
    }

    /// The type of an item, of a value of a map, or of any part of what may be anything.
    pub(super) fn element(self) -> Option<Self> {
        match self {
            Self::Of(decl) => decl.element().map(Self::of),
            Self::List(item) => item.kind(),
            Self::Any => Some(Self::Any),
            _ => None,
        }
    }

    /// The type of a field; `None` if there is none of that name, or it is not known.
    pub(super) fn field(self, name: &str) -> Option<Self> {
        match self {
            Self::Of(decl) if decl.is_struct() => decl.field(name).map(Self::of),
            Self::Of(decl) if decl.is_map() => decl.element().map(Self::of),
            Self::Any => Some(Self::Any),
            _ => None,
        }
    }

    pub(super) fn item(self) -> Item<'s> {
        match self {
            Self::Of(decl) => Item::Of(decl),
            Self::Scalar => Item::Scalar,
            Self::String => Item::String,
            Self::Any => Item::Any,
            Self::List(_) | Self::Type => Item::Deep,
        }
    }

    /// The type that both are of.
    pub(super) fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (one, _) => one,
        }
    }
}

/// Strings differ in length, and what may be anything might be one.
fn is_scalar(decl: Decl<'_>) -> bool {
    let Decl::Of(node) = decl else { return false };
    let is_number =
        matches!(node.type_, Some(SchemaType::Integer | SchemaType::Number | SchemaType::Boolean));
    let is_time = node.type_ == Some(SchemaType::String) && !decl.is_string();
    !node.int_or_string && (is_number || is_time)
}

impl<'s> Item<'s> {
    /// The type as that of a value; `None` where it is not kept.
    pub(super) fn kind(self) -> Option<Kind<'s>> {
        match self {
            Self::Of(decl) => Some(Kind::of(decl)),
            Self::Scalar => Some(Kind::Scalar),
            Self::String => Some(Kind::String),
            Self::Any => Some(Kind::Any),
            Self::Deep => None,
        }
    }
}
