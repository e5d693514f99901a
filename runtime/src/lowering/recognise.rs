//! From rules back to the markers that they were lowered from.
//!
//! Markers are proposed by the messages of rules and lowered again: a marker counts only if each of its rules is there,
//! word for word. So rules that look like ours and are not, or are no longer, are nobody's.

use std::collections::{HashMap, HashSet};

use super::below::Below;
use super::place::{self, Pairs};
use super::plan::{Placed, node_at};
use super::{Lowering, messages};
use crate::estimate::REGIMES;
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::schema::{
    KEY_MUTABILITY, KeyMutability, MUTABILITY, Mutability, Rule, SchemaNode, StructuralSchema,
};

/// A rule by the path of its node and its position there, with the path of its marker.
type Known = ((FieldPathBuf, usize), FieldPathBuf);

/// How many nodes are looked at in search of what is marked below lists and maps.
const MOST_NODES: usize = 400_000;
/// How often markers that have lost a rule are taken away.
const MOST_ROUNDS: usize = 8;

/// The rules of a schema that stand for markers.
#[derive(Clone, Debug)]
pub(crate) struct Recognised {
    /// The schema with these markers and no others, without rules and texts.
    pub(crate) root: SchemaNode,
    pub(crate) lowering: Lowering,
    /// The nodes of the rules, and their positions there.
    rules: HashSet<(FieldPathBuf, usize)>,
}

impl Recognised {
    /// Whether the rule at this position of the node stands for a marker.
    pub(crate) fn has(&self, node: &FieldPathBuf, position: usize) -> bool {
        self.rules.contains(&(node.clone(), position))
    }
}

/// The rules that some lowering has written; `None` if there are none.
pub(crate) fn recognise(schema: &StructuralSchema) -> Option<Recognised> {
    if !schema.root().any(&|node| node.rules.iter().any(may_be_ours)) {
        return None;
    }
    let mut rules = Rules::new();
    schema.root().visit(&FieldPath::ROOT, &mut |node, path| {
        if node.rules.iter().any(may_be_ours) {
            rules.insert(path.to_owned(PathStyle::Bracketed), NodeRules::new(&node.rules));
        }
    });
    let count = rules.values().flat_map(|rules| &rules.all).filter(|rule| may_be_ours(rule)).count();
    let mut bare = schema.root().clone();
    bare.for_each_mut(&mut strip);
    let mut best: Option<Recognised> = None;
    for lowering in lowerings() {
        let found = Search { rules: &rules, lowering, left: MOST_NODES }.found(&bare);
        let known = best.as_ref().map_or(0, |best| best.rules.len());
        if found.rules.len() > known {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.rules.len() == count) {
            break;
        }
    }
    best
}

/// All rules of the nodes that have some of ours.
type Rules = HashMap<FieldPathBuf, NodeRules>;

/// The rules of a node, of which there may be thousands.
#[derive(Default)]
struct NodeRules {
    all: Vec<Rule>,
    /// Their positions, by what they say.
    positions: HashMap<String, Vec<usize>>,
}

impl NodeRules {
    fn new(rules: &[Rule]) -> Self {
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, rule) in rules.iter().enumerate() {
            positions.entry(rule.rule.clone()).or_default().push(position);
        }
        Self { all: rules.to_vec(), positions }
    }

    /// Where the rule is, word for word.
    fn positions_of(&self, rule: &Rule) -> impl Iterator<Item = usize> {
        let alike = self.positions.get(&rule.rule).into_iter().flatten().copied();
        alike.filter(move |position| self.all.get(*position) == Some(rule))
    }
}

/// Every way of lowering that is exact; what an approximate one writes is never taken for a marker.
fn lowerings() -> impl Iterator<Item = Lowering> {
    let servers = REGIMES.into_iter().map(Lowering::new);
    servers.clone().chain(servers.map(Lowering::strict_anchor))
}

fn may_be_ours(rule: &Rule) -> bool {
    rule.reason.as_deref() == Some(messages::REASON)
        && rule.message_expression.is_none()
        && rule.optional_old_self.is_none()
        && rule.message.as_deref().is_some_and(|message| messages::ALL.contains(&message))
}

