//! Rules that older servers refuse, or read otherwise.
//!
//! A server compiles new rules with what the minor before knew, so that they outlive a downgrade; rules that are stored already
//! with everything.
//!
//! Source: `apiserver pkg/cel/environment/{environment,base}.go`; `apiextensions-apiserver
//! pkg/registry/customresourcedefinition/strategy.go`, `dropDisabledFields`.

use crd_schema_cel::{SyntaxKind, SyntaxNode};

use crate::compile::{Scope, syntax};
use crate::declared::escaped;
use crate::lowering::Note;
use crate::path::FieldPath;
use crate::schema::{NodeKind, Rule, SchemaNode};
use crate::server_version::ServerVersion;

/// What a rule asks of a server.
pub(crate) struct Need {
    /// The first minor that accepts it in a new rule.
    pub(crate) server: ServerVersion,
    /// Where, and what older servers make of it.
    pub(crate) note: Note,
    pub(crate) help: String,
}

impl Need {
    fn new(path: &FieldPath<'_>, server: ServerVersion, message: String, help: impl Into<String>) -> Self {
        Self { server, note: Note::new(path, message), help: help.into() }
    }
}

/// What all rules of a schema ask for.
pub(crate) fn of_schema(root: &SchemaNode) -> Vec<Need> {
    let mut needs = Vec::new();
    root.visit(&FieldPath::ROOT, &mut |node, path| {
        let rules = path.property("x-kubernetes-validations");
        for (index, rule) in node.rules().iter().enumerate() {
            of_rule(node, rule, &rules.index(index), &mut needs);
        }
    });
    needs
}

fn of_rule(node: &SchemaNode, rule: &Rule, path: &FieldPath<'_>, needs: &mut Vec<Need>) {
    if rule.optional_old_self == Some(true) {
        needs.push(optional_old_self(rule, &path.property("optionalOldSelf")));
    }
    let expressions = [("rule", Some(&rule.rule)), ("messageExpression", rule.message_expression.as_ref())];
    for (keyword, message) in expressions {
        let Some(syntax) = message.and_then(|message| syntax(message)) else { continue };
        let mut found = Found::default();
        found.part(syntax.root(), &Scope::of(node));
        let path = path.property(keyword);
        needs.extend(found.names.into_iter().map(|(spelled, escaped)| reserved(&path, &spelled, &escaped)));
        needs.extend(found.functions.into_iter().map(|(name, server)| function(&path, &name, server)));
    }
}

/// The field is dropped from a definition that is new, where the feature gate is off.
fn optional_old_self(rule: &Rule, path: &FieldPath<'_>) -> Need {
    let is_read =
        ["oldSelf.hasValue", "oldSelf.value", "oldSelf.orValue", "oldSelf.or(", "oldSelf.opt", "oldSelf.?"];
    let effect = if is_read.iter().any(|message| rule.rule.contains(message)) {
        "the rule does not compile then"
    } else {
        "the rule does not run without an old value then"
    };
    let message = format!(
        "servers before 1.30 drop it, unless their feature gate CRDValidationRatcheting is on: {effect}"
    );
    let help = "say it without: a rule of the struct above, such as `!has(oldSelf.a) || has(self.a)`, asks for the presence";
    Need::new(path, ServerVersion::V1_30, message, help)
}

fn reserved(path: &FieldPath<'_>, spelled: &str, escaped: &str) -> Need {
    let message = format!(
        "servers before 1.31 refuse `{spelled}`, and 1.31 refuses it in a new rule: the name is reserved in CEL"
    );
    Need::new(path, ServerVersion::V1_32, message, format!("write `{escaped}`, which every server reads"))
}

fn function(path: &FieldPath<'_>, name: &str, server: ServerVersion) -> Need {
    let message = format!("servers before {server} refuse {name} in a new rule");
    Need::new(
        path,
        server,
        message,
        format!("say it otherwise, or ask for {server} where the CRD is installed"),
    )
}

/// What is found in one expression, each once.
#[derive(Default)]
struct Found {
    /// Fields with reserved names, as they are written, and as they should be.
    names: Vec<(String, String)>,
    functions: Vec<(String, ServerVersion)>,
}

impl Found {
    fn part(&mut self, part: SyntaxNode<'_>, scope: &Scope<'_>) {
        match part.kind() {
            SyntaxKind::Select { of, field } | SyntaxKind::Has { of, field } => self.field(of, field, scope),
            SyntaxKind::Call { function, target, .. } => self.function(target, function),
            SyntaxKind::Loop { range, variables, parts } => {
                self.loop_over(&variables);
                self.part(range, scope);
                let scope = scope.with(&variables, scope.node(range));
                for part in parts {
                    self.part(part, &scope);
                }
                return;
            }
            _ => {}
        }
        for child in part.children() {
            self.part(child, scope);
        }
    }

    fn field(&mut self, of: SyntaxNode<'_>, name: &str, scope: &Scope<'_>) {
        let reserved = format!("__{name}__");
        let is_reserved = escaped(name).as_ref() == Some(&reserved);
        let is_declared =
            |node: &SchemaNode| node.kind() == NodeKind::Struct && node.property(name).is_some();
        if !is_reserved || !scope.node(of).is_some_and(is_declared) {
            return;
        }
        let of = spelled(of);
        let both = (format!("{of}.{name}"), format!("{of}.{reserved}"));
        if !self.names.contains(&both) {
            self.names.push(both);
        }
    }

    fn loop_over(&mut self, names: &[&str]) {
        if names.len() > 1 {
            self.needs("loops over two variables".to_owned(), ServerVersion::V1_33);
        }
    }

    fn function(&mut self, of: Option<SyntaxNode<'_>>, name: &str) {
        let library = match of.map(SyntaxNode::kind) {
            Some(SyntaxKind::Name(library @ ("sets" | "lists" | "format" | "ip"))) => Some(library),
            _ => None,
        };
        let server = match (library, name) {
            (Some("sets"), _) => ServerVersion::V1_30,
            (Some("ip"), "isCanonical") | (None, "ip" | "isIP" | "cidr" | "isCIDR")
                if library.is_some() || of.is_none() =>
            {
                ServerVersion::V1_31
            }
            (Some("format"), _) => ServerVersion::V1_32,
            (None, "semver" | "isSemver") if of.is_none() => ServerVersion::V1_34,
            (Some("lists"), "range") => ServerVersion::V1_35,
            (None, "slice" | "flatten" | "sort" | "distinct") if of.is_some() => ServerVersion::V1_35,
            _ => return,
        };
        let library = library.map(|library| format!("{library}.")).unwrap_or_default();
        self.needs(format!("`{library}{name}`"), server);
    }

    fn needs(&mut self, what: String, server: ServerVersion) {
        if !self.functions.iter().any(|(known, _)| *known == what) {
            self.functions.push((what, server));
        }
    }
}

/// A chain of fields as it is written; anything else is left out.
fn spelled(part: SyntaxNode<'_>) -> String {
    match part.kind() {
        SyntaxKind::Name(name) => name.to_owned(),
        SyntaxKind::Select { of, field } => format!("{}.{field}", spelled(of)),
        SyntaxKind::Call { function: "_[_]", parts, .. } => {
            parts.first().map_or_else(String::new, |of| format!("{}[…]", spelled(*of)))
        }
        _ => "…".to_owned(),
    }
}
