//! Server-side apply, beside Kubernetes' own code.

mod cases;
mod random;
mod scale;
