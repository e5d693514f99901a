//! The arguments; no logic.

mod objects;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use crd_schema::ServerVersion;
use crd_schema::crd::Allow;
use crd_schema::lint::{NotAllowed, rule_named};

pub(crate) use objects::{Audit, CheckUpdate, Default, Prune, Reading, Stored, UnknownFields, Validate};

use crate::input::FileName;
use crate::json_schema::{self, Dialect};

/// Says what a Kubernetes API server says about CRDs and custom resources, offline.
///
/// Inputs are files, directories (the YAML and JSON files in them and below), patterns in quotes (`'crds/*.yaml'`), and `-`,
/// which is standard input. Each may be given several times.
///
/// Exit codes: 0 fine, 1 findings, 2 unusable input or arguments, 3 an error of this program. An object that none of the CRDs
/// defines is passed over; that is said, and changes no exit code.
#[derive(Parser)]
#[command(name = "crd-schema", version, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Whether colours are used, and findings shown with the lines that they are about: by default on a terminal.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Write the CRDs of the Rust types of packages, or say whether the files are what the types say.
    Generate(Generate),
    /// Say what a server says of CRDs that are created or changed, and what it should say.
    Lint(Lint),
    /// Print what a field of a CRD is, or what a rule of `lint` is about.
    ///
    /// With `--crd`: the field, as `kubectl explain` prints it, `jobs.spec.image` for example; the resource alone is its root.
    /// Lists and maps are passed through. Without: the rule, as it stands in brackets behind a finding, or the list of all rules.
    Explain(Explain),
    /// Print objects without what their CRD does not specify: one step of a write, of which `stored` has all.
    Prune(Prune),
    /// Say what a server says of objects that are created or updated.
    Validate(Validate),
    /// Print objects with the defaults of their CRD: one step of a write, of which `stored` has all.
    Default(Default),
    /// Print objects as a server stores them when they are created or updated.
    ///
    /// Unknown fields are removed, nulls and metadata are read as a server reads them, defaults are filled in, and everything is
    /// validated. `status` is dropped where it is a subresource. With `--old`, an object replaces the stored one of its name and
    /// has its status and metadata. What only a server knows (uid, generation, times, revisions) is left out of new objects.
    ///
    /// Standard error says what was removed and filled in, what a server warns of, and why it rejects an object; that object is
    /// not printed. Exits with 1 when an object is rejected.
    ///
    /// To see what a manifest changes: `crd-schema stored --crd crds/ --old live.yaml job.yaml | diff live.yaml -`.
    Stored(Stored),
    /// Count what objects would lose and why they would be refused, path by path.
    Audit(Audit),
    /// Say whether an object may become another one.
    CheckUpdate(CheckUpdate),
    /// Print a CRD as JSON Schema, for editors and kubeconform, or write one file for each version.
    ///
    /// What a server would prune is rejected, unless `--unknown-fields accept` is said. What has a default is not required. What JSON
    /// Schema cannot say (CEL rules, list types, mutability) is left out: `validate` knows it.
    ///
    /// For kubeconform: `crd-schema json-schema crds/ --catalog schemas`, then
    /// `kubeconform -schema-location default -schema-location 'schemas/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'`.
    /// For an editor with yaml-language-server, the first line of a manifest:
    /// `# yaml-language-server: $schema=schemas/example.com/job_v1.json`.
    JsonSchema(JsonSchema),
    /// Print CRDs with CEL rules in the place of mutability markers.
    Lower(Lower),
    /// Print what a server estimates each CEL rule of CRDs at.
    Cost(Cost),
    /// Evaluate a CEL expression, or all rules of a CRD, on an object.
    ///
    /// With EXPRESSION: its type, what a server estimates it at, its value and its cost. It may be of any type, where a rule must
    /// be of type bool. Without it: whether each rule of the CRD held. Where an expression is false or fails, the parts that `&&`
    /// joins are evaluated one by one, and of comparisons both sides. The object is pruned and gets its defaults before, as in a
    /// server; nothing else is checked. A server accepts a false rule with a warning where the value is as it was: `validate --old`
    /// says so. What JSON cannot hold (durations, times, bytes, optional values) is printed as a string.
    ///
    /// Exits with 1 when something is false or fails, or when all together cost more than a server spends on an object; an
    /// EXPRESSION that does not compile is an argument that cannot be used.
    ///
    /// `-o json` is one document: `server`, `cost` (of all evaluations), `limit` (what a server spends), and `rules`. Each rule
    /// has `path` (of its node, `spec.ports[]`), `rule`, `type`, `estimate`, `error` (why it does not compile or never runs, else
    /// null) and `results`. Each result is about one value: `path`, `file`, `line`, `column`, `outcome`
    /// (`value`, `error` or `notRun`), `value`, `error`, `cost` and `parts`. Parts have `source`, `value`, `error` and `sides`, which
    /// are parts, too. New keys may come.
    Eval(Eval),
    /// Serve the resources of CRDs as a Kubernetes API server does, for kubectl and any other client.
    ///
    /// The address is printed when clients can connect. Objects are created through the API, as clients would. It speaks plain
    /// HTTP and knows no users, so that it listens on addresses of this machine alone. It ends when it is interrupted.
    Serve(Serve),
}

