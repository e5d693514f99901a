//! What others stumbled over, each report with cases of our own: beside the runtime, and beside a server where there is one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crd_schema::crd::validate_crd;
use crd_schema::serve::{FieldValidation, Outcome, Rejection};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::apiserver::{Answer, Request, Server, collection};
use crate::table::{Report, load};

/// A file of `cases/bug-reports`.
#[derive(Deserialize)]
pub struct Reports {
    /// Its reports.
    pub reports: Vec<Row>,
}

/// A report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its number in the list of the file's name.
    pub id: String,
    title: String,
    #[serde(default)]
    cases: Vec<Case>,
    /// Tests that show the same or the rest of it: `file::function`.
    #[serde(default)]
    tests: Vec<String>,
    /// Why objects alone do not show it.
    #[serde(default)]
    elsewhere: String,
}

/// A schema, and what becomes of an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    /// The schema of `spec`.
    #[serde(default)]
    spec: Value,
    /// The whole schema.
    #[serde(default)]
    root: Value,
    #[serde(default)]
    status_subresource: bool,
    #[serde(default)]
    scale_subresource: bool,
    /// There are markers, which no server knows.
    #[serde(default)]
    native: bool,
    create: Option<Value>,
    /// The new spec as text, where YAML would read another number.
    raw: Option<String>,
    update: Option<Change>,
    status: Option<Change>,
    #[serde(default)]
    result: Verdict,
    /// The spec or status that is stored.
    stored: Option<Value>,
    /// What the errors begin with or have in them, one each.
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    warns: Vec<String>,
}

#[derive(Deserialize)]
struct Change {
    old: Value,
    new: Value,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    #[default]
    Fine,
    Refused,
    NoCrd,
}

/// All files.
pub fn all() -> Vec<(String, Reports)> {
    load("bug-reports")
}

/// Checks every case; gives their number.
pub fn validate(report: &mut Report, list: &str, rows: &Reports) -> usize {
    for row in &rows.reports {
        for (index, case) in row.cases.iter().enumerate() {
            case.validate(report, &format!("{list} {} {}, case {index}", row.id, row.title));
        }
    }
    rows.reports.iter().map(|row| row.cases.len()).sum()
}

/// Each row has a case, a test that there is, or a reason; and no number is there twice.
pub fn check_rows(report: &mut Report, list: &str, rows: &Reports) {
    let ids: BTreeSet<_> = rows.reports.iter().map(|row| &row.id).collect();
    report.expect(&format!("{list}: numbers"), &rows.reports.len(), &ids.len());
    for row in &rows.reports {
        let shown = !row.cases.is_empty() || !row.tests.is_empty() || !row.elsewhere.is_empty();
        report.expect(&format!("{list} {}: a case, a test or a reason", row.id), &true, &shown);
        for test in &row.tests {
            report.expect(&format!("{list} {}: {test}", row.id), &true, &exists(test));
        }
    }
}

