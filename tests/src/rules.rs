//! CEL rules on an object, in the oracle's words: requests of its operation `cel`, and what is compared of the answers.

use std::collections::HashMap;

use crd_schema::cel::RuleValidator;
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use serde_json::{Map, Value, json};

/// What an object may cost, which is left where there is no rule.
const BUDGET: i64 = 10_000_000;
/// The property that a root is validated as where it is no object.
const ROOT: &str = "root";

/// What is compared: the errors, sorted, for upstream walks maps, and what is left of the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// As they are printed.
    pub errors: Vec<String>,
    /// -1 where it did not suffice.
    pub remaining_budget: i64,
}

impl Verdict {
    fn new(mut errors: Vec<String>, remaining_budget: i64) -> Self {
        errors.sort();
        Self { errors, remaining_budget }
    }

    /// That of an answer of the oracle; none of one that has no verdict.
    pub fn of_oracle(answer: &Value) -> Option<Self> {
        let errors = answer["errors"].as_array()?.iter().filter_map(|error| error["text"].as_str());
        let errors = errors.map(with_one_type_name).collect();
        Some(Self::new(errors, answer["remainingBudget"].as_i64()?))
    }

    /// Ours; none where the schema is not structural.
    ///
    /// `path` is put in front of the paths of errors, which are all below the root. Where the root is no object, it is
    /// validated as a property of one.
    pub fn ours(request: &Value) -> Option<Self> {
        if request["schema"]["type"] != "object" {
            let below = |value: &Value| json!({ROOT: value});
            let mut around = json!({"notResourceRoot": true, "object": below(&request["object"])});
            around["schema"] = json!({"type": "object", "properties": below(&request["schema"])});
            around["old"] = below(&request["old"]);
            let Self { errors, remaining_budget } = Self::ours(&around)?;
            let errors =
                errors.iter().map(|error| format!("<nil>{}", error.strip_prefix(ROOT).unwrap_or(error)));
            return Some(Self::new(errors.collect(), remaining_budget));
        }
        let props: JsonSchemaProps = serde_json::from_value(request["schema"].clone()).ok()?;
        let schema = StructuralSchema::try_from(&props).ok()?;
        let of =
            if request["notResourceRoot"] == true { RuleValidator::of_value } else { RuleValidator::new };
        let Some(rules) = of(&schema, ServerVersion::NEWEST) else {
            return Some(Self::new(Vec::new(), BUDGET));
        };
        let old = request.get("old").filter(|old| !old.is_null());
        let verdict = rules.validate(&request["object"], old);
        let prefix = request["path"].as_str().map(|path| format!("{path}.")).unwrap_or_default();
        let errors = verdict.violations.iter().map(|violation| format!("{prefix}{violation}")).collect();
        Some(Self::new(errors, verdict.remaining_budget))
    }
}

/// Requests with verdicts that were recorded.
///
/// A line defines a schema or an object by number, or is a case: the number of a schema without the rules of its root, the
/// rules, an object or the number of one, and the verdict.
#[derive(Debug, Default)]
pub struct Cases {
    schemas: HashMap<u64, Value>,
    objects: HashMap<u64, Value>,
}

impl Cases {
    /// Reads lines that define something.
    ///
    /// # Panics
    /// When a line is no JSON.
    pub fn define(&mut self, lines: &str) {
        for line in lines.lines() {
            self.defined(line);
        }
    }

    /// The line if it is a case.
    fn defined(&mut self, line: &str) -> Option<Map<String, Value>> {
        let mut row: Map<String, Value> =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Some(number) = row.get("define").and_then(Value::as_u64) else { return Some(row) };
        for (name, defined) in [("schema", &mut self.schemas), ("object", &mut self.objects)] {
            if let Some(value) = row.remove(name) {
                assert!(defined.insert(number, value).is_none(), "{name} {number} is defined once");
            }
        }
        None
    }

    /// The requests of lines, with the verdicts.
    ///
    /// # Panics
    /// When a line is no JSON or lacks something.
    pub fn read(&mut self, lines: &str) -> Vec<(Value, Verdict)> {
        lines.lines().filter_map(|line| self.defined(line).map(|row| self.case(&row))).collect()
    }

    fn case(&self, row: &Map<String, Value>) -> (Value, Verdict) {
        let number = |name: &str| row[name].as_u64().expect("a number");
        let mut schema = self.schemas[&number("schema")].clone();
        if let Some(rules) = row.get("rules") {
            schema["x-kubernetes-validations"] = rules.clone();
        }
        let object = row.get("object").unwrap_or_else(|| &self.objects[&number("defined")]);
        let is_value = row.get("root").is_none();
        let mut request =
            json!({"op": "cel", "schema": schema, "object": object, "notResourceRoot": is_value});
        for name in ["old", "path"] {
            if let Some(value) = row.get(name) {
                request[name] = value.clone();
            }
        }
        let errors = row["errors"].as_array().expect("errors").iter();
        let errors = errors.map(|error| error.as_str().expect("a string").to_owned()).collect();
        (request, Verdict::new(errors, row["remainingBudget"].as_i64().expect("a number")))
    }
}

/// The name of the type of `self` ends in a random number.
pub fn with_one_type_name(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        format!("{text}selfType0{}", part.trim_start_matches(|char: char| char.is_ascii_digit()))
    })
}
