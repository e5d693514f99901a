//! Direct mode: rules at the nodes themselves, down to the first list whose items no server pairs.

use super::deviation::{self, Deviation};
use super::messages;
use super::plan::{Plan, is_constrained, is_marked, is_marked_below};
use super::presence::Chain;
use super::site::Site;
use super::words::Sides;
use super::{Lowering, Refusal, budget, equality, guard, keys, scale};
use crate::declared;
use crate::path::FieldPathBuf;
use crate::schema::{
    KEY_MUTABILITY, KeyMutability, ListType, MUTABILITY, Mutability, NodeKind, SchemaNode, SchemaType,
};

/// Thinks out the rules of a whole schema.
pub(super) fn plan(root: &SchemaNode, lowering: Lowering) -> Plan {
    let mut plan = Plan::new(lowering);
    plan.fields(&Site::root(root), 0);
    plan
}

impl Plan {
    /// The fields of a struct that stands `links` below its anchor.
    fn fields(&mut self, site: &Site<'_>, links: usize) {
        for (name, field) in site.node.properties() {
            let Some(child) = self.marked_field(site, name, field) else { continue };
            let trusts = links == 0 && !self.lowering.anchors_strictly;
            let sure = Sure::of(site.node, name, field).filter(|_| trusts);
            self.note_presence(&child, sure);
            self.slot(&child, if sure.is_some() { 0 } else { links.saturating_add(1) });
        }
    }

    /// A field that is to be lowered; metadata of an embedded resource cannot be.
    pub(super) fn marked_field<'s>(
        &mut self,
        site: &'s Site<'s>,
        name: &'s str,
        field: &'s SchemaNode,
    ) -> Option<Site<'s>> {
        if !is_marked(field) || self.is_too_long() {
            return None;
        }
        let child = site.property(name, field);
        if site.node.embedded_resource && name == "metadata" {
            self.refuse_all(&child, Refusal::EmbeddedMetadata);
            return None;
        }
        Some(child)
    }

    /// What objects from before the schema was what it is can do: D10 and D13.
    pub(super) fn note_presence(&mut self, site: &Site<'_>, sure: Option<Sure>) {
        if !is_constrained(site.node) {
            return;
        }
        let at = match (site.node.mutability, site.node.key_mutability) {
            (Some(_), _) => site.keyword(MUTABILITY),
            (None, Some(_)) => site.keyword(KEY_MUTABILITY),
            (None, None) => site.path(),
        };
        match sure {
            Some(Sure::Defaulted) => self.note(&at, [Deviation::Defaulted]),
            Some(Sure::Required) => self.note(&at, [Deviation::Required]),
            None => self.note(&at, deviation::of_stated_presence(site.node)),
        }
    }

    /// A field or an element, paired with its old self by the server.
    fn slot(&mut self, site: &Site<'_>, links: usize) {
        if let Some(mutability) = site.node.mutability {
            // What is marked below is covered: the whole value is compared.
            return self.value(site, mutability, links);
        }
        if let Some(mutability) = site.node.key_mutability {
            self.keys(site, mutability, links);
        }
        if !is_marked_below(site.node) {
            return;
        }
        match Contents::of(site.node) {
            Ok(Contents::Fields) => self.fields(site, links),
            Ok(Contents::Elements) => self.container(site),
            Err(refusal) => self.refuse_below(site, refusal),
        }
    }

    /// A value that is compared as a whole.
    fn value(&mut self, site: &Site<'_>, mutability: Mutability, links: usize) {
        let marker = site.keyword(MUTABILITY);
        let sides = Sides::of_rule();
        let equal = match equality::equal(&self.words(), site.node, &sides) {
            Ok(equal) => equal,
            Err(refusal) => return self.refuse(refusal, marker),
        };
        let Ok(chain) = self.chain(site, links) else {
            return self.refuse(Refusal::UnspeakableName, marker);
        };
        self.note(&marker, deviation::of_values(site.node));
        self.note_chain(&marker, chain.as_ref(), site, links);
        let changed = if site.is_element() { messages::ENTRIES } else { messages::changed(mutability) };
        self.place(site, (equal, changed), &marker);
        if let Some(chain) = chain {
            let said = chain.presence(mutability, &sides);
            self.place_at(site.up(links), said, Some(&chain.field_path), &marker);
        }
    }

    /// A list or map whose keys are compared.
    fn keys(&mut self, site: &Site<'_>, mutability: KeyMutability, links: usize) {
        let marker = site.keyword(KEY_MUTABILITY);
        let sides = Sides::of_rule();
        let rules = match keys::rules(&self.words(), site.node, mutability, &sides) {
            Ok(rules) => rules,
            Err(refusal) => return self.refuse(refusal, marker),
        };
        let Ok(chain) = self.chain(site, links) else {
            return self.refuse(Refusal::UnspeakableName, marker);
        };
        let fit = rules.iter().all(|(expr, _)| budget::fits(self, site, expr));
        let merging = keys::merging(site.node, mutability, &sides).filter(|_| !fit);
        self.note(&marker, deviation::of_keys(site.node));
        self.note_chain(&marker, chain.as_ref(), site, links);
        for said in merging.unwrap_or(rules) {
            self.place(site, said, &marker);
        }
        for (chain, said) in chain.iter().flat_map(|chain| {
            chain.key_presence(mutability, &sides).into_iter().map(move |said| (chain, said))
        }) {
            self.place_at(site.up(links), said, Some(&chain.field_path), &marker);
        }
    }

    /// The way from the anchor, if the node can be missing; an error if CEL cannot spell it and must.
    fn chain(&self, site: &Site<'_>, links: usize) -> Result<Option<Chain>, Refusal> {
        if links == 0 {
            return Ok(None);
        }
        match Chain::new(&site.names(links)) {
            None if !self.lowering.approximates => Err(Refusal::UnspeakableName),
            chain => Ok(chain.map(|chain| chain.with_filled(scale::filled(self, site, links)))),
        }
    }

    fn note_chain(&mut self, marker: &FieldPathBuf, chain: Option<&Chain>, site: &Site<'_>, links: usize) {
        self.note(marker, (links > 0 && chain.is_none()).then_some(Deviation::Name));
        let forbids_addition = match (site.node.mutability, site.node.key_mutability) {
            (Some(mutability), _) => mutability != Mutability::AddOnly,
            (None, keys) => keys != Some(KeyMutability::AddOnly),
        };
        let hides_null = |chain: &Chain| scale::hides_null(site, chain.filled);
        self.note(
            marker,
            chain.is_some_and(|chain| forbids_addition && hides_null(chain)).then_some(Deviation::Null),
        );
    }

    /// What is marked below a list or map.
    fn container(&mut self, site: &Site<'_>) {
        let Some(element) = site.element().filter(|element| is_marked(element.node)) else { return };
        match Pairs::of(site.node) {
            _ if !declared::is_typed(site.node) => self.refuse_all(&element, Refusal::Untyped),
            Pairs::Nothing => self.say_nothing(&element),
            Pairs::ByPosition => {
                self.note(&element.path(), [Deviation::Positions]);
                self.expressed(site, &element);
            }
            Pairs::ByExpression => self.expressed(site, &element),
            Pairs::ByServer => {
                self.guard_keys(site, &element);
                self.slot(&element, 0);
            }
        }
    }

    fn say_nothing(&mut self, element: &Site<'_>) {
        self.note(&element.path(), [Deviation::SetItems]);
    }

    /// Rules on a list map whose items are paired, whoever pairs them.
    pub(super) fn guard_keys(&mut self, site: &Site<'_>, element: &Site<'_>) {
        if !is_constrained(element.node) {
            return;
        }
        let conditions = guard::stored_keys(&self.words(), site.node);
        self.note(&element.path(), (!conditions.is_empty()).then_some(Deviation::Integer));
        for said in conditions {
            self.place(site, said, &element.path());
        }
        if site.node.list_type == Some(ListType::Map) {
            self.note(&element.path(), [Deviation::Duplicates]);
        }
    }
}