/// The numbers of the list itself, which is Markdown.
///
/// # Panics
/// When it cannot be read.
pub fn numbers(list: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let number = |line: &str| {
        let word = line.strip_prefix("### ").or_else(|| line.strip_prefix("- **"))?;
        let word: String = word.chars().take_while(char::is_ascii_alphanumeric).collect();
        let digits = word.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
        (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(word)
    };
    text.lines().filter_map(number).collect()
}

/// Whether there is a test; `file::function`, where the file is named from the top of the repository.
pub fn exists(test: &str) -> bool {
    let Some((file, function)) = test.split_once("::") else { return false };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let source = fs::read_to_string(path).unwrap_or_default();
    // Where the prelude is hidden, the attribute has its whole path.
    ["#[test]", "::test]"].iter().any(|mark| source.contains(&format!("{mark}\nfn {function}()")))
}

/// A server for all cases that it can be asked; gives their number.
pub fn ask(report: &mut Report, server: &Server, list: &str, rows: &Reports) -> usize {
    let mut asked = Vec::new();
    for row in &rows.reports {
        for (index, case) in row.cases.iter().enumerate().filter(|(_, case)| case.is_known_to_servers()) {
            let group = format!("case{index}.{}.{list}.reports.example.com", row.id.to_lowercase());
            asked.push((format!("{list} {} {}, case {index}", row.id, row.title), case, case.crd(&group)));
        }
    }
    let refused = server.install(&asked.iter().map(|(_, _, crd)| crd).collect::<Vec<_>>());
    for (why, case, crd) in &asked {
        let answer = refused.iter().find(|(refused, _)| refused == &crd).map(|(_, answer)| answer);
        case.ask(report, why, server, crd, answer);
    }
    asked.len()
}

impl Case {
    fn crd(&self, group: &str) -> Value {
        let schema = if self.root.is_null() {
            json!({"type": "object", "properties": {"spec": self.spec}})
        } else {
            self.root.clone()
        };
        let mut subresources = json!({});
        if self.status_subresource {
            subresources["status"] = json!({});
        }
        if self.scale_subresource {
            subresources["scale"] =
                json!({"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"});
        }
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": format!("cases.{group}")},
            "spec": {
                "group": group,
                "scope": "Cluster",
                "names": {"kind": "Case", "listKind": "CaseList", "plural": "cases", "singular": "case"},
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "subresources": subresources, "schema": {"openAPIV3Schema": schema},
                }],
            },
        })
    }

    fn validate(&self, report: &mut Report, why: &str) {
        let crd = self.crd("reports.example.com");
        let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a CRD");
        // Markers are for a runtime and not for a server.
        let errors = if self.native { Vec::new() } else { strings(&validate_crd(&crd)) };
        report.expect(
            &format!("{why}: definition {errors:?}"),
            &(self.result == Verdict::NoCrd),
            &!errors.is_empty(),
        );
        if self.result == Verdict::NoCrd || !errors.is_empty() {
            return self.expect_errors(report, why, &errors);
        }
        let served = ServedVersion::new(&crd, "v1").expect("it is structural");
        match self.write(&served) {
            Ok(outcome) => self.stored(report, why, &outcome),
            Err(rejection) => {
                report.expect(&format!("{why}: {rejection}"), &Verdict::Refused, &self.result);
                let errors = match &rejection {
                    Rejection::Invalid(violations) => strings(violations),
                    other => vec![other.to_string()],
                };
                self.expect_errors(report, why, &errors);
            }
        }
    }

    fn write(&self, served: &ServedVersion) -> Result<Outcome, Rejection> {
        let object = |field: &str, value: &Value| object(served.api_version(), field, value);
        if let Some(Change { old, new }) = &self.update {
            return served.update(&object("spec", old), object("spec", new));
        }
        if let Some(Change { old, new }) = &self.status {
            return served.update_status(&object("status", old), object("status", new));
        }
        let text = object("spec", &self.created()).to_string();
        served.create_decoded(served.decode_json(text.as_bytes(), FieldValidation::Warn)?)
    }

    fn created(&self) -> Value {
        match (&self.raw, &self.create) {
            (Some(raw), _) => serde_json::from_str(raw).expect("JSON"),
            (None, Some(create)) => create.clone(),
            (None, None) => json!({}),
        }
    }

    fn field(&self) -> &'static str {
        if self.status.is_some() { "status" } else { "spec" }
    }

    fn stored(&self, report: &mut Report, why: &str, outcome: &Outcome) {
        report.expect(&format!("{why}: it is stored"), &Verdict::Fine, &self.result);
        if let Some(stored) = &self.stored {
            report.expect(&format!("{why}: stored"), stored, &outcome.object.value()[self.field()]);
        }
        for warning in &self.warns {
            let reported = outcome.removed.iter().any(|path| format!("unknown field \"{path}\"") == *warning);
            report.expect(&format!("{why}: {warning}"), &true, &reported);
        }
    }

    fn expect_errors(&self, report: &mut Report, why: &str, errors: &[String]) {
        report.expect(&format!("{why}: it says what is wrong"), &false, &self.says.is_empty());
        for says in &self.says {
            let said = errors.iter().any(|error| error.contains(says));
            report.expect(&format!("{why}: {says} in {errors:#?}"), &true, &said);
        }
    }

    /// Old objects of updates are not always valid, and markers are refused.
    fn is_known_to_servers(&self) -> bool {
        !self.native && self.update.is_none() && self.status.is_none()
    }

    fn ask(&self, report: &mut Report, why: &str, server: &Server, crd: &Value, refused: Option<&Answer>) {
        if let Some(answer) = refused {
            report.expect(
                &format!("{why}: the server refuses {}", answer.body),
                &Verdict::NoCrd,
                &self.result,
            );
            return self.expect_errors(report, why, &causes(&answer.body));
        }
        report.expect(
            &format!("{why}: the server takes the definition"),
            &true,
            &(self.result != Verdict::NoCrd),
        );
        let api_version = format!("{}/v1", crd["spec"]["group"].as_str().unwrap_or_default());
        let text = object(&api_version, "spec", &self.created()).to_string();
        let path = collection(crd);
        let request =
            Request { method: "POST", path: &path, content_type: "application/json", body: &Value::Null };
        let answer = server.send_text(&request, &text);
        report.expect(
            &format!("{why}: {}", answer.body),
            &(self.result == Verdict::Fine),
            &(answer.code == 201),
        );
        if self.result == Verdict::Refused {
            self.expect_errors(report, why, &causes(&answer.body));
        } else if let Some(stored) = &self.stored {
            report.expect(&format!("{why}: stored by the server"), stored, &answer.body["spec"]);
            report.expect(&format!("{why}: warnings"), &self.warns, &answer.warnings);
        }
    }
}

fn object(api_version: &str, field: &str, value: &Value) -> Value {
    let mut object =
        json!({"apiVersion": api_version, "kind": "Case", "metadata": {"name": "a"}, "spec": {}});
    object[field] = value.clone();
    object
}

fn strings(violations: &crd_schema::Violations) -> Vec<String> {
    violations.iter().map(ToString::to_string).collect()
}

fn causes(status: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let causes = status["details"]["causes"].as_array().into_iter().flatten();
    causes.map(|cause| format!("{}: {}", text(&cause["field"]), text(&cause["message"]))).collect()
}
