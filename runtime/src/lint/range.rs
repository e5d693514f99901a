//! What servers of several minors say of a CRD.
//!
//! Knows nothing of: rules of lint.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Finding;
use crate::crd::validation::PlacedError;
use crate::path::PathStep;
use crate::server_version::ServerVersion;

/// The findings for errors that older minors report and the newest one of the range does not, each once with its minors.
///
/// `of_newest` has what the newest one reports; what differs in wording alone is no other error.
pub(super) fn of_older(
    minors: impl Iterator<Item = ServerVersion>,
    of_newest: &[PlacedError],
    errors: impl Fn(ServerVersion) -> Vec<PlacedError>,
) -> Vec<Finding> {
    let place = |error: &PlacedError| format!("{} {:?}", error.violation.path(), error.violation.kind());
    let known: HashSet<String> = of_newest.iter().map(place).collect();
    let mut found: BTreeMap<String, (PlacedError, Vec<ServerVersion>)> = BTreeMap::new();
    for minor in minors {
        for error in errors(minor) {
            let place = place(&error);
            if known.contains(&place) {
                continue;
            }
            let (kept, seen) = found.entry(place).or_insert((error.clone(), Vec::new()));
            // Newer servers say more.
            *kept = error;
            if seen.last() != Some(&minor) {
                seen.push(minor);
            }
        }
    }
    found.into_values().map(|(error, servers)| Finding { servers, ..Finding::of_server(error) }).collect()
}

/// Leaves out what the asked minors report themselves; their errors get its help.
pub(super) fn replace_needs(oldest: ServerVersion, found: &mut Vec<Finding>, errors: &mut [Finding]) {
    let is_need = |finding: &Finding| finding.rule == Some("needs-newer-server");
    let needs = found.iter().filter(|finding| is_need(finding));
    let helps: HashMap<_, _> = needs.map(|need| (&need.at, &need.help)).collect();
    for error in errors.iter_mut().filter(|error| error.help.is_none()) {
        if let Some(help) = helps.get(&error.at) {
            error.help.clone_from(help);
        }
    }
    // A server of 1.29 drops `optionalOldSelf` and reports nothing.
    let is_silent = |finding: &Finding| {
        oldest < ServerVersion::V1_30
            && finding.at.steps().last() == Some(&PathStep::Property("optionalOldSelf"))
    };
    found.retain(|finding| !is_need(finding) || is_silent(finding));
}