/// How the elements of a container find their old selves.
pub(crate) enum Pairs {
    Nothing,
    ByServer,
    ByExpression,
    ByPosition,
}

impl Pairs {
    pub(crate) fn of(node: &SchemaNode) -> Self {
        let is_number =
            |name: &String| keys::field(node, name).is_some_and(|key| key.type_ == Some(SchemaType::Number));
        match (node.kind(), node.list_type) {
            (NodeKind::List(_), Some(ListType::Set)) => Self::Nothing,
            (NodeKind::List(Some(items)), Some(ListType::Map)) => {
                let paired = !items.nullable && !node.list_map_keys.iter().any(is_number);
                if paired { Self::ByServer } else { Self::ByExpression }
            }
            (NodeKind::List(_), _) => Self::ByPosition,
            (NodeKind::Map(Some(values)), _) if !values.nullable => Self::ByServer,
            _ => Self::ByExpression,
        }
    }
}

/// What CEL sees below a node.
pub(crate) enum Contents {
    Fields,
    Elements,
}

impl Contents {
    pub(crate) fn of(node: &SchemaNode) -> Result<Self, Refusal> {
        let (has_items, has_values) = (node.items().is_some(), node.map_values().is_some());
        match node.kind() {
            NodeKind::Struct if !has_items && !has_values => Ok(Self::Fields),
            NodeKind::List(_) if node.properties.is_empty() && !has_values => Ok(Self::Elements),
            NodeKind::Map(Some(_)) if !has_items => Ok(Self::Elements),
            NodeKind::Unknown => Err(Refusal::Untyped),
            _ => Err(Refusal::OddNode),
        }
    }
}

/// Why a field is there in every object that has its parent.
#[derive(Clone, Copy)]
pub(crate) enum Sure {
    Required,
    /// Stored objects get the default when they are read, too.
    Defaulted,
}

impl Sure {
    pub(crate) fn of(parent: &SchemaNode, name: &str, field: &SchemaNode) -> Option<Self> {
        let is_required = parent.value_validation.required.iter().any(|required| required == name);
        let has_default = field.default.as_ref().is_some_and(|value| !value.is_null());
        match (field.nullable, has_default, is_required) {
            (false, true, _) => Some(Self::Defaulted),
            (false, false, true) => Some(Self::Required),
            _ => None,
        }
    }
}
