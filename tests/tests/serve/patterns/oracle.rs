//! Random patterns and strings, validated by Go itself: set `ORACLE_BIN` to the built `tests/oracle`.
//!
//! `PATTERN_COUNT` (20,000) and `PATTERN_LIMIT_COUNT` (10) say how many, `PATTERN_SEED` repeats a run.

use super::support::{Generator, Growing, Question, Tally, ask, number, start};
use crd_schema::convert::structural_schema;
use crd_schema::{FieldPath, JsonSchemaProps};
use serde_json::Value;

/// What rule S17 shows of a pattern: Go's text, found without compiling anything.
fn structural_rule(pattern: &str) -> Option<String> {
    let props = JsonSchemaProps {
        type_: Some("object".into()),
        pattern: Some(pattern.into()),
        ..JsonSchemaProps::default()
    };
    let violations = structural_schema(&props, &FieldPath::ROOT).err()?;
    let detail = violations.iter().next()?.detail().to_owned();
    Some(detail.strip_prefix("must be a valid regular expression, but isn't: ").unwrap().to_owned())
}

fn add_rule(tally: &mut Tally, question: &Question, answer: &Value) {
    let ours = structural_rule(&question.pattern);
    tally.patterns += 1;
    tally.refused += usize::from(ours.is_some());
    let error = tally.note_reason(answer);
    if ours.as_deref() != error {
        tally.disagreements.push(format!("ours {ours:?}, Go {error:?}: {:?}", question.pattern));
    }
}

/// The first number for which we refuse, where there is one.
fn boundary(growing: &Growing) -> Option<usize> {
    let refused = |n: usize| structural_rule(&growing.pattern(n)).is_some();
    let (mut taken, mut refusing) = (0, growing.most);
    if refused(taken) || !refused(refusing) {
        return None;
    }
    while refusing - taken > 1 {
        let middle = taken.midpoint(refusing);
        if refused(middle) { refusing = middle } else { taken = middle }
    }
    Some(refusing)
}

#[test]
fn go_says_the_same_of_random_patterns() {
    let Some((oracle, seed)) = start() else { return };
    let count = number("PATTERN_COUNT").unwrap_or(20_000);
    let mut generator = Generator::new(seed);
    let mut tally = Tally::default();
    for batch in 0..count.div_ceil(1000) {
        let questions: Vec<_> = (0..1000.min(count - batch * 1000)).map(|_| generator.question()).collect();
        ask(&oracle, &questions, |question, answer| tally.add(question, answer));
    }
    tally.finish(seed);
}

#[test]
fn go_says_the_same_of_patterns_at_its_limits() {
    let Some((oracle, seed)) = start() else { return };
    let count = number("PATTERN_LIMIT_COUNT").unwrap_or(10);
    let mut generator = Generator::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let growing = generator.growing();
        let Some(refused) = boundary(&growing) else { continue };
        let questions = [refused - 1, refused, refused + 1].map(|n| Question {
            pattern: growing.pattern(n),
            // Matching is not what is asked here.
            subjects: Vec::new(),
        });
        ask(&oracle, &questions, |question, answer| add_rule(&mut tally, question, answer));
    }
    tally.finish(seed);
}
