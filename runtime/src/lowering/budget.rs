//! What the rules cost, and which bound would make them cheap enough.

use super::plan::Plan;
use super::site::Site;
use crate::estimate::{
    self, Bound, CALL_LIMIT, Expr, MinServer, OBJECT_LIMIT, RULE_LIMIT, SCHEMA_LIMIT, Sizes,
};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::SchemaNode;
use crate::violation::Violation;

use super::{Lowering, Note};

/// The bounds that are tried for one rule; a schema may have very many.
const MOST_CANDIDATES: usize = 64;

/// An estimate: of one evaluation, and of all in one object.
#[derive(Clone, Copy)]
struct Estimate {
    each: u64,
    all: u64,
}

/// What one lowered rule may cost.
///
/// ```
/// use crd_schema::{KeyMutability, MinServer, Profile, SchemaBuilder, publish};
///
/// let labels = SchemaBuilder::map(SchemaBuilder::string()).key_mutability(KeyMutability::AddOnly);
/// let labels = labels.validate(|validation| validation.max_properties = Some(100));
/// let schema = SchemaBuilder::object().required("labels", labels).build()?;
/// let published = publish(&schema, Profile::Cluster)?;
/// let rule = &published.rules()[0];
/// assert_eq!(rule.rule(), "oldSelf.all(x1, x1 in self)");
/// assert_eq!((rule.cost(MinServer::NEWEST), rule.occurrences()), (602, 1));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredRule {
    path: FieldPathBuf,
    rule: String,
    costs: [u64; 4],
    occurrences: u64,
}

impl LoweredRule {
    /// The node that it stands on.
    pub fn path(&self) -> &FieldPathBuf {
        &self.path
    }

    /// Its expression.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// What one evaluation may cost, as this minor estimates it.
    pub fn cost(&self, server: MinServer) -> u64 {
        let known = REGIMES.into_iter().zip(self.costs).rev();
        known.into_iter().find(|(regime, _)| *regime <= server).map_or(0, |(_, cost)| cost)
    }

    /// How often it can be evaluated for one object.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }
}

/// The minors whose estimates differ.
const REGIMES: [MinServer; 4] = [MinServer::V1_29, MinServer::V1_31, MinServer::V1_33, MinServer::V1_34];

/// The largest estimate of the minor that is asked for and of all later ones.
fn estimate<'s>(
    lowering: Lowering,
    site: &Site<'s>,
    expr: &Expr,
    supposed: Option<(&'s SchemaNode, u64)>,
) -> Estimate {
    let servers = REGIMES.into_iter().filter(|server| *server > lowering.server).chain([lowering.server]);
    let mut most = Estimate { each: 0, all: 0 };
    for server in servers {
        let sizes = Sizes::on(server);
        let sizes = supposed.map_or(sizes, |(node, limit)| sizes.supposing(node, limit));
        let each = estimate::cost(expr, site.node, sizes);
        let times = estimate::occurrences(site.nodes_above(), site.node, sizes);
        most.each = most.each.max(each);
        most.all = most.all.max(each.saturating_mul(times));
    }
    most
}

/// The estimates of a rule for all to read.
pub(super) fn record(site: &Site<'_>, expr: &Expr, rule: &str) -> LoweredRule {
    let cost = |server| estimate::cost(expr, site.node, Sizes::on(server));
    let occurrences = estimate::occurrences(site.nodes_above(), site.node, Sizes::on(MinServer::NEWEST));
    LoweredRule { path: site.path(), rule: rule.to_owned(), costs: REGIMES.map(cost), occurrences }
}

/// Whether the rule can be afforded, in one evaluation and in all.
pub(super) fn fits(plan: &Plan, site: &Site<'_>, expr: &Expr) -> bool {
    let cost = estimate(plan.lowering, site, expr, None);
    cost.each <= CALL_LIMIT && cost.all <= RULE_LIMIT
}

/// Refuses what a server would refuse, and warns of what it might not be able to evaluate.
pub(super) fn judge(plan: &mut Plan, site: &Site<'_>, expr: &Expr, marker: &FieldPathBuf) {
    let cost = estimate(plan.lowering, site, expr, None);
    plan.spent = plan.spent.saturating_add(cost.all);
    let affordable =
        || solve(plan.lowering, site, expr, |cost| cost.each <= CALL_LIMIT && cost.all <= RULE_LIMIT);
    if cost.all > RULE_LIMIT {
        let accepted = solve(plan.lowering, site, expr, |cost| cost.all <= RULE_LIMIT);
        let detail = format!(
            "cannot be lowered to CEL, because its rule is estimated at {} and a server accepts {RULE_LIMIT}; {}",
            cost.all,
            advice(accepted, affordable())
        );
        plan.found.push(Violation::forbidden(marker.clone(), detail));
    } else if cost.each > CALL_LIMIT {
        let text = format!(
            "the largest values could no longer be updated, since the rule may cost {} and a server spends \
             {CALL_LIMIT} on one evaluation; {}",
            cost.each,
            advice(affordable(), None)
        );
        tell(plan, marker.clone(), text);
    }
}

