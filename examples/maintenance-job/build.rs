//! Writes the definition into `OUT_DIR`; the program prints it.

use crd_schema::build::{BuildError, crd, generate};
use maintenance_job_types::MaintenanceNightlyJob;

fn main() -> Result<(), BuildError> {
    generate([crd::<MaintenanceNightlyJob>()])?;
    Ok(())
}
