//! Prints the definition twice: for clusters, whose immutability is CEL, and for servers that know the markers.

use std::error::Error;
use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crd_schema::Profile;
use crd_schema::crd::definition;
use database::Database;

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
