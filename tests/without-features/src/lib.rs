//! Nothing: the package is there for what its tests are built with.
