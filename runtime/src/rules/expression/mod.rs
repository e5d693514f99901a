//! One expression by itself: what it gives on the values of an object, and why it is false.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `validateExpressions`.
//!
//! Knows nothing of: budgets of objects, messages of rules.

mod place;
mod result;
mod shown;

pub use result::{ExpressionError, ExpressionOutcome, ExpressionPart, ExpressionResult};

use std::sync::{Arc, OnceLock};

use crd_schema_cel::{Error, Program, Rules, Type, Value as Cel};
use serde_json::Value;

use super::prepared::property_decl;
use super::values::value;
use crate::compile;
use crate::declared::{CALL_LIMIT, Decl, Sizes, is_typed};
use crate::schema::{Rule, SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;
use place::{Place, Step};

/// A CEL expression at a node of the schema of whole objects, ready to be evaluated.
///
/// It may be of any type, where the rule of a schema must be of type `bool`.
///
/// ```
/// use crd_schema::cel::{Expression, ExpressionOutcome};
/// use crd_schema::schema::Rule;
/// use crd_schema::{ServerVersion, StructuralSchema};
/// use serde_json::json;
///
/// let props = serde_json::from_value(json!({"type": "object", "properties": {"spec": {
///     "type": "object",
///     "properties": {"sizes": {"type": "array", "items": {"type": "integer"}}},
/// }}}))?;
/// let schema = StructuralSchema::try_from(&props)?;
/// let rule = Rule::new("self > 1 && self < 5");
/// let expression = Expression::compile(&schema, "spec.sizes[]", &rule, ServerVersion::NEWEST)?;
/// let results = expression.evaluate(&json!({"spec": {"sizes": [3, 7]}}), None);
/// assert_eq!(results[0].outcome, ExpressionOutcome::Value(json!(true)));
/// assert_eq!(results[1].outcome, ExpressionOutcome::Value(json!(false)));
/// assert_eq!((results[1].path.to_string(), results[1].cost), ("spec.sizes[1]".to_owned(), 4));
/// let part = &results[1].parts[1];
/// assert_eq!((part.source.as_str(), &part.sides[0].value), ("self < 5", &Ok(json!(7))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`, `compileRule`.
#[derive(Debug)]
pub struct Expression {
    site: Site,
    program: Program,
    estimate: u64,
    parts: OnceLock<Vec<PreparedPart>>,
}

/// Where an expression stands, and for whom.
#[derive(Clone, Debug)]
struct Site {
    schema: Arc<SchemaNode>,
    steps: Vec<Step>,
    rule: Rule,
    server: ServerVersion,
}

/// A part of an expression with its program, and both sides of its comparison.
#[derive(Debug)]
struct PreparedPart {
    source: String,
    program: Result<Program, String>,
    sides: Vec<Self>,
}

/// A rule of a schema.
///
/// ```
/// use crd_schema::cel::Expression;
/// use crd_schema::schema::Rule;
/// use crd_schema::{SchemaBuilder, ServerVersion};
///
/// let size = SchemaBuilder::integer().rule(Rule::new("self > 0"));
/// let schema = SchemaBuilder::object().property("size", size).build()?;
/// let rules = Expression::rules_of(&schema, ServerVersion::NEWEST);
/// assert_eq!((rules[0].path.as_str(), rules[0].rule.rule.as_str()), ("size", "self > 0"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct SchemaRule {
    /// The node, as [`Expression::compile`] reads it.
    pub path: String,
    /// The rule.
    pub rule: Rule,
    /// The expression, or why it cannot be evaluated.
    pub expression: Result<Expression, ExpressionError>,
}

impl From<Expression> for SchemaRule {
    fn from(expression: Expression) -> Self {
        Self { path: expression.path(), rule: expression.site.rule.clone(), expression: Ok(expression) }
    }
}

impl Expression {
    /// Compiles the expression of a rule at the node that a path names, as a server of one minor does on creation.
    ///
    /// Paths are those of objects: `spec.ports[].port` is a field of list items, `spec.labels{}` the values of a map,
    /// `spec.ports[0]` and `spec.labels[app]` one of them, and the empty path the whole object.
    ///
    /// ```
    /// use crd_schema::cel::Expression;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let expression = Expression::compile(&schema, "size", &Rule::new("self > 2"), ServerVersion::NEWEST)?;
    /// assert_eq!(expression.type_name(), "bool");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ExpressionError`] when the path leads to nothing, when no rules are evaluated there, and when the expression does
    /// not compile.
    pub fn compile(
        schema: &StructuralSchema,
        path: &str,
        rule: &Rule,
        server: ServerVersion,
    ) -> Result<Self, ExpressionError> {
        let steps = place::steps(path, schema.root()).map_err(ExpressionError::Path)?;
        let site = Site { schema: Arc::new(schema.root().clone()), steps, rule: rule.clone(), server };
        site.program(&rule.rule, Rules::New)?;
        Self::at(site)
    }

