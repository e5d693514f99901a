//! What every rule of a schema may cost.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`.
//!
//! Knows nothing of: definitions, values.

use crd_schema_cel::{Ast, Rules};

use crate::compile::{CompiledRule, Environments, compile, estimate};
use crate::declared::{self, Decl, Priced, Site, Sizes, Typed};
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
    error: Option<String>,
    dear_from: Option<u64>,
}

impl RuleCost {
    /// What a server accepts for one rule, over all places where it can occur.
    pub const LIMIT: u64 = declared::RULE_LIMIT;
    /// What a server spends on one evaluation.
    pub const CALL_LIMIT: u64 = declared::CALL_LIMIT;
    /// What a server accepts for all rules of one schema.
    pub const SCHEMA_LIMIT: u64 = declared::SCHEMA_LIMIT;

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

    /// What one evaluation may cost; `None` for a rule that a server does not compile.
    pub fn cost(&self) -> Option<u64> {
        self.cost
    }

    /// How often it can be evaluated for one object.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }

    /// What the expression of the message may cost, which counts once; `None` without one, and where it does not compile.
    ///
    /// Source: `MessageExpressionMaxCost` in `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`.
    pub fn message_cost(&self) -> Option<u64> {
        self.message_cost
    }

    /// What counts against the limits.
    pub fn total(&self) -> Option<u64> {
        self.cost.map(|cost| cost.saturating_mul(self.occurrences))
    }

    /// Why a server does not compile the rule, or the expression of its message; it refuses the definition for it.
    ///
    /// ```
    /// use crd_schema::cel::rule_costs;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().rule(Rule::new("self.nope")).build()?;
    /// let error = rule_costs(&schema, ServerVersion::NEWEST)[0].error().map(str::to_owned);
    /// assert!(error.is_some_and(|error| error.contains("undefined field 'nope'")));
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
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
/// use crd_schema::cel::{RuleCost, rule_costs};
/// use crd_schema::schema::Rule;
/// use crd_schema::{ServerVersion, SchemaBuilder};
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
        found.push(rule_cost(site, rule, path, server));
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
        at(&site.element(items), &path.property("items"), visit);
    }
    if let Some(values) = node.map_values() {
        at(&site.element(values), &path.property("additionalProperties"), visit);
    }
    let properties = path.property("properties");
    for (name, property) in node.properties() {
        at(&site.property(name, property), &properties.key(name), visit);
    }
}

fn rule_cost(site: &Site<'_, '_>, rule: &Rule, path: &FieldPath<'_>, server: ServerVersion) -> RuleCost {
    let stored = Environments { server, rule: Rules::Stored, message_expression: Rules::Stored };
    let compiled = match site.typed {
        Typed::As(decl) => Ok((decl, compile(decl, rule, stored))),
        _ => Err("the value has no type that CEL knows"),
    };
    let costs = compiled.as_ref().ok().map(|(decl, compiled)| Costs::of(site, *decl, compiled, server));
    let error = match &compiled {
        Ok((_, compiled)) => compiled.error.as_ref().map(|(_, error)| error.as_str()),
        Err(error) => Some(*error),
    };
    let priced = costs.as_ref().and_then(|costs| costs.dear(site, server));
    RuleCost {
        path: path.to_owned(PathStyle::Bracketed),
        rule: rule.rule.clone(),
        cost: costs.as_ref().and_then(|costs| costs.rule),
        message_cost: costs.as_ref().and_then(|costs| costs.message),
        occurrences: site.occurrences(Sizes::on(server)),
        advice: priced.as_ref().map(|dear| dear.advice.clone()),
        error: error.map(str::to_owned),
        dear_from: priced.and_then(|dear| dear.from),
    }
}

/// What the expressions of a rule may cost that compiles at its place.
pub(crate) struct Costs<'c> {
    decl: Decl<'c>,
    compiled: &'c CompiledRule,
    /// What one evaluation may cost; nothing for a rule of white space.
    pub(crate) rule: Option<u64>,
    pub(crate) message: Option<u64>,
    occurrences: u64,
}

/// What is wrong with a rule that costs much.
struct DearRule {
    advice: String,
    from: Option<u64>,
}

impl<'c> Costs<'c> {
    pub(crate) fn of(
        site: &Site<'_, '_>,
        decl: Decl<'c>,
        compiled: &'c CompiledRule,
        server: ServerVersion,
    ) -> Self {
        let sizes = Sizes::on(server);
        let cost = |ast: &Ast| estimate(ast, decl, sizes);
        let is_sound = !compiled.error.as_ref().is_some_and(|(part, _)| *part == crate::compile::Part::Rule);
        let rule = is_sound.then(|| compiled.rule.as_ref().map_or(0, cost));
        let message = compiled.message_expression.as_ref().map(cost);
        Self { decl, compiled, rule, message, occurrences: site.occurrences(sizes) }
    }

    /// What counts against the limit of one rule.
    pub(crate) fn total(&self) -> Option<u64> {
        self.rule.map(|cost| cost.saturating_mul(self.occurrences))
    }

    /// Which bound would make the rule cheaper, if it is dear.
    pub(crate) fn advice(&self, site: &Site<'_, '_>, server: ServerVersion) -> Option<String> {
        let is_dear = self.rule? > RuleCost::CALL_LIMIT || self.total()? > RuleCost::LIMIT;
        let compiled = self.compiled.rule.as_ref().filter(|_| is_dear)?;
        let cost = |sizes: Sizes<'_>| estimate(compiled, self.decl, sizes);
        Some(priced(site, server, &cost).advice())
    }

    fn dear(&self, site: &Site<'_, '_>, server: ServerVersion) -> Option<DearRule> {
        let advice = self.advice(site, server)?;
        let compiled = self.compiled.rule.as_ref()?;
        let cost = |sizes: Sizes<'_>| estimate(compiled, self.decl, sizes);
        let is_dear = self.rule.is_some_and(|each| each > RuleCost::CALL_LIMIT);
        let from = is_dear.then(|| priced(site, server, &cost).dear_from()).flatten();
        Some(DearRule { advice, from })
    }
}

fn priced<'s, 'e>(
    site: &Site<'s, '_>,
    server: ServerVersion,
    cost: &'e dyn Fn(Sizes<'_>) -> u64,
) -> Priced<'s, 'e> {
    Priced { cost, node: site.node, above: site.above().collect(), server, later: false, times: None }
}
