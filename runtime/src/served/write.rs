//! Writes: from a decoded object to the one that is stored, or to all that is wrong with it.
//!
//! Source: `apiserver pkg/registry/rest/{create,update}.go`, `BeforeCreate` and `BeforeUpdate`.

use serde_json::Value;

use super::validate::Check;
use super::{Decoded, Rejection, ServedVersion, prepare, warnings};
use crate::canonical::CanonicalObject;
use crate::mutability::{check_mutability, keys_stored_twice};
use crate::object_meta::rules::Scope;
use crate::path::FieldPathBuf;
use crate::strategy::Verdict;

/// An object that is to be stored, and what was done to it on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The object.
    pub object: CanonicalObject,
    /// The unknown fields that were removed, in the order in which the server reports them.
    pub removed: Vec<FieldPathBuf>,
    /// What defaults have filled in.
    pub defaulted: Vec<FieldPathBuf>,
    /// What the client is to be warned of: the messages of `Warning` headers.
    pub warnings: Vec<String>,
}

/// In which state an object is when it is compared with the old one for mutability.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Checked {
    AsWritten,
    /// With the defaults that whoever reads it back gets, for it was written without them.
    AsRead,
}

impl ServedVersion {
    /// The object that a create request stores.
    ///
    /// With a status subresource a new object has no status; metadata that is not the client's to say goes, and the
    /// generation is the first one. A name that is to be generated and a namespace that the request would give are not
    /// missed.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let stored = served.create(job(json!({"image": "a", "privileged": true})))?;
    /// assert_eq!(stored.object.value()["spec"], json!({"image": "a", "retries": 3}));
    /// assert_eq!(stored.object.value()["metadata"]["generation"], 1);
    /// assert_eq!(stored.removed[0].to_string(), "spec.privileged");
    /// assert_eq!(stored.defaulted[0].to_string(), "spec.retries");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded, or else everything that is not valid.
    pub fn create(&self, object: Value) -> Result<Outcome, Rejection> {
        self.create_decoded(self.decode(object)?)
    }

    /// As [`create`](Self::create), of an object that was decoded before.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let mut decoded = served.decode(job(json!({})))?;
    /// // Here admission may change it.
    /// decoded.object["spec"]["image"] = "b".into();
    /// let stored = served.create_decoded(served.after_admission(decoded)?)?;
    /// assert_eq!(stored.object.value()["spec"], json!({"image": "b", "retries": 3}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Everything that is not valid.
    pub fn create_decoded(&self, mut new: Decoded) -> Result<Outcome, Rejection> {
        let object = &mut new.object;
        if self.status_subresource {
            prepare::take_field(object, "status", None);
        }
        self.wipe(object, &["selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"]);
        prepare::set(object, "generation", 1.into());
        let Verdict { violations: mut found, warnings } = self.found(Check::Create, object);
        found.extend(keys_stored_twice(&self.schema, None, object, &found));
        found.into_result()?;
        new.warnings.extend(warnings);
        new.warnings.extend(warnings::of_finalizers(object, None, self.server));
        if self.status_subresource {
            // Storage has no status now, but whoever reads it back gets the default of one.
            self.fill_in(object)?;
        }
        Ok(outcome(new))
    }

    /// The object that an update or a patch stores in place of `old`.
    ///
    /// With a status subresource the status is that of `old`, whatever the request says. The generation grows when anything but
    /// the metadata has changed, and what marks the object for all time is that of `old`.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let old = job(json!({"image": "a", "retries": 3}));
    /// let stored = served.update(&old, job(json!({"image": "a", "retries": 5})))?;
    /// assert_eq!(stored.object.value()["metadata"]["generation"], 2);
    /// let refused = served.update(&old, job(json!({"image": "b"}))).expect_err("image is immutable");
    /// assert_eq!(refused.to_string(), r#"spec.image: Invalid value: "b": field is immutable"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded, or else everything that must not have changed and everything that is not valid.
    pub fn update(&self, old: &Value, new: Value) -> Result<Outcome, Rejection> {
        let new = self.decode(new)?;
        self.update_decoded(&self.read(old.clone())?, new)
    }

    /// As [`update`](Self::update), of an object that was decoded before, in place of one that was read before.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let old = served.read(job(json!({"image": "a"})))?;
    /// let new = served.decode(job(json!({"image": "a", "retries": 1})))?;
    /// let stored = served.update_decoded(&old, served.after_admission(new)?)?;
    /// assert_eq!(stored.object.value()["spec"], json!({"image": "a", "retries": 1}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Everything that must not have changed and everything that is not valid.
    pub fn update_decoded(&self, old: &CanonicalObject, new: Decoded) -> Result<Outcome, Rejection> {
        self.replaced(old, new, Checked::AsWritten)
    }

