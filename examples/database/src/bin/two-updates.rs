//! Two updates that change a field behind `self == oldSelf`, and what `#[immutable]` says of them.

use std::error::Error;
use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crd_schema::CustomResourceExt as _;
use database::Database;
use database::two_updates::{UPDATES, database, plain_rule_accepts};

fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads it has read enough.
        Err(error)
            if error
                .downcast_ref()
                .is_some_and(|error: &io::Error| error.kind() == ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Nobody is left to hear of a failure here.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let served = Database::served()?;
    writeln!(out, "stored     update to   self == oldSelf  #[immutable]")?;
    for (old, new) in UPDATES {
        let show = |encoding: Option<&str>| encoding.map_or_else(|| "-".to_owned(), str::to_owned);
        let plain = if plain_rule_accepts(old, new) { "accepted" } else { "refused" };
        let stored = served.create(database(old))?.object;
        let ours = match served.update(stored.value(), database(new)) {
            Ok(_) => "accepted".to_owned(),
            Err(rejection) => format!("refused: {rejection}"),
        };
        writeln!(out, "{:<9}  {:<10}  {plain:<15}  {ours}", show(old), show(new))?;
    }
    Ok(())
}