    /// Compiles every rule of a schema as a server does that evaluates it, in the order node, items, values, properties by
    /// name; rules of white space are none.
    ///
    /// ```
    /// use crd_schema::cel::Expression;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().rule(Rule::new("self.nope")).build()?;
    /// let rules = Expression::rules_of(&schema, ServerVersion::NEWEST);
    /// assert!(rules[0].expression.is_err());
    /// # Ok::<(), crd_schema::Violations>(())
    /// ```
    pub fn rules_of(schema: &StructuralSchema, server: ServerVersion) -> Vec<SchemaRule> {
        let root = Arc::new(schema.root().clone());
        let mut found = Vec::new();
        each_rule(&root, &mut Vec::new(), &mut |steps, rule| {
            let site = Site { schema: Arc::clone(&root), steps: steps.to_vec(), rule: rule.clone(), server };
            let (path, rule) = (place::spelled(steps), rule.clone());
            found.push(SchemaRule { path, rule, expression: Self::at(site).and_then(Self::of_bool) });
        });
        found
    }

    fn at(site: Site) -> Result<Self, ExpressionError> {
        let program = site.program(&site.rule.rule, Rules::Stored)?.cost_limit(CALL_LIMIT);
        let estimate = site.estimate();
        Ok(Self { site, program, estimate, parts: OnceLock::new() })
    }

    fn of_bool(self) -> Result<Self, ExpressionError> {
        if self.is_bool() {
            return Ok(self);
        }
        Err(ExpressionError::Compile(compile::NOT_BOOL.to_owned()))
    }

    fn is_bool(&self) -> bool {
        *self.program.compiled().output_type() == Type::Bool
    }

    /// The type of the value; that of an object with properties is `object`.
    ///
    /// ```
    /// use crd_schema::cel::Expression;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let expression = Expression::compile(&schema, "", &Rule::new("[self]"), ServerVersion::NEWEST)?;
    /// assert_eq!(expression.type_name(), "list(object)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn type_name(&self) -> String {
        shown::type_name(self.program.compiled().output_type())
    }

    /// The node, as [`Expression::compile`] reads it.
    ///
    /// ```
    /// use crd_schema::cel::Expression;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let expression = Expression::compile(&schema, ".size", &Rule::new("self"), ServerVersion::NEWEST)?;
    /// assert_eq!(expression.path(), "size");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(&self) -> String {
        place::spelled(&self.site.steps)
    }

    /// What a server estimates one evaluation at, in the units of its limits.
    ///
    /// ```
    /// use crd_schema::cel::Expression;
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let expression = Expression::compile(&schema, "size", &Rule::new("self > 2"), ServerVersion::NEWEST)?;
    /// assert_eq!(expression.estimate(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`, `MaxCost`.
    pub fn estimate(&self) -> u64 {
        self.estimate
    }

    /// Evaluates the expression on each value of an object that the path names, and on the old one that it takes the place of;
    /// a value that is missing or null is none.
    ///
    /// Old items of a list belong to new ones as a server pairs them: by the keys of a list of type `map`, and not at all in
    /// others.
    ///
    /// ```
    /// use crd_schema::cel::{Expression, ExpressionOutcome};
    /// use crd_schema::schema::Rule;
    /// use crd_schema::{SchemaBuilder, ServerVersion};
    /// use serde_json::json;
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let rule = Rule::new("self - oldSelf");
    /// let expression = Expression::compile(&schema, "size", &rule, ServerVersion::NEWEST)?;
    /// let results = expression.evaluate(&json!({"size": 5}), Some(&json!({"size": 2})));
    /// assert_eq!(results[0].outcome, ExpressionOutcome::Value(json!(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, object: &Value, old: Option<&Value>) -> Vec<ExpressionResult> {
        let places = place::places(&self.site.schema, &self.site.steps, object, old);
        let Some(node) = place::node(&self.site.schema, &self.site.steps) else { return Vec::new() };
        let decl = self.site.decl(node);
        places.into_iter().map(|place| self.result(decl, place)).collect()
    }

    fn result(&self, decl: Decl<'_>, place: Place<'_>) -> ExpressionResult {
        let (outcome, cost, parts) = self.evaluated(decl, &place);
        ExpressionResult { path: place.path, outcome, cost, parts }
    }

    fn evaluated(&self, decl: Decl<'_>, place: &Place<'_>) -> (ExpressionOutcome, u64, Vec<ExpressionPart>) {
        let uses_old_self = self.program.compiled().uses("oldSelf");
        let is_optional = self.site.is_optional();
        let old = place.old.filter(|_| uses_old_self);
        if uses_old_self && old.is_none() && !is_optional {
            return (ExpressionOutcome::NoOldValue, 0, Vec::new());
        }
        let before = match old.map(|old| value(old, decl)) {
            Some(before) if is_optional => Some(before.map(|before| Cel::Optional(Some(before.into())))),
            None if is_optional => Some(Ok(Cel::Optional(None))),
            before => before,
        };
        let variables = [("self", Some(value(place.new, decl))), ("oldSelf", before)];
        let evaluated = self.program.evaluate_with(&variables);
        let parts = match evaluated.result {
            Ok(Cel::Bool(false)) | Err(_) if self.is_bool() => self.parts(&variables),
            _ => Vec::new(),
        };
        let outcome = match evaluated.result {
            Ok(value) => ExpressionOutcome::Value(shown::json(&value)),
            Err(error) => ExpressionOutcome::Failed(error.to_string()),
        };
        (outcome, evaluated.cost, parts)
    }

    fn parts<'v>(&'v self, variables: &Variables<'v>) -> Vec<ExpressionPart> {
        let parts = self.parts.get_or_init(|| self.site.parts(&self.program));
        if let [whole] = &parts[..]
            && whole.sides.is_empty()
        {
            return Vec::new();
        }
        parts.iter().map(|part| part.evaluated(variables)).collect()
    }
}

