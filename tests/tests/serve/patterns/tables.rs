//! Every name of a Unicode class and every case variant, validated by Go at each point where any table changes.

use std::collections::BTreeSet;
use std::path::Path;

use super::support::{Question, Tally, ask, start};

/// Names that are no rows of the tables.
const OTHERS: &[&str] = &[
    "Any",
    "Assigned",
    "ASCII",
    "LC",
    "Cn",
    "C",
    "L",
    "M",
    "N",
    "P",
    "S",
    "Z",
    "Old_Italic",
    "Linear_B",
    "Foo",
];

/// The rows of `tables.txt`: kind, name or first number, the rest.
fn rows() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/go/src/pattern/tables.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

fn number(text: &str) -> u32 {
    u32::from_str_radix(text, 36).unwrap()
}

/// The characters beside all borders of all sets.
fn borders(rows: &[Vec<String>]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for row in rows.iter().filter(|row| row[0] == "category" || row[0] == "script") {
        let mut at = 0;
        for length in row.iter().skip(2).map(|text| number(text)).collect::<Vec<_>>().chunks(2) {
            let low = at + length[0];
            let high = low + length[1];
            found.extend([low.saturating_sub(1), low, high, high + 1]);
            at = high + 1;
        }
    }
    found.into_iter().filter_map(char::from_u32).map(String::from).collect()
}

fn orbits(rows: &[Vec<String>]) -> Vec<Vec<char>> {
    let row = rows.iter().find(|row| row[0] == "fold").unwrap();
    let mut first = 0;
    let mut found = Vec::new();
    for text in &row[1..] {
        let mut at = first;
        let orbit: Vec<u32> = text
            .split('+')
            .map(|gap| {
                at += number(gap);
                at
            })
            .collect();
        first = orbit[0];
        found.push(orbit.into_iter().filter_map(char::from_u32).collect());
    }
    found
}

#[test]
fn go_says_the_same_of_every_name() {
    let Some((oracle, seed)) = start() else { return };
    let rows = rows();
    let subjects = borders(&rows);
    let classes = rows.iter().filter(|row| ["category", "script", "alias"].contains(&row[0].as_str()));
    let names: Vec<_> = classes.map(|row| row[1].as_str()).chain(OTHERS.iter().copied()).collect();
    assert!(names.len() > 150 && subjects.len() > 5000, "{} {}", names.len(), subjects.len());
    let mut tally = Tally::default();
    for name in names {
        let patterns = [format!("^\\p{{{name}}}"), format!("(?i)^\\p{{^{name}}}")];
        let questions = patterns.map(|pattern| Question { pattern, subjects: subjects.clone() });
        ask(&oracle, &questions, |question, answer| tally.add(question, answer));
    }
    tally.finish(seed);
}

#[test]
fn go_says_the_same_of_every_case() {
    let Some((oracle, seed)) = start() else { return };
    let orbits = orbits(&rows());
    let mut questions = Vec::new();
    for orbit in &orbits {
        let mut subjects: BTreeSet<char> = orbit.iter().copied().collect();
        subjects.extend(orbit.iter().filter_map(|&c| char::from_u32(u32::from(c) + 1)));
        subjects.extend(orbit.iter().flat_map(|c| c.to_lowercase().chain(c.to_uppercase())));
        let subjects: Vec<_> = subjects.into_iter().map(String::from).collect();
        for &c in orbit {
            let pattern = format!("(?i)^{c}$");
            questions.push(Question { pattern, subjects: subjects.clone() });
        }
    }
    assert!(questions.len() > 2500);
    let mut tally = Tally::default();
    ask(&oracle, &questions, |question, answer| tally.add(question, answer));
    tally.finish(seed);
}
