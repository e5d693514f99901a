//! `oneOf` and `anyOf`: values of one of several kinds.

use serde_json::Value;

use super::{Walk, anything, of_type};
use crate::convert::from_describe::untagged::{of_integers, of_strings};
use crate::convert::merge::{is_alike, nested};
use crate::path::FieldPath;
use crate::schema::{AnyOf, SchemaNode, SchemaType, ValueValidation};

/// How many branches must hold.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Choice {
    One,
    Any,
}

impl Choice {
    /// Asks it of a node that has none of its own yet.
    pub(super) fn ask(
        self,
        validation: &mut ValueValidation,
        branches: Vec<crate::schema::NestedValueValidation>,
    ) {
        match self {
            Self::One => validation.one_of = branches,
            Self::Any => validation.any_of = AnyOf::Validations(branches),
        }
    }
}

impl<'d> Walk<'d, '_> {
    pub(super) fn choice(
        &mut self,
        branches: &'d [Value],
        choice: Choice,
        path: &FieldPath<'_>,
    ) -> SchemaNode {
        let (nulls, others): (Vec<_>, Vec<_>) = branches.iter().partition(|branch| is_null(branch));
        let mut nodes: Vec<SchemaNode> = others.into_iter().map(|branch| self.node(branch, path)).collect();
        let nullable = !nulls.is_empty() || nodes.iter().any(|node| node.nullable);
        for node in &mut nodes {
            node.nullable = false;
        }
        SchemaNode { nullable, ..self.of_kinds(nodes, choice, path) }
    }

    fn of_kinds(&mut self, mut nodes: Vec<SchemaNode>, choice: Choice, path: &FieldPath<'_>) -> SchemaNode {
        let anything_goes = nodes.iter().any(super::is_silent);
        nodes.retain(|node| !super::is_silent(node));
        let is = |type_: &SchemaType| nodes.iter().all(|node| node.type_.as_ref() == Some(type_));
        if nodes.is_empty() {
            return anything();
        }
        if is(&SchemaType::Object) {
            return self.objects(nodes, anything_goes, choice, path);
        }
        if anything_goes {
            return anything();
        }
        match nodes.as_slice() {
            [_] => nodes.pop().unwrap_or_default(),
            nodes if nodes.iter().all(is_integer_or_string) && !is_of_one_type(nodes) => {
                self.integer_or_string(nodes, path)
            }
            [first, others @ ..] if others.iter().all(|other| is_alike(other, first)) => first.clone(),
            nodes @ [first, ..] if is_of_one_type(nodes) && is_scalar(first) => scalars(nodes, choice),
            nodes => self.of_several_kinds(nodes, path),
        }
    }

    /// Bounds are asked of integers only and lengths of strings only, so both can stand together.
    fn integer_or_string(&mut self, nodes: &[SchemaNode], path: &FieldPath<'_>) -> SchemaNode {
        let mut whole = SchemaNode { int_or_string: true, ..SchemaNode::default() };
        whole.value_validation.any_of = AnyOf::IntegerOrString;
        let of = |type_: SchemaType| nodes.iter().filter(move |node| node.type_.as_ref() == Some(&type_));
        let (integers, strings) = (of(SchemaType::Integer), of(SchemaType::String));
        if integers.clone().count() > 1 || strings.clone().count() > 1 {
            self.forbidden(path, "is several kinds of integers or of strings, and a schema has one of each");
        }
        integers.for_each(|integers| of_integers(&mut whole.value_validation, integers));
        strings.for_each(|strings| of_strings(&mut whole.value_validation, strings.value_validation.clone()));
        whole
    }

    fn of_several_kinds(&mut self, nodes: &[SchemaNode], path: &FieldPath<'_>) -> SchemaNode {
        let mut kinds: Vec<&str> =
            nodes.iter().map(|node| node.type_.as_ref().map_or("anything", SchemaType::name)).collect();
        kinds.dedup();
        let kinds = match kinds.as_slice() {
            [one] => format!("several kinds of {one}"),
            kinds => kinds.join(" or "),
        };
        let message = format!(
            "is {kinds}, and no structural schema has both; put `#[preserve_unknown]` here, or `#[crd(with = Type)]` with \
             a type of one kind"
        );
        self.forbidden(path, &message);
        anything()
    }
}

/// Values of one type: the union of enums, or the choice between what is asked of each.
fn scalars(nodes: &[SchemaNode], choice: Choice) -> SchemaNode {
    let mut whole =
        SchemaNode { type_: nodes.first().and_then(|node| node.type_.clone()), ..SchemaNode::default() };
    if nodes.iter().all(only_lists_values) {
        for value in nodes.iter().flat_map(|node| &node.value_validation.enum_) {
            if !whole.value_validation.enum_.contains(value) {
                whole.value_validation.enum_.push(value.clone());
            }
        }
        return whole;
    }
    if nodes.iter().any(|node| node.value_validation == ValueValidation::default()) && choice == Choice::Any {
        return whole;
    }
    let branches = nodes.iter().map(|node| nested(node.value_validation.clone())).collect();
    choice.ask(&mut whole.value_validation, branches);
    whole
}

fn only_lists_values(node: &SchemaNode) -> bool {
    let bare = ValueValidation { enum_: Vec::new(), ..node.value_validation.clone() };
    !node.value_validation.enum_.is_empty() && bare == ValueValidation::default()
}

fn is_integer_or_string(node: &SchemaNode) -> bool {
    matches!(node.type_, Some(SchemaType::Integer | SchemaType::String)) && !node.int_or_string
}

fn is_scalar(node: &SchemaNode) -> bool {
    !matches!(node.type_, None | Some(SchemaType::Object | SchemaType::Array))
}

fn is_of_one_type(nodes: &[SchemaNode]) -> bool {
    nodes.windows(2).all(|pair| match pair {
        [one, other] => one.type_ == other.type_,
        _ => true,
    })
}

fn is_null(branch: &Value) -> bool {
    let null = |word: &str, value: &Value| branch.get(word) == Some(value);
    null("type", &"null".into())
        || null("const", &Value::Null)
        || null("enum", &Value::Array(vec![Value::Null]))
}

/// An object without fields.
pub(super) fn empty_object() -> SchemaNode {
    of_type(SchemaType::Object)
}
