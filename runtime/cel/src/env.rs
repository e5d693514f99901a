//! What an expression is compiled against: a server, variables, and types with fields.
//!
//! Source: `apiserver pkg/cel/environment/environment.go`; cel-go `cel/env.go`, `checker/env.go`.
//!
//! Knows nothing of: expressions.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::check::{self, Checked};
use crate::estimate::{self, Estimate, Sizes};
use crate::functions::{Functions, functions};
use crate::parse;
use crate::part::Part;
use crate::plan::{self, Plan};
use crate::program::Program;
use crate::server::{Rules, Server};
use crate::source::{Issues, Source};
use crate::types::Type;
use crate::validators;

/// Types with fields that are found when an expression names them.
///
/// ```
/// use crd_schema_cel::{Env, Objects, Type};
///
/// struct Tree;
///
/// impl Objects for Tree {
///     fn field(&self, object: &str, field: &str) -> Option<Type> {
///         ((object, field) == ("Node", "parent")).then(|| Type::Struct("Node".into()))
///     }
/// }
///
/// let env = Env::new(37).objects(&Tree).variable("self", Type::Struct("Node".into()));
/// assert!(env.compile("has(self.parent.parent)").is_ok());
/// ```
///
/// Source: cel-go `common/types/provider.go`, `FindStructFieldType`.
pub trait Objects {
    /// The type of a field of an object, `None` where it has no such field.
    fn field(&self, object: &str, field: &str) -> Option<Type>;
}

type Fields = HashMap<Arc<str>, Type>;

/// What an expression is compiled against.
///
/// ```
/// use crd_schema_cel::{Env, Type};
///
/// let env = Env::new(37)
///     .object("Job", [("name", Type::String), ("replicas", Type::Int)])
///     .variable("self", Type::Struct("Job".into()));
/// assert_eq!(env.compile("self.replicas > 2 && self.name != ''")?.output_type(), &Type::Bool);
/// assert!(env.compile("self.nope").is_err());
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: `apiserver pkg/cel/environment/base.go`.
#[derive(Clone)]
pub struct Env<'o> {
    server: Server,
    variables: Vec<(Arc<str>, Type)>,
    objects: HashMap<Arc<str>, Fields>,
    more_objects: Option<&'o dyn Objects>,
}

impl<'o> Env<'o> {
    /// The environment of a server for new rules, by its minor version: 37 for Kubernetes 1.37.
    pub fn new(minor: u8) -> Self {
        let server = Server { minor, rules: Rules::New };
        Self { server, variables: Vec::new(), objects: HashMap::new(), more_objects: None }
    }

