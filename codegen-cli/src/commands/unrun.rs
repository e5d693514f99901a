//! The rules that a server runs and this program does not.

use std::collections::BTreeMap;

use crd_schema::{ServedVersion, UnrunRule};
use serde_json::{Value, json};

use crate::exit::{Outcome, say};

/// What is said of rules that were not run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Completeness {
    Told,
    /// Without them nothing is fine.
    Required,
}

impl From<bool> for Completeness {
    fn from(is_required: bool) -> Self {
        if is_required { Self::Required } else { Self::Told }
    }
}

/// The rules of the versions that were asked for, by `apiVersion` and `kind`.
#[derive(Default)]
pub(crate) struct UnrunRules(BTreeMap<(String, String), Vec<UnrunRule>>);

impl UnrunRules {
    pub(crate) fn of(version: &ServedVersion) -> Self {
        let mut rules = Self::default();
        rules.note(version);
        rules
    }

    pub(crate) fn note(&mut self, version: &ServedVersion) {
        let id = (version.api_version().to_owned(), version.kind().to_owned());
        self.0.entry(id).or_insert_with(|| version.unrun_rules().to_vec());
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.0.values().all(Vec::is_empty)
    }

    /// What JSON says beside everything else.
    pub(crate) fn members(&self) -> [(&'static str, Value); 2] {
        [("complete", self.is_complete().into()), ("unrunRules", self.listed())]
    }

    fn listed(&self) -> Value {
        let of = |((api_version, kind), rules): (&(String, String), &Vec<UnrunRule>)| {
            let rule = |rule: &UnrunRule| {
                let path = rule.path().to_string();
                json!({"apiVersion": api_version, "kind": kind, "path": path, "rule": rule.rule()})
            };
            rules.iter().map(rule).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of).collect()
    }

    /// Says how many there are, and how it comes out.
    pub(crate) fn finish(&self, completeness: Completeness, outcome: Outcome) -> Outcome {
        match self.0.values().map(Vec::len).sum() {
            0_usize => return outcome,
            1 => say("1 rule was not run: no CEL is run here; `-o json` says which"),
            several => {
                say(&format!("{several} rules were not run: no CEL is run here; `-o json` says which"))
            }
        }
        if completeness == Completeness::Required { Outcome::Findings } else { outcome }
    }
}