/// What neither marks nor pairs.
fn strip(node: &mut SchemaNode) {
    node.mutability = None;
    node.key_mutability = None;
    node.rules = Vec::new();
    node.description = None;
    node.example = None;
}

struct Search<'r> {
    rules: &'r Rules,
    lowering: Lowering,
    /// How many nodes may still be looked at.
    left: usize,
}

impl Search<'_> {
    fn found(mut self, bare: &SchemaNode) -> Recognised {
        let mut root = bare.clone();
        self.propose(&mut root);
        self.propose_below_containers(bare, &mut root);
        let mut rules = HashSet::new();
        for round in 0..=MOST_ROUNDS {
            let (known, unknown) = self.parted(place::plan(&root, self.lowering).into_rules());
            let mut lost = unknown;
            lost.extend(unruled(&root, &known));
            if lost.is_empty() {
                rules = known.into_iter().map(|(rule, _)| rule).collect();
                break;
            }
            if round < MOST_ROUNDS {
                for marker in &lost {
                    unmark(&mut root, marker);
                }
            } else {
                root.for_each_mut(&mut strip);
            }
        }
        Recognised { root, lowering: self.lowering, rules }
    }

    /// Which of the rules are there, with their markers, and the markers of those that are not.
    fn parted(&self, placed: Vec<Placed>) -> (Vec<Known>, Vec<FieldPathBuf>) {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        let mut used = HashSet::new();
        for Placed { path, rule, marker } in placed {
            let mut there = self.rules.get(&path).into_iter().flat_map(|there| there.positions_of(&rule));
            match there.find(|position| !used.contains(&(path.clone(), *position))) {
                Some(position) => {
                    used.insert((path.clone(), position));
                    known.push(((path, position), marker));
                }
                None => unknown.push(marker),
            }
        }
        (known, unknown)
    }

    /// Marks what rules on the node itself, or on one above that names it, speak of.
    fn propose(&self, root: &mut SchemaNode) {
        let all =
            || self.rules.iter().flat_map(|(path, rules)| rules.all.iter().map(move |rule| (path, rule)));
        let ours = || all().filter(|(_, rule)| may_be_ours(rule));
        for (path, rule) in ours().filter(|(_, rule)| rule.field_path.is_none()) {
            let is_element =
                matches!(path.steps().last(), Some(PathStep::Property("items" | "additionalProperties")));
            let message = rule.message.as_deref().unwrap_or_default();
            let Some(node) = node_at(root, &path.steps()) else { continue };
            match message {
                messages::IMMUTABLE => node.mutability = Some(Mutability::Immutable),
                messages::CANNOT_BE_MODIFIED => node.mutability = Some(Mutability::AddOnly),
                messages::ENTRIES if is_element => node.mutability = Some(Mutability::Immutable),
                _ => propose_keys(node, message),
            }
        }
        // The presence of a value tells more than the value.
        for (path, rule) in ours() {
            let Some(field) = &rule.field_path else { continue };
            let node = node_at(root, &path.steps()).and_then(|anchor| member_at(anchor, field));
            let (Some(node), Some(message)) = (node, rule.message.as_deref()) else { continue };
            match message {
                messages::IMMUTABLE => node.mutability = Some(Mutability::Immutable),
                messages::CANNOT_BE_CLEARED => node.mutability = Some(Mutability::AddOnly),
                messages::CANNOT_BE_SET => node.mutability = Some(Mutability::RemoveOnly),
                _ => propose_keys(node, message),
            }
        }
    }

    /// Marks what rules on lists and maps speak of whose elements no server pairs.
    fn propose_below_containers(&mut self, bare: &SchemaNode, root: &mut SchemaNode) {
        let is_of_entries = |rule: &&Rule| {
            may_be_ours(rule)
                && rule.field_path.is_none()
                && rule.message.as_deref() == Some(messages::ENTRIES)
        };
        let all: &Rules = self.rules;
        for (path, rules) in all {
            let rules: Vec<_> = rules.all.iter().filter(is_of_entries).collect();
            let mut copy = bare;
            for step in path.steps() {
                let Some(below) = step_down(copy, step) else { break };
                copy = below;
            }
            if rules.is_empty() || !Pairs::of(copy).need_an_expression() {
                continue;
            }
            for (steps, marker) in Below::new(self.lowering, copy, &rules).markers(&mut self.left) {
                let all: Vec<_> = path.steps().into_iter().chain(steps).collect();
                if let Some(node) = node_at(root, &all) {
                    marker.put(node);
                }
            }
        }
    }
}

