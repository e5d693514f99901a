//! Arguments of the commands about objects.

use clap::{Args, ValueEnum};
use crd_schema::ServerVersion;

use super::{Findings, Format, TextFormat};
use crate::input::FileName;

#[derive(Args)]
pub(crate) struct Prune {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// Files with objects or lists of them, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "OBJECT")]
    pub(crate) objects: Vec<FileName>,
    /// Exit with 1 when something was removed.
    #[arg(long)]
    pub(crate) check: bool,
    /// Say why something was removed, and what else a server changes.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Whose reading of pruning applies.
    #[arg(long, value_enum, default_value_t = Reading::Server)]
    pub(crate) semantics: Reading,
    /// How the objects are printed.
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    pub(crate) output: Format,
    /// Exit with 1 when there are warnings.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

#[derive(Args)]
pub(crate) struct Validate {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// Files with objects or lists of them, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "OBJECT")]
    pub(crate) objects: Vec<FileName>,
    /// A file, directory or pattern with stored objects, repeatable: those of the same name are updated, the others created.
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Vec<FileName>,
    /// The subresource that is written.
    #[arg(long, value_enum, requires = "old")]
    pub(crate) subresource: Option<Subresource>,
    /// The Kubernetes minor that is asked; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// What is said of unknown and repeated fields.
    #[arg(long, value_enum, ignore_case = true, default_value_t = UnknownFields::Warn)]
    pub(crate) field_validation: UnknownFields,
    #[command(flatten)]
    pub(crate) findings: Findings,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum UnknownFields {
    /// Nothing.
    Ignore,
    /// A warning each.
    Warn,
    /// An error each, and nothing else is looked at.
    Strict,
}

#[derive(Args)]
pub(crate) struct Default {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// Files with objects or lists of them, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "OBJECT")]
    pub(crate) objects: Vec<FileName>,
    /// How the objects are printed.
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    pub(crate) output: Format,
}

#[derive(Args)]
pub(crate) struct Stored {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// Files with objects or lists of them, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "OBJECT")]
    pub(crate) objects: Vec<FileName>,
    /// A file, directory or pattern with stored objects, repeatable: those of the same name are updated, the others created.
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Vec<FileName>,
    /// The subresource that is written.
    #[arg(long, value_enum, requires = "old")]
    pub(crate) subresource: Option<Subresource>,
    /// The Kubernetes minor that is asked; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// How the objects are printed; JSON lists what was removed, filled in and warned of.
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    pub(crate) output: Format,
}

#[derive(Args)]
pub(crate) struct Audit {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// The Kubernetes minor that is asked; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// Files of any size with objects or lists of them, JSON or YAML, directories of them, or patterns; `-`, the default, reads
    /// standard input.
    #[arg(value_name = "OBJECT", default_value = "-")]
    pub(crate) objects: Vec<FileName>,
    /// A file, directory or pattern with stored objects, repeatable: those of the same name are updated, the others created.
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Vec<FileName>,
    /// How the counts are printed.
    #[arg(short, long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) output: TextFormat,
}

#[derive(Args)]
pub(crate) struct CheckUpdate {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// The Kubernetes minor that is asked; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// The stored object; `-` reads standard input.
    #[arg(value_name = "OLD")]
    pub(crate) old: FileName,
    /// The object that is to take its place; its `apiVersion` says which schema applies.
    #[arg(value_name = "NEW")]
    pub(crate) new: FileName,
    /// The subresource that is written.
    #[arg(long, value_enum)]
    pub(crate) subresource: Option<Subresource>,
    #[command(flatten)]
    pub(crate) findings: Findings,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Reading {
    /// What the API server does.
    Server,
    /// What the pruning KEP says.
    Kep,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Subresource {
    /// `/status`: all but the status stays as it is.
    Status,
}