type Variables<'v> = [(&'static str, Option<Result<Cel<'v>, Error>>); 2];

impl PreparedPart {
    fn evaluated<'v>(&'v self, variables: &Variables<'v>) -> ExpressionPart {
        let value = match &self.program {
            Ok(program) => {
                let result = program.evaluate_with(variables).result;
                result.map(|value| shown::json(&value)).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.clone()),
        };
        let sides = match value {
            Ok(Value::Bool(true)) => Vec::new(),
            _ => self.sides.iter().map(|side| side.evaluated(variables)).collect(),
        };
        ExpressionPart { source: self.source.clone(), value, sides }
    }
}

impl Site {
    fn is_optional(&self) -> bool {
        self.rule.optional_old_self == Some(true) && self.server >= ServerVersion::V1_30
    }

    /// What the values of the node are.
    fn decl<'s>(&self, node: &'s SchemaNode) -> Decl<'s> {
        Decl::below(self.steps.len(), node)
    }

    /// The type of the values, if a server has one.
    fn typed(&self) -> Option<Decl<'_>> {
        let mut node = &*self.schema;
        let mut decl = is_typed(node).then(|| Decl::of_root(node))?;
        for step in &self.steps {
            let (below, of) = match step {
                Step::Property(name) => {
                    let property = node.property(name)?;
                    (property, property_decl(Some(decl), name, property)?)
                }
                Step::Index(_) | Step::EachItem => (node.items()?, decl.element()?),
                Step::Key(_) | Step::EachValue => (node.map_values()?, decl.element()?),
            };
            (node, decl) = (below, of);
        }
        Some(decl)
    }

    fn program(&self, source: &str, rules: Rules) -> Result<Program, ExpressionError> {
        let decl = self.typed().ok_or(ExpressionError::Untyped)?;
        let program = compile::program_of_any_type(decl, source, &self.rule, self.server, rules);
        program.map_err(ExpressionError::Compile)
    }

    fn estimate(&self) -> u64 {
        let sizes = Sizes::on(self.server);
        let of =
            |decl| compile::estimate_of_any_type(decl, &self.rule.rule, &self.rule, sizes, Rules::Stored);
        self.typed().map_or(0, of)
    }

    fn parts(&self, program: &Program) -> Vec<PreparedPart> {
        let one = |source: &str, sides| PreparedPart {
            source: source.to_owned(),
            program: self
                .program(source, Rules::Stored)
                .map(|program| program.cost_limit(CALL_LIMIT))
                .map_err(|error| error.to_string()),
            sides,
        };
        let both = |(left, right)| vec![one(left, Vec::new()), one(right, Vec::new())];
        let parts = program.compiled().parts();
        parts.iter().map(|part| one(part.source(), part.sides().map(both).unwrap_or_default())).collect()
    }
}

