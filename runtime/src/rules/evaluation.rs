//! The walk over an object that evaluates the rules of each node.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `validateExpressions`, `validateMap`,
//! `validateArray`, `evalMessageExpression`.

use crd_schema_cel::{Error, Value as Cel};
use serde_json::{Map, Value};

use super::RuleVerdict;
use super::correlation::{Correlation, OldItems};
use super::prepared::{Node, Prepared};
use super::values::value;
use crate::declared::Decl;
use crate::go_text::quoted;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, SchemaType};
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation, Violations};

/// How many bytes the message of an expression may have.
///
/// Source: `apiserver pkg/apis/cel/config.go`, `MaxEvaluatedMessageExpressionSizeBytes`.
const LONGEST_MESSAGE: usize = 5 * 1024;
const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

pub(super) struct Evaluation {
    server: ServerVersion,
    remaining: i64,
    violations: Violations,
    warnings: Violations,
}

/// Nothing more is evaluated.
struct Stopped;

/// A node with what its rules see.
struct Site<'s, 'p> {
    node: &'s Node,
    schema: &'s SchemaNode,
    new: &'s Value,
    correlation: &'p Correlation<'s>,
    path: FieldPathBuf,
}

/// Why a message could not be made.
enum NoMessage {
    /// Another one is used.
    Failed,
    /// Nothing more is evaluated.
    Stopped(String),
}

impl Evaluation {
    pub(super) fn new(server: ServerVersion, budget: i64) -> Self {
        Self { server, remaining: budget, violations: Violations::new(), warnings: Violations::new() }
    }

    pub(super) fn verdict(self) -> RuleVerdict {
        let Self { violations, warnings, remaining, .. } = self;
        RuleVerdict { violations, warnings, remaining_budget: remaining }
    }