    /// The environment for other rules.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.server.rules = rules;
        self
    }

    /// Declares a variable.
    #[must_use]
    pub fn variable(mut self, name: &str, of: Type) -> Self {
        self.variables.push((Arc::from(name), of));
        self
    }

    /// Declares a type with fields, [`Type::Struct`] of that name.
    #[must_use]
    pub fn object<'f>(mut self, name: &str, fields: impl IntoIterator<Item = (&'f str, Type)>) -> Self {
        let fields = fields.into_iter().map(|(name, of)| (Arc::from(name), of)).collect();
        self.objects.insert(Arc::from(name), fields);
        self
    }

    /// Asks for the fields of types that are not declared by [`Env::object`].
    #[must_use]
    pub fn objects(mut self, objects: &'o dyn Objects) -> Self {
        self.more_objects = Some(objects);
        self
    }

    /// Compiles an expression: parses it, checks its types and its literals.
    ///
    /// # Errors
    ///
    /// The issues that a server reports behind `compilation failed: `.
    ///
    /// Source: cel-go `cel/env.go`, `Compile`.
    pub fn compile(&self, expression: &str) -> Result<Ast, Issues> {
        self.planned(expression).map(|(ast, ..)| ast)
    }

    /// Compiles an expression so that it can be evaluated.
    ///
    /// # Errors
    ///
    /// As [`Env::compile`]; what fails when a server makes a program is [`Compiled::plan_error`].
    ///
    /// Source: cel-go `cel/env.go`, `Program`.
    pub fn program(&self, expression: &str) -> Result<Program, Issues> {
        let (ast, plan, names) = self.planned(expression)?;
        Ok(Program::new(ast.compiled, plan, names))
    }

    fn planned(&self, expression: &str) -> Result<(Ast, Plan, Vec<Arc<str>>), Issues> {
        let source = Source::new(expression);
        let parsed = parse::parse(&source, self.server)?;
        let checked = check::check(parsed, &source, self)?;
        validators::check(&checked, &source, self)?;
        let output = checked.types.get(checked.root.id).cloned().unwrap_or(Type::Error);
        let functions = self.functions();
        let names: Vec<_> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        let plan = plan::plan(&checked, &functions, &names, self.server);
        let plan_error = plan.error.clone();
        let compiled =
            Compiled { source: Arc::from(expression), output, uses: checked.uses.clone(), plan_error };
        let ast = Ast { compiled, checked: Arc::new(checked), functions, server: self.server };
        Ok((ast, plan, names))
    }

    pub(crate) fn server(&self) -> Server {
        self.server
    }

    pub(crate) fn functions(&self) -> Arc<Functions> {
        functions(self.server)
    }

    pub(crate) fn variable_type(&self, name: &str) -> Option<Type> {
        self.variables.iter().rev().find(|(known, _)| &**known == name).map(|(_, of)| of.clone())
    }

    /// The field of a declared type.
    ///
    /// From 1.32 on reserved words are names of fields as they are, too.
    pub(crate) fn field(&self, object: &str, field: &str) -> Option<Type> {
        let find = |field: &str| match (self.objects.get(object), self.more_objects) {
            (Some(fields), _) => fields.get(field).cloned(),
            (None, Some(objects)) => objects.field(object, field),
            (None, None) => None,
        };
        let escaped = || find(&format!("__{field}__"));
        find(field).or_else(|| self.server.has(32, 31).then(escaped)?)
    }

    /// Whether there are types with fields: what declares them knows points and lengths of time by short names, too.
    ///
    /// Source: `apiserver pkg/cel/types.go`, `DeclTypeProvider`; cel-go `common/types/provider.go` does not.
    fn declares_objects(&self) -> bool {
        !self.objects.is_empty() || self.more_objects.is_some()
    }

    /// A type by its name.
    pub(crate) fn type_named(&self, name: &str) -> Option<Type> {
        if self.objects.contains_key(name) {
            return Some(Type::Struct(Arc::from(name)));
        }
        let of = match name {
            "bool" => Type::Bool,
            "bytes" => Type::Bytes,
            "double" => Type::Double,
            "int" => Type::Int,
            "list" => Type::list(Type::Dyn),
            "map" => Type::map(Type::Dyn, Type::Dyn),
            "null_type" => Type::Null,
            "string" => Type::String,
            "type" => Type::Type(None),
            "uint" => Type::Uint,
            "optional_type" => Type::optional(Type::Dyn),
            "timestamp" if self.declares_objects() => Type::Timestamp,
            "duration" if self.declares_objects() => Type::Duration,
            "google.protobuf.Timestamp" => Type::Timestamp,
            "google.protobuf.Duration" => Type::Duration,
            "net.IP" | "net.CIDR" if self.server.has(31, 30) => Type::opaque(name),
            name if name.starts_with("kubernetes.") && !self.declares_objects() => return self.library(name),
            _ => return well_known(name),
        };
        Some(of)
    }

    /// **Quirk**: what declares types with fields does not give on the names of the libraries' objects.
    fn library(&self, name: &str) -> Option<Type> {
        let is_known = match name {
            "kubernetes.URL" => true,
            "kubernetes.Quantity" => self.server.has(29, 0),
            "kubernetes.NamedFormat" => self.server.has(32, 31),
            "kubernetes.Semver" => self.server.has(34, 33),
            _ => false,
        };
        is_known.then(|| Type::opaque(name))
    }
}

