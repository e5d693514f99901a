//! The derive macro of `crd-schema`.