/// A warning, or under a strict budget a refusal.
fn tell(plan: &mut Plan, path: FieldPathBuf, text: String) {
    if plan.lowering.spends_strictly {
        plan.found.push(Violation::forbidden(path, text));
    } else {
        plan.warnings.push(Note::at(path, text));
    }
}

/// The limits on everything together.
pub(super) fn judge_whole(plan: &mut Plan) {
    let spent = plan.spent;
    let root = FieldPath::ROOT.to_owned(PathStyle::Bracketed);
    if spent > SCHEMA_LIMIT {
        let detail = format!(
            "the rules that its mutability markers are lowered to are estimated at {spent}, and a server \
             accepts {SCHEMA_LIMIT}; set maxLength, maxItems and maxProperties where they are missing"
        );
        plan.found.push(Violation::forbidden(root, detail));
    } else if spent > OBJECT_LIMIT {
        let text = format!(
            "the largest objects could no longer be updated, since the rules of mutability may cost {spent} \
             and a server spends {OBJECT_LIMIT} on an object; set maxLength, maxItems and maxProperties"
        );
        tell(plan, root, text);
    }
}

/// A bound that would do.
struct Cure {
    /// Where it is missing or too large; empty for the node of the rule.
    of: String,
    bound: Bound,
    limit: u64,
}

fn advice(cure: Option<Cure>, better: Option<Cure>) -> String {
    let Some(cure) = cure else {
        return "set maxLength, maxItems and maxProperties where they are missing".to_owned();
    };
    let (of, keyword, limit) = (&cure.of, cure.bound.keyword(), cure.limit);
    let better = better.filter(|better| better.of == cure.of && better.bound == cure.bound);
    let better = better
        .map(|better| format!(", {} or less to stay within what one evaluation may cost", better.limit));
    format!("set {keyword}{of} to {limit} or less{}", better.unwrap_or_default())
}

/// The largest value of the first bound that makes the rule cheap enough by itself.
fn solve(lowering: Lowering, site: &Site<'_>, expr: &Expr, fits: impl Fn(Estimate) -> bool) -> Option<Cure> {
    candidates(site).into_iter().find_map(|candidate| {
        let bound = Bound::of(candidate.node)?;
        let with = |limit| fits(estimate(lowering, site, expr, Some((candidate.node, limit))));
        let mut limits = (1, bound.declared(candidate.node).unwrap_or(u64::from(u32::MAX)));
        if !with(limits.0) {
            return None;
        }
        while limits.0 < limits.1 {
            let middle = limits.0.saturating_add((limits.1 - limits.0).div_ceil(2));
            limits = if with(middle) { (middle, limits.1) } else { (limits.0, middle.saturating_sub(1)) };
        }
        Some(Cure { of: candidate.of, bound, limit: limits.0 })
    })
}

struct Candidate<'s> {
    node: &'s SchemaNode,
    of: String,
}

/// The node itself, what is below it, and the lists and maps around it; those without a bound first.
fn candidates<'s>(site: &Site<'s>) -> Vec<Candidate<'s>> {
    let mut found = Vec::new();
    collect(site.node, "", &mut found);
    let above =
        site.nodes_above().filter(|node| matches!(Bound::of(node), Some(Bound::Items | Bound::Entries)));
    found.extend(above.map(|node| Candidate { node, of: " of what it stands in".to_owned() }));
    let is_bounded = |candidate: &Candidate<'_>| {
        Bound::of(candidate.node).is_some_and(|bound| bound.declared(candidate.node).is_some())
    };
    found.sort_by_key(is_bounded);
    found
}

fn collect<'s>(node: &'s SchemaNode, of: &str, found: &mut Vec<Candidate<'s>>) {
    if found.len() >= MOST_CANDIDATES {
        return;
    }
    let below = |step: &str| if of.is_empty() { format!(" of {step}") } else { format!("{of}.{step}") };
    if Bound::of(node).is_some() {
        found.push(Candidate { node, of: of.to_owned() });
    }
    for (element, step) in [(node.items(), "items"), (node.map_values(), "additionalProperties")] {
        if let Some(element) = element {
            collect(element, &below(step), found);
        }
    }
    for (name, member) in node.properties() {
        collect(member, &below(&format!("properties[{name}]")), found);
    }
}
