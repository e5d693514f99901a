//! `crd-schema explain`.

use crd_schema::lint::{lint_rules, rule_named};

use crate::cli::Explain;
use crate::exit::{Failure, Outcome};
use crate::output::Output;

pub(crate) fn run(arguments: &Explain, out: &mut Output) -> Result<Outcome, Failure> {
    match &arguments.rule {
        Some(id) => match lint_rules().iter().find(|rule| rule.id == id) {
            Some(rule) => out.data(rule.page)?,
            None => writeln!(out, "{}", without_page(id)?)?,
        },
        None => list(out)?,
    }
    Ok(Outcome::Fine)
}

fn list(out: &mut Output) -> std::io::Result<()> {
    let width = lint_rules().iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    for rule in lint_rules() {
        writeln!(out, "{:width$}  {}", rule.id, rule.summary)?;
    }
    Ok(())
}

/// Rules about Rust types have none.
fn without_page(id: &str) -> Result<String, Failure> {
    let id = rule_named(id).map_err(|error| Failure::unusable(error.to_string()))?;
    Ok(format!("{id} is about Rust types; the warning that an export test prints says what to do"))
}
