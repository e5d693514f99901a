//! What is wrong with a value, each error behind its path.
//!
//! Source: `structured-merge-diff typed/helpers.go`, `ValidationErrors`.

use std::fmt;

use crate::apply::path::PathElement;
use crate::limits::Reported;

/// One step to where a walk is.
pub(super) enum Step<'v> {
    Field(&'v str),
    Item(PathElement),
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{name}"),
            Self::Item(element) => element.fmt(f),
        }
    }
}

/// The errors of a walk, and where it is. What follows the first 16 MiB of messages is left out.
#[derive(Default)]
pub(super) struct Errors<'v> {
    path: Vec<Step<'v>>,
    messages: Vec<String>,
    reported: Reported,
    is_full: bool,
}

impl<'v> Errors<'v> {
    pub(super) fn enter(&mut self, step: Step<'v>) {
        self.path.push(step);
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Adds an error of what is one step further.
    pub(super) fn add_at(&mut self, step: Step<'v>, message: &str) {
        self.enter(step);
        self.add(message);
        self.leave();
    }

    pub(super) fn add(&mut self, message: impl fmt::Display) {
        if self.is_full {
            return;
        }
        let mut text: String = self.path.iter().map(Step::to_string).collect();
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&message.to_string());
        if self.reported.takes(text.len()) {
            self.messages.push(text);
        } else {
            self.is_full = true;
        }
    }

    pub(super) fn into_result(self) -> Result<(), String> {
        match self.messages.as_slice() {
            [] => Ok(()),
            [message] => Err(message.clone()),
            messages => Err(format!("errors:\n  {}", messages.join("\n  "))),
        }
    }
}
