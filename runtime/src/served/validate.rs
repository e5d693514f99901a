//! All that is wrong with an object.
//!
//! Source: `pkg/registry/customresource/{strategy,status_strategy,validator}.go`.

use std::borrow::Cow;

use serde_json::Value;

use super::{ServedVersion, prepare};
use crate::object_meta::rules::Scope;
#[cfg(feature = "validate")]
use crate::strategy::Values;
use crate::strategy::{Strategy, Verdict};
use crate::violation::Violations;

/// What is asked of an object.
#[derive(Clone, Copy)]
pub(super) enum Check<'o> {
    Create,
    Update(&'o Value),
    UpdateStatus(&'o Value),
}

impl<'o> Check<'o> {
    fn old(self) -> Option<&'o Value> {
        match self {
            Self::Create => None,
            Self::Update(old) | Self::UpdateStatus(old) => Some(old),
        }
    }
}

impl ServedVersion {
    /// What is wrong with an object that is to be created, as the server has prepared it: named, in its namespace.
    ///
    /// In the server's order: type, metadata, values (with the feature `validate`), scale, embedded resources, list types, CEL
    /// rules.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "namespace": "b", "finalizers": ["a/b/c/d"]},
    /// });
    /// let violations = served.validate_create(&job);
    /// assert_eq!(violations.len(), 1);
    /// assert!(violations.to_string().starts_with("metadata.finalizers: Invalid value: \"a/b/c/d\": a valid label key"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `customResourceStrategy.Validate` in `pkg/registry/customresource/strategy.go`.
    pub fn validate_create(&self, new: &Value) -> Violations {
        self.strategy().create(new).violations
    }

    /// What is wrong with an object that is to replace `old`, as the server has prepared it: what it carries over from `old`
    /// is in it. Mutability is another step.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "scope": "Cluster",
    ///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
    ///         "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
    ///     }}}}],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = |tags: &[&str]| json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "resourceVersion": "1"},
    ///     "tags": tags,
    /// });
    /// let violations = served.validate_update(&job(&["x"]), &job(&["x", "x"]));
    /// assert_eq!(violations.to_string(), r#"tags[1]: Duplicate value: "x""#);
    /// assert!(served.validate_update(&job(&["y", "y"]), &job(&["x", "x"])).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `ValidateUpdate` in `apiserver pkg/registry/rest/update.go`, with `customResourceStrategy.ValidateUpdate`.
    pub fn validate_update(&self, old: &Value, new: &Value) -> Violations {
        self.strategy().update(old, new).violations
    }

    /// What is wrong with an object whose status is to replace that of `old`; all else is that of `old`.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "scope": "Cluster",
    ///     "versions": [{
    ///         "name": "v1",
    ///         "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    ///         "subresources": {
    ///             "status": {},
    ///             "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
    ///         },
    ///     }],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = |replicas: i32| json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "resourceVersion": "1"},
    ///     "status": {"replicas": replicas},
    /// });
    /// assert_eq!(
    ///     served.validate_status_update(&job(1), &job(-1)).to_string(),
    ///     ".status.replicas: Invalid value: -1: should be a non-negative integer",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `statusStrategy.ValidateUpdate` in `pkg/registry/customresource/status_strategy.go`.
    pub fn validate_status_update(&self, old: &Value, new: &Value) -> Violations {
        self.strategy().update_status(old, new).violations
    }

    /// What is wrong with an object, apart from what a server writes itself: a name to generate, the namespace of the request,
    /// the revision of an old object that has none, when it was created, and which manager owns which field.
    pub(super) fn found(&self, check: Check<'_>, new: &mut Value) -> Verdict {
        let overwritten: &[&str] = match check {
            Check::Create => &["creationTimestamp", prepare::MANAGED_FIELDS],
            Check::Update(_) | Check::UpdateStatus(_) => &[prepare::MANAGED_FIELDS],
        };
        let hidden = prepare::take(new, overwritten);
        let filled = self.filled_in(check, new);
        prepare::put(new, filled.iter().cloned());
        let strategy = self.strategy();
        let found = match check {
            Check::Create => strategy.create(new),
            Check::Update(old) => strategy.update(&self.completed(old), new),
            Check::UpdateStatus(old) => strategy.update_status(&self.completed(old), new),
        };
        prepare::wipe(new, filled.iter().map(|(name, _)| *name));
        prepare::put(new, hidden);
        found
    }

    fn strategy(&self) -> Strategy<'_> {
        Strategy {
            server: self.server,
            kind: &self.kind,
            api_version: &self.validated_api_version,
            scope: self.scope,
            schema: &self.schema,
            scale: self.scale.as_ref(),
            rules: self.rules.as_deref(),
            #[cfg(feature = "validate")]
            values: Values { whole: &self.validator, status: self.status_validator.as_ref() },
        }
    }

    fn filled_in(&self, check: Check<'_>, new: &Value) -> Vec<(&'static str, Value)> {
        let mut filled = Vec::new();
        if self.scope == Scope::Namespaced && lacks(new, "namespace") {
            let old = check.old().map_or("", |old| string(old, "namespace"));
            filled.push(("namespace", if old.is_empty() { DEFAULT_NAMESPACE } else { old }.into()));
        }
        if lacks(new, "name")
            && !lacks(new, "generateName")
            && check.old().is_none_or(|old| lacks(old, "name"))
        {
            filled.push(("name", generated(string(new, "generateName")).into()));
        }
        if check.old().is_some_and(|old| lacks(old, REVISION)) && lacks(new, REVISION) {
            filled.push((REVISION, FIRST_REVISION.into()));
        }
        filled
    }

    /// The old object as storage would have it, without what is hidden from the checks of the new one.
    fn completed<'o>(&self, old: &'o Value) -> Cow<'o, Value> {
        let mut filled = Vec::new();
        if self.scope == Scope::Namespaced && lacks(old, "namespace") {
            filled.push(("namespace", DEFAULT_NAMESPACE.into()));
        }
        if lacks(old, "name") && !lacks(old, "generateName") {
            filled.push(("name", generated(string(old, "generateName")).into()));
        }
        if lacks(old, REVISION) {
            filled.push((REVISION, FIRST_REVISION.into()));
        }
        let hides = self.rules.is_some() && prepare::metadata(old, prepare::MANAGED_FIELDS).is_some();
        if filled.is_empty() && !hides {
            return Cow::Borrowed(old);
        }
        let mut old = old.clone();
        if hides {
            prepare::wipe(&mut old, [prepare::MANAGED_FIELDS]);
        }
        prepare::put(&mut old, filled);
        Cow::Owned(old)
    }
}

const DEFAULT_NAMESPACE: &str = "default";
const REVISION: &str = "resourceVersion";
const FIRST_REVISION: &str = "1";

fn string<'o>(object: &'o Value, name: &str) -> &'o str {
    prepare::metadata(object, name).and_then(Value::as_str).unwrap_or_default()
}

fn lacks(object: &Value, name: &str) -> bool {
    string(object, name).is_empty()
}

/// A name as the server makes one, with letters that are not drawn (`apiserver pkg/storage/names/generate.go`).
fn generated(prefix: &str) -> String {
    const MAX_PREFIX: usize = 58;
    let whole = prefix.char_indices().take_while(|(at, c)| at + c.len_utf8() <= MAX_PREFIX);
    whole.map(|(_, c)| c).chain("xxxxx".chars()).collect()
}
