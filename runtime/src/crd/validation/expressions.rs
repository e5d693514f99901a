//! The expressions of `x-kubernetes-validations`: whether they compile, what they cost, and where they may use an old
//! value.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionOpenAPISchema`,
//! `getCostErrorMessage`; `cel_validation.go`, `TotalCost`.
//!
//! Knows nothing of: other keywords.

use std::cmp::Reverse;
use std::collections::HashSet;

use crd_schema_cel::Rules;
use serde_json::json;

use super::error::{PlacedErrors, forbidden, internal, invalid};
use super::ratchet::Options;
use crate::compile::{CompiledRule, Environments, Part, compile};
use crate::costs::{Costs, RuleCost};
use crate::declared::{Decl, Site, Typed};
use crate::limits::Reported;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::Rule;
use crate::server_version::ServerVersion;
use crate::violation::{Cause, Violation};

/// How many of the most expensive expressions are reported when all together exceed the budget.
const REPORTED: usize = 4;
/// How many expressions get an advice of their own, since finding one takes many estimates.
const ADVISED: usize = 64;
/// The least cost of an expression that is reported then.
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
pub(super) struct Expressions<'o> {
    limit: Limit,
    server: ServerVersion,
    known: &'o KnownExpressions,
    found: PlacedErrors,
    sum: u64,
    advised: usize,
    /// Where old values are not found: each message repeats a path.
    reported: Reported,
    /// The dearest ones first.
    dearest: Vec<Dear>,
}

/// An expression that is a good part of what all may cost.
struct Dear {
    path: FieldPathBuf,
    cost: u64,
    help: String,
}

/// The expressions of a definition that a server holds already: it compiles these with all functions that it knows.
///
/// Source: `validation.go`, `preexistingExpressions`.
#[derive(Debug, Default)]
pub(super) struct KnownExpressions {
    pub(super) rules: HashSet<String>,
    pub(super) message_expressions: HashSet<String>,
}

impl KnownExpressions {
    fn environments(&self, rule: &Rule, server: ServerVersion) -> Environments {
        let of = |is_known| if is_known { Rules::Stored } else { Rules::New };
        let message = rule.message_expression.as_deref();
        Environments {
            server,
            rule: of(self.rules.contains(&rule.rule)),
            message_expression: of(message.is_some_and(|message| self.message_expressions.contains(message))),
        }
    }
}

