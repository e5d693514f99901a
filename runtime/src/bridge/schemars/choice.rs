//! Choices between objects, as rules.

use super::expression;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{
    AnyOf, NestedValueValidation, Rule, SchemaNode, SchemaType, StructuralSchema, ValueValidation,
};
use crate::violation::{Violation, Violations};

/// The same schema with a rule for each choice of an object.
pub(super) fn as_rules(schema: &StructuralSchema) -> Result<StructuralSchema, Violations> {
    let mut root = schema.root().clone();
    let mut found = Violations::new();
    schema.root().visit(&FieldPath::ROOT, &mut |node, path| {
        if let Err(word) = rules(node) {
            let message = format!("has a branch with `{word}`, which no rule of CEL says");
            found.push(Violation::forbidden(path.to_owned(PathStyle::Bracketed), message));
        }
    });
    found.into_result()?;
    root.for_each_mut(&mut replace);
    StructuralSchema::check(root, &FieldPath::ROOT)
}

fn replace(node: &mut SchemaNode) {
    let Ok(mut rules) = rules(node) else { return };
    if node.type_ != Some(SchemaType::Object) {
        return;
    }
    let validation = &mut node.value_validation;
    validation.one_of.clear();
    validation.all_of.clear();
    validation.any_of = AnyOf::default();
    validation.not = None;
    node.rules.append(&mut rules);
    bound_compared_strings(node);
}

/// What a comparison costs follows from how long a string may be.
fn bound_compared_strings(node: &mut SchemaNode) {
    for field in node.properties.values_mut() {
        let validation = &mut field.value_validation;
        let longest = validation
            .enum_
            .iter()
            .filter_map(|value| value.as_str())
            .map(|message| message.chars().count())
            .max();
        if field.type_ == Some(SchemaType::String) && validation.max_length.is_none() {
            validation.max_length = longest.and_then(|longest| i64::try_from(longest).ok());
        }
    }
}

/// The rules of an object for what its branches ask, or the word that no rule has.
fn rules(node: &SchemaNode) -> Result<Vec<Rule>, &'static str> {
    let mut rules = Vec::new();
    if node.type_ != Some(SchemaType::Object) {
        return Ok(rules);
    }
    let validation = without_null(&node.value_validation);
    if !validation.one_of.is_empty() {
        rules.push(Rule::new(expression::one_of("self", &validation.one_of, Some(node))?));
    }
    let rest = ValueValidation {
        any_of: validation.any_of.clone(),
        all_of: validation.all_of.clone(),
        not: validation.not.clone(),
        ..ValueValidation::default()
    };
    if rest != ValueValidation::default() {
        rules.push(Rule::new(expression::validation("self", &rest, Some(node))?));
    }
    Ok(rules)
}

/// The choice without the branch that lets `null` in: no rule is asked of `null`.
fn without_null(validation: &ValueValidation) -> &ValueValidation {
    match validation.any_of.validations() {
        [
            NestedValueValidation { value_validation: inner, .. },
            NestedValueValidation { value_validation: null, .. },
        ] if (null.min_properties, null.max_properties) == (Some(1), Some(0)) => inner,
        _ => validation,
    }
}
