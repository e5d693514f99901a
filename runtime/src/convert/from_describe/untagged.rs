//! Enums that do not say which variant a value is.

use super::merge::{by_name, is_alike, nested};
use super::union::{Content, names, raise_required, refuse_others};
use super::{Interpreter, int_or_string, of_type};
use crate::describe::guard::{Kind, kind};
use crate::describe::{TypeDesc, UnionDesc};
use crate::path::FieldPath;
use crate::schema::{AnyOf, NestedValueValidation, SchemaNode, SchemaType, ValueValidation};

impl Interpreter<'_> {
    pub(super) fn untagged(&mut self, union: &UnionDesc, path: &FieldPath<'_>) -> SchemaNode {
        if union.variants.iter().any(|variant| variant.content.is_none()) {
            self.forbidden(path, "must have no variant that is written as null");
        }
        let contents: Vec<_> = union.variants.iter().map(|variant| self.content(variant, path)).collect();
        let type_ = TypeDesc::of(crate::describe::Shape::Union(*union));
        match kind(&type_) {
            Kind::Object => self.objects(union, contents, path),
            Kind::IntOrString => self.integer_or_string(contents, path),
            Kind::String | Kind::Integer | Kind::Number if !are_alike(&contents) => {
                self.scalars(contents, path)
            }
            _ => {
                let nodes = contents.into_iter().map(|content| content.node);
                let joined = nodes.fold(None, |before, node| Some(self.joined(before, node, path)));
                joined.unwrap_or_default()
            }
        }
    }

    fn objects(&mut self, union: &UnionDesc, contents: Vec<Content>, path: &FieldPath<'_>) -> SchemaNode {
        let all = names(&contents);
        let mut object = of_type(SchemaType::Object);
        let mut branches = Vec::new();
        for mut content in contents {
            let mut validation = std::mem::take(&mut content.node.value_validation);
            if union.strict || content.strict {
                refuse_others(&mut validation, &all, &content.node);
            }
            branches.push(nested(validation));
            if !content.node.rules.is_empty() {
                self.forbidden(path, "must have no rules where nothing says which variant it is");
            }
            by_name(&mut object, content.node, self.found, path);
        }
        raise_required(&mut object.value_validation.required, &mut branches);
        // A branch that asks for nothing makes the others say nothing.
        if !branches.contains(&NestedValueValidation::default()) {
            object.value_validation.any_of = AnyOf::Validations(branches);
        }
        object
    }

    /// One type, of which each variant takes some values.
    fn scalars(&mut self, contents: Vec<Content>, path: &FieldPath<'_>) -> SchemaNode {
        let mut node = SchemaNode::default();
        let mut branches = Vec::new();
        for Content { node: mut content, .. } in contents {
            branches.push(nested(std::mem::take(&mut content.value_validation)));
            let nullable = node.nullable || content.nullable;
            (node.type_, node.nullable) = (content.type_.take(), nullable);
            if content.default.is_some() || !content.rules.is_empty() {
                self.forbidden(
                    path,
                    "must have no rules and no default where nothing says which variant it is",
                );
            }
        }
        if !branches.contains(&NestedValueValidation::default()) {
            node.value_validation.any_of = AnyOf::Validations(branches);
        }
        node
    }

    /// Bounds are asked of numbers only and lengths of strings only, so both can stand together.
    fn integer_or_string(&mut self, contents: Vec<Content>, path: &FieldPath<'_>) -> SchemaNode {
        let mut node = int_or_string();
        let (mut integers, mut strings) = (None, None);
        for Content { node: content, .. } in contents {
            let known = if content.type_ == Some(SchemaType::String) { &mut strings } else { &mut integers };
            *known = Some(self.joined(known.take(), content, path));
        }
        if let Some(integers) = integers {
            of_integers(&mut node.value_validation, &integers);
        }
        if let Some(strings) = strings {
            of_strings(&mut node.value_validation, strings.value_validation);
        }
        node
    }
}

fn are_alike(contents: &[Content]) -> bool {
    contents.windows(2).all(|pair| matches!(pair, [one, other] if is_alike(&one.node, &other.node)))
}

pub(in crate::convert) fn of_integers(validation: &mut ValueValidation, integers: &SchemaNode) {
    let of = &integers.value_validation;
    let narrow = of.format.as_deref() == Some("int32");
    validation.minimum = of.minimum.or(narrow.then_some(f64::from(i32::MIN)));
    validation.maximum = of.maximum.or(narrow.then_some(f64::from(i32::MAX)));
    (validation.exclusive_minimum, validation.exclusive_maximum) =
        (of.exclusive_minimum, of.exclusive_maximum);
    validation.multiple_of = of.multiple_of;
}

/// An `enum` would be asked of integers, too: it stands beside what no string is.
pub(in crate::convert) fn of_strings(validation: &mut ValueValidation, of: ValueValidation) {
    validation.min_length = of.min_length;
    validation.max_length = of.max_length;
    validation.pattern = of.pattern;
    if of.enum_.is_empty() {
        return;
    }
    let one = ValueValidation { enum_: of.enum_, ..ValueValidation::default() };
    let no_string =
        ValueValidation { min_length: Some(1), max_length: Some(0), ..ValueValidation::default() };
    let pair = std::mem::take(&mut validation.any_of);
    let values = AnyOf::Validations(vec![nested(one), nested(no_string)]);
    let all = [pair, values].map(|any_of| nested(ValueValidation { any_of, ..ValueValidation::default() }));
    validation.all_of.extend(all);
}
