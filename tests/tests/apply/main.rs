//! Server-side apply, beside Kubernetes' own code.

mod cases;
mod orders;
mod random;
mod scale;
