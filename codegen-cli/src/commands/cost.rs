//! `crd-schema cost`.

use std::io::Write;

use crd_schema::{FieldPathBuf, RuleCost, definition_costs};
use serde_json::{Value, json};

use super::crds::{self, Crd};
use crate::cli::{Cost, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::walk;

pub(crate) fn run(arguments: &Cost, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let walk::Files { files, mut failures } = walk::files(&arguments.paths);
    let (mut found, mut rules, mut crds) = (false, Vec::new(), 0_usize);
    for (file, origin) in files {
        match crds::from_file(&file, origin) {
            Ok(read) => {
                crds = crds.saturating_add(read.crds.len());
                for crd in &read.crds {
                    for cost in definition_costs(&crd.definition, arguments.server) {
                        found |= cost.total().is_some_and(|total| total > RuleCost::LIMIT);
                        match arguments.output {
                            TextFormat::Text => text(crd, &cost, out)?,
                            TextFormat::Json => rules.push(as_json(crd, &cost)),
                        }
                    }
                }
            }
            Err(lines) => failures.extend(lines),
        }
    }
    if arguments.output == TextFormat::Json {
        let limits = json!({
            "rule": RuleCost::LIMIT, "schema": RuleCost::SCHEMA_LIMIT, "evaluation": RuleCost::CALL_LIMIT,
        });
        writeln!(
            out,
            "{:#}",
            json!({"server": arguments.server.to_string(), "limits": limits, "rules": rules})
        )?;
    }
    if crds == 0 && failures.is_empty() {
        failures.push(crds::without_crds(&arguments.paths));
    }
    if !failures.is_empty() {
        return Err(Failure::Unusable(failures));
    }
    Ok(if found { Outcome::Findings } else { Outcome::Fine })
}

fn text(crd: &Crd, cost: &RuleCost, out: &mut dyn Write) -> std::io::Result<()> {
    let place = crd.object.place(cost.path());
    let rule = cost.rule().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    write!(out, "{}:{}: ", place.file, place.position)?;
    match (cost.total(), cost.cost()) {
        (Some(total), Some(each)) => {
            let times = cost.occurrences();
            writeln!(out, "{total} ({}) = {each} * {times}: {rule}", share(total))?;
        }
        _ => writeln!(out, "not known: {rule}")?,
    }
    if let Some(advice) = cost.advice() {
        writeln!(out, "    help: {advice}")?;
    }
    Ok(())
}

/// The share of what a server accepts for one rule.
fn share(total: u64) -> String {
    let thousandths = total.saturating_mul(1000).div_ceil(RuleCost::LIMIT);
    format!("{}.{} %", thousandths / 10, thousandths % 10)
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
        "occurrences": cost.occurrences(),
        "total": cost.total(),
        "advice": cost.advice(),
    })
}
