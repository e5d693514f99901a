//! Findings about a CRD: the errors and warnings of a server, at their places in the file, and warnings of ours beyond them.
//!
//! Knows nothing of: files, objects.

mod allow;
mod counts;
mod help;
mod range;
mod rules;
mod update;

use std::collections::HashSet;

use crate::convert::structural_schema;
use crate::crd::validation::{self, PlacedError, Warning};
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::schema::{KEY_MUTABILITY, MUTABILITY, StructuralSchema, UNIONS};
use crate::server_version::ServerVersion;
use crate::violation::{Cause, Violation};
use crate::wire::{CrdSpec, CrdVersion, CustomResourceDefinition, JsonSchemaProps, schema_path};

pub use crate::allow::Allow;
pub use allow::{NotAllowed, Sifted, allow, rule_named};
pub use counts::{RuleCounts, rule_counts};
use rules::{Check, Depth, Remark, Visited};
pub use rules::{LintRule, lint_rules};
pub use update::takes_for_established;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// A server refuses the CRD.
    Error,
    /// A server takes the CRD, but not as it was meant.
    Warning,
    /// Something to know: nothing is wrong as far as that can be said.
    Note,
}

/// Something to say about a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The message; for errors that of the server, with the path of the file.
    pub message: String,
    /// Where it stands in the CRD.
    pub at: FieldPathBuf,
    /// What the server says, in its own words.
    ///
    /// **Quirk**: its path is that of an internal type, where a schema that all versions share is `spec.validation`
    /// (`pkg/apis/apiextensions/v1/conversion.go`).
    pub server: Option<Violation>,
    /// The id of the rule whose page says more; none for what only a server says.
    pub rule: Option<&'static str>,
    /// What to do about it.
    pub help: Option<String>,
    /// The minors that refuse the CRD for it, where others that were asked accept it ([`Linter::oldest_server`]).
    pub servers: Vec<ServerVersion>,
}

impl Finding {
    /// What a server says, which a rule may explain.
    fn of_server(error: PlacedError) -> Self {
        let PlacedError { violation, at, help } = error;
        let explains = |rule: &&LintRule| matches!(rule.check, Check::ServerError(causes) if causes.contains(&violation.cause()));
        let rule = lint_rules().iter().find(explains).map(|rule| rule.id);
        let help = help.or_else(|| help::of(&violation).map(str::to_owned));
        let message = validation::as_written(&violation).to_string();
        Self {
            severity: Severity::Error,
            message,
            at,
            server: Some(violation),
            rule,
            help,
            servers: Vec::new(),
        }
    }

    fn is_caused_by(&self, cause: Cause) -> bool {
        self.server.as_ref().is_some_and(|violation| violation.cause() == cause)
    }

    fn error(violation: &Violation, at: FieldPathBuf) -> Self {
        let help = help::of(violation).map(str::to_owned);
        let message = violation.to_string();
        Self { severity: Severity::Error, message, at, server: None, rule: None, help, servers: Vec::new() }
    }

    fn of_rule(rule: &LintRule, remark: Remark) -> Self {
        let Remark { message, at, help } = remark;
        Self {
            severity: rule.severity,
            message,
            at,
            server: None,
            rule: Some(rule.id),
            help,
            servers: Vec::new(),
        }
    }

    /// A warning of the server, which a rule may explain.
    fn warning(crd: &CustomResourceDefinition, warning: Warning) -> Self {
        let Warning { message, at, about } = warning;
        let props = schema_above(crd, &at);
        let explained = lint_rules().iter().find_map(|rule| match rule.check {
            Check::ServerWarning(help) => help(&about, props).map(|help| (rule.id, help)),
            _ => None,
        });
        let (rule, help) = explained.unzip();
        Self { severity: Severity::Warning, message, at, server: None, rule, help, servers: Vec::new() }
    }
}

/// Says what a server says when the definition is created, and what it does not say but the author should know.
///
/// ```
/// use crd_schema::lint::Severity;
/// use crd_schema::{CustomResourceDefinition, lint};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({
///     "metadata": {"name": "crontabs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "CronTab", "plural": "crontabs"},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"type": "object", "properties": {"spec": {}}},
///         }}],
///     },
/// }))?;
/// let findings = lint(&crd);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].severity, Severity::Error);
/// assert_eq!(
///     findings[0].message,
///     "spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: \
///      must not be empty for specified object fields",
/// );
/// // The server says it of a type of its own.
/// let by_server = findings[0].server.as_ref().map(|violation| violation.path().to_string());
/// assert_eq!(by_server.as_deref(), Some("spec.validation.openAPIV3Schema.properties[spec].type"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn lint(crd: &CustomResourceDefinition) -> Vec<Finding> {
    Linter::default().lint(crd)
}