    pub(super) fn replaced(
        &self,
        old: &CanonicalObject,
        mut new: Decoded,
        checked: Checked,
    ) -> Result<Outcome, Rejection> {
        let object = &mut new.object;
        if self.status_subresource {
            prepare::take_field(object, "status", old.value().get("status"));
        }
        self.wipe(object, &["selfLink"]);
        prepare::carry_over(old.value(), object);
        let mut found = self.found(Check::Update(old.value()), object);
        found.warnings.extend(warnings::of_finalizers(object, Some(old.value()), self.server));
        self.changed(old, new, found, checked)
    }

    /// The object that a server-side apply stores: `merged` is what it has made of `old`, or a new object.
    ///
    /// Merging is the caller's affair. What a patch has made of an object goes to [`update`](Self::update): it is pruned, and what is
    /// applied is not, for a merge refuses fields that the schema does not know.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let created = served.apply_result(None, job(json!({"image": "a"})))?;
    /// assert_eq!(created.object.value()["spec"], json!({"image": "a", "retries": 3}));
    /// let merged = job(json!({"image": "b"}));
    /// let refused = served.apply_result(Some(created.object.value()), merged).expect_err("image is immutable");
    /// assert_eq!(refused.to_string(), r#"spec.image: Invalid value: "b": field is immutable"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// It is nested too deeply, or else everything that must not have changed and everything that is not valid.
    ///
    /// Source: `apiserver pkg/endpoints/handlers/patch.go`, `applyPatcher`.
    pub fn apply_result(&self, old: Option<&Value>, merged: Value) -> Result<Outcome, Rejection> {
        let merged = self.decode_applied(merged)?;
        match old {
            Some(old) => self.update_decoded(&self.read(old.clone())?, merged),
            None => self.create_decoded(merged),
        }
    }

    /// The object that a write of `/status` stores in place of `old`: all but the status is that of `old`.
    ///
    /// The whole of `new` must be readable, and removed fields are reported of the whole.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let old = job(json!({"image": "a"}));
    /// let mut new = job(json!({"image": "b"}));
    /// new["status"] = json!({"phase": "Done"});
    /// let stored = served.update_status(&old, new)?;
    /// assert_eq!(stored.object.value()["status"], json!({"phase": "Done"}));
    /// assert_eq!(stored.object.value()["spec"]["image"], "a");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded, or else everything that must not have changed and everything that is not valid.
    pub fn update_status(&self, old: &Value, new: Value) -> Result<Outcome, Rejection> {
        let new = self.decode(new)?;
        self.update_status_decoded(&self.read(old.clone())?, new)
    }

    /// As [`update_status`](Self::update_status), of an object that was decoded before, in place of one that was read before.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let old = served.read(job(json!({"image": "a"})))?;
    /// let mut new = job(json!({}));
    /// new["status"] = json!({"phase": 5});
    /// let refused = served.update_status_decoded(&old, served.decode(new)?);
    /// assert_eq!(refused.is_err(), cfg!(feature = "validate"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Everything that must not have changed and everything that is not valid.
    pub fn update_status_decoded(
        &self,
        old: &CanonicalObject,
        mut new: Decoded,
    ) -> Result<Outcome, Rejection> {
        let written = new.object.get_mut("status").map(Value::take);
        let managers = prepare::take(&mut new.object, &[prepare::MANAGED_FIELDS]);
        new.object = old.value().clone();
        prepare::take_field(&mut new.object, "status", written.as_ref());
        prepare::wipe(&mut new.object, [prepare::MANAGED_FIELDS]);
        prepare::put(&mut new.object, managers);
        let found = self.found(Check::UpdateStatus(old.value()), &mut new.object);
        self.changed(old, new, found, Checked::AsWritten)
    }

    /// Mutability is compared between objects as storage has them, everything else before storage has unified their numbers.
    fn changed(
        &self,
        old: &CanonicalObject,
        new: Decoded,
        Verdict { violations: invalid, warnings }: Verdict,
        checked: Checked,
    ) -> Result<Outcome, Rejection> {
        let repeated = keys_stored_twice(&self.schema, Some(old.value()), &new.object, &invalid);
        let mut new = outcome(new);
        if checked == Checked::AsRead && invalid.is_empty() {
            new = self.read_back(new)?;
        }
        let mut found = check_mutability(&self.schema, old, &new.object);
        found.extend(invalid);
        found.extend(repeated);
        found.into_result()?;
        new.warnings.extend(warnings);
        Ok(new)
    }

    fn wipe(&self, object: &mut Value, fields: &[&str]) {
        let namespace = (self.scope == Scope::Cluster).then_some("namespace");
        prepare::wipe(object, fields.iter().copied().chain(namespace));
    }
}

fn outcome(Decoded { object, removed, defaulted, warnings }: Decoded) -> Outcome {
    Outcome { object: CanonicalObject::from_steps(object), removed, defaulted, warnings }
}
