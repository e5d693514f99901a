//! What every rule of a schema may cost.

use super::{CALL_LIMIT, Priced, Root, Sizes, occurrences, parse};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;

/// The estimate of one rule.
///
/// Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    path: FieldPathBuf,
    rule: String,
    cost: Option<u64>,
    occurrences: u64,
    advice: Option<String>,
}

impl RuleCost {
    /// What a server accepts for one rule, over all places where it can occur.
    pub const LIMIT: u64 = super::RULE_LIMIT;
    /// What a server spends on one evaluation.
    pub const CALL_LIMIT: u64 = super::CALL_LIMIT;
    /// What a server accepts for all rules of one schema.
    pub const SCHEMA_LIMIT: u64 = super::SCHEMA_LIMIT;

    /// The rule itself, below the path of its node.
    pub fn path(&self) -> &FieldPathBuf {
        &self.path
    }

    /// The same estimate, its path placed below `prefix`.
    pub(crate) fn below(self, prefix: &FieldPathBuf) -> Self {
        Self { path: self.path.below(prefix), ..self }
    }

    /// The expression.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// What one evaluation may cost; `None` for what does not parse, or calls a function whose estimate is not known.
    pub fn cost(&self) -> Option<u64> {
        self.cost
    }

    /// How often it can be evaluated for one object.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }

    /// What counts against the limits.
    pub fn total(&self) -> Option<u64> {
        self.cost.map(|cost| cost.saturating_mul(self.occurrences))
    }

    /// Which bound would make it cheaper, where a server refuses it or may fail to evaluate it.
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }
}

/// Estimates every rule of a schema, as a server of one minor does.
///
/// ```
/// use crd_schema::{ServerVersion, Rule, RuleCost, SchemaBuilder, rule_costs};
///
/// let names = SchemaBuilder::set(SchemaBuilder::string().max_length(63)).rule(Rule::new("oldSelf.all(o, o in self)"));
/// let names = names.validate(|validation| validation.max_items = Some(3160));
/// let schema = SchemaBuilder::object().property("names", names).build()?;
/// let costs = rule_costs(&schema, ServerVersion::NEWEST);
/// assert_eq!(costs[0].total(), Some(10_001_402));
/// assert!(costs[0].total() > Some(RuleCost::LIMIT));
/// assert_eq!(
///     costs[0].advice(),
///     Some("set maxItems to 3159 or less, 997 or less to stay within what one evaluation may cost"),
/// );
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub fn rule_costs(schema: &StructuralSchema, server: ServerVersion) -> Vec<RuleCost> {
    let mut found = Vec::new();
    let mut above = Vec::new();
    visit(schema.root(), &FieldPath::ROOT, server, &mut above, &mut found);
    found
}

fn visit<'s>(
    node: &'s SchemaNode,
    path: &FieldPath<'_>,
    server: ServerVersion,
    above: &mut Vec<&'s SchemaNode>,
    found: &mut Vec<RuleCost>,
) {
    let rules = path.property("x-kubernetes-validations");
    let own = node.rules().iter().enumerate();
    found.extend(own.map(|(index, rule)| estimate(node, &rules.index(index), &rule.rule, server, above)));
    above.push(node);
    if let Some(items) = node.items() {
        visit(items, &path.property("items"), server, above, found);
    }
    if let Some(values) = node.map_values() {
        visit(values, &path.property("additionalProperties"), server, above, found);
    }
    let properties = path.property("properties");
    for (name, member) in node.properties() {
        visit(member, &properties.key(name), server, above, found);
    }
    above.pop();
}

fn estimate(
    node: &SchemaNode,
    path: &FieldPath<'_>,
    rule: &str,
    server: ServerVersion,
    above: &[&SchemaNode],
) -> RuleCost {
    let above: Vec<_> = above.iter().rev().copied().collect();
    let sizes = Sizes::on(server);
    let occurrences = occurrences(above.iter().copied(), node, sizes);
    let expr = parse(rule);
    let cost = expr.as_ref().and_then(|expr| super::cost(expr, Root::below(above.len(), node), sizes));
    let is_dear =
        cost.is_some_and(|cost| cost > CALL_LIMIT || cost.saturating_mul(occurrences) > RuleCost::LIMIT);
    let priced = expr.as_ref().filter(|_| is_dear);
    let advice = priced.map(|expr| Priced { expr, node, above, server, later: false }.advice());
    let path = path.to_owned(PathStyle::Bracketed);
    RuleCost { path, rule: rule.to_owned(), cost, occurrences, advice }
}
