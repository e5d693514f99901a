//! `crd-schema explain`.

use crd_schema::lint_rules;

use crate::cli::Explain;
use crate::exit::{Failure, Outcome};
use crate::output::Output;

pub(crate) fn run(arguments: &Explain, out: &mut Output) -> Result<Outcome, Failure> {
    match &arguments.rule {
        Some(id) => match lint_rules().iter().find(|rule| rule.id == id) {
            Some(rule) => out.data(rule.page)?,
            None => return Err(Failure::unusable(unknown(id))),
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

fn unknown(id: &str) -> String {
    let near: Vec<_> = lint_rules().iter().map(|rule| rule.id).filter(|rule| is_near(id, rule)).collect();
    if near.is_empty() {
        return format!("there is no rule {id:?}; `crd-schema explain` lists them");
    }
    format!("there is no rule {id:?}; did you mean {}?", near.join(" or "))
}

/// A third of the letters may be wrong.
fn is_near(id: &str, rule: &str) -> bool {
    rule.starts_with(id) && !id.is_empty() || distance(id, rule) <= rule.len() / 3
}

/// How many letters must be put in, left out or replaced.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, byte) in one.bytes().enumerate() {
        let mut next = vec![index + 1];
        for ((above_left, above), wanted) in row.iter().zip(row.iter().skip(1)).zip(other.bytes()) {
            let left = next.last().copied().unwrap_or_default();
            let replaced = above_left + usize::from(byte != wanted);
            next.push(replaced.min(above + 1).min(left + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn letters_are_counted() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
