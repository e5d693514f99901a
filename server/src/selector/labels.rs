//! Label selectors: `app=web,tier in (front, back),!old`.
//!
//! Source: `apimachinery pkg/labels/selector.go`.

use std::collections::BTreeSet;

use crd_schema_go::names::{Wording, label_value, qualified_name};
use crd_schema_go::quote::quoted;
use serde_json::Value;

use super::tokens::{Kind, Token, tokens};
use crate::meta;

/// What labels must be like; without requirements anything goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelSelector(Vec<Requirement>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Requirement {
    key: String,
    operator: Operator,
    values: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Exists,
    DoesNotExist,
    In,
    NotIn,
    GreaterThan,
    LessThan,
}

impl LabelSelector {
    /// # Errors
    /// Why the text is not a selector, in upstream's words.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let tokens = tokens(text);
        let mut parser = Parser { tokens: &tokens };
        let mut requirements = parser.all()?;
        requirements.sort_by(|one, other| one.key.cmp(&other.key));
        Ok(Self(requirements))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn matches(&self, object: &Value) -> bool {
        let labels = meta::field(object, "labels");
        let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Value::as_str);
        self.0.iter().all(|requirement| requirement.matches(label(&requirement.key)))
    }
}

impl Requirement {
    fn matches(&self, found: Option<&str>) -> bool {
        let is_listed = || found.is_some_and(|found| self.values.contains(found));
        let compared = || {
            let wanted = self.values.first()?.parse::<i64>().ok()?;
            Some(found?.parse::<i64>().ok()?.cmp(&wanted))
        };
        match self.operator {
            Operator::Exists => found.is_some(),
            Operator::DoesNotExist => found.is_none(),
            Operator::In => is_listed(),
            Operator::NotIn => !is_listed(),
            Operator::GreaterThan => compared().is_some_and(std::cmp::Ordering::is_gt),
            Operator::LessThan => compared().is_some_and(std::cmp::Ordering::is_lt),
        }
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
}

/// Keywords are identifiers where values stand.
fn as_value(kind: Kind) -> Kind {
    if matches!(kind, Kind::In | Kind::NotIn) { Kind::Identifier } else { kind }
}

impl<'t> Parser<'t> {
    /// The kind and text of the next token, which stays; the end is never left.
    fn peek(&self) -> (Kind, &'t str) {
        self.tokens.first().map_or((Kind::End, ""), |token| (token.kind, token.text.as_str()))
    }

    fn peek_value(&self) -> (Kind, &'t str) {
        let (kind, text) = self.peek();
        (as_value(kind), text)
    }

    fn take(&mut self) -> (Kind, &'t str) {
        let taken = self.peek();
        self.tokens = self.tokens.get(1..).unwrap_or_default();
        taken
    }

    fn take_value(&mut self) -> (Kind, &'t str) {
        let (kind, text) = self.take();
        (as_value(kind), text)
    }

    fn all(&mut self) -> Result<Vec<Requirement>, String> {
        let mut found = Vec::new();
        loop {
            match self.peek_value() {
                (Kind::Identifier | Kind::DoesNotExist, _) => {
                    let requirement = self.requirement();
                    found.push(requirement.map_err(|why| format!("unable to parse requirement: {why}"))?);
                    match self.take_value() {
                        (Kind::End, _) => return Ok(found),
                        (Kind::Comma, _) => match self.peek_value() {
                            (Kind::Identifier | Kind::DoesNotExist, _) => {}
                            (_, text) => {
                                return Err(format!("found '{text}', expected: identifier after ','"));
                            }
                        },
                        (_, text) => {
                            return Err(format!("found '{text}', expected: ',' or 'end of string'"));
                        }
                    }
                }
                (Kind::End, _) => return Ok(found),
                (_, text) => {
                    return Err(format!("found '{text}', expected: !, identifier, or 'end of string'"));
                }
            }
        }
    }

    fn requirement(&mut self) -> Result<Requirement, String> {
        let (mut kind, mut text) = self.take_value();
        let negated = kind == Kind::DoesNotExist;
        if negated {
            (kind, text) = self.take_value();
        }
        if kind != Kind::Identifier {
            return Err(format!("found '{text}', expected: identifier"));
        }
        // Quirk: there is no path to print.
        check_key("<nil>", text)?;
        let key = text.to_owned();
        let alone = matches!(self.peek_value().0, Kind::End | Kind::Comma);
        if negated || alone {
            let operator = if negated { Operator::DoesNotExist } else { Operator::Exists };
            return Ok(Requirement { key, operator, values: BTreeSet::new() });
        }
        let operator = self.operator()?;
        let values = match operator {
            (Operator::In | Operator::NotIn, Several::Yes) => self.values()?,
            _ => self.exact_value()?,
        };
        checked(Requirement { key, operator: operator.0, values })
    }

