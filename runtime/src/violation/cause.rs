//! Which check reports an error.

/// Which check reports an error, where other code acts on it: a message is for people and may quote anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Nothing acts on it.
    Other,
    /// A rule by itself exceeds the cost budget.
    RuleCost,
    /// A `messageExpression` by itself exceeds the cost budget.
    MessageExpressionCost,
    /// All expressions of a schema together exceed the cost budget.
    SchemaCost,
    /// A rule at a node that has no CEL type.
    RuleWithoutType,
    /// A transition rule below a list whose items have no old values.
    UncorrelatedOldSelf,
    /// A node below the root without a type.
    MissingType,
    /// A keyword of nodes in a nested value validation.
    KeywordInNested,
    /// A nested value validation of a field that no node declares.
    UndeclaredNested,
    /// `properties` beside `additionalProperties`.
    PropertiesAndAdditional,
    /// `uniqueItems: true`.
    UniqueItems,
    /// Granular items in a set.
    GranularSetItem,
    /// A field that an update must not change.
    Immutable,
    /// A protected group without approval.
    Approval,
}