#[derive(Args)]
pub(crate) struct Serve {
    /// Files with CRDs, YAML or JSON, directories of them, or patterns. Without any, CRDs are created through the API.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<FileName>,
    /// Files with objects or lists of them that are there from the start, directories of them, or patterns; repeatable.
    #[arg(long, value_name = "PATH")]
    pub(crate) load: Vec<FileName>,
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) address: SocketAddr,
    /// Where objects are kept; without it they are gone at the end.
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) data: Option<PathBuf>,
    /// Write a kubeconfig for this server.
    #[arg(long, value_name = "FILE")]
    pub(crate) kubeconfig: Option<PathBuf>,
    /// Install CRDs again when their files change.
    #[arg(long)]
    pub(crate) watch_files: bool,
    /// Serve no namespaces: objects may be in any.
    #[arg(long)]
    pub(crate) without_namespaces: bool,
}

#[derive(Args)]
pub(crate) struct Eval {
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input. A CRD may stand there more than once as
    /// long as it says the same.
    #[arg(long, required = true, value_name = "PATH")]
    pub(crate) crd: Vec<FileName>,
    /// The Kubernetes minor that evaluates; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// The value that EXPRESSION sees as `self`, by default the whole object: `spec.ports[].port` is a field of each item of a
    /// list, `spec.labels{}` each value of a map, `spec.ports[0]` and `spec.labels[app]` one of them.
    #[arg(long, value_name = "PATH", requires = "expression")]
    pub(crate) at: Option<String>,
    /// The stored object, of which `oldSelf` is the value; `-` reads standard input.
    #[arg(long, value_name = "OLD")]
    pub(crate) old: Option<FileName>,
    /// Evaluate EXPRESSION as a rule with `optionalOldSelf: true`.
    #[arg(long, requires = "expression")]
    pub(crate) optional_old_self: bool,
    /// How the values are printed.
    #[arg(short, long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) output: TextFormat,
    /// The object, YAML or JSON; `-` reads standard input.
    #[arg(value_name = "OBJECT")]
    pub(crate) object: FileName,
    /// The expression; write `--` before one that begins with a minus.
    #[arg(value_name = "EXPRESSION")]
    pub(crate) expression: Option<String>,
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches")]
pub(crate) struct Lower {
    /// Files with CRDs, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) files: Vec<FileName>,
    /// The oldest Kubernetes minor that the rules must work on.
    #[arg(long, value_name = "1.N", default_value = "1.29")]
    pub(crate) min_server: ServerVersion,
    /// Take the closest rule where none is exact.
    #[arg(long)]
    pub(crate) approximate: bool,
    /// Trust no `required` and no `default` of objects that are stored already.
    #[arg(long)]
    pub(crate) strict_anchor: bool,
    /// Refuse what a server may fail to evaluate for the largest objects.
    #[arg(long)]
    pub(crate) strict_budget: bool,
    /// Accept `immutable-in-one-version`, which is an error otherwise: everywhere, or where objects have the place, as in
    /// `immutable-in-one-version=spec.size`; `*` is anything. Repeatable.
    #[arg(long, value_name = "RULE[=PATTERN]", value_parser = allow)]
    pub(crate) allow: Vec<Allow>,
    /// Print, instead of the CRDs, a policy and a binding for the markers that no rule of a CRD can stand for.
    #[arg(long)]
    pub(crate) admission_policy: bool,
    /// How the CRDs are printed.
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    pub(crate) output: Format,
    /// Exit with 1 when there are warnings.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

#[derive(Args)]
pub(crate) struct Cost {
    /// Files with CRDs, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<FileName>,
    /// The Kubernetes minor whose estimate is asked for; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server: ServerVersion,
    /// How the estimates are printed.
    #[arg(short, long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) output: TextFormat,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum TextFormat {
    /// A line each.
    Text,
    /// One JSON document.
    Json,
}

#[derive(Args)]
pub(crate) struct Generate {
    /// The `Cargo.toml` of the package or workspace.
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// The package of the workspace; repeatable.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Vec<String>,
    /// Features of the package, parted by commas.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub(crate) features: Vec<String>,
    /// Where the files of all packages are; by default those of each package are in the folder `crds` beside its
    /// `Cargo.toml`, where its export tests look for them.
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "stdout")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Print instead of writing files.
    #[arg(long, conflicts_with = "check")]
    pub(crate) stdout: bool,
    /// Write nothing; print what differs, and exit with 1 when something does.
    #[arg(long)]
    pub(crate) check: bool,
    /// What is written.
    #[arg(long, value_enum, default_value_t = Generated::Crd)]
    pub(crate) format: Generated,
    /// Cut descriptions to so many characters, at the end of a sentence where one ends; 0 leaves them out. So that tests
    /// compare the same, say `#[crd(max_desc_len = N)]` on the type instead.
    #[arg(long, value_name = "N")]
    pub(crate) max_desc_len: Option<usize>,
}

#[derive(Args)]
pub(crate) struct JsonSchema {
    /// Files with CRDs, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) files: Vec<FileName>,
    /// The version of JSON Schema.
    #[arg(long, value_enum, default_value_t = Draft::Draft07)]
    pub(crate) draft: Draft,
    /// What the schemas say of fields that a server would prune.
    #[arg(long, value_enum, default_value_t = SchemaFields::Reject)]
    pub(crate) unknown_fields: SchemaFields,
    /// Write the schemas to a directory, as `<kind>-<group>-<version>.json`.
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "catalog")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Write the schemas to a directory, as `<group>/<kind>_<version>.json`.
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) catalog: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Draft {
    /// Draft 7.
    #[value(name = "07")]
    Draft07,
    /// 2020-12.
    #[value(name = "2020-12")]
    Draft202012,
}

