//! What is said of a value beyond its kind.

use serde_json::Value;

use super::TypeDesc;

/// Makes the defaults of the properties of a struct from one value of it.
pub type MakeDefaults = fn() -> Result<Vec<(&'static str, Value)>, serde_json::Error>;

/// One thing said of a value.
#[derive(Clone, Copy, Debug)]
pub enum Facet {
    /// What the type is for; an empty description removes the one below.
    Description(&'static str),
    /// What the values of an enum are for. The list follows the description of the type, and of each field that has the type; of an
    /// enum with a tag it is the description of the tag.
    PossibleValues(&'static [PossibleValue]),
    /// A JSON Schema whose descriptions stand where there are no others; it is made when they are read.
    Descriptions(fn() -> Value),
    /// The format of a string or number; an empty string takes away what is said below.
    Format(&'static str),
    /// The smallest number.
    Minimum(f64),
    /// The largest number.
    Maximum(f64),
    /// The smallest number itself is refused.
    ExclusiveMinimum,
    /// The largest number itself is refused.
    ExclusiveMaximum,
    /// What a number must be a multiple of.
    MultipleOf(f64),
    /// The fewest characters.
    MinLength(i64),
    /// The most characters.
    MaxLength(i64),
    /// A regular expression in Go's syntax.
    Pattern(&'static str),
    /// The fewest items.
    MinItems(i64),
    /// The most items.
    MaxItems(i64),
    /// The fewest properties.
    MinProperties(i64),
    /// The most properties.
    MaxProperties(i64),
    /// All values that are allowed.
    Enum(&'static [Literal]),
    /// A heading for readers.
    Title(&'static str),
    /// A value for readers.
    Example(Literal),
    /// Where to read more: an address, and what is found there, which may be empty.
    ExternalDocs(&'static str, &'static str),
    /// The value that the server fills in.
    Default(Literal),
    /// The value that the server fills in, made by the program.
    DefaultFn(fn() -> Result<Value, serde_json::Error>),
    /// The value that the server fills in is the property of the default of the whole struct; see [`Facet::Defaults`].
    DefaultOfType,
    /// The defaults of the properties of the struct that say [`Facet::DefaultOfType`], made by the program from one value.
    Defaults(MakeDefaults),
    /// `null` is a value.
    Nullable,
    /// Unknown fields are kept.
    PreserveUnknown,
    /// serde refuses unknown fields; a server removes them, unless another variant of an enum has them.
    DenyUnknown,
    /// The value is a Kubernetes object of its own.
    EmbeddedResource,
    /// What identifies the items of a list.
    ListType(ListTypeDesc),
    /// The fields that identify an item.
    ListMapKeys(&'static [&'static str]),
    /// Whether the fields of an object have owners of their own.
    MapType(MapTypeDesc),
    /// How the value may change.
    Mutability(MutabilityDesc),
    /// How the keys of a list or map may change.
    KeyMutability(KeyMutabilityDesc),
    /// A CEL rule.
    Rule(RuleDesc),
    /// A CEL rule of the whole object, on the type of its spec; it stands at the root, see [`Facet::RootRulesOf`].
    RootRule(RuleDesc),
    /// Every [`Facet::RootRule`] of the type is a rule of this object.
    RootRulesOf(&'static TypeDesc),
    /// An attribute of another derive describes the value, and this derive does not read it.
    Foreign {
        /// The attribute.
        attribute: &'static str,
        /// What to write instead.
        cure: &'static str,
    },
    /// The variants of an enum are also in `x-kubernetes-unions`, which no released server knows.
    Unions,
    /// serde may write the value in another spelling than a client has sent: `…T00:00:00+00:00` as `…T00:00:00Z`.
    Respelled,
    /// Where the Rust source says what only running it tells wrong: a file and a line.
    At(&'static str),
    /// The author accepts what a rule of ours warns of here and below.
    Allow {
        /// One of [`RULE_IDS`](super::RULE_IDS).
        rule: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// What is said of every item of the list or value of the map.
    Element(&'static [Facet]),
}

/// One value of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PossibleValue {
    /// The value, in JSON.
    pub value: Literal,
    /// What the value is for; when empty, the description of the variant's content stands in.
    pub description: &'static str,
}

/// A JSON value as `const` data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A string.
    String(&'static str),
    /// A list.
    List(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
}

/// `x-kubernetes-list-type`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListTypeDesc {
    /// The list is one value.
    Atomic,
    /// Key fields identify the items.
    Map,
    /// The items identify themselves.
    Set,
}

/// `x-kubernetes-map-type`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapTypeDesc {
    /// The object is one value.
    Atomic,
    /// The fields have owners of their own.
    Granular,
}

/// `x-kubernetes-mutability`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutabilityDesc {
    /// It may be set once, and never go.
    AddOnly,
    /// It may neither come, nor go, nor change.
    Immutable,
    /// It may go, and never come back.
    RemoveOnly,
}

/// `x-kubernetes-key-mutability`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMutabilityDesc {
    /// Keys may only come.
    AddOnly,
    /// Keys may neither come nor go.
    Immutable,
    /// Keys may only go.
    RemoveOnly,
}

/// A CEL rule; empty strings say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleDesc {
    /// An expression that must be true.
    pub rule: &'static str,
    /// What to tell when it is false.
    pub message: &'static str,
    /// An expression that makes the message.
    pub message_expression: &'static str,
    /// The reason of the cause.
    pub reason: &'static str,
    /// The field to blame, relative to the value.
    pub field_path: &'static str,
    /// Whether the rule also runs without an old value.
    pub optional_old_self: bool,
}

impl RuleDesc {
    /// A rule of which nothing is said.
    pub const EMPTY: Self = Self {
        rule: "",
        message: "",
        message_expression: "",
        reason: "",
        field_path: "",
        optional_old_self: false,
    };
}
