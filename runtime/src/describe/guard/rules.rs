//! The ids of rules that an author names.

use super::find::same;
use super::refuse;
use crate::describe::RULE_IDS;

/// Stops the compilation when no rule has the id.
///
/// # Panics
/// With the id that is most alike.
#[track_caller]
pub const fn require_rule_id(id: &str) {
    let (mut at, mut best, mut least) = (0, "", usize::MAX);
    while at < RULE_IDS.len() {
        if same(RULE_IDS[at], id) {
            return;
        }
        let distance = distance(id.as_bytes(), RULE_IDS[at].as_bytes());
        if distance < least {
            (best, least) = (RULE_IDS[at], distance);
        }
        at += 1;
    }
    if least * 2 <= best.len() {
        refuse(&["no rule is called `", id, "`; did you mean `", best, "`?"]);
    } else {
        refuse(&[
            "no rule is called `",
            id,
            "`; write the name in brackets behind the warning, `",
            best,
            "` say",
        ]);
    }
}

/// How many letters one changes to make the one string of the other (Levenshtein).
const fn distance(left: &[u8], right: &[u8]) -> usize {
    const ROOM: usize = 64;
    if left.len() >= ROOM || right.len() >= ROOM {
        return usize::MAX;
    }
    let mut row = [0; ROOM];
    let mut at = 0;
    while at <= right.len() {
        row[at] = at;
        at += 1;
    }
    let mut line = 0;
    while line < left.len() {
        let (mut diagonal, mut at) = (row[0], 0);
        row[0] = line + 1;
        while at < right.len() {
            let changed = diagonal + if left[line] == right[at] { 0 } else { 1 };
            diagonal = row[at + 1];
            row[at + 1] = least_of(changed, least_of(diagonal, row[at]) + 1);
            at += 1;
        }
        line += 1;
    }
    row[right.len()]
}

const fn least_of(left: usize, right: usize) -> usize {
    if left < right { left } else { right }
}
