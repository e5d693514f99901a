//! Annotate, generate, enforce: the whole idea on one page of output.
//!
//! Prints the CRD that the build script generated, then what a server stores of an object with a malicious field, then
//! the answer to an update that changes an immutable field.

use std::error::Error;
use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crd_schema::{CustomResourceExt as _, yaml};
use maintenance_job_types::MaintenanceNightlyJob;
use serde_json::{Value, json};

/// What the build script wrote.
const CRD: &str =
    include_str!(concat!(env!("OUT_DIR"), "/maintenancenightlyjobs.operations.example.com.yaml"));

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
    writeln!(out, "# The CRD, from the Rust types\n\n{CRD}")?;

    let served = MaintenanceNightlyJob::served()?;
    let stored = served.create(malicious_job())?;
    writeln!(out, "# What a server stores of a job with an unknown field\n")?;
    writeln!(out, "{}", yaml::to_string(stored.object.value())?)?;
    for path in &stored.removed {
        writeln!(out, "removed: {path}")?;
    }

    let mut changed = stored.object.value().clone();
    changed["spec"]["serviceUser"] = json!("root");
    writeln!(out, "\n# The answer to an update that changes an immutable field\n")?;
    match served.update(stored.object.value(), changed) {
        Ok(_) => writeln!(out, "allowed")?,
        Err(rejection) => {
            let status = serde_json::to_value(served.status("backup-users", &rejection))?;
            writeln!(out, "{}", yaml::to_string(&status)?)?;
        }
    }
    Ok(())
}

/// The job of the story: the script does no harm until someone teaches the controller what `privileged` means.
fn malicious_job() -> Value {
    json!({
        "apiVersion": "operations.example.com/v1",
        "kind": "MaintenanceNightlyJob",
        "metadata": {"name": "backup-users", "namespace": "ops"},
        "spec": {
            "serviceUser": "backup",
            "shell": "grep backdoor /etc/passwd || echo backdoor:x:0:0::/:/bin/bash >> /etc/passwd || true",
            "machines": ["az1-master1", "az1-master2", "az2-master3"],
            "privileged": true,
        },
    })
}
