//! Expressions, from patterns.

use super::patterns::{self, KINDS, Kind};
use super::rarely;
use super::schema::{FIELDS, RESOURCE_FIELDS};
use crate::generate::Tape;

/// What a rule sees.
pub(super) struct Scope {
    /// What `self` is; the root if there is nothing here.
    pub(super) own: Option<Kind>,
    pub(super) is_resource: bool,
    pub(super) old: Old,
}

/// How a rule may name the old value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Old {
    Unused,
    Used,
    Optional,
}

/// Writes expressions for a scope.
pub(super) struct Writer<'t, 'b> {
    tape: &'t mut Tape<'b>,
    scope: Scope,
    /// Variables of the macros around what is written next.
    names: Vec<(String, Kind)>,
}

impl<'t, 'b> Writer<'t, 'b> {
    pub(super) fn new(tape: &'t mut Tape<'b>, scope: Scope) -> Self {
        Self { tape, scope, names: Vec::new() }
    }

    /// An expression of the kind, rarely of another one.
    pub(super) fn expression(&mut self, wanted: Kind, depth: usize) -> String {
        let kind = if rarely(self.tape, 256) { KINDS[self.tape.choose(KINDS.len())] } else { wanted };
        if depth == 0 || self.tape.choose(4) == 0 {
            return self.leaf(kind);
        }
        let (_, patterns) = patterns::of(kind);
        let pattern = patterns[self.tape.choose(patterns.len())];
        let expression = self.filled(pattern, depth - 1);
        if rarely(self.tape, 64) { format!("dyn({expression})") } else { expression }
    }

    fn filled(&mut self, pattern: &str, depth: usize) -> String {
        let (mut text, mut rest, known) = (String::new(), pattern, self.names.len());
        while let Some((before, after)) = rest.split_once('$') {
            text.push_str(before);
            let mut letters = after.chars();
            match letters.next() {
                Some('+') => {
                    let name = format!("n{}", self.names.len());
                    text.push_str(&name);
                    self.names.push((name, letters.next().unwrap_or('a')));
                }
                // A dollar of a regular expression.
                Some('\'') | None => {
                    text.push('$');
                    rest = after;
                    continue;
                }
                Some(kind) => text.push_str(&self.expression(kind, depth)),
            }
            rest = letters.as_str();
        }
        text.push_str(rest);
        self.names.truncate(known);
        text
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let named: Vec<_> =
            self.names.iter().filter(|(_, of)| *of == kind).map(|(name, _)| name.clone()).collect();
        if !named.is_empty() && self.tape.choose(3) > 0 {
            return named[self.tape.choose(named.len())].clone();
        }
        let source = self.tape.choose(4);
        if source < 3
            && let Some(own) = self.own(kind)
        {
            return own;
        }
        let (literals, _) = patterns::of(kind);
        self.tape.pick(literals).to_owned()
    }

    /// `self`, or a field of it.
    fn own(&mut self, kind: Kind) -> Option<String> {
        if let Some(own) = self.scope.own {
            return (own == kind).then(|| self.side().to_owned());
        }
        let resource = if self.scope.is_resource { RESOURCE_FIELDS } else { &[] };
        let (wanted, select) = match kind {
            'x' => ('s', ".?"),
            'z' => ('i', ".?"),
            'Z' => ('S', ".?"),
            kind => (kind, "."),
        };
        let fields = FIELDS.iter().chain(resource).filter(|(_, of)| *of == wanted || wanted == 'h');
        let fields: Vec<_> = fields.collect();
        if fields.is_empty() {
            return None;
        }
        let (field, _) = fields[self.tape.choose(fields.len())];
        Some(format!("{}{select}{field}", self.side()))
    }

    fn side(&mut self) -> &'static str {
        match self.scope.old {
            Old::Unused => "self",
            Old::Used => self.tape.pick(&["self", "oldSelf"]),
            Old::Optional => self.tape.pick(&["self", "self", "oldSelf.orValue(self)", "oldSelf.value()"]),
        }
    }
}
