//! What every rule of a schema may cost.

use super::cost::cost_of_text;
use super::site::{Site, Typed};
use super::{CALL_LIMIT, Old, Priced, Sizes, parse, syntax_error};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{Rule, StructuralSchema};
use crate::server_version::ServerVersion;

/// The estimate of one rule.
///
/// Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    path: FieldPathBuf,
    rule: String,
    cost: Option<u64>,
    message_cost: Option<u64>,
    occurrences: u64,
    advice: Option<String>,
    has_message: bool,
    syntax_error: Option<String>,
    dear_from: Option<u64>,
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

    /// What one evaluation may cost; `None` for what a server does not compile, and for what is not known here.
    pub fn cost(&self) -> Option<u64> {
        self.cost
    }

    /// How often it can be evaluated for one object.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }

    /// What the expression of the message may cost, which counts once; `None` without one, and where it is not known.
    ///
    /// Source: `MessageExpressionMaxCost` in `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`.
    pub fn message_cost(&self) -> Option<u64> {
        self.message_cost
    }

    /// What counts against the limits.
    pub fn total(&self) -> Option<u64> {
        self.cost.map(|cost| cost.saturating_mul(self.occurrences))
    }

    /// Whether all of it is known: what the rule costs, and what its message does.
    pub fn is_known(&self) -> bool {
        self.cost.is_some() && (self.message_cost.is_some() || !self.has_message)
    }

    /// From where on the rule, or the expression of its message, is none of CEL; a server refuses the definition for it.
    ///
    /// `None` is no promise that it compiles: types and functions are not looked at.
    pub fn syntax_error(&self) -> Option<&str> {
        self.syntax_error.as_deref()
    }

    /// The bytes of the smallest value that a server may fail to evaluate it for; none where no object that can be stored has
    /// one.
    #[cfg(feature = "lint")]
    pub(crate) fn dear_from(&self) -> Option<u64> {
        self.dear_from
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
    each_rule(schema, &FieldPath::ROOT, &mut |site, rule, path| {
        let cost = rule_cost(site, rule, path, server);
        let advice = advice(site, rule, &cost, server);
        found.push(RuleCost { advice, dear_from: dear_from(site, rule, &cost, server), ..cost });
    });
    found
}

/// Visits every rule of a schema with the node that it stands on, and its own path.
pub(crate) fn each_rule(
    schema: &StructuralSchema,
    path: &FieldPath<'_>,
    visit: &mut impl FnMut(&Site<'_, '_>, &Rule, &FieldPath<'_>),
) {
    at(&Site::root(schema.root()), path, visit);
}

fn at(
    site: &Site<'_, '_>,
    path: &FieldPath<'_>,
    visit: &mut impl FnMut(&Site<'_, '_>, &Rule, &FieldPath<'_>),
) {
    let (node, rules) = (site.node, path.property("x-kubernetes-validations"));
    for (index, rule) in node.rules().iter().enumerate() {
        visit(site, rule, &rules.index(index));
    }
    if let Some(items) = node.items() {
        at(&site.items(items), &path.property("items"), visit);
    }
    if let Some(values) = node.map_values() {
        at(&site.values(values), &path.property("additionalProperties"), visit);
    }
    let properties = path.property("properties");
    for (name, member) in node.properties() {
        at(&site.property(name, member), &properties.key(name), visit);
    }
}

/// The estimate of a rule of the node, without advice.
pub(crate) fn rule_cost(
    site: &Site<'_, '_>,
    rule: &Rule,
    path: &FieldPath<'_>,
    server: ServerVersion,
) -> RuleCost {
    let (sizes, old) = (Sizes::on(server), Old::of(rule));
    let root = match site.typed {
        Typed::As(root) => Some(root),
        _ => None,
    };
    let expr = parse(&rule.rule).zip(root);
    let cost = expr.and_then(|(expr, root)| super::cost(&expr, root, old, sizes));
    // A server looks at the message of a rule that it compiles.
    let message = rule.message_expression.as_deref().filter(|_| cost.is_some()).and_then(parse).zip(root);
    let message_cost = message.and_then(|(message, root)| cost_of_text(&message, root, old, sizes));
    let (path, occurrences) = (path.to_owned(PathStyle::Bracketed), site.occurrences(sizes));
    RuleCost {
        path,
        rule: rule.rule.clone(),
        cost,
        message_cost,
        occurrences,
        advice: None,
        syntax_error: if cost.is_some() && message_cost.is_some() { None } else { broken(rule) },
        has_message: rule.message_expression.as_deref().is_some_and(|message| !message.trim().is_empty()),
        dear_from: None,
    }
}

/// What of a rule or its message is no expression.
fn broken(rule: &Rule) -> Option<String> {
    let texts = std::iter::once(rule.rule.as_str()).chain(rule.message_expression.as_deref());
    let rest = |text: &str| syntax_error(text).map(|at| text.get(at..).unwrap_or_default().to_owned());
    texts.into_iter().find_map(rest)
}

/// Which bound would make the rule cheaper, if it is dear.
pub(crate) fn advice(
    site: &Site<'_, '_>,
    rule: &Rule,
    cost: &RuleCost,
    server: ServerVersion,
) -> Option<String> {
    let is_dear = cost.cost()? > CALL_LIMIT || cost.total()? > RuleCost::LIMIT;
    let expr = &parse(&rule.rule).filter(|_| is_dear)?;
    let (old, above) = (Old::of(rule), site.above().collect());
    Some(Priced { expr, old, node: site.node, above, server, later: false, times: None }.advice())
}

fn dear_from(site: &Site<'_, '_>, rule: &Rule, cost: &RuleCost, server: ServerVersion) -> Option<u64> {
    let expr = &parse(&rule.rule).filter(|_| cost.cost().is_some_and(|each| each > CALL_LIMIT))?;
    let (old, above) = (Old::of(rule), site.above().collect());
    Priced { expr, old, node: site.node, above, server, later: false, times: None }.dear_from()
}