impl From<Draft> for Dialect {
    fn from(draft: Draft) -> Self {
        match draft {
            Draft::Draft07 => Self::Draft07,
            Draft::Draft202012 => Self::Draft202012,
        }
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum SchemaFields {
    /// They are errors.
    Reject,
    /// They may be there.
    Accept,
}

impl From<SchemaFields> for json_schema::UnknownFields {
    fn from(fields: SchemaFields) -> Self {
        match fields {
            SchemaFields::Reject => Self::Rejected,
            SchemaFields::Accept => Self::Accepted,
        }
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Generated {
    /// CRDs in YAML, one file each.
    Crd,
    /// JSON Schema for editors and kubeconform, one file for each version: `<kind>-<group>-<version>.json`.
    JsonSchema,
}

#[derive(Args)]
pub(crate) struct Lint {
    /// Files with CRDs, YAML or JSON, directories of them, or patterns; `-` reads standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<FileName>,
    /// A file, directory or pattern with the CRDs as they are now, repeatable: those of the same name are changed, the others
    /// created.
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Vec<FileName>,
    /// Accept the findings of a rule: everywhere, or where the pattern matches a field of the objects (`spec.ports[].port`) or a
    /// path of the CRD, and below; `*` is anything. What a server refuses cannot be allowed; repeatable.
    #[arg(long, value_name = "RULE[=PATTERN]", value_parser = allow)]
    pub(crate) allow: Vec<Allow>,
    /// Do not say how much was looked at.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// The Kubernetes minor that is asked; by default the newest known one.
    #[arg(long, value_name = "1.N", default_value_t = ServerVersion::NEWEST)]
    pub(crate) server_version: ServerVersion,
    /// Ask all minors from this one on: what only some of them refuse is an error that names them.
    #[arg(long, value_name = "1.N")]
    pub(crate) oldest_server: Option<ServerVersion>,
    #[command(flatten)]
    pub(crate) findings: Findings,
}

fn allow(text: &str) -> Result<Allow, NotAllowed> {
    let (id, pattern) = text.split_once('=').map_or((text, None), |(id, pattern)| (id, Some(pattern)));
    let allow = Allow::rule(rule_named(id)?);
    Ok(match pattern {
        Some(pattern) => allow.matching(pattern),
        None => allow,
    })
}

#[derive(Args)]
pub(crate) struct Explain {
    /// A rule; with `--crd` a resource (its plural, singular, kind or a short name), and a field behind it.
    #[arg(value_name = "RULE|FIELD", required_if_eq_any = [("recursive", "true")])]
    pub(crate) what: Option<String>,
    /// A file, directory or pattern with CRDs, repeatable; `-` reads standard input.
    #[arg(long, value_name = "PATH", requires = "what")]
    pub(crate) crd: Vec<FileName>,
    /// The version, `example.com/v1` for example; by default the newest one that is served.
    #[arg(long, value_name = "GROUP/VERSION", requires = "crd")]
    pub(crate) api_version: Option<String>,
    /// List the fields of fields, without descriptions.
    #[arg(long, requires = "crd")]
    pub(crate) recursive: bool,
}

#[derive(Args)]
pub(crate) struct Findings {
    /// How findings are printed.
    #[arg(short, long, value_enum, default_value_t = FindingFormat::Text)]
    pub(crate) output: FindingFormat,
    /// Exit with 1 when there are warnings.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum FindingFormat {
    /// A line each, `file:line:column: severity: text`, and what to do about it below.
    Text,
    /// One JSON document.
    Json,
    /// Workflow commands, which GitHub Actions shows beside the lines.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Format {
    /// YAML documents.
    Yaml,
    /// One JSON document: the objects, each with the paths that were changed.
    Json,
}
