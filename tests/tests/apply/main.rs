//! Server-side apply, beside Kubernetes' own code.

mod random;
