//! The kinds of field errors.

/// What is wrong with a field, in Kubernetes' terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value must be given.
    Required,
    /// A value must not be given.
    Forbidden,
    /// A string, list or map has more than is allowed, counted in bytes.
    TooLong,
    /// A string is shorter than is allowed.
    TooShort,
    /// The check itself failed.
    Internal,
    /// The value is malformed or out of range.
    Invalid,
    /// The value has the wrong type; printed as [`ErrorKind::Invalid`] is.
    TypeInvalid,
    /// The value is none of those that are known.
    NotSupported,
    /// The value stands elsewhere too and must be unique.
    Duplicate,
    /// What the value names does not exist.
    NotFound,
    /// A list or map has too many entries.
    TooMany,
    /// A list or map has too few entries.
    TooFew,
}

impl ErrorKind {
    /// The machine-readable reason of a Status cause.
    ///
    /// ```
    /// assert_eq!(crd_schema::violation::ErrorKind::Invalid.reason(), "FieldValueInvalid");
    /// ```
    pub fn reason(self) -> &'static str {
        match self {
            Self::Required => "FieldValueRequired",
            Self::Forbidden => "FieldValueForbidden",
            Self::TooLong => "FieldValueTooLong",
            Self::TooShort => "FieldValueTooShort",
            Self::Internal => "InternalError",
            Self::Invalid => "FieldValueInvalid",
            Self::TypeInvalid => "FieldValueTypeInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::Duplicate => "FieldValueDuplicate",
            Self::NotFound => "FieldValueNotFound",
            Self::TooMany => "FieldValueTooMany",
            Self::TooFew => "FieldValueTooFew",
        }
    }

    pub(super) fn message(self) -> &'static str {
        match self {
            Self::Required => "Required value",
            Self::Forbidden => "Forbidden",
            Self::TooLong => "Too long",
            Self::TooShort => "Too short",
            Self::Internal => "Internal error",
            Self::Invalid | Self::TypeInvalid => "Invalid value",
            Self::NotSupported => "Unsupported value",
            Self::Duplicate => "Duplicate value",
            Self::NotFound => "Not found",
            Self::TooMany => "Too many",
            Self::TooFew => "Too few",
        }
    }

    pub(super) fn prints_value(self) -> bool {
        !matches!(self, Self::Required | Self::Forbidden | Self::TooLong | Self::TooShort | Self::Internal)
    }
}
