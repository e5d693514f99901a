//! Enums with data that say in the object which variant it is.
//!
//! A structural schema declares all fields once, with the type that they have in every variant; which of them a
//! variant must have stands in a `oneOf` that the tag keys.

use std::collections::{BTreeMap, BTreeSet};

use super::merge::{by_name, is_alike, merge, nested, none_of, required};
use super::{Interpreter, of_type};
use crate::describe::{Tagging, UnionDesc, VariantDesc, guard};
use crate::path::FieldPath;
use crate::schema::{NestedValueValidation, Rule, SchemaNode, SchemaType, ValueValidation};

/// The content of a variant, as a node.
pub(super) struct Content {
    pub(super) name: &'static str,
    pub(super) node: SchemaNode,
    pub(super) optional: bool,
    pub(super) strict: bool,
}

impl Interpreter<'_> {
    pub(super) fn union(&mut self, union: &UnionDesc, path: &FieldPath<'_>) -> SchemaNode {
        match union.tagging {
            Tagging::External => self.external(union, path),
            Tagging::Internal(tag) => self.internal(union, tag, path),
            Tagging::Adjacent { tag, content } => self.adjacent(union, tag, content, path),
            Tagging::Untagged => self.untagged(union, path),
        }
    }

    /// What the variant holds; a unit variant holds an object without fields.
    pub(super) fn content(&mut self, variant: &VariantDesc, path: &FieldPath<'_>) -> Content {
        let mut node = match variant.content {
            Some(content) => self.node(content, path),
            None => of_type(SchemaType::Object),
        };
        self.describe(&mut node, variant.description);
        if let Some(content) = variant.content {
            self.possible_values(&mut node, content, variant.description);
        }
        let optional = variant.content.is_none_or(guard::is_optional);
        let strict = variant.content.is_some_and(guard::denies_unknown);
        Content { name: variant.name, node, optional, strict }
    }

    fn external(&mut self, union: &UnionDesc, path: &FieldPath<'_>) -> SchemaNode {
        let mut object = of_type(SchemaType::Object);
        let path = path.property("properties");
        for variant in union.variants {
            let content = self.content(variant, &path.key(variant.name));
            object.properties.insert(variant.name.to_owned(), Box::new(content.node));
            object.value_validation.one_of.push(required(variant.name));
        }
        object
    }

    fn internal(&mut self, union: &UnionDesc, tag: &str, path: &FieldPath<'_>) -> SchemaNode {
        let mut object = tagged(union, tag);
        let contents: Vec<_> = union.variants.iter().map(|variant| self.content(variant, path)).collect();
        let all = names(&contents);
        for mut content in contents {
            let mut branch = of_tag(tag, content.name);
            branch.value_validation = std::mem::take(&mut content.node.value_validation);
            if union.strict || content.strict {
                refuse_others(&mut branch.value_validation, &all, &content.node);
            }
            object.value_validation.one_of.push(branch);
            let rules = std::mem::take(&mut content.node.rules);
            self.rules_of_variant(&mut object, rules, tag, content.name, path);
            by_name(&mut object, content.node, self.found, path);
        }
        let validation = &mut object.value_validation;
        raise_required(&mut validation.required, &mut validation.one_of);
        keep_if_telling(&mut validation.one_of, tag);
        object
    }

    /// A rule of a variant holds where the tag names the variant.
    fn rules_of_variant(
        &mut self,
        object: &mut SchemaNode,
        rules: Vec<Rule>,
        tag: &str,
        variant: &str,
        path: &FieldPath<'_>,
    ) {
        let speakable = tag.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
        if !rules.is_empty() && (!speakable || tag.contains("__") || variant.contains(['\'', '\\'])) {
            return self.forbidden(path, "must have no rules where CEL cannot spell the tag or the variant");
        }
        for rule in rules {
            let old = rule.rule.contains("oldSelf");
            let before = if old { format!("oldSelf.{tag} != '{variant}' || ") } else { String::new() };
            let string = format!("self.{tag} != '{variant}' || {before}({})", rule.rule);
            object.rules.push(Rule { rule: string, ..rule });
        }
    }

    fn adjacent(&mut self, union: &UnionDesc, tag: &str, content: &str, path: &FieldPath<'_>) -> SchemaNode {
        let mut object = tagged(union, tag);
        let path = path.property("properties");
        let contents = union.variants.iter().map(|variant| self.content(variant, &path.key(content)));
        let contents: Vec<_> = contents.zip(union.variants).collect();
        let held = contents.iter().filter(|(_, variant)| variant.content.is_some());
        let merges = held.clone().all(|(content, _)| content.node.type_ == Some(SchemaType::Object));
        let all = if merges { names(held.map(|(content, _)| content)) } else { BTreeSet::new() };
        let mut whole: Option<SchemaNode> = None;
        for (mut of_variant, variant) in contents {
            let validation = merges.then(|| std::mem::take(&mut of_variant.node.value_validation));
            let mut branch = of_tag(tag, of_variant.name);
            if variant.content.is_none() {
                branch.value_validation = none_of(&[content]);
                object.value_validation.one_of.push(branch);
                continue;
            }
            if !of_variant.optional {
                branch.value_validation.required.push(content.to_owned());
            }
            let mut validation = validation.unwrap_or_default();
            if union.strict || of_variant.strict {
                refuse_others(&mut validation, &all, &of_variant.node);
            }
            if validation != ValueValidation::default() {
                branch.properties.get_or_insert_default().insert(content.to_owned(), nested(validation));
            }
            object.value_validation.one_of.push(branch);
            whole = Some(self.joined(whole, of_variant.node, &path.key(content)));
        }
        match whole {
            Some(whole) => drop(object.properties.insert(content.to_owned(), Box::new(whole))),
            None => object.value_validation.one_of.clear(),
        }
        object
    }

    /// One node for the contents of two variants.
    pub(super) fn joined(
        &mut self,
        before: Option<SchemaNode>,
        next: SchemaNode,
        path: &FieldPath<'_>,
    ) -> SchemaNode {
        match before {
            None => next,
            Some(mut before) if before.type_ == Some(SchemaType::Object) => {
                merge(&mut before, next, self.found, path);
                before
            }
            Some(before) => {
                if !is_alike(&before, &next) {
                    self.forbidden(path, "must be described alike in every variant");
                }
                before
            }
        }
    }
}

