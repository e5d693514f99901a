//! Compiles the expressions of `x-kubernetes-validations` as a server does.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`.
//!
//! Knows nothing of: what expressions may cost, definitions.

mod declare;
mod scope;

use std::sync::Arc;

use crd_schema_cel::{Ast, Compiled, Env, Program, Rules, Syntax, Type};

use crate::declared::{Decl, Sizes};
use crate::schema::Rule;
use crate::server_version::ServerVersion;
use declare::Declared;
pub(crate) use scope::Scope;
#[cfg(feature = "lint")]
pub(crate) use scope::property;

/// What a server makes of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompiledRule {
    /// `None` for a rule of white space, and for one that does not compile.
    pub(crate) rule: Option<Ast>,
    /// `None` where there is none, or none that compiles.
    pub(crate) message_expression: Option<Ast>,
    /// Why an expression of the rule does not compile.
    pub(crate) error: Option<(Part, String)>,
}

impl CompiledRule {
    /// Whether the rule uses the old value.
    pub(crate) fn uses_old_self(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.uses("oldSelf"))
    }
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
pub(crate) fn compile(decl: Decl<'_>, rule: &Rule, environments: Environments) -> CompiledRule {
    let mut made = CompiledRule::default();
    // A rule of white space is none.
    if rule.rule.trim().is_empty() {
        return made;
    }
    let declared = Declared::new(decl);
    let env = |rules| env(&declared, rule, environments.server, rules);
    match expression(&env(environments.rule), &rule.rule, "", &Type::Bool) {
        Ok(compiled) => {
            made.error = plan_error("program", &compiled).map(|detail| (Part::Rule, detail));
            made.rule = Some(compiled);
        }
        Err(detail) => made.error = Some((Part::Rule, detail)),
    }
    let message = rule.message_expression.as_deref().filter(|message| !message.is_empty());
    let Some(message) = message.filter(|_| made.error.is_none()) else { return made };
    match expression(&env(environments.message_expression), message, "messageExpression ", &Type::String) {
        Ok(compiled) => match plan_error("messageExpression", &compiled) {
            Some(detail) => made.error = Some((Part::MessageExpression, detail)),
            None => made.message_expression = Some(compiled),
        },
        Err(detail) => made.error = Some((Part::MessageExpression, detail)),
    }
    made
}

/// The syntax of an expression, if the newest known server can parse it.
pub(crate) fn syntax(source: &str) -> Option<Syntax> {
    crd_schema_cel::parse(source).ok()
}

/// What one evaluation of an expression may cost on values of the type.
pub(crate) fn estimate(ast: &Ast, decl: Decl<'_>, sizes: Sizes<'_>) -> u64 {
    ast.estimate(&DeclaredSizes { decl, sizes }).max
}

/// The sizes of what is declared.
///
/// Source: `compilation.go`, `sizeEstimator`.
struct DeclaredSizes<'s> {
    decl: Decl<'s>,
    sizes: Sizes<'s>,
}

impl crd_schema_cel::Sizes for DeclaredSizes<'_> {
    /// **Quirk**: every path is read as one from `self`.
    fn largest(&self, path: &[Arc<str>]) -> Option<u64> {
        let (_, steps) = path.split_first()?;
        Some(self.decl.at(steps.iter().map(|step| &**step))?.largest(self.sizes))
    }
}

/// A rule that can be evaluated.
#[derive(Debug)]
pub(crate) struct Programs {
    /// `None` for a rule of white space; what went wrong where it does not compile.
    pub(crate) rule: Option<Result<Program, String>>,
    /// `None` where there is none, or none that compiles.
    pub(crate) message_expression: Option<Program>,
    pub(crate) uses_old_self: bool,
}

/// Compiles a rule as a server does that evaluates it: with all functions that it knows.
pub(crate) fn programs(decl: Decl<'_>, rule: &Rule, server: ServerVersion) -> Programs {
    if rule.rule.trim().is_empty() {
        return Programs { rule: None, message_expression: None, uses_old_self: false };
    }
    let declared = Declared::new(decl);
    let env = env(&declared, rule, server, Rules::Stored);
    let program = match program(&env, &rule.rule, &Type::Bool) {
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
    let message = message.and_then(|message| self::program(&env, message, &Type::String).ok());
    let message_expression = message.filter(|message| message.compiled().plan_error().is_none());
    Programs { rule: Some(Ok(program)), message_expression, uses_old_self }
}

fn program(env: &Env<'_>, source: &str, expected: &Type) -> Result<Program, String> {
    let program = env.program(source).map_err(|issues| format!("compilation failed: {issues}"))?;
    fits(program.compiled(), "", expected)?;
    Ok(program)
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
fn expression(env: &Env<'_>, source: &str, prefix: &str, expected: &Type) -> Result<Ast, String> {
    let compiled = env.compile(source).map_err(|issues| format!("{prefix}compilation failed: {issues}"))?;
    fits(&compiled, prefix, expected)?;
    Ok(compiled)
}

fn fits(compiled: &Compiled, prefix: &str, expected: &Type) -> Result<(), String> {
    if compiled.output_type() == expected {
        return Ok(());
    }
    Err(match expected {
        Type::Bool => NOT_BOOL.to_owned(),
        _ => format!("{prefix}must evaluate to a string"),
    })
}

/// Compiles an expression of any type where the rule stands.
pub(crate) fn program_of_any_type(
    decl: Decl<'_>,
    source: &str,
    rule: &Rule,
    server: ServerVersion,
    rules: Rules,
) -> Result<Program, String> {
    let declared = Declared::new(decl);
    let program = env(&declared, rule, server, rules).program(source);
    let program = program.map_err(|issues| format!("compilation failed: {issues}"))?;
    match plan_error("program", program.compiled()) {
        Some(error) => Err(error),
        None => Ok(program),
    }
}

/// The estimate of an expression of any type where the rule stands; the largest number for what does not compile.
pub(crate) fn estimate_of_any_type(
    decl: Decl<'_>,
    source: &str,
    rule: &Rule,
    sizes: Sizes<'_>,
    rules: Rules,
) -> u64 {
    let declared = Declared::new(decl);
    let ast = env(&declared, rule, sizes.server(), rules).compile(source);
    ast.map_or(u64::MAX, |ast| estimate(&ast, decl, sizes))
}

/// What is said of a rule of another type.
pub(crate) const NOT_BOOL: &str = "cel expression must evaluate to a bool";