    /// Evaluates the rules of a node and of those below it.
    pub(super) fn node<'s>(
        &mut self,
        node: &'s Node,
        schema: &'s SchemaNode,
        new: &'s Value,
        old: Option<&'s Value>,
        correlation: &Correlation<'s>,
        path: &FieldPath<'_>,
    ) {
        if self.visit(node, schema, new, old, correlation, path).is_err() {
            self.remaining = -1;
        }
    }

    fn visit<'s>(
        &mut self,
        node: &'s Node,
        schema: &'s SchemaNode,
        new: &'s Value,
        old: Option<&'s Value>,
        correlation: &Correlation<'s>,
        path: &FieldPath<'_>,
    ) -> Result<(), Stopped> {
        if new.is_null() {
            return Ok(());
        }
        if !node.rules.is_empty() {
            let path = path.to_owned(PathStyle::Bracketed);
            self.rules(&Site { node, schema, new, correlation, path }, old)?;
        }
        match new {
            Value::Array(new) => {
                self.items(node, schema, new, old.and_then(Value::as_array), correlation, path)
            }
            Value::Object(new) => {
                self.fields(node, schema, new, old.and_then(Value::as_object), correlation, path)
            }
            _ => Ok(()),
        }
    }

    fn items<'s>(
        &mut self,
        node: &'s Node,
        schema: &'s SchemaNode,
        new: &'s [Value],
        old: Option<&'s Vec<Value>>,
        correlation: &Correlation<'s>,
        path: &FieldPath<'_>,
    ) -> Result<(), Stopped> {
        let (Some(node), Some(items)) = (&node.items, schema.items()) else { return Ok(()) };
        let old_items = old.and_then(|old| OldItems::of(schema, old));
        for (index, new) in new.iter().enumerate() {
            let old = old_items.as_ref().and_then(|old| old.get(new));
            let correlation = correlation.item(new, old);
            self.visit(node, items, new, old.filter(|old| !old.is_null()), &correlation, &path.index(index))?;
        }
        Ok(())
    }

    fn fields<'s>(
        &mut self,
        node: &'s Node,
        schema: &'s SchemaNode,
        new: &'s Map<String, Value>,
        old: Option<&'s Map<String, Value>>,
        correlation: &Correlation<'s>,
        path: &FieldPath<'_>,
    ) -> Result<(), Stopped> {
        let old_of = |name: &str| old.and_then(|old| old.get(name)).filter(|old| !old.is_null());
        if let (Some(node), Some(values)) = (&node.values, schema.map_values()) {
            for (key, new) in new {
                self.visit(node, values, new, old_of(key), &correlation.key(key), &path.key(key))?;
            }
        }
        for (name, node) in &node.properties {
            let Some((new, schema)) = new.get(name).zip(schema.property(name)) else { continue };
            self.visit(node, schema, new, old_of(name), &correlation.key(name), &path.property(name))?;
        }
        Ok(())
    }

    fn rules<'s>(&mut self, site: &Site<'s, '_>, old: Option<&'s Value>) -> Result<(), Stopped> {
        if let Some(error) = site.node.error {
            self.violations.push(site.invalid(format!("rule compiler initialization error: {error}")));
            return Ok(());
        }
        if self.remaining <= 0 {
            self.violations.push(site.invalid(OUT_OF_BUDGET));
            return Err(Stopped);
        }
        let decl = if site.node.is_resource { Decl::of_root(site.schema) } else { Decl::of(site.schema) };
        let own = value(site.new, decl);
        let before = old.filter(|_| site.node.uses_old_self).map(|old| value(old, decl));
        for rule in &site.node.rules {
            self.rule(site, rule, &own, before.as_ref(), old.is_some())?;
        }
        Ok(())
    }

    fn rule<'s>(
        &mut self,
        site: &Site<'s, '_>,
        prepared: &'s Prepared,
        own: &Result<Cel<'s>, Error>,
        before: Option<&Result<Cel<'s>, Error>>,
        has_old: bool,
    ) -> Result<(), Stopped> {
        let program = match &prepared.program {
            None => return Ok(()),
            Some(Err(error)) => {
                self.violations.push(site.invalid(format!("rule compile error: {error}")));
                return Ok(());
            }
            Some(Ok(program)) => program,
        };
        let is_optional = prepared.rule.optional_old_self == Some(true);
        if prepared.uses_old_self && !has_old && !(is_optional && self.server >= ServerVersion::V1_30) {
            return Ok(());
        }
        let bound = bound(own, before);
        let variables = if is_optional { site.bound_optional(own, before) } else { bound.clone() };
        let evaluated = program.evaluate_with(&variables);
        self.pay(evaluated.cost).map_err(|()| {
            self.violations.push(site.invalid(OUT_OF_BUDGET));
            Stopped
        })?;
        match evaluated.result {
            Ok(Cel::Bool(true)) => Ok(()),
            Ok(_) => self.is_false(site, prepared, &bound),
            Err(error) => self.failed(site, prepared, &error),
        }
    }

    fn pay(&mut self, cost: u64) -> Result<(), ()> {
        match i64::try_from(cost) {
            Ok(cost) if cost <= self.remaining => {
                self.remaining -= cost;
                Ok(())
            }
            _ => Err(()),
        }
    }

    fn failed(&mut self, site: &Site<'_, '_>, prepared: &Prepared, error: &Error) -> Result<(), Stopped> {
        let (message, rule) = (error.to_string(), named(prepared));
        // By its message, as upstream does it (`pkg/apiserver/schema/cel/validation.go`, `evalExpressions`).
        let detail = if message.starts_with("no such overload") {
            format!(
                "'{message}': call arguments did not match a supported operator, function or macro signature for rule: {rule}"
            )
        } else if error.is_cancelled() {
            format!(
                "'{message}': no further validation rules will be run due to call cost exceeds limit for rule: {rule}"
            )
        } else {
            format!("{message} evaluating rule: {rule}")
        };
        self.violations.push(site.invalid(detail));
        if error.is_cancelled() { Err(Stopped) } else { Ok(()) }
    }

    fn is_false<'s>(
        &mut self,
        site: &Site<'s, '_>,
        prepared: &'s Prepared,
        bound: &Bound<'s>,
    ) -> Result<(), Stopped> {
        let path = match &prepared.field_path {
            Some(below) => {
                let below = FieldPath::ROOT.property(below).to_owned(PathStyle::Bracketed);
                below.below(&site.path)
            }
            None => site.path.clone(),
        };
        let detail = match self.message(prepared, bound) {
            Ok(Some(message)) => message,
            Ok(None) | Err(NoMessage::Failed) => message_of(prepared),
            Err(NoMessage::Stopped(detail)) => {
                self.add(site, prepared, Violation::invalid(path, site.type_word(), detail));
                return Err(Stopped);
            }
        };
        let violation = reported(path, self.shown(site), detail, prepared.rule.reason.as_deref());
        self.add(site, prepared, violation);
        Ok(())
    }

    /// The value that an error shows: from 1.35 on no object and no list.
    fn shown(&self, site: &Site<'_, '_>) -> Option<Value> {
        match site.schema.schema_type() {
            Some(SchemaType::Object | SchemaType::Array) => {
                (self.server < ServerVersion::V1_35).then(|| site.type_word())
            }
            _ => Some(site.new.clone()),
        }
    }

    /// What is wrong and was so before is a warning.
    fn add(&mut self, site: &Site<'_, '_>, prepared: &Prepared, violation: Violation) {
        if !prepared.uses_old_self && site.correlation.is_unchanged() {
            self.warnings.push(violation);
        } else {
            self.violations.push(violation);
        }
    }

    /// The message that an expression makes.
    fn message<'s>(
        &mut self,
        prepared: &'s Prepared,
        bound: &Bound<'s>,
    ) -> Result<Option<String>, NoMessage> {
        let Some(program) = &prepared.message else { return Ok(None) };
        let evaluated = program.evaluate_with(bound);
        self.pay(evaluated.cost).map_err(|()| {
            NoMessage::Stopped(
                "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
                    .to_owned(),
            )
        })?;
        match evaluated.result {
            Ok(Cel::String(message)) => {
                let message = message.trim();
                let is_usable =
                    !message.is_empty() && message.len() <= LONGEST_MESSAGE && !message.contains('\n');
                if is_usable { Ok(Some(message.to_owned())) } else { Err(NoMessage::Failed) }
            }
            Err(error) if error.is_cancelled() => {
                let source = prepared.rule.message_expression.as_deref().unwrap_or_default();
                Err(NoMessage::Stopped(format!(
                    "no further validation rules will be run due to call cost exceeds limit for messageExpression: {}",
                    quoted(source),
                )))
            }
            _ => Err(NoMessage::Failed),
        }
    }
}