fn well_known(name: &str) -> Option<Type> {
    match name.strip_prefix("google.protobuf.")? {
        "Value" | "Any" | "BoolValue" | "BytesValue" | "DoubleValue" | "FloatValue" | "Int32Value"
        | "Int64Value" | "StringValue" | "UInt32Value" | "UInt64Value" => Some(Type::Dyn),
        "ListValue" => Some(Type::list(Type::Dyn)),
        "Struct" => Some(Type::map(Type::String, Type::Dyn)),
        _ => None,
    }
}

/// An expression that compiles, with the type of each of its parts.
///
/// ```
/// use crd_schema_cel::{Env, Type};
///
/// let env = Env::new(37).variable("self", Type::Int).variable("oldSelf", Type::Int);
/// let ast = env.compile("self >= oldSelf")?;
/// assert_eq!(ast.output_type(), &Type::Bool);
/// assert!(ast.uses("oldSelf"));
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `cel/env.go`, `Ast`.
#[derive(Clone)]
pub struct Ast {
    compiled: Compiled,
    checked: Arc<Checked>,
    functions: Arc<Functions>,
    server: Server,
}

impl fmt::Debug for Ast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ast").field(&self.compiled).finish()
    }
}

impl Deref for Ast {
    type Target = Compiled;

    fn deref(&self) -> &Compiled {
        &self.compiled
    }
}

impl Ast {
    /// Estimates what one evaluation costs, as the server does before it accepts a rule.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use crd_schema_cel::{Env, Sizes, Type};
    ///
    /// /// A list of at most ten strings.
    /// struct TenStrings;
    ///
    /// impl Sizes for TenStrings {
    ///     fn largest(&self, path: &[Arc<str>]) -> Option<u64> {
    ///         (path.len() == 1).then_some(10)
    ///     }
    /// }
    ///
    /// let env = Env::new(37).variable("self", Type::list(Type::String));
    /// assert_eq!(env.compile("self.all(x, x != '')")?.estimate(&TenStrings).max, 42);
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    ///
    /// Source: cel-go `checker/cost.go`, `Cost`; `apiserver pkg/cel/library/cost.go`.
    pub fn estimate(&self, sizes: &dyn Sizes) -> Estimate {
        estimate::estimate(&self.checked, &self.functions, self.server, sizes)
    }
}

/// What is known of an expression that compiles, without its tree.
///
/// ```
/// let program = crd_schema_cel::Env::new(37).program("1 + 2")?;
/// assert_eq!(program.compiled().output_type(), &crd_schema_cel::Type::Int);
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compiled {
    source: Arc<str>,
    output: Type,
    uses: Vec<Arc<str>>,
    plan_error: Option<String>,
}

impl Compiled {
    /// The type of the value.
    pub fn output_type(&self) -> &Type {
        &self.output
    }

    /// Whether the expression mentions a variable of the environment.
    pub fn uses(&self, variable: &str) -> bool {
        self.uses.iter().any(|used| &**used == variable)
    }

    /// What must hold for the expression to hold: the expression is split at each `&&` at its top, those in parentheses
    /// included. There is at least one part.
    ///
    /// ```
    /// let compiled = crd_schema_cel::Env::new(37).compile("1 < 2 && (2 < 3 || true)")?;
    /// assert_eq!(compiled.parts().len(), 2);
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    ///
    /// Source: cel-go `parser/gen/CEL.g4`, `conditionalAnd`.
    pub fn parts(&self) -> Vec<Part> {
        Part::of(&self.source)
    }

    /// Why a server cannot make a program of it although its types fit: a conversion of a literal that fails, a regular
    /// expression that does not compile.
    ///
    /// Source: cel-go `cel/program.go`; a server reports it behind `program instantiation failed: `.
    pub fn plan_error(&self) -> Option<&str> {
        self.plan_error.as_deref()
    }
}
