//! Why definitions could not be written.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::crd::CrdYamlError;
use crate::crd::places::{Place, source};
use crate::violation::Violations;

/// Why no definition was written; the text has everything that was found.
///
/// It prints the same as `{}` and as `{:?}`, for that is how the error that `main` returns reaches the reader.
///
/// ```
/// use crd_schema::SchemaBuilder;
/// use crd_schema::build::{BuildError, Export, generate_into};
/// use crd_schema::describe::ResourceDesc;
///
/// let resource = ResourceDesc { group: "example.com", version: "v1", plural: "as", ..ResourceDesc::EMPTY };
/// let export = Export::new(resource, SchemaBuilder::object().build()?);
/// let error = generate_into(std::env::temp_dir(), [export.clone(), export]).unwrap_err();
/// assert!(matches!(&error, BuildError::Duplicate { name } if name == "as.example.com"));
/// assert_eq!(error.to_string(), "as.example.com is given twice, and one file cannot have both");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is no `OUT_DIR`.
    #[error("OUT_DIR is not set: outside of a build script, say where to write with generate_into")]
    NoOutDir,
    /// Two definitions have one name.
    #[error("{name} is given twice, and one file cannot have both")]
    Duplicate {
        /// The name of both.
        name: String,
    },
    /// Some of the definitions have violations.
    #[error("no definition was written\n{}", List(.0))]
    Refused(Vec<Refusal>),
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A definition that is not written; [`Reason`] has an example.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The name of the definition.
    pub name: String,
    /// What is wrong with it.
    pub reason: Reason,
    /// Where the Rust source describes it.
    pub(super) places: Vec<Place>,
}

/// Why a definition is not written.
///
/// ```
/// use crd_schema::build::{BuildError, Export, Reason, generate_into};
/// use crd_schema::describe::ResourceDesc;
/// use crd_schema::schema::Rule;
/// use crd_schema::SchemaBuilder;
///
/// // Items of such a list are not paired, so a rule of theirs has no old value.
/// let names = SchemaBuilder::array(SchemaBuilder::string().rule(Rule::new("self == oldSelf")));
/// let spec = SchemaBuilder::object().property("names", names);
/// let schema = SchemaBuilder::object().property("spec", spec).build()?;
/// let resource = ResourceDesc {
///     group: "example.com",
///     version: "v1",
///     kind: "Database",
///     plural: "databases",
///     ..ResourceDesc::EMPTY
/// };
///
/// let error = generate_into(std::env::temp_dir(), [Export::new(resource, schema)]).unwrap_err();
/// let BuildError::Refused(refusals) = error else { panic!("{error}") };
/// assert_eq!(refusals[0].name, "databases.example.com");
/// let Reason::Definition(why) = &refusals[0].reason else { panic!("{}", refusals[0]) };
/// assert!(why.to_string().contains("oldSelf cannot be used on the uncorrelatable portion"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A server refuses the definition, or no YAML can carry it.
    #[error(transparent)]
    Definition(#[from] CrdYamlError),
}

impl From<Violations> for Reason {
    fn from(violations: Violations) -> Self {
        Self::Definition(violations.into())
    }
}

/// One violation in each line.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        match &self.reason {
            Reason::Definition(CrdYamlError::Refused(violations)) => {
                violations.iter().try_for_each(|violation| {
                    write!(f, "\n  {violation}")?;
                    let source = source(&self.places, violation.path());
                    source.map_or(Ok(()), |source| write!(f, "\n    at {source}"))
                })
            }
            other => write!(f, "\n  {other}"),
        }
    }
}

struct List<'a>(&'a [Refusal]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, refusal)| {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{refusal}")
        })
    }
}
