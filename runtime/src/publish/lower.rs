//! Puts CEL rules in the place of the mutability markers.
//!
//! A rule on a member runs only while the member is there, so a rule that compares stands on the member, and one
//! that notices its coming or going stands on the anchor: the nearest struct above that cannot be missing.

use std::collections::HashSet;

use super::equality::{self, Refusal};
use super::rules::{self, Chain, Spelled};
use super::{KEY_MUTABILITY, MUTABILITY, Note, Published, cost};
use crate::path::{FieldPath, PathStyle};
use crate::schema::{KeyMutability, ListType, Mutability, NodeKind, Rule, SchemaNode, StructuralSchema};
use crate::violation::{Violation, Violations};
use crate::wire::JsonSchemaProps;

/// The largest request that a server reads (`apiserver pkg/server/config.go`, `MaxRequestBodyBytes`).
const MOST_BYTES: usize = 3 * 1024 * 1024;

pub(super) fn lower(schema: &StructuralSchema) -> Result<Published, Violations> {
    let mut root = schema.clone().into_root();
    let mut lowering = Lowering::default();
    let anchored = lowering.members(&mut root, None, &FieldPath::ROOT);
    put_in_front(&mut root, anchored);
    lowering.judge_total();
    lowering.found.into_result()?;
    let lowered = StructuralSchema::check(root, &FieldPath::ROOT)?;
    Ok(Published {
        schema: JsonSchemaProps::from(&lowered),
        warnings: lowering.warnings,
        notes: lowering.notes,
    })
}

/// What is found on the way through a schema.
#[derive(Default)]
struct Lowering {
    found: Violations,
    warnings: Vec<Note>,
    notes: Vec<Note>,
    cost: u64,
    /// The bytes of all rules so far.
    length: usize,
}

/// The rules of one member.
#[derive(Default)]
struct Lowered {
    /// For the member itself.
    own: Vec<Rule>,
    /// For the node that the chain begins at.
    anchored: Vec<Rule>,
}

impl Lowering {
    /// Lowers what is marked at and below the members of a struct, and gives the rules for its anchor.
    ///
    /// `chain` is the way from the anchor to the struct, `None` when the struct is the anchor.
    fn members(
        &mut self,
        node: &mut SchemaNode,
        chain: Option<&Chain<'_>>,
        path: &FieldPath<'_>,
    ) -> Vec<Rule> {
        let required: HashSet<_> = node.value_validation.required.iter().map(String::as_str).collect();
        let is_resource = node.embedded_resource;
        let properties = path.property("properties");
        let mut anchored = Vec::new();
        for (name, member) in &mut node.properties {
            let path = properties.key(name);
            if is_resource && name == "metadata" {
                self.refuse(member, Refusal::InEmbeddedMetadata, &path);
            } else if chain.is_none() && is_sure(member, required.contains(name.as_str())) {
                let lowered = self.member(member, None, &path);
                put_in_front(member, lowered.own.into_iter().chain(lowered.anchored).collect());
            } else {
                let lowered = self.member(member, Some(&Chain { above: chain, name }), &path);
                put_in_front(member, lowered.own);
                anchored.extend(lowered.anchored);
            }
        }
        anchored
    }

    fn member(&mut self, node: &mut SchemaNode, chain: Option<&Chain<'_>>, path: &FieldPath<'_>) -> Lowered {
        if let Some(mutability) = node.mutability {
            let lowered = self.value(node, mutability, chain, path);
            // What is marked below is covered: the whole value is compared.
            node.for_each_mut(&mut remove_markers);
            return lowered;
        }
        let mut lowered = match node.key_mutability {
            Some(mutability) => self.keys(node, mutability, chain, path),
            None => Lowered::default(),
        };
        remove_markers(node);
        if is_only_a_struct(node) {
            lowered.anchored.extend(self.members(node, chain, path));
        } else {
            self.refuse_below(node, None, path);
        }
        lowered
    }

    /// A member that is compared as one value.
    fn value(
        &mut self,
        node: &SchemaNode,
        mutability: Mutability,
        chain: Option<&Chain<'_>>,
        path: &FieldPath<'_>,
    ) -> Lowered {
        let path = path.property(MUTABILITY);
        if self.is_too_long() {
            return Lowered::default();
        }
        if let Some(refusal) = equality::refusal(node) {
            return self.refused(refusal, &path);
        }
        let Ok(chain) = spelled(chain) else {
            return self.refused(Refusal::UnspeakableName, &path);
        };
        let deviations = equality::deviations(node).into_iter();
        self.notes.extend(deviations.map(|deviation| Note::new(&path, deviation.to_string())));
        self.spend(cost::value(node));
        self.spend(chain.as_ref().map_or(0, |chain| cost::presence(chain.len())));
        self.measured(Lowered {
            own: vec![rules::value(mutability)],
            anchored: chain.iter().map(|chain| rules::presence(mutability, chain)).collect(),
        })
    }

    /// A list or map whose keys are compared.
    fn keys(
        &mut self,
        node: &SchemaNode,
        mutability: KeyMutability,
        chain: Option<&Chain<'_>>,
        path: &FieldPath<'_>,
    ) -> Lowered {
        let path = path.property(KEY_MUTABILITY);
        if self.is_too_long() {
            return Lowered::default();
        }
        let own = match key_rules(node, mutability) {
            Ok(own) => own,
            Err(refusal) => return self.refused(refusal, &path),
        };
        let Ok(chain) = spelled(chain) else {
            return self.refused(Refusal::UnspeakableName, &path);
        };
        let anchored = chain.as_ref().map(|chain| rules::key_presence(mutability, chain));
        let anchored = anchored.unwrap_or_default();
        self.spend_on_keys(node, own.len(), &path);
        for _ in &anchored {
            self.spend(chain.as_ref().map_or(0, |chain| cost::key_presence(chain.len())));
        }
        self.measured(Lowered { own, anchored })
    }