/// The values of the variables; one that is missing is not bound.
type Bound<'s> = [(&'static str, Option<Result<Cel<'s>, Error>>); 2];

fn bound<'s>(own: &Result<Cel<'s>, Error>, before: Option<&Result<Cel<'s>, Error>>) -> Bound<'s> {
    [("self", Some(own.clone())), ("oldSelf", before.cloned())]
}

impl<'s> Site<'s, '_> {
    fn bound_optional(
        &self,
        own: &Result<Cel<'s>, Error>,
        before: Option<&Result<Cel<'s>, Error>>,
    ) -> Bound<'s> {
        if !self.node.uses_old_self {
            return bound(own, None);
        }
        let before = match before {
            None => Cel::Optional(None),
            // What is not as declared is there all the same, and fails where it is used.
            Some(before) => Cel::Optional(Some(Cel::item(before.clone()).into())),
        };
        [("self", Some(own.clone())), ("oldSelf", Some(Ok(before)))]
    }

    /// The type of the node, which stands for its value in errors of rules.
    fn type_word(&self) -> Value {
        self.schema.schema_type().map_or("", SchemaType::name).into()
    }

    fn invalid(&self, detail: impl Into<String>) -> Violation {
        Violation::invalid(self.path.clone(), self.type_word(), detail)
    }
}

/// A rule as errors call it.
fn named(prepared: &Prepared) -> &str {
    let message = prepared.rule.message.as_deref().filter(|message| !message.is_empty());
    message.unwrap_or(&prepared.rule.rule).trim()
}

fn message_of(prepared: &Prepared) -> String {
    match prepared.rule.message.as_deref() {
        Some(message) if !message.is_empty() => message.trim().to_owned(),
        _ => format!("failed rule: {}", named(prepared)),
    }
}

fn reported(path: FieldPathBuf, value: Option<Value>, detail: String, reason: Option<&str>) -> Violation {
    match reason {
        Some("FieldValueForbidden") => Violation::forbidden(path, detail),
        Some("FieldValueRequired") => Violation::required(path, detail),
        Some("FieldValueDuplicate") => Violation::new(ErrorKind::Duplicate, path, value, ""),
        _ => Violation::new(ErrorKind::Invalid, path, value, detail),
    }
}