/// Visits every rule of a node and of those below it.
fn each_rule(node: &SchemaNode, steps: &mut Vec<Step>, visit: &mut impl FnMut(&[Step], &Rule)) {
    for rule in node.rules().iter().filter(|rule| !rule.rule.trim().is_empty()) {
        visit(steps, rule);
    }
    let mut below = |step, node| {
        steps.push(step);
        each_rule(node, steps, visit);
        steps.pop();
    };
    if let Some(items) = node.items() {
        below(Step::EachItem, items);
    }
    if let Some(values) = node.map_values() {
        below(Step::EachValue, values);
    }
    for (name, property) in node.properties() {
        below(Step::Property(name.to_owned()), property);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Expression, ExpressionOutcome};
    use crate::rules::RuleValidator;
    use crate::schema::StructuralSchema;
    use crate::server_version::ServerVersion;

    fn schema() -> StructuralSchema {
        let rules = |rules: &[&str]| -> Vec<_> { rules.iter().map(|rule| json!({"rule": rule})).collect() };
        let props = json!({"type": "object",
            "x-kubernetes-validations": rules(&["self.metadata.name != 'no'", "self.spec == oldSelf.spec"]),
            "properties": {"spec": {"type": "object", "properties": {
                "ports": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
                    "items": {"type": "object", "required": ["port"], "properties": {
                        "port": {"type": "integer"},
                        "name": {"type": "string", "x-kubernetes-validations": rules(&["self == oldSelf"])},
                    }, "x-kubernetes-validations": rules(&["self.name != ''"])}},
                "labels": {"type": "object", "additionalProperties": {"type": "string",
                    "x-kubernetes-validations": rules(&["self.size() < 3", "self >= oldSelf"])}},
                "template": {"type": "object", "x-kubernetes-embedded-resource": true,
                    "x-kubernetes-preserve-unknown-fields": true,
                    "x-kubernetes-validations": rules(&["self.kind == 'Pod'"])},
                "raw": {"x-kubernetes-preserve-unknown-fields": true, "properties": {
                    "x": {"type": "string", "x-kubernetes-validations": rules(&["self == 'never'"])}}},
            }}},
        });
        let props = serde_json::from_value(props).expect("it is a schema");
        StructuralSchema::try_from(&props).expect("it is structural")
    }

    fn refused(schema: &StructuralSchema, object: &Value, old: Option<&Value>) -> Vec<String> {
        let rules = Expression::rules_of(schema, ServerVersion::V1_29);
        let evaluated = rules.iter().filter_map(|rule| rule.expression.as_ref().ok());
        let results = evaluated.flat_map(|expression| expression.evaluate(object, old));
        let is_refused = |outcome: &ExpressionOutcome| {
            matches!(outcome, ExpressionOutcome::Value(Value::Bool(false)) | ExpressionOutcome::Failed(_))
        };
        let mut paths: Vec<_> = results
            .filter(|result| is_refused(&result.outcome))
            .map(|result| result.path.to_string())
            .collect();
        paths.sort();
        paths
    }

    /// 1.29 does not ratchet.
    #[test]
    fn rules_one_by_one_are_as_all_together() {
        let schema = schema();
        let validator = RuleValidator::new(&schema, ServerVersion::V1_29).expect("there are rules");
        let objects = [
            json!({"metadata": {"name": "no"}, "spec": null}),
            json!({"metadata": {"name": "a"}, "spec": {
                "ports": [{"port": 1}, {"port": 2, "name": "x"}, {"port": 3, "name": ""}],
                "labels": {"a.b": "xy", "c": "xyz"},
                "template": {"kind": "Pod"}, "raw": {"x": "y"},
            }}),
            json!({"metadata": {"name": "a"}, "spec": {
                "ports": [{"port": 3, "name": "z"}, {"port": 2, "name": "y"}, null],
                "labels": {"a.b": "a", "c": "z"},
                "template": {"kind": "Job"}, "raw": null,
            }}),
        ];
        let mut all = 0;
        for new in &objects {
            for old in objects.iter().map(Some).chain([None]) {
                let verdict = validator.validate(new, old);
                let mut together: Vec<_> =
                    verdict.violations.iter().map(|violation| violation.path().to_string()).collect();
                together.sort();
                all += together.len();
                assert_eq!(refused(&schema, new, old), together, "{new} {old:?}");
            }
        }
        assert!(all > 20, "{all}");
    }
}