impl<'o> Expressions<'o> {
    pub(super) fn new(limit: Limit, options: &'o Options<'_>) -> Self {
        Self {
            limit,
            server: options.server,
            known: &options.known_expressions,
            found: PlacedErrors::default(),
            sum: 0,
            advised: 0,
            reported: Reported::default(),
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
        let decl = match site.typed {
            Typed::Untyped => return self.found.push_with_help(without_type(&path, UNTYPED), TYPE),
            Typed::Elementless => {
                return self.found.push_with_help(without_type(&path, WITHOUT_ELEMENTS), TYPE);
            }
            Typed::As(decl) => decl,
            Typed::Unasked | Typed::Unknown => return,
        };
        for (index, rule) in rules.iter().enumerate() {
            let path = path.index(index);
            let compiled = compile(decl, rule, self.known.environments(rule, self.server));
            self.costs(site, decl, &compiled, &path);
            if let Some((part, detail)) = &compiled.error {
                self.not_compiled(rule, *part, detail, &path);
            }
            self.old_self(rule, &compiled, unpaired, &path);
        }
    }

    /// What the expressions cost that compile.
    fn costs(&mut self, site: &Site<'_, '_>, decl: Decl<'_>, compiled: &CompiledRule, path: &FieldPath<'_>) {
        let costs = Costs::of(site, decl, compiled, self.server);
        if let Some(total) = costs.total() {
            let help = self.help(site, &costs);
            self.cost((total, Cause::RuleCost), "estimated rule cost", &path.property("rule"), &help);
        }
        if let Some(message) = costs.message {
            let path = path.property("messageExpression");
            let message = (message, Cause::MessageExpressionCost);
            self.cost(message, "estimated messageExpression cost", &path, BOUNDS);
        }
    }

    fn help(&mut self, site: &Site<'_, '_>, costs: &Costs<'_>) -> String {
        let is_reported = costs.total().is_some_and(|total| total >= DEAR) && self.advised < ADVISED;
        let advice = is_reported.then(|| costs.advice(site, self.server)).flatten();
        self.advised = self.advised.saturating_add(advice.iter().len());
        advice.unwrap_or_else(|| BOUNDS.to_owned())
    }

    fn cost(&mut self, (cost, cause): (u64, Cause), name: &str, path: &FieldPath<'_>, help: &str) {
        if self.limit == Limit::Each && cost > RuleCost::LIMIT {
            let violation = forbidden(path, exceeded(name, cost, RuleCost::LIMIT)).caused_by(cause);
            self.found.push_with_help(violation, help);
        }
        self.sum = self.sum.saturating_add(cost);
        if cost >= DEAR {
            let (path, help) = (path.to_owned(PathStyle::Bracketed), help.to_owned());
            self.dearest.push(Dear { path, cost, help });
            self.dearest.sort_by_key(|dear| Reverse(dear.cost));
            self.dearest.truncate(REPORTED);
        }
    }

    /// **Quirk**: the whole rule is printed, by the names of Go's fields.
    fn not_compiled(&mut self, rule: &Rule, part: Part, detail: &str, path: &FieldPath<'_>) {
        let path = match part {
            Part::Rule => path.property("rule"),
            Part::MessageExpression => path.property("messageExpression"),
        };
        // The rule stands in each message about it, so that both are bounded.
        if self.reported.takes(detail.len() + rule.rule.len()) {
            let violation =
                invalid(&path, rule.rule.as_str(), detail).of_struct(as_json(rule), as_go_syntax(rule));
            self.found.push(violation);
        }
    }

    fn old_self(
        &mut self,
        rule: &Rule,
        compiled: &CompiledRule,
        unpaired: Option<&FieldPath<'_>>,
        path: &FieldPath<'_>,
    ) {
        match (compiled.uses_old_self(), unpaired, rule.optional_old_self) {
            (true, Some(list), _) => {
                let list = list.to_owned(PathStyle::Bracketed);
                let detail = format!(
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within {list}"
                );
                if !self.reported.takes(detail.len()) {
                    return;
                }
                let violation = invalid(&path.property("rule"), rule.rule.as_str(), detail)
                    .caused_by(Cause::UncorrelatedOldSelf);
                let help = "make the list a map of its items' keys, or put the rule on the list";
                self.found.push_with_help(violation, help);
            }
            // Servers of 1.29 take it out of new rules.
            (false, _, Some(optional)) if self.server >= ServerVersion::V1_30 => {
                let detail = "may not be set if oldSelf is not used in rule";
                let violation = invalid(&path.property("optionalOldSelf"), optional, detail);
                self.found.push_with_help(violation, "leave it out, or compare with `oldSelf`");
            }
            _ => {}
        }
    }

    /// Adds what was found in the nodes, and gives what is said of all expressions together.
    pub(super) fn finish(self, path: &FieldPath<'_>, found: &mut PlacedErrors) -> PlacedErrors {
        found.append(self.found);
        let mut together = PlacedErrors::default();
        if self.sum > RuleCost::SCHEMA_LIMIT {
            for Dear { path, help, .. } in self.dearest {
                let violation = forbidden(&FieldPath::from(&path), CONTRIBUTED).caused_by(Cause::SchemaCost);
                together.push_with_help(violation, help);
            }
            let name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
            let help = "`crd-schema cost` prints the estimate of each: set bounds where the dearest ones are";
            let detail = exceeded(name, self.sum, RuleCost::SCHEMA_LIMIT);
            let violation = forbidden(path, detail).caused_by(Cause::SchemaCost);
            together.push_with_help(violation, help);
        }
        together
    }
}

fn without_type(path: &FieldPath<'_>, detail: &str) -> Violation {
    internal(path, detail).caused_by(Cause::RuleWithoutType)
}

/// A rule as the JSON of Go's struct; Go escapes what HTML would read.
fn as_json(rule: &Rule) -> String {
    let message = |message: &Option<String>| json!(message.as_deref().unwrap_or_default()).to_string();
    let json = format!(
        r#"{{"Rule":{},"Message":{},"MessageExpression":{},"Reason":{},"FieldPath":{},"OptionalOldSelf":{}}}"#,
        json!(rule.rule),
        message(&rule.message),
        message(&rule.message_expression),
        json!(rule.reason),
        message(&rule.field_path),
        json!(rule.optional_old_self),
    );
    let escapes = [
        ('&', "\\u0026"),
        ('<', "\\u003c"),
        ('>', "\\u003e"),
        ('\u{2028}', "\\u2028"),
        ('\u{2029}', "\\u2029"),
    ];
    escapes.into_iter().fold(json, |json, (char, escape)| json.replace(char, escape))
}

/// A rule in Go syntax; a server prints addresses, which are others each time.
fn as_go_syntax(rule: &Rule) -> String {
    let message = |message: &Option<String>| json!(message.as_deref().unwrap_or_default()).to_string();
    let pointer = |of: &str, is_set: bool| format!("(*{of})({})", if is_set { "0x0" } else { "nil" });
    format!(
        "apiextensions.ValidationRule{{Rule:{}, Message:{}, MessageExpression:{}, Reason:{}, FieldPath:{}, \
         OptionalOldSelf:{}}}",
        json!(rule.rule),
        message(&rule.message),
        message(&rule.message_expression),
        pointer("apiextensions.FieldValueErrorReason", rule.reason.is_some()),
        message(&rule.field_path),
        pointer("bool", rule.optional_old_self.is_some()),
    )
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
