//! The rules that are to be placed, and what is found while they are thought out.

use std::cell::RefCell;
use std::collections::HashMap;

use super::budget::{self, LoweredRule};
use super::deviation::Deviation;
use super::messages;
use super::presence::Said;
use super::site::Site;
use super::words::Words;
use super::{Lowering, Note, Refusal, scale};
use crate::declared::{self, Sizes};
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::schema::{
    AdditionalProperties, KEY_MUTABILITY, ListType, MUTABILITY, Mutability, Rule, SchemaNode,
    StructuralSchema,
};
use crate::server_version::ServerVersion;
use crate::violation::{Violation, Violations};

/// The largest request that a server reads (`apiserver pkg/server/config.go`, `MaxRequestBodyBytes`).
const MOST_BYTES: usize = 3 * 1024 * 1024;
/// The longest expression that a server parses (cel-go `parser/options.go`, `ExpressionSizeCodePointLimit`).
pub(super) const LONGEST: usize = 100_000;

/// A schema whose markers are rules.
pub(crate) struct Lowered {
    pub(crate) schema: StructuralSchema,
    pub(crate) rules: Vec<LoweredRule>,
    pub(crate) warnings: Vec<Note>,
    pub(crate) notes: Vec<Note>,
}

/// What is reported beside the schema.
pub(super) struct Reported {
    rules: Vec<LoweredRule>,
    warnings: Vec<Note>,
    notes: Vec<Note>,
}

impl Reported {
    pub(super) fn with(self, schema: StructuralSchema) -> Lowered {
        Lowered { schema, rules: self.rules, warnings: self.warnings, notes: self.notes }
    }
}

/// A rule with the node that it stands on.
pub(super) struct Placed {
    pub(super) path: FieldPathBuf,
    pub(super) rule: Rule,
}

/// What is found on the way through a schema.
pub(super) struct Plan {
    pub(super) lowering: Lowering,
    rules: Vec<Placed>,
    estimates: Vec<LoweredRule>,
    pub(super) found: Violations,
    pub(super) warnings: Vec<Note>,
    notes: Vec<Note>,
    /// The markers that have no rule.
    refused: Vec<(FieldPathBuf, Refusal)>,
    /// The estimates of all rules so far.
    pub(super) spent: u64,
    /// The bytes of all rules so far.
    length: usize,
    /// How often the bound was asked for that would make a rule cheap enough.
    pub(super) advices: usize,
    /// How often nodes can occur, by their address: a node may have as many rules as fields.
    occurrences: RefCell<HashMap<usize, u64>>,
    /// Whether a scale may make a struct, by its address.
    scalable: RefCell<HashMap<usize, bool>>,
}

impl Plan {
    pub(super) fn new(lowering: Lowering) -> Self {
        Self {
            lowering,
            rules: Vec::new(),
            estimates: Vec::new(),
            found: Violations::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            refused: Vec::new(),
            spent: 0,
            length: 0,
            advices: 0,
            occurrences: RefCell::default(),
            scalable: RefCell::default(),
        }
    }

    /// How often the node can occur in one object.
    pub(super) fn occurrences(&self, site: &Site<'_>) -> u64 {
        let sizes = Sizes::on(ServerVersion::NEWEST);
        let count = || declared::occurrences(site.nodes_above(), site.node, sizes);
        *self.occurrences.borrow_mut().entry(address(site.node)).or_insert_with(count)
    }

    /// Whether a number of replicas may stand in the struct.
    pub(super) fn is_scalable(&self, node: &SchemaNode) -> bool {
        let ask = || scale::may_hold_replicas(node);
        *self.scalable.borrow_mut().entry(address(node)).or_insert_with(ask)
    }

    pub(super) fn words(&self) -> Words {
        Words::new(self.lowering)
    }

    /// A rule at the site, for a marker.
    pub(super) fn place(&mut self, site: &Site<'_>, said: Said, marker: &FieldPathBuf) {
        self.place_at(site, said, None, marker);
    }

    /// As [`place`](Self::place), blaming a field.
    pub(super) fn place_at(
        &mut self,
        site: &Site<'_>,
        (expr, message): Said,
        field_path: Option<&str>,
        marker: &FieldPathBuf,
    ) {
        let expr = expr.renumbered();
        let text = expr.to_string();
        self.length = self.length.saturating_add(text.len());
        if text.chars().count() > LONGEST {
            return self.refuse(Refusal::TooLong, marker.clone());
        }
        budget::validate(self, site, &expr, marker);
        let recorded = budget::record(self, site, &expr, &text);
        self.estimates.push(recorded);
        let rule = Rule::new(text).message(message);
        let reason = Some(messages::REASON.to_owned());
        let rule = Rule { reason, field_path: field_path.map(str::to_owned), ..rule };
        self.rules.push(Placed { path: site.path(), rule });
    }

    /// Rules repeat the names above them, so a small schema could have rules without end.
    pub(super) fn is_too_long(&self) -> bool {
        self.length > MOST_BYTES
    }

    pub(super) fn note(&mut self, path: &FieldPathBuf, deviations: impl IntoIterator<Item = Deviation>) {
        let notes = deviations.into_iter().map(|deviation| Note::at(path.clone(), deviation.to_string()));
        self.notes.extend(notes);
    }

    pub(super) fn refuse(&mut self, refusal: Refusal, marker: FieldPathBuf) {
        let detail = format!("cannot be lowered to CEL, because {refusal}");
        self.refused.push((marker.clone(), refusal));
        self.found.push(Violation::forbidden(marker, detail));
    }

