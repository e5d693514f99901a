//! Which bound would make a rule cheap enough.

use std::collections::HashSet;

use super::size::Within;
use super::{Bound, CALL_LIMIT, RULE_LIMIT, Sizes, occurrences};
use crate::schema::SchemaNode;
use crate::server_version::ServerVersion;

/// The minors whose estimates differ.
pub(crate) const REGIMES: [ServerVersion; 4] =
    [ServerVersion::V1_29, ServerVersion::V1_30, ServerVersion::V1_33, ServerVersion::V1_34];

/// What etcd accepts in one request by default (`etcd server/embed/config.go`, `DefaultMaxRequestBytes`).
const MOST_STORED: u64 = 1_572_864;

/// The bounds that are tried for one rule; a schema may have very many.
const MOST_CANDIDATES: usize = 64;

/// An estimate: of one evaluation, and of all in one object.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    pub(crate) each: u64,
    pub(crate) all: u64,
}

impl Estimate {
    fn is_accepted(self) -> bool {
        self.all <= RULE_LIMIT
    }

    /// Whether a server accepts it, and can evaluate it for every value.
    pub(crate) fn is_cheap(self) -> bool {
        self.is_accepted() && self.each <= CALL_LIMIT
    }
}

/// A rule in its place.
pub(crate) struct Priced<'s, 'e> {
    /// What one evaluation may cost where values have these sizes.
    pub(crate) cost: &'e dyn Fn(Sizes<'_>) -> u64,
    pub(crate) node: &'s SchemaNode,
    /// The nodes above, from the nearest.
    pub(crate) above: Vec<&'s SchemaNode>,
    pub(crate) server: ServerVersion,
    /// Whether later minors count, too.
    pub(crate) later: bool,
    /// How often the node can occur, where that is known already; it is the same on all minors.
    pub(crate) times: Option<u64>,
}

/// A bound that would do.
struct Cure {
    /// Where it is missing or too large; empty for the node of the rule.
    of: String,
    bound: Bound,
    limit: u64,
}

struct Candidate<'s> {
    node: &'s SchemaNode,
    of: String,
}

