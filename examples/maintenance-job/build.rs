//! Writes the definitions of both resources into `OUT_DIR`; the program prints one of them.

use crd_schema::Profile;
use crd_schema::build::{BuildError, crd, generate};
use maintenance_job_types::{MaintenanceNightlyJob, MaintenancePlan};

fn main() -> Result<(), BuildError> {
    generate([crd::<MaintenanceNightlyJob>(), crd::<MaintenancePlan>().profile(Profile::Native)])?;
    Ok(())
}