/// What is wrong with a CRD for servers of one minor, and what is odd about it.
///
/// ```
/// use crd_schema::lint::Linter;
/// use crd_schema::{CustomResourceDefinition, ServerVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({
///     "metadata": {"name": "crontabs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "CronTab", "plural": "crontabs"},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true}],
///     },
/// }))?;
/// let findings = Linter::new(ServerVersion::V1_33).lint(&crd);
/// assert_eq!(
///     findings[0].message,
///     "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linter {
    server: ServerVersion,
    oldest: Option<ServerVersion>,
}

impl Linter {
    /// For servers of a minor; [`ServerVersion::default`] is the newest one that is known.
    pub fn new(server: ServerVersion) -> Self {
        Self { server, oldest: None }
    }

    /// For servers of all minors from this one on: what only some of them refuse is an error that names them.
    ///
    /// ```
    /// use crd_schema::lint::Linter;
    /// use crd_schema::{CustomResourceDefinition, ServerVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({
    ///     "metadata": {"name": "crontabs.example.com"},
    ///     "spec": {
    ///         "group": "example.com",
    ///         "names": {"kind": "CronTab", "plural": "crontabs"},
    ///         "scope": "Namespaced",
    ///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
    ///             "type": "object",
    ///             "x-kubernetes-validations": [{"rule": "isIP(self.metadata.name)"}],
    ///         }}}],
    ///     },
    /// }))?;
    /// let findings = Linter::default().oldest_server(ServerVersion::V1_29).lint(&crd);
    /// assert_eq!(findings[0].servers, [ServerVersion::V1_29, ServerVersion::V1_30]);
    /// assert!(findings[0].message.contains("undeclared reference to 'isIP'"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn oldest_server(self, oldest: ServerVersion) -> Self {
        Self { oldest: Some(oldest), ..self }
    }

    /// As [`lint`].
    pub fn lint(self, crd: &CustomResourceDefinition) -> Vec<Finding> {
        self.findings(crd, None, |server| validation::create_errors_by(server, crd))
    }

    /// As [`lint_update`].
    pub fn lint_update(self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Vec<Finding> {
        let (applied, stored) = (update::applied(new), update::stored(old));
        let errors = |server| validation::update_errors_by(server, &applied, &stored);
        let mut findings = self.findings(new, Some(old), errors);
        if takes_for_established(old) {
            findings.iter_mut().for_each(update::say_what_is_assumed);
        }
        findings
    }

    fn findings(
        self,
        crd: &CustomResourceDefinition,
        old: Option<&CustomResourceDefinition>,
        errors: impl Fn(ServerVersion) -> Vec<PlacedError>,
    ) -> Vec<Finding> {
        let of_newest = errors(self.server);
        let mut older = range::of_older(self.older(), &of_newest, errors);
        let warned = validation::placed_warnings_by(self.server, crd, old);
        let mut found = findings(crd, old, of_newest, warned);
        if let Some(oldest) = self.oldest {
            range::replace_needs(oldest, &mut found, &mut older);
            found.append(&mut older);
        }
        found
    }

    /// The minors that are asked besides the newest one.
    fn older(self) -> impl Iterator<Item = ServerVersion> {
        let oldest = self.oldest.unwrap_or(self.server);
        ServerVersion::ALL.into_iter().filter(move |minor| (oldest..self.server).contains(minor))
    }
}

/// As [`lint`], when the definition replaces `old`.
///
/// What a server itself writes into metadata is no change, whichever side has it: a file may come from a repository or from a
/// cluster. And unless the status of `old` says otherwise `old` is taken for established, for so it is wherever objects are
/// stored: scope and kind stay.
///
/// ```
/// use crd_schema::lint::lint_update;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd = |plural: &str| serde_json::from_value::<CustomResourceDefinition>(json!({
///     "metadata": {"name": "crontabs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "CronTab", "plural": plural},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"type": "object"},
///         }}],
///     },
/// }));
/// let findings = lint_update(&crd("tabs")?, &crd("crontabs")?);
/// assert_eq!(findings[0].message, "spec.names.plural: Invalid value: \"tabs\": field is immutable");
/// let (mut stored, file) = (crd("crontabs")?, crd("crontabs")?);
/// stored.metadata.get_or_insert_default().uid = Some("5a1c".to_owned());
/// assert_eq!((lint_update(&file, &stored), lint_update(&stored, &file)), (vec![], vec![]));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn lint_update(new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Vec<Finding> {
    Linter::default().lint_update(new, old)
}

