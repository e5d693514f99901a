//! Prints the definition twice: for clusters, whose immutability is CEL, and for servers that know the markers.

use std::error::Error;
use std::io::{self, Write as _};

use crd_schema::{Profile, definition};
use database::Database;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for profile in [Profile::Cluster, Profile::Native] {
        let definition = definition::<Database>(profile)?;
        writeln!(out, "---\n# {profile:?}")?;
        for note in definition.warnings().iter().chain(definition.notes()) {
            writeln!(out, "# {note}")?;
        }
        write!(out, "{}", definition.to_yaml()?)?;
    }
    Ok(())
}