/// Adds what a message says of keys to what is known of them.
fn propose_keys(node: &mut SchemaNode, message: &str) {
    let said = match message {
        messages::CANNOT_BE_REMOVED => KeyMutability::AddOnly,
        messages::CANNOT_BE_ADDED => KeyMutability::RemoveOnly,
        messages::FIXED_LENGTH => KeyMutability::Immutable,
        _ => return,
    };
    let known = node.key_mutability.is_none_or(|known| known == said);
    node.key_mutability = Some(if known { said } else { KeyMutability::Immutable });
}

/// The member that a `fieldPath` of ours leads to; no name in it has a bracket or a quote.
fn member_at<'n>(anchor: &'n mut SchemaNode, field_path: &str) -> Option<&'n mut SchemaNode> {
    let (mut node, mut rest) = (anchor, field_path);
    while !rest.is_empty() {
        let (name, behind) = if let Some(quoted) = rest.strip_prefix("['") {
            quoted.split_once("']")?
        } else {
            let step = rest.strip_prefix('.')?;
            step.split_at(step.find(['.', '[']).unwrap_or(step.len()))
        };
        rest = behind;
        node = node.properties.get_mut(name)?;
    }
    Some(node)
}

fn step_down<'n>(node: &'n SchemaNode, step: PathStep<'_>) -> Option<&'n SchemaNode> {
    match step {
        PathStep::Key(name) => node.property(name),
        PathStep::Property("items") => node.items(),
        PathStep::Property("additionalProperties") => node.map_values(),
        _ => Some(node),
    }
}

/// The markers of a schema that have no rule, but for those that another marker above covers.
fn unruled(root: &SchemaNode, known: &[((FieldPathBuf, usize), FieldPathBuf)]) -> Vec<FieldPathBuf> {
    let mut found = Unruled { ruled: known.iter().map(|(_, marker)| marker).collect(), found: Vec::new() };
    found.node(root, &FieldPath::ROOT);
    found.found
}

struct Unruled<'k> {
    ruled: HashSet<&'k FieldPathBuf>,
    found: Vec<FieldPathBuf>,
}

impl Unruled<'_> {
    fn node(&mut self, node: &SchemaNode, path: &FieldPath<'_>) {
        if node.mutability.is_some() {
            return self.marker(&path.property(MUTABILITY));
        }
        if node.key_mutability.is_some() {
            self.marker(&path.property(KEY_MUTABILITY));
        }
        if let Some(items) = node.items() {
            self.node(items, &path.property("items"));
        }
        if let Some(values) = node.map_values() {
            self.node(values, &path.property("additionalProperties"));
        }
        let properties = path.property("properties");
        for (name, member) in node.properties() {
            self.node(member, &properties.key(name));
        }
    }

    fn marker(&mut self, path: &FieldPath<'_>) {
        let marker = path.to_owned(PathStyle::Bracketed);
        if !self.ruled.contains(&marker) {
            self.found.push(marker);
        }
    }
}

/// Takes a marker away, or all at and below the elements whose keys are not guarded.
fn unmark(root: &mut SchemaNode, marker: &FieldPathBuf) {
    let steps = marker.steps();
    match steps.split_last() {
        Some((PathStep::Property(MUTABILITY), way)) => {
            if let Some(node) = node_at(root, way) {
                node.mutability = None;
            }
        }
        Some((PathStep::Property(KEY_MUTABILITY), way)) => {
            if let Some(node) = node_at(root, way) {
                node.key_mutability = None;
            }
        }
        _ => {
            if let Some(node) = node_at(root, &steps) {
                node.for_each_mut(&mut strip);
            }
        }
    }
}
