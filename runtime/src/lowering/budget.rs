//! What the rules cost, and which bound would make them cheap enough.

use super::cost::cost;
use super::expr::Expr;
use super::plan::Plan;
use super::site::Site;
use crate::declared::{CALL_LIMIT, Decl, OBJECT_LIMIT, Priced, REGIMES, RULE_LIMIT, SCHEMA_LIMIT, Sizes};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::server_version::ServerVersion;
use crate::violation::Violation;

use super::Note;

/// What one lowered rule may cost.
///
/// ```
/// use crd_schema::crd::publish;
/// use crd_schema::schema::KeyMutability;
/// use crd_schema::{ServerVersion, Profile, SchemaBuilder};
///
/// let labels = SchemaBuilder::map(SchemaBuilder::string()).key_mutability(KeyMutability::AddOnly);
/// let labels = labels.validate(|validation| validation.max_properties = Some(100));
/// let schema = SchemaBuilder::object().required("labels", labels).build()?;
/// let published = publish(&schema, Profile::Cluster)?;
/// let rule = &published.rules()[0];
/// assert_eq!(rule.rule(), "oldSelf.all(x1, x1 in self)");
/// assert_eq!((rule.cost(ServerVersion::NEWEST), rule.occurrences()), (602, 1));
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
    pub fn cost(&self, server: ServerVersion) -> u64 {
        let known = REGIMES.into_iter().zip(self.costs).rev();
        known.into_iter().find(|(regime, _)| *regime <= server).map_or(0, |(_, cost)| cost)
    }

    /// How often it can be evaluated for one object.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }
}

/// What one evaluation of the rule may cost.
fn each<'e>(site: &Site<'e>, expr: &'e Expr) -> impl Fn(Sizes<'_>) -> u64 + use<'e> {
    let root = Decl::below(site.nodes_above().count(), site.node);
    move |sizes| cost(expr, root, sizes)
}

/// What the rule costs on the minor that is asked for and on all later ones.
fn priced<'s, 'e>(plan: &Plan, site: &Site<'s>, cost: &'e dyn Fn(Sizes<'_>) -> u64) -> Priced<'s, 'e> {
    Priced {
        cost,
        node: site.node,
        above: site.nodes_above().collect(),
        server: plan.lowering.server,
        later: true,
        times: Some(plan.occurrences(site)),
    }
}

/// The estimates of a rule for all to read.
pub(super) fn record(plan: &Plan, site: &Site<'_>, expr: &Expr, rule: &str) -> LoweredRule {
    let each = each(site, expr);
    let costs = REGIMES.map(|server| each(Sizes::on(server)));
    LoweredRule { path: site.path(), rule: rule.to_owned(), costs, occurrences: plan.occurrences(site) }
}

/// Whether the rule can be afforded, in one evaluation and in all.
pub(super) fn fits(plan: &Plan, site: &Site<'_>, expr: &Expr) -> bool {
    priced(plan, site, &each(site, expr)).estimate().is_cheap()
}

/// How often the bound that would do is searched for; each search asks for some hundred estimates.
const MOST_ADVICES: usize = 16;

/// Which bound would do, as long as not too many were searched for.
fn advice(plan: &mut Plan, priced: &Priced<'_, '_>) -> String {
    plan.advices = plan.advices.saturating_add(1);
    if plan.advices > MOST_ADVICES {
        return "set maxLength, maxItems and maxProperties where they are missing".to_owned();
    }
    priced.advice()
}

/// Refuses what a server would refuse, and warns of what it might not be able to evaluate.
pub(super) fn validate(plan: &mut Plan, site: &Site<'_>, expr: &Expr, marker: &FieldPathBuf) {
    let each = each(site, expr);
    let priced = priced(plan, site, &each);
    let cost = priced.estimate();
    if cost.all > RULE_LIMIT {
        let detail = format!(
            "cannot be lowered to CEL, because its rule is estimated at {} and a server accepts {RULE_LIMIT}; {}",
            cost.all,
            advice(plan, &priced)
        );
        plan.found.push(Violation::forbidden(marker.clone(), detail));
        return;
    }
    plan.spent = plan.spent.saturating_add(cost.all);
    if cost.each > CALL_LIMIT {
        let message = format!(
            "the largest values could no longer be updated, since the rule may cost {} and a server spends \
             {CALL_LIMIT} on one evaluation; {}",
            cost.each,
            advice(plan, &priced)
        );
        tell(plan, marker.clone(), message);
    }
}

/// A warning, or under a strict budget a refusal.
fn tell(plan: &mut Plan, path: FieldPathBuf, message: String) {
    if plan.lowering.spends_strictly {
        plan.found.push(Violation::forbidden(path, message));
    } else {
        plan.warnings.push(Note::at(path, message).of("cost-near-budget"));
    }
}

/// The limits on everything together.
pub(super) fn validate_whole(plan: &mut Plan) {
    let spent = plan.spent;
    let root = FieldPath::ROOT.to_owned(PathStyle::Bracketed);
    if spent > SCHEMA_LIMIT {
        let detail = format!(
            "the rules that its mutability markers are lowered to are estimated at {spent}, and a server \
             accepts {SCHEMA_LIMIT}; set maxLength, maxItems and maxProperties where they are missing"
        );
        plan.found.push(Violation::forbidden(root, detail));
    } else if spent > OBJECT_LIMIT {
        let message = format!(
            "the largest objects could no longer be updated, since the rules of mutability may cost {spent} \
             and a server spends {OBJECT_LIMIT} on an object; set maxLength, maxItems and maxProperties"
        );
        tell(plan, root, message);
    }
}