    fn operator(&mut self) -> Result<(Operator, Several), String> {
        Ok(match self.take() {
            (Kind::In, _) => (Operator::In, Several::Yes),
            (Kind::NotIn, _) => (Operator::NotIn, Several::Yes),
            (Kind::Equals | Kind::DoubleEquals, _) => (Operator::In, Several::No),
            (Kind::NotEquals, _) => (Operator::NotIn, Several::No),
            (Kind::GreaterThan, _) => (Operator::GreaterThan, Several::No),
            (Kind::LessThan, _) => (Operator::LessThan, Several::No),
            (_, text) => {
                return Err(format!("found '{text}', expected: in, notin, =, ==, !=, gt, lt"));
            }
        })
    }

    fn values(&mut self) -> Result<BTreeSet<String>, String> {
        match self.take_value() {
            (Kind::OpenParenthesis, _) => {}
            (_, text) => return Err(format!("found '{text}' expected: '('")),
        }
        match self.peek_value() {
            (Kind::Identifier | Kind::Comma, first) => {
                let values = self.identifiers()?;
                match self.take_value() {
                    (Kind::ClosedParenthesis, _) => Ok(values),
                    _ => Err(format!("found '{first}', expected: ')'")),
                }
            }
            (Kind::ClosedParenthesis, _) => {
                self.take();
                Ok(BTreeSet::from([String::new()]))
            }
            (_, text) => Err(format!("found '{text}', expected: ',', ')' or identifier")),
        }
    }

    fn identifiers(&mut self) -> Result<BTreeSet<String>, String> {
        let mut values = BTreeSet::new();
        loop {
            match self.take_value() {
                (Kind::Identifier, text) => {
                    values.insert(text.to_owned());
                    match self.peek_value() {
                        (Kind::Comma, _) => {}
                        (Kind::ClosedParenthesis, _) => return Ok(values),
                        (_, text) => return Err(format!("found '{text}', expected: ',' or ')'")),
                    }
                }
                (Kind::Comma, _) => {
                    if values.is_empty() {
                        values.insert(String::new());
                    }
                    match self.peek_value().0 {
                        Kind::ClosedParenthesis => {
                            values.insert(String::new());
                            return Ok(values);
                        }
                        Kind::Comma => {
                            values.insert(String::new());
                        }
                        _ => {}
                    }
                }
                (_, text) => return Err(format!("found '{text}', expected: ',', or identifier")),
            }
        }
    }

    fn exact_value(&mut self) -> Result<BTreeSet<String>, String> {
        if matches!(self.peek_value().0, Kind::End | Kind::Comma) {
            return Ok(BTreeSet::from([String::new()]));
        }
        match self.take_value() {
            (Kind::Identifier, text) => Ok(BTreeSet::from([text.to_owned()])),
            (_, text) => Err(format!("found '{text}', expected: identifier")),
        }
    }
}

/// Whether an operator has a list of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Several {
    Yes,
    No,
}

fn check_key(path: &str, key: &str) -> Result<(), String> {
    let said = qualified_name(key, Wording::From1_35);
    if said.is_empty() { Ok(()) } else { Err(invalid(path, key, &said.join("; "))) }
}

fn invalid(path: &str, value: &str, detail: &str) -> String {
    format!("{path}: Invalid value: {}: {detail}", quoted(value))
}

/// Source: `NewRequirement`.
fn checked(requirement: Requirement) -> Result<Requirement, String> {
    let mut errors = Vec::new();
    for (index, value) in requirement.values.iter().enumerate() {
        let compares = matches!(requirement.operator, Operator::GreaterThan | Operator::LessThan);
        if compares && value.parse::<i64>().is_err() {
            let detail = "for 'Gt', 'Lt' operators, the value must be an integer";
            errors.push(invalid(&format!("values[{index}]"), value, detail));
        }
    }
    for (index, value) in requirement.values.iter().enumerate() {
        let said = label_value(value, Wording::From1_35);
        if !said.is_empty() {
            let path = format!("values[{index}][{}]", requirement.key);
            errors.push(invalid(&path, value, &said.join("; ")));
        }
    }
    match errors.as_slice() {
        [] => Ok(requirement),
        [one] => Err(one.clone()),
        several => Err(format!("[{}]", several.join(", "))),
    }
}
