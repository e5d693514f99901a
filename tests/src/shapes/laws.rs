//! The laws of shapes.

use crd_schema::ServedVersion;
use crd_schema::crd::validate_crd;
use serde_json::{Value, json};

use super::recorded::{Answer, Question, answers};
use super::{Law, Shape, candidates};

/// One value on its way.
struct Trip {
    sent: Value,
    /// What is denied of it here.
    denied: Option<Value>,
    /// What would be stored of it, if it can be stored at all.
    stored: Option<Value>,
    /// What serde writes after reading what was sent, and what would be stored of that, with what was pruned.
    written: Option<(Value, Sent)>,
    /// The same after reading what was stored.
    written_back: Option<Result<(Value, Sent), String>>,
}

/// What becomes of a spec that is sent.
struct Sent {
    /// What is validated, before it is.
    validated: Option<Value>,
    stored: Option<Value>,
    removed: Vec<String>,
}

fn object(spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Shape", "metadata": {"name": "a"}, "spec": spec})
}

fn send(served: &ServedVersion, spec: &Value) -> Sent {
    let Ok(decoded) = served.decode(object(spec)) else {
        return Sent { validated: None, stored: None, removed: Vec::new() };
    };
    let validated = decoded.object.get("spec").cloned();
    match served.create_decoded(decoded) {
        Ok(done) => Sent {
            validated,
            removed: done.removed.iter().map(ToString::to_string).collect(),
            stored: done.object.value().get("spec").cloned(),
        },
        Err(_) => Sent { validated, stored: None, removed: Vec::new() },
    }
}

impl Trip {
    fn of(shape: &Shape, served: &ServedVersion, sent: Value) -> Self {
        let write = |value: &Value| {
            (shape.rewrite)(value).map(|written| {
                let sent = send(served, &written);
                (written, sent)
            })
        };
        let Sent { validated, stored, .. } = send(served, &sent);
        let denied = validated.filter(|_| stored.is_none());
        let written_back = stored.as_ref().map(write);
        Self { written: write(&sent).ok(), sent, denied, stored, written_back }
    }

    fn asked(&self) -> impl Iterator<Item = Value> {
        let written = self.written.iter().filter_map(|(_, sent)| sent.stored.as_ref());
        let back = self.written_back.iter().flatten().filter_map(|(_, sent)| sent.stored.as_ref());
        self.stored.iter().chain(&self.denied).chain(written).chain(back).map(object)
    }

    fn broken(&self, answer: &Answer, broken: &mut Vec<(Law, String)>) {
        let accepts = |spec: &Option<Value>| {
            spec.as_ref().is_some_and(|spec| answer.objects[&object(spec).to_string()].is_empty())
        };
        let why = |spec: &Option<Value>| match spec {
            Some(spec) => answer.objects[&object(spec).to_string()].join("; "),
            None => "it cannot be stored".to_owned(),
        };
        let sent = &self.sent;
        if let Some((written, after)) = &self.written {
            if !accepts(&after.stored) {
                let why = why(&after.stored);
                broken.push((
                    Law::WrittenIsAccepted,
                    format!("{sent} is read and written as {written}: {why}"),
                ));
            }
            if !after.removed.is_empty() {
                let text =
                    format!("{sent} is read and written as {written}, which loses {:?}", after.removed);
                broken.push((Law::WrittenIsKept, text));
            }
        }
        if self.denied.is_some() && accepts(&self.denied) {
            broken.push((Law::SameVerdict, format!("{sent} is denied here, and by no server")));
        }
        if self.stored.is_some() && !accepts(&self.stored) {
            let why = why(&self.stored);
            broken.push((Law::SameVerdict, format!("{sent} is denied by the server alone: {why}")));
        }
        if !accepts(&self.stored) {
            return;
        }
        match &self.written_back {
            Some(Err(error)) => broken.push((Law::AcceptedIsRead, format!("{sent} is accepted: {error}"))),
            Some(Ok((written, after)))
                if !alike(after.stored.as_ref(), self.stored.as_ref()) || !accepts(&after.stored) =>
            {
                let stored = self.stored.as_ref().unwrap_or(&Value::Null);
                broken.push((Law::WrittenBackIsUnchanged, format!("{stored} comes back as {written}")));
            }
            _ => {}
        }
    }
}

/// Equal as the server counts it where a value may change: a null field is a missing one.
fn alike(left: Option<&Value>, right: Option<&Value>) -> bool {
    fn plain(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().filter(|(_, field)| !field.is_null());
                fields.map(|(name, field)| (name.clone(), plain(field))).collect()
            }
            Value::Array(items) => items.iter().map(plain).collect(),
            // Storage writes whole floats as integers.
            Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
            other => other.clone(),
        }
    }
    left.map(plain) == right.map(plain)
}

/// Checks all laws of all shapes.
///
/// # Panics
/// With everything that does not hold, and with exceptions that are none.
pub fn check(shapes: &[Shape]) {
    let mut trips: Vec<(&Shape, Vec<Trip>)> = Vec::new();
    let mut reports: Vec<String> = Vec::new();
    let mut questions = Vec::new();
    for shape in shapes {
        let (crd, served) = match shape.served() {
            Ok(served) => served,
            Err(error) => {
                reports.push(format!("{}: no definition: {error}", shape.name));
                continue;
            }
        };
        reports.extend(validate_crd(&crd).iter().map(|error| format!("{}: {error}", shape.name)));
        let values = candidates::of(&shape.samples);
        let of_shape: Vec<Trip> = values.into_iter().map(|value| Trip::of(shape, &served, value)).collect();
        let mut objects: Vec<Value> = Vec::new();
        for object in of_shape.iter().flat_map(Trip::asked) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let crd = serde_json::to_value(&crd).expect("a CRD is JSON");
        questions.push(Question { name: shape.name, crd, objects });
        trips.push((shape, of_shape));
    }
    let answers = answers(&questions);
    let answered = trips.iter().zip(&answers);
    reports.extend(answered.flat_map(|((shape, trips), answer)| report(shape, trips, answer)));
    assert!(reports.is_empty(), "{} laws are broken:\n{}", reports.len(), reports.join("\n"));
}

fn report(shape: &Shape, trips: &[Trip], answer: &Answer) -> Vec<String> {
    let mut found: Vec<String> =
        answer.refused.iter().map(|error| format!("{}: the CRD is refused: {error}", shape.name)).collect();
    let mut broken = Vec::new();
    for trip in trips {
        trip.broken(answer, &mut broken);
    }
    for sample in trips.iter().take(shape.samples.len()) {
        let stored = sample.stored.as_ref().map(|spec| object(spec).to_string());
        let errors = stored.and_then(|stored| answer.objects.get(&stored).cloned());
        if errors.as_ref().is_none_or(|errors| !errors.is_empty()) {
            found.push(format!("{}: the sample {} is denied: {errors:?}", shape.name, sample.sent));
        }
        if sample.written.is_none() {
            found.push(format!("{}: serde does not read the sample {}", shape.name, sample.sent));
        }
    }
    for (law, reason) in &shape.exceptions {
        if !broken.iter().any(|(other, _)| other == law) {
            found.push(format!("{}: {law:?} holds, although {reason}", shape.name));
        }
    }
    broken.retain(|(law, _)| !shape.exceptions.iter().any(|(other, _)| other == law));
    broken.dedup_by_key(|(law, _)| *law);
    found.extend(broken.into_iter().map(|(law, text)| format!("{}: {law:?}: {text}", shape.name)));
    found
}