    /// Rules repeat the names above them, so a small schema could have rules without end.
    fn measured(&mut self, lowered: Lowered) -> Lowered {
        let rules = lowered.own.iter().chain(&lowered.anchored);
        let length = rules.fold(self.length, |sum, rule| sum.saturating_add(rule.rule.len()));
        self.length = length;
        lowered
    }

    fn is_too_long(&self) -> bool {
        self.length > MOST_BYTES
    }

    fn refused(&mut self, refusal: Refusal, path: &FieldPath<'_>) -> Lowered {
        let detail = format!("cannot be lowered to CEL yet, because {refusal}; it needs Profile::Native");
        self.found.push(Violation::forbidden(path.to_owned(PathStyle::Bracketed), detail));
        Lowered::default()
    }

    /// Refuses the markers of the node and below it, without those that another one covers.
    fn refuse(&mut self, node: &SchemaNode, refusal: Refusal, path: &FieldPath<'_>) {
        if node.mutability.is_some() {
            self.refused(refusal, &path.property(MUTABILITY));
            return;
        }
        if node.key_mutability.is_some() {
            self.refused(refusal, &path.property(KEY_MUTABILITY));
        }
        self.refuse_below(node, Some(refusal), path);
    }

    /// As [`refuse`](Self::refuse), without the node; the reason is that of the outermost refusal.
    fn refuse_below(&mut self, node: &SchemaNode, refusal: Option<Refusal>, path: &FieldPath<'_>) {
        if let Some(items) = node.items() {
            self.refuse(items, refusal.unwrap_or(Refusal::InList), &path.property("items"));
        }
        let properties = path.property("properties");
        for (name, member) in node.properties() {
            self.refuse(member, refusal.unwrap_or(Refusal::InNoStruct), &properties.key(name));
        }
        if let Some(values) = node.map_values() {
            let path = path.property("additionalProperties");
            self.refuse(values, refusal.unwrap_or(Refusal::InMap), &path);
        }
    }

    fn spend(&mut self, cost: u64) {
        self.cost = self.cost.saturating_add(cost);
    }

    fn spend_on_keys(&mut self, node: &SchemaNode, rules: usize, path: &FieldPath<'_>) {
        let is_map = matches!(node.kind(), NodeKind::Map(_));
        let each = if is_map { cost::map_keys(node) } else { cost::LIST_KEYS };
        for _ in 0..rules {
            self.spend(each);
        }
        if each > cost::RULE_TARGET {
            let text = "a very large map could no longer be updated, since one rule may cost \
                        1000000 on a server; set maxProperties to 166666 or less";
            self.warnings.push(Note::new(path, text));
        }
    }

    /// The limits on everything together.
    fn judge_total(&mut self) {
        if self.is_too_long() {
            let detail =
                "the rules that its mutability markers are lowered to are longer than a request may be";
            self.found.push(Violation::forbidden(FieldPath::ROOT.to_owned(PathStyle::Bracketed), detail));
            return;
        }
        let cost = self.cost;
        if cost > cost::SCHEMA_LIMIT {
            let detail = format!(
                "the rules that its mutability markers are lowered to are estimated at {cost}, and a server \
                 accepts {}; set maxLength, maxItems and maxProperties where they are missing",
                cost::SCHEMA_LIMIT
            );
            self.found.push(Violation::forbidden(FieldPath::ROOT.to_owned(PathStyle::Bracketed), detail));
        } else if cost > cost::OBJECT_TARGET {
            let text = format!(
                "the largest objects could no longer be updated, since the rules of mutability may cost {cost} \
                 and a server spends {} on an object; set maxLength, maxItems and maxProperties",
                cost::OBJECT_TARGET
            );
            self.warnings.push(Note::new(&FieldPath::ROOT, text));
        }
    }
}

/// Whether the member is there in every object that has its parent.
fn is_sure(member: &SchemaNode, required: bool) -> bool {
    let has_default = member.default.as_ref().is_some_and(|value| !value.is_null());
    !member.nullable && (required || has_default)
}

/// Whether CEL sees the node as a struct, and nothing else stands below it.
fn is_only_a_struct(node: &SchemaNode) -> bool {
    matches!(node.kind(), NodeKind::Struct) && node.items.is_none() && node.map_values().is_none()
}

/// The chain in CEL, if there is one.
fn spelled(chain: Option<&Chain<'_>>) -> Result<Option<Spelled>, Refusal> {
    chain.map(|chain| chain.spelled().ok_or(Refusal::UnspeakableName)).transpose()
}

fn key_rules(node: &SchemaNode, mutability: KeyMutability) -> Result<Vec<Rule>, Refusal> {
    if matches!(node.list_type, Some(ListType::Set | ListType::Map)) {
        return Err(Refusal::KeysOfUnorderedList);
    }
    if !equality::is_typed(node) {
        return Err(Refusal::Untyped);
    }
    match node.kind() {
        NodeKind::List(_) => Ok(vec![rules::list_keys(mutability)]),
        NodeKind::Map(Some(_)) => Ok(rules::map_keys(mutability)),
        _ => Err(Refusal::KeysOfUnknownMembers),
    }
}

fn remove_markers(node: &mut SchemaNode) {
    node.mutability = None;
    node.key_mutability = None;
}

/// Lowered rules stand in front of the user's, so that the output is stable.
fn put_in_front(node: &mut SchemaNode, rules: Vec<Rule>) {
    node.rules.splice(0..0, rules);
}