    /// Refuses the markers of the node and below it, without those that another one covers.
    pub(super) fn refuse_all(&mut self, site: &Site<'_>, refusal: Refusal) {
        if site.node.mutability.is_some() {
            return self.refuse(refusal, site.keyword(MUTABILITY));
        }
        if site.node.key_mutability.is_some() {
            self.refuse(refusal, site.keyword(KEY_MUTABILITY));
        }
        self.refuse_below(site, refusal);
    }

    pub(super) fn refuse_below(&mut self, site: &Site<'_>, refusal: Refusal) {
        for (name, field) in site.node.properties() {
            self.refuse_all(&site.property(name, field), refusal);
        }
        for element in site.elements() {
            self.refuse_all(&element, refusal);
        }
    }

    /// The markers that another place than a definition could have a rule for, and why they have none here.
    pub(super) fn unsaid(self, root: &SchemaNode) -> Vec<Unsaid> {
        let unsaid = |(marker, refusal): (FieldPathBuf, Refusal)| Unsaid {
            fields: if refusal.is_unseen() { fields(&marker) } else { None },
            mutability: marked(root, &marker),
            note: Note::at(marker, refusal.to_string()),
        };
        self.refused.into_iter().map(unsaid).collect()
    }

    /// Puts the rules into the tree, which is that of the sites.
    pub(super) fn finish(mut self, root: &mut SchemaNode) -> Result<Reported, Violations> {
        self.validate_whole();
        self.note_misfits();
        self.found.into_result()?;
        root.for_each_mut(&mut |node| {
            node.mutability = None;
            node.key_mutability = None;
        });
        let mut of_nodes: HashMap<FieldPathBuf, Vec<Rule>> = HashMap::new();
        for Placed { path, rule, .. } in self.rules {
            of_nodes.entry(path).or_default().push(rule);
        }
        // Those of the user come last.
        for (path, rules) in of_nodes {
            if let Some(node) = node_at(root, &path.steps()) {
                node.rules.splice(..0, rules);
            }
        }
        Ok(Reported { rules: self.estimates, warnings: self.warnings, notes: self.notes })
    }

    /// D14 concerns all rules alike.
    fn note_misfits(&mut self) {
        let root = FieldPath::ROOT.to_owned(PathStyle::Bracketed);
        let has_rules = !self.rules.is_empty();
        self.note(&root, has_rules.then_some(Deviation::Misfits));
    }

    fn validate_whole(&mut self) {
        if self.is_too_long() {
            let detail =
                "the rules that its mutability markers are lowered to are longer than a request may be";
            let root = FieldPath::ROOT.to_owned(PathStyle::Bracketed);
            self.found.push(Violation::forbidden(root, detail));
        } else {
            budget::validate_whole(self);
        }
    }
}

/// What identifies a node of one tree.
fn address(node: &SchemaNode) -> usize {
    std::ptr::from_ref(node).addr()
}

/// A marker that has no rule in a definition.
pub(crate) struct Unsaid {
    /// The fields from the root to the value, if no list or map is between and a policy could see it.
    pub(crate) fields: Option<Vec<String>>,
    /// What is said of the value; nothing where it is about keys.
    pub(crate) mutability: Option<Mutability>,
    pub(crate) note: Note,
}

/// The fields on the way to a marker, through structs alone.
fn fields(marker: &FieldPathBuf) -> Option<Vec<String>> {
    let steps = marker.steps();
    let (_, way) = steps.split_last()?;
    let inside = |step: &&PathStep<'_>| !matches!(step, PathStep::Property("properties"));
    way.iter()
        .filter(inside)
        .map(|step| match step {
            PathStep::Key(name) => Some((*name).to_owned()),
            _ => None,
        })
        .collect()
}

fn marked(root: &SchemaNode, marker: &FieldPathBuf) -> Option<Mutability> {
    let steps = marker.steps();
    let (PathStep::Property(keyword), way) = steps.split_last()? else { return None };
    let mut node = root;
    for step in way {
        if let PathStep::Key(name) = step {
            node = node.property(name)?;
        }
    }
    node.mutability.filter(|_| *keyword == MUTABILITY)
}

pub(super) fn node_at<'n>(root: &'n mut SchemaNode, steps: &[PathStep<'_>]) -> Option<&'n mut SchemaNode> {
    steps.iter().try_fold(root, |node, step| match *step {
        PathStep::Key(name) => node.properties.get_mut(name).map(Box::as_mut),
        PathStep::Property("items") => node.items.as_deref_mut(),
        PathStep::Property("additionalProperties") => match &mut node.additional_properties {
            Some(AdditionalProperties::Schema(values)) => Some(&mut **values),
            _ => None,
        },
        _ => Some(node),
    })
}

/// Whether anything at or below the node is marked.
pub(super) fn is_marked(node: &SchemaNode) -> bool {
    node.mutability.is_some() || node.key_mutability.is_some() || is_marked_below(node)
}

pub(super) fn is_marked_below(node: &SchemaNode) -> bool {
    node.items().is_some_and(is_marked)
        || node.map_values().is_some_and(is_marked)
        || node.properties().any(|(_, field)| is_marked(field))
}

/// Whether a marker at or below the node says something: items of sets are never paired.
pub(super) fn is_constrained(node: &SchemaNode) -> bool {
    let is_set = node.list_type == Some(ListType::Set);
    node.mutability.is_some()
        || node.key_mutability.is_some()
        || node.items().is_some_and(|items| !is_set && is_constrained(items))
        || node.map_values().is_some_and(is_constrained)
        || node.properties().any(|(_, field)| is_constrained(field))
}