impl<'s> Priced<'s, '_> {
    /// The largest estimate on any minor that counts.
    pub(crate) fn estimate(&self) -> Estimate {
        self.supposing(None)
    }

    fn supposing(&self, supposed: Option<(&'s SchemaNode, u64)>) -> Estimate {
        let later = REGIMES.into_iter().filter(|server| self.later && *server > self.server);
        let mut most = Estimate { each: 0, all: 0 };
        for server in later.chain([self.server]) {
            let sizes = Sizes::on(server);
            let sizes = supposed.map_or(sizes, |(node, limit)| sizes.supposing(node, limit));
            let each = (self.cost)(sizes);
            let known = self.times.filter(|_| supposed.is_none());
            let times = known.unwrap_or_else(|| occurrences(self.above.iter().copied(), self.node, sizes));
            most.each = most.each.max(each);
            most.all = most.all.max(each.saturating_mul(times));
        }
        most
    }

    /// The bytes of the smallest value for which one evaluation may cost more than a server spends; none where no value that
    /// etcd keeps is as large.
    pub(crate) fn dear_from(&self) -> Option<u64> {
        let mut repeated = HashSet::new();
        collect_repeated(self.node, false, &mut repeated);
        let mut within = Within { bytes: MOST_STORED, elements: 1, repeated };
        if !self.is_dear(&mut within) {
            return None;
        }
        let (mut low, mut high) = (1, MOST_STORED);
        while low < high {
            let middle = low.saturating_add(high) / 2;
            within.bytes = middle;
            if self.is_dear(&mut within) {
                high = middle;
            } else {
                low = middle.saturating_add(1);
            }
        }
        Some(low)
    }

    /// Whether it may be too dear, however the bytes are parted into elements.
    fn is_dear(&self, within: &mut Within) -> bool {
        let parts = std::iter::successors(Some(1_u64), |parts| parts.checked_mul(2));
        let bytes = within.bytes;
        parts.take_while(|parts| *parts <= bytes).any(|parts| {
            within.elements = parts;
            (self.cost)(Sizes::on(self.server).within(within)) > CALL_LIMIT
        })
    }

    /// What to set, so that it is accepted, and so that it can be evaluated for every value.
    pub(crate) fn advice(&self) -> String {
        let is_accepted = self.estimate().is_accepted();
        let wanted = if is_accepted { Estimate::is_cheap } else { Estimate::is_accepted };
        let Some(Cure { of, bound, limit }) = self.solve(wanted) else {
            return self.several();
        };
        let keyword = bound.keyword();
        let more = self.others(&of, limit);
        let cheap = self.solve(Estimate::is_cheap).filter(|cheap| cheap.of == of && cheap.bound == bound);
        match cheap {
            Some(cheap) if cheap.limit < limit => format!(
                "set {keyword}{of} to {limit} or less, {} or less to stay within what one evaluation may cost{more}",
                cheap.limit
            ),
            _ => format!("set {keyword}{of} to {limit} or less{more}"),
        }
    }

    /// What to do where no bound is enough by itself.
    fn several(&self) -> String {
        let is_open = |candidate: &Candidate<'_>| {
            let bound = Bound::of(candidate.node).filter(|bound| bound.declared(candidate.node).is_none());
            bound.map(|bound| format!("{}{}", bound.keyword(), candidate.of))
        };
        let open: Vec<_> = self.candidates().iter().filter_map(is_open).take(3).collect();
        if open.is_empty() {
            "lower more than one of the bounds of what it reads: none is enough by itself".to_owned()
        } else {
            format!("set {}, and lower other bounds of what it reads", open.join(" and "))
        }
    }

    /// What else is without a bound, where the first one would have to be a small one.
    fn others(&self, of: &str, limit: u64) -> String {
        let is_open = |candidate: &Candidate<'_>| {
            let bound = Bound::of(candidate.node).filter(|bound| bound.declared(candidate.node).is_none());
            bound.filter(|_| candidate.of != of).map(|bound| format!("{}{}", bound.keyword(), candidate.of))
        };
        let open: Vec<_> = self.candidates().iter().filter_map(is_open).take(3).collect();
        let is_small = limit < 100 && !open.is_empty();
        if is_small { format!("; more fit when {} is set, too", open.join(" and ")) } else { String::new() }
    }

    /// The largest value of the first bound that makes the rule cheap enough by itself.
    fn solve(&self, fits: impl Fn(Estimate) -> bool) -> Option<Cure> {
        self.candidates().into_iter().find_map(|candidate| {
            let bound = Bound::of(candidate.node)?;
            let with = |limit| fits(self.supposing(Some((candidate.node, limit))));
            let (mut low, mut high) = (1, bound.declared(candidate.node).unwrap_or(u64::from(u32::MAX)));
            if !with(low) {
                return None;
            }
            while low < high {
                let middle = high.saturating_sub(high.saturating_sub(low) / 2);
                if with(middle) {
                    low = middle;
                } else {
                    high = middle.saturating_sub(1);
                }
            }
            Some(Cure { of: candidate.of, bound, limit: low })
        })
    }

    /// The node itself, what is below it, and the lists and maps around it; those without a bound first.
    fn candidates(&self) -> Vec<Candidate<'s>> {
        let mut found = Vec::new();
        collect(self.node, "", &mut found);
        let holds = |node: &&&SchemaNode| matches!(Bound::of(node), Some(Bound::Items | Bound::Entries));
        let around = |node: &&'s SchemaNode| Candidate { node, of: " of what it stands in".to_owned() };
        found.extend(self.above.iter().filter(holds).map(around));
        let is_bounded = |candidate: &Candidate<'_>| {
            Bound::of(candidate.node).is_some_and(|bound| bound.declared(candidate.node).is_some())
        };
        found.sort_by_key(is_bounded);
        found
    }
}

fn collect<'s>(node: &'s SchemaNode, of: &str, found: &mut Vec<Candidate<'s>>) {
    if found.len() >= MOST_CANDIDATES {
        return;
    }
    let below = |step: &str| if of.is_empty() { format!(" of {step}") } else { format!("{of}.{step}") };
    if Bound::of(node).is_some() {
        found.push(Candidate { node, of: of.to_owned() });
    }
    for (element, step) in [(node.items(), "items"), (node.map_values(), "additionalProperties")] {
        if let Some(element) = element {
            collect(element, &below(step), found);
        }
    }
    for (name, field) in node.properties() {
        collect(field, &below(&format!("properties[{name}]")), found);
    }
}

/// The nodes that stand below lists and maps, and so can occur more than once.
fn collect_repeated(node: &SchemaNode, is_repeated: bool, found: &mut HashSet<*const SchemaNode>) {
    if is_repeated {
        found.insert(std::ptr::from_ref(node));
    }
    for element in [node.items(), node.map_values()].into_iter().flatten() {
        collect_repeated(element, true, found);
    }
    for (_, field) in node.properties() {
        collect_repeated(field, is_repeated, found);
    }
}
