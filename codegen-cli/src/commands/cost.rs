//! `crd-schema cost`.

use std::collections::BTreeMap;
use std::io;

use crd_schema::cel::{RuleCost, definition_costs};
use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
use serde_json::{Value, json};

use super::crds::{self, Crd};
use crate::cli::{Cost, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::walk;

pub(crate) fn run(arguments: &Cost, out: &mut Output) -> Result<Outcome, Failure> {
    let walk::Files { files, mut failures } = walk::files(&arguments.paths);
    let (mut report, mut crds) = (Report::default(), 0_usize);
    for (file, origin) in files {
        match crds::from_file(&file, origin) {
            Ok(read) => {
                crds = crds.saturating_add(read.crds.len());
                for crd in &read.crds {
                    let costs = definition_costs(&crd.definition, arguments.server);
                    report.add(crd, &costs, arguments.output, out)?;
                }
            }
            Err(lines) => failures.extend(lines),
        }
    }
    if arguments.output == TextFormat::Json {
        let Report { rules, schemas, .. } = &report;
        let limits = json!({
            "rule": RuleCost::LIMIT, "schema": RuleCost::SCHEMA_LIMIT, "evaluation": RuleCost::CALL_LIMIT,
        });
        let server = arguments.server.to_string();
        let all = json!({
            "server": server, "limits": limits, "rules": rules, "schemas": schemas,
        });
        out.json(&all)?;
    }
    if crds == 0 && failures.is_empty() {
        failures.push(crds::without_crds(&arguments.paths));
    }
    if !failures.is_empty() {
        return Err(Failure::Unusable(failures));
    }
    Ok(if report.is_refused { Outcome::Findings } else { Outcome::Fine })
}

/// What is printed at the end, and whether a server refuses something.
#[derive(Default)]
struct Report {
    is_refused: bool,
    rules: Vec<Value>,
    schemas: Vec<Value>,
}

impl Report {
    fn add(&mut self, crd: &Crd, costs: &[RuleCost], format: TextFormat, out: &mut Output) -> io::Result<()> {
        for cost in costs {
            let dearest = cost.total().max(cost.message_cost());
            self.is_refused |= cost.error().is_some() || dearest.is_some_and(|cost| cost > RuleCost::LIMIT);
            match format {
                TextFormat::Text => text(crd, cost, out)?,
                TextFormat::Json => self.rules.push(as_json(crd, cost)),
            }
        }
        for (path, sum) in sums(costs) {
            let place = crd.object.place(&path);
            let limit = RuleCost::SCHEMA_LIMIT;
            self.is_refused |= sum > limit;
            match format {
                TextFormat::Json => self.schemas.push(json!({
                    "file": place.file,
                    "line": place.position.line,
                    "column": place.position.column,
                    "path": path.to_string(),
                    "total": sum,
                })),
                TextFormat::Text if sum > limit => {
                    let (file, position, share) = (place.file, place.position, share(sum, limit));
                    writeln!(
                        out,
                        "{file}:{position}: {sum} ({share} of what a server accepts for a schema): all together"
                    )?;
                }
                TextFormat::Text => {}
            }
        }
        Ok(())
    }
}

/// What the expressions of each schema cost together.
fn sums(costs: &[RuleCost]) -> Vec<(FieldPathBuf, u64)> {
    let mut sums = BTreeMap::<usize, u64>::new();
    for cost in costs {
        let version = cost.path().steps().into_iter().find_map(|step| match step {
            PathStep::Index(index) => Some(index),
            _ => None,
        });
        let sum = sums.entry(version.unwrap_or_default()).or_default();
        let both = [cost.total(), cost.message_cost()].into_iter().flatten();
        *sum = both.fold(*sum, u64::saturating_add);
    }
    let path = |version| {
        let [spec, versions, schema, props] =
            ["spec", "versions", "schema", "openAPIV3Schema"].map(PathStep::Property);
        FieldPathBuf::new([spec, versions, PathStep::Index(version), schema, props], PathStyle::Bracketed)
    };
    sums.into_iter().map(|(version, sum)| (path(version), sum)).collect()
}

fn text(crd: &Crd, cost: &RuleCost, out: &mut Output) -> io::Result<()> {
    let place = crd.object.place(cost.path());
    let rule = cost.rule().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    write!(out, "{}:{}: ", place.file, place.position)?;
    match (cost.total(), cost.cost()) {
        (Some(total), Some(each)) => {
            let times = cost.occurrences();
            let share = share(total, RuleCost::LIMIT);
            writeln!(out, "{total} ({share}) = {each} * {times}: {rule}")?;
        }
        _ => writeln!(out, "does not compile: {rule}")?,
    }
    if let Some(error) = cost.error() {
        // The message names the expression of a message itself.
        for line in error.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    if let Some(advice) = cost.advice() {
        writeln!(out, "    help: {advice}")?;
    }
    if let Some(message) = cost.message_cost().filter(|message| *message > RuleCost::LIMIT) {
        writeln!(out, "    messageExpression: {message} ({})", share(message, RuleCost::LIMIT))?;
    }
    Ok(())
}

/// The share of what a server accepts, with as many digits as say something.
///
/// What fits is less than 100 %, and what does not is more, however near it is.
fn share(total: u64, limit: u64) -> String {
    // Percent in units of 10⁻⁹, which hold the share of 1 in every limit.
    const UNIT: u128 = 1_000_000_000;
    let exact = u128::from(total).saturating_mul(100).saturating_mul(UNIT) / u128::from(limit.max(1));
    let hundred = UNIT.saturating_mul(100);
    let step = if exact >= UNIT { UNIT / 10 } else { step_of_two_digits(exact) };
    let rounded = exact.saturating_add(step / 2) / step * step;
    let is_misleading = (rounded >= hundred) != (exact >= hundred) || rounded == hundred && exact != hundred;
    let shown = if is_misleading { exact } else { rounded };
    let fraction = format!("{:09}", shown % UNIT);
    let digits = fraction.trim_end_matches('0');
    let digits = if shown >= UNIT && digits.is_empty() { "0" } else { digits };
    match digits {
        "" => format!("{} %", shown / UNIT),
        digits => format!("{}.{digits} %", shown / UNIT),
    }
}

/// The power of ten that leaves two digits.
fn step_of_two_digits(value: u128) -> u128 {
    let digits = value.checked_ilog10().unwrap_or_default();
    10_u128.pow(digits.saturating_sub(1))
}

fn as_json(crd: &Crd, cost: &RuleCost) -> Value {
    let place = crd.object.place(cost.path());
    let path: &FieldPathBuf = cost.path();
    json!({
        "file": place.file,
        "line": place.position.line,
        "column": place.position.column,
        "path": path.to_string(),
        "rule": cost.rule(),
        "cost": cost.cost(),
        "messageCost": cost.message_cost(),
        "occurrences": cost.occurrences(),
        "total": cost.total(),
        "advice": cost.advice(),
        "error": cost.error(),
    })
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_say_what_they_are() {
        for (total, limit, expected) in [
            (0, 10_000_000, "0 %"),
            (1, 10_000_000, "0.00001 %"),
            (28, 10_000_000, "0.00028 %"),
            (123, 10_000_000, "0.0012 %"),
            (99_999, 10_000_000, "1.0 %"),
            (100_000, 10_000_000, "1.0 %"),
            (9_015_002, 10_000_000, "90.2 %"),
            (9_999_999, 10_000_000, "99.99999 %"),
            (10_000_000, 10_000_000, "100.0 %"),
            (10_000_001, 10_000_000, "100.00001 %"),
            (1, 100_000_000, "0.000001 %"),
            (2_831_193_018_002, 10_000_000, "28311930.2 %"),
            (u64::MAX, 10_000_000, "184467440737095.5 %"),
        ] {
            assert_eq!(share(total, limit), expected, "{total} of {limit}");
        }
    }
}
