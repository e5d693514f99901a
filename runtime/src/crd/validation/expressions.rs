//! The expressions of `x-kubernetes-validations`: whether there is a type that they can be compiled for, what they cost,
//! and where they may speak of an old value.
//!
//! Not checked: that they compile. What does not is judged for its cost only where the cost is known all the same.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionOpenAPISchema`,
//! `getCostErrorMessage`; `cel_validation.go`, `TotalCost`.
//!
//! Knows nothing of: other keywords.

use std::cmp::Reverse;

use super::fault::{Faults, forbidden, internal, invalid};
use crate::estimate::{RuleCost, Site, Typed, advice, parse, rule_cost};
use crate::limits::Told;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::Rule;
use crate::server_version::ServerVersion;

/// How many of the dearest expressions are told when all together are too dear.
const TOLD: usize = 4;
/// How many expressions get an advice of their own, since finding one takes many estimates.
const ADVISED: usize = 64;
/// What an expression costs at least that is told then.
const DEAR: u64 = RuleCost::SCHEMA_LIMIT / 100;
const BOUNDS: &str = "set maxLength, maxItems and maxProperties where they are missing";
const TYPE: &str = "give the value a type, or put the rule on a value above that has one";
const UNTYPED: &str = "internal error: failed to construct type information for x-kubernetes-validations rules: unable \
                       to convert structural schema to CEL declarations";
const CONTRIBUTED: &str =
    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
const WITHOUT_ELEMENTS: &str = "failed to convert to declType for CEL validation rules";

/// What expressions may cost.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Limit {
    /// Each of them, and all together.
    Each,
    /// All together.
    Sum,
}

/// What is said of the expressions of one schema.
pub(super) struct Expressions {
    limit: Limit,
    server: ServerVersion,
    found: Faults,
    sum: u64,
    advised: usize,
    /// Where old values are not found: each text repeats a path.
    told: Told,
    /// The dearest ones first.
    dearest: Vec<Dear>,
}

/// An expression that is a good part of what all may cost.
struct Dear {
    path: FieldPathBuf,
    cost: u64,
    help: String,
}

impl Expressions {
    pub(super) fn new(limit: Limit, server: ServerVersion) -> Self {
        Self {
            limit,
            server,
            found: Faults::default(),
            sum: 0,
            advised: 0,
            told: Told::default(),
            dearest: Vec::new(),
        }
    }

    /// Checks the rules of a node; `unpaired` is the highest node above from which on there are no old values.
    pub(super) fn node(
        &mut self,
        site: &Site<'_, '_>,
        unpaired: Option<&FieldPath<'_>>,
        path: &FieldPath<'_>,
    ) {
        let rules = site.node.rules();
        if rules.is_empty() {
            return;
        }
        let path = path.property("x-kubernetes-validations");
        match site.typed {
            Typed::Untyped => return self.found.push_with_help(internal(&path, UNTYPED), TYPE),
            Typed::Elementless => return self.found.push_with_help(internal(&path, WITHOUT_ELEMENTS), TYPE),
            Typed::As(_) | Typed::Unasked | Typed::Unknown => {}
        }
        for (index, rule) in rules.iter().enumerate() {
            let path = path.index(index);
            let cost = rule_cost(site, rule, &path, self.server);
            if let Some(total) = cost.total() {
                let help = self.help(site, rule, &cost);
                self.cost(total, "estimated rule cost", &path.property("rule"), &help);
            }
            if let Some(message) = cost.message_cost() {
                let path = path.property("messageExpression");
                self.cost(message, "estimated messageExpression cost", &path, BOUNDS);
            }
            self.old_self(rule, unpaired, &path);
        }
    }

    fn help(&mut self, site: &Site<'_, '_>, rule: &Rule, cost: &RuleCost) -> String {
        let is_told = cost.total().is_some_and(|total| total >= DEAR) && self.advised < ADVISED;
        let advice = is_told.then(|| advice(site, rule, cost, self.server)).flatten();
        self.advised = self.advised.saturating_add(advice.iter().len());
        advice.unwrap_or_else(|| BOUNDS.to_owned())
    }

    fn cost(&mut self, cost: u64, name: &str, path: &FieldPath<'_>, help: &str) {
        if self.limit == Limit::Each && cost > RuleCost::LIMIT {
            self.found.push_with_help(forbidden(path, exceeded(name, cost, RuleCost::LIMIT)), help);
        }
        self.sum = self.sum.saturating_add(cost);
        if cost >= DEAR {
            let (path, help) = (path.to_owned(PathStyle::Bracketed), help.to_owned());
            self.dearest.push(Dear { path, cost, help });
            self.dearest.sort_by_key(|dear| Reverse(dear.cost));
            self.dearest.truncate(TOLD);
        }
    }

    fn old_self(&mut self, rule: &Rule, unpaired: Option<&FieldPath<'_>>, path: &FieldPath<'_>) {
        match (mentions_old_self(&rule.rule), unpaired, rule.optional_old_self) {
            (Some(true), Some(list), _) => {
                let list = list.to_owned(PathStyle::Bracketed);
                let detail = format!(
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within {list}"
                );
                if !self.told.takes(detail.len()) {
                    return;
                }
                let violation = invalid(&path.property("rule"), rule.rule.as_str(), detail);
                let help = "make the list a map of its items' keys, or put the rule on the list";
                self.found.push_with_help(violation, help);
            }
            // Servers of 1.29 take it out of new rules.
            (Some(false), _, Some(optional)) if self.server >= ServerVersion::V1_30 => {
                let detail = "may not be set if oldSelf is not used in rule";
                let violation = invalid(&path.property("optionalOldSelf"), optional, detail);
                self.found.push_with_help(violation, "leave it out, or compare with `oldSelf`");
            }
            _ => {}
        }
    }

    /// Adds what was found in the nodes, and gives what is said of all expressions together.
    ///
    /// Where some estimates are not known the sum is larger still.
    pub(super) fn finish(self, path: &FieldPath<'_>, found: &mut Faults) -> Faults {
        found.append(self.found);
        let mut together = Faults::default();
        if self.sum > RuleCost::SCHEMA_LIMIT {
            for Dear { path, help, .. } in self.dearest {
                together.push_with_help(forbidden(&FieldPath::from(&path), CONTRIBUTED), help);
            }
            let name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
            let help = "`crd-schema cost` prints the estimate of each: set bounds where the dearest ones are";
            let violation = forbidden(path, exceeded(name, self.sum, RuleCost::SCHEMA_LIMIT));
            together.push_with_help(violation, help);
        }
        together
    }
}

/// Whether the expression uses `oldSelf`; `None` where that cannot be seen.
fn mentions_old_self(rule: &str) -> Option<bool> {
    if !rule.contains("oldSelf") {
        return Some(false);
    }
    parse(rule).map(|expr| expr.mentions("oldSelf"))
}

#[expect(clippy::cast_precision_loss, reason = "as upstream does it")]
fn exceeded(name: &str, cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    format!(
        "{name} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, and \
         maxLength where arrays, maps, and strings are declared)"
    )
}