fn findings(
    crd: &CustomResourceDefinition,
    old: Option<&CustomResourceDefinition>,
    errors: Vec<PlacedError>,
    warned: Vec<Warning>,
) -> Vec<Finding> {
    let mut findings = of_definition(crd, old);
    findings.extend(errors.into_iter().map(Finding::of_server));
    for schema in crd.spec.as_ref().map(schemas).unwrap_or_default() {
        let path = FieldPath::from(&schema.path);
        match structural_schema(schema.props, &path) {
            Ok(structural) => findings.extend(of_schema(&structural, &path)),
            Err(violations) => {
                let markers = violations.iter().filter(|violation| is_about_a_marker(violation));
                findings.extend(markers.map(|violation| Finding::error(violation, violation.path().clone())));
            }
        }
    }
    findings.extend(warned.into_iter().map(|warning| Finding::warning(crd, warning)));
    keep_the_worst_of_costs(&mut findings);
    leave_broken_expressions(&mut findings);
    findings
}

/// An expression that does not compile reads nothing.
fn leave_broken_expressions(findings: &mut Vec<Finding>) {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let broken: HashSet<_> = findings.iter().filter(is_error).map(|finding| finding.at.clone()).collect();
    findings.retain(|finding| finding.rule != Some("optional-field-read") || !broken.contains(&finding.at));
}

/// A rule that is refused for its cost may cost too much in one evaluation, too: that is no second finding.
fn keep_the_worst_of_costs(findings: &mut Vec<Finding>) {
    let is_refused = |finding: &&Finding| finding.is_caused_by(Cause::RuleCost);
    let refused: HashSet<_> = findings.iter().filter(is_refused).map(|finding| finding.at.clone()).collect();
    findings.retain(|finding| {
        let rule = FieldPath::from(&finding.at).property("rule").to_owned(PathStyle::Bracketed);
        finding.rule != Some("cost-near-budget") || !refused.contains(&rule)
    });
}

fn of_definition(crd: &CustomResourceDefinition, old: Option<&CustomResourceDefinition>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in lint_rules() {
        let remarks = match (&rule.check, old) {
            (Check::Definition(check), _) => check(crd),
            (Check::Update(check), Some(old)) => check(crd, old),
            _ => continue,
        };
        findings.extend(remarks.into_iter().map(|remark| Finding::of_rule(rule, remark)));
    }
    findings
}

/// The schema that a keyword stands in.
fn schema_above<'c>(
    crd: &'c CustomResourceDefinition,
    keyword: &FieldPathBuf,
) -> Option<&'c JsonSchemaProps> {
    let steps = keyword.steps();
    let [
        PathStep::Property("spec"),
        PathStep::Property("versions"),
        PathStep::Index(index),
        _,
        _,
        inside @ ..,
        _,
    ] = steps.as_slice()
    else {
        return None;
    };
    let root = props(crd.spec.as_ref()?.versions.as_ref()?.get(*index)?)?;
    root.at(inside)
}

fn of_schema(structural: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut depth = Depth::Root;
    structural.root().visit(path, &mut |node, path| {
        let visited = Visited { node, path, depth };
        depth = Depth::Below;
        for rule in lint_rules() {
            if let Check::Node(check) = rule.check {
                findings.extend(check(&visited).into_iter().map(|remark| Finding::of_rule(rule, remark)));
            }
        }
    });
    for rule in lint_rules() {
        if let Check::Schema(check) = rule.check {
            let remarks = check(structural, path).into_iter();
            findings.extend(remarks.map(|remark| Finding::of_rule(rule, remark)));
        }
    }
    findings
}

/// Servers know no markers, so that nothing is said of them by what a server says.
fn is_about_a_marker(violation: &Violation) -> bool {
    let steps = violation.path().steps();
    matches!(steps.last(), Some(PathStep::Property(name)) if [MUTABILITY, KEY_MUTABILITY, UNIONS].contains(name))
}

/// A schema of a CRD, with where it stands.
struct PlacedSchema<'c> {
    props: &'c JsonSchemaProps,
    path: FieldPathBuf,
}

/// **Quirk**: a schema that all versions share is checked once, as the server does
/// (`pkg/apis/apiextensions/v1/conversion.go`).
fn schemas(spec: &CrdSpec) -> Vec<PlacedSchema<'_>> {
    let versions = spec.versions.as_deref().unwrap_or_default();
    let first = versions.first().and_then(props);
    let shared = versions.iter().all(|version| props(version) == first);
    let placed = |(index, version)| Some(PlacedSchema { props: props(version)?, path: schema_path(index) });
    let count = if shared { 1 } else { versions.len() };
    versions.iter().enumerate().take(count).filter_map(placed).collect()
}

fn props(version: &CrdVersion) -> Option<&JsonSchemaProps> {
    version.schema.as_ref()?.open_api_v3_schema.as_deref()
}
