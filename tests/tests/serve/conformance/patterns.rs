//! `regexp`: which patterns there are, and what they match.

use crd_schema::validation::{Pattern, PatternError};
use crd_schema_tests::conformance::Operation;
use crd_schema_tests::generate::Tape;
use serde_json::{Value, json};

use super::definitions::seed;
use crate::patterns::support::Generator;

/// Patterns with strings to try them on.
pub(crate) struct Regexp;

impl Operation for Regexp {
    fn name(&self) -> &'static str {
        "regexp"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let question = Generator::new(seed(tape)).question();
        json!({"op": "regexp", "pattern": question.pattern, "subjects": question.subjects})
    }

    fn answer(&self, request: &Value) -> Value {
        let subjects = request["subjects"].as_array().into_iter().flatten().filter_map(Value::as_str);
        match Pattern::compile(request["pattern"].as_str().unwrap_or_default()) {
            Ok(pattern) => {
                json!({"matches": subjects.map(|text| pattern.is_match(text)).collect::<Vec<_>>()})
            }
            Err(PatternError::Invalid(text)) => json!({ "error": text }),
            // A bound of ours for matching, which Go does not have.
            Err(_) => json!({}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = self.answer(request);
        let beyond_limits = ours.as_object().is_some_and(serde_json::Map::is_empty);
        (!beyond_limits && ours != *oracle).then(|| format!("Go has {oracle}, ours is {ours}"))
    }

    fn smaller(&self, request: &Value) -> Vec<Value> {
        let pattern = request["pattern"].as_str().unwrap_or_default();
        let without = |(index, letter): (usize, char)| {
            let rest = [&pattern[..index], &pattern[index + letter.len_utf8()..]].concat();
            json!({"op": "regexp", "pattern": rest, "subjects": request["subjects"]})
        };
        let subjects = request["subjects"].as_array().map_or(0, Vec::len);
        let fewer = |index| {
            let mut smaller = request.clone();
            smaller["subjects"].as_array_mut().map(|subjects| subjects.remove(index));
            smaller
        };
        pattern.char_indices().map(without).chain((0..subjects).map(fewer)).collect()
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        if let Some(error) = answer["error"].as_str() {
            return error.split(':').nth(1).unwrap_or_default().to_owned();
        }
        let matches = answer["matches"].to_string();
        let pattern = request["pattern"].as_str().unwrap_or_default();
        let marks: String = ["^", "$", "|", "(?", "[", "\\", "*", "{"]
            .into_iter()
            .filter(|mark| pattern.contains(mark))
            .take(2)
            .collect();
        format!("{marks} matches {} misses {}", matches.contains("true"), matches.contains("false"))
    }
}
