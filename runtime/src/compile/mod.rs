//! Compiles the expressions of `x-kubernetes-validations` as a server does.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`.
//!
//! Knows nothing of: what expressions cost, definitions.

mod declare;

#[cfg(feature = "serve")]
use crd_schema_cel::Program;
use crd_schema_cel::{Compiled, Env, Rules, Type};

use crate::estimate::Root;
use crate::schema::Rule;
use crate::server_version::ServerVersion;
use declare::Declared;

/// What a server makes of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledRule {
    /// Whether the rule uses the old value; a rule that does not compile does not.
    pub(crate) uses_old_self: bool,
    /// Why an expression of the rule does not compile.
    pub(crate) error: Option<(Part, String)>,
}

/// An expression of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Rule,
    MessageExpression,
}

/// Which environment each expression of a rule is compiled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Environments {
    pub(crate) server: ServerVersion,
    pub(crate) rule: Rules,
    pub(crate) message_expression: Rules,
}

/// Compiles the rule of a node, then the expression of its message.
pub(crate) fn compile(root: Root<'_>, rule: &Rule, environments: Environments) -> CompiledRule {
    // A rule of white space is none.
    if rule.rule.trim().is_empty() {
        return CompiledRule { uses_old_self: false, error: None };
    }
    let declared = Declared::new(root);
    let env = |rules| env(&declared, rule, environments.server, rules);
    let compiled = match expression(&env(environments.rule), &rule.rule, "", &Type::Bool) {
        Ok(compiled) => compiled,
        Err(detail) => return CompiledRule { uses_old_self: false, error: Some((Part::Rule, detail)) },
    };
    let uses_old_self = compiled.uses("oldSelf");
    if let Some(detail) = plan_error("program", &compiled) {
        return CompiledRule { uses_old_self, error: Some((Part::Rule, detail)) };
    }
    let message = rule.message_expression.as_deref().filter(|message| !message.is_empty());
    let error = message.and_then(|message| {
        let env = env(environments.message_expression);
        match expression(&env, message, "messageExpression ", &Type::String) {
            Ok(compiled) => plan_error("messageExpression", &compiled),
            Err(detail) => Some(detail),
        }
    });
    CompiledRule { uses_old_self, error: error.map(|detail| (Part::MessageExpression, detail)) }
}

/// A rule that can be evaluated.
#[cfg(feature = "serve")]
#[derive(Debug)]
pub(crate) struct Programs {
    /// `None` for a rule of white space; what went wrong where it does not compile.
    pub(crate) rule: Option<Result<Program, String>>,
    /// `None` where there is none, or none that compiles.
    pub(crate) message_expression: Option<Program>,
    pub(crate) uses_old_self: bool,
}

/// Compiles a rule as a server does that evaluates it: with all functions that it knows.
#[cfg(feature = "serve")]
pub(crate) fn programs(root: Root<'_>, rule: &Rule, server: ServerVersion) -> Programs {
    if rule.rule.trim().is_empty() {
        return Programs { rule: None, message_expression: None, uses_old_self: false };
    }
    let declared = Declared::new(root);
    let env = env(&declared, rule, server, Rules::Stored);
    let program = match program(&env, &rule.rule, "", &Type::Bool) {
        Ok(program) => program,
        Err(error) => {
            return Programs { rule: Some(Err(error)), message_expression: None, uses_old_self: false };
        }
    };
    let uses_old_self = program.compiled().uses("oldSelf");
    if let Some(error) = plan_error("program", program.compiled()) {
        return Programs { rule: Some(Err(error)), message_expression: None, uses_old_self };
    }
    let message = rule.message_expression.as_deref().filter(|message| !message.is_empty());
    let message = message.and_then(|message| self::program(&env, message, "", &Type::String).ok());
    let message_expression = message.filter(|message| message.compiled().plan_error().is_none());
    Programs { rule: Some(Ok(program)), message_expression, uses_old_self }
}

#[cfg(feature = "serve")]
fn program(env: &Env<'_>, text: &str, prefix: &str, expected: &Type) -> Result<Program, String> {
    expression(env, text, prefix, expected)?;
    env.program(text).map_err(|issues| issues.to_string())
}

fn env<'d>(declared: &'d Declared<'_>, rule: &Rule, server: ServerVersion, rules: Rules) -> Env<'d> {
    let own = declared.root_type();
    // Servers of 1.29 take it out of new rules.
    let is_optional = rule.optional_old_self == Some(true) && server >= ServerVersion::V1_30;
    let old = if is_optional { Type::optional(own.clone()) } else { own.clone() };
    let env = Env::new(server.minor()).rules(rules).objects(declared);
    env.variable("self", own).variable("oldSelf", old)
}

fn plan_error(what: &str, compiled: &Compiled) -> Option<String> {
    compiled.plan_error().map(|error| format!("{what} instantiation failed: {error}"))
}

/// Compiles one expression; the prefix is that of the messages.
fn expression(env: &Env<'_>, text: &str, prefix: &str, expected: &Type) -> Result<Compiled, String> {
    let compiled = env.compile(text).map_err(|issues| format!("{prefix}compilation failed: {issues}"))?;
    if compiled.output_type() == expected {
        return Ok(compiled);
    }
    Err(match expected {
        Type::Bool => NOT_BOOL.to_owned(),
        _ => format!("{prefix}must evaluate to a string"),
    })
}

/// Compiles an expression of any type where the rule stands.
pub(crate) fn program_of_any_type(
    root: Root<'_>,
    source: &str,
    rule: &Rule,
    server: ServerVersion,
    rules: Rules,
) -> Result<Program, String> {
    let declared = Declared::new(root);
    let program = env(&declared, rule, server, rules).program(source);
    let program = program.map_err(|issues| format!("compilation failed: {issues}"))?;
    match plan_error("program", program.compiled()) {
        Some(error) => Err(error),
        None => Ok(program),
    }
}

/// What is said of a rule of another type.
pub(crate) const NOT_BOOL: &str = "cel expression must evaluate to a bool";