/// An object with the tag, which names one of the variants.
fn tagged(union: &UnionDesc, tag: &str) -> SchemaNode {
    let mut object = of_type(SchemaType::Object);
    let mut names = of_type(SchemaType::String);
    names.value_validation.enum_ = union.variants.iter().map(|variant| variant.name.into()).collect();
    object.properties.insert(tag.to_owned(), Box::new(names));
    object.value_validation.required.push(tag.to_owned());
    object
}

/// The branch of one variant.
fn of_tag(tag: &str, variant: &str) -> NestedValueValidation {
    let one = ValueValidation { enum_: vec![variant.into()], ..ValueValidation::default() };
    NestedValueValidation {
        properties: Some(BTreeMap::from([(tag.to_owned(), nested(one))])),
        ..NestedValueValidation::default()
    }
}

/// The names of all fields of all contents.
pub(super) fn names<'c>(contents: impl IntoIterator<Item = &'c Content>) -> BTreeSet<String> {
    contents.into_iter().flat_map(|content| content.node.properties.keys().cloned()).collect()
}

/// Refuses the fields that only other variants have.
pub(in crate::convert) fn refuse_others(
    validation: &mut ValueValidation,
    all: &BTreeSet<String>,
    own: &SchemaNode,
) {
    let foreign: Vec<&str> =
        all.iter().filter(|name| !own.properties.contains_key(*name)).map(String::as_str).collect();
    let none = none_of(&foreign);
    if validation.not.is_none() {
        validation.not = none.not;
    } else {
        validation.all_of.push(nested(none));
    }
}

/// What every branch requires is required of all: a key of a list must be, and readers see it sooner.
pub(in crate::convert) fn raise_required(required: &mut Vec<String>, branches: &mut [NestedValueValidation]) {
    let Some((first, others)) = branches.split_first() else { return };
    let everywhere =
        |name: &&String| others.iter().all(|branch| branch.value_validation.required.contains(*name));
    let names: Vec<String> = first.value_validation.required.iter().filter(everywhere).cloned().collect();
    for branch in branches.iter_mut() {
        branch.value_validation.required.retain(|name| !names.contains(name));
    }
    required.extend(names);
}

/// Branches that ask for nothing but their tag say no more than the `enum` of the tag.
pub(in crate::convert) fn keep_if_telling(branches: &mut Vec<NestedValueValidation>, tag: &str) {
    let telling = branches.iter().any(|branch| {
        let others = branch.properties.iter().flatten().any(|(name, _)| name != tag);
        others || branch.value_validation != ValueValidation::default()
    });
    if !telling {
        branches.clear();
    }
}
