//! What may be done at each path.
//!
//! Source: `apiextensions-apiserver pkg/controller/openapi/builder/builder.go`.

use serde_json::{Map, Value, json};

use crate::resources::Resource;

/// The path of a version, without what is in it.
pub(super) fn root(resource: &Resource) -> String {
    let api_version = resource.api_version();
    if resource.shared.group.is_empty() {
        format!("/api/{api_version}")
    } else {
        format!("/apis/{api_version}")
    }
}

/// The paths of a resource, as one of the documents writes them.
pub(super) fn of(resource: &Resource, form: Form) -> Map<String, Value> {
    Paths { resource }.all(form)
}

/// The paths of a resource.
struct Paths<'r> {
    resource: &'r Resource,
}

/// What an operation is about.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Everywhere,
    Main,
    Status,
    Scale,
}

/// One method at one path.
struct Operation {
    method: &'static str,
    action: &'static str,
    /// The beginning of the id, and of the description.
    verb: &'static str,
    /// What stands behind the version in the id.
    infix: &'static str,
    text: &'static str,
    body: &'static [&'static str],
    is_list: bool,
}

const OBJECTS: &[&str] = &["application/json", "application/yaml"];
const PATCHES: &[&str] =
    &["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];
/// What requests with a body may say in their query.
const WRITE_OPTIONS: [&str; 3] = ["dryRun", "fieldManager", "fieldValidation"];

const LIST: Operation = Operation {
    method: "get",
    action: "list",
    verb: "list",
    infix: "",
    text: "list objects of kind",
    body: &[],
    is_list: true,
};
const CREATE: Operation = Operation {
    method: "post",
    action: "post",
    verb: "create",
    infix: "",
    text: "create a",
    body: OBJECTS,
    is_list: false,
};
const READ: Operation = Operation {
    method: "get",
    action: "get",
    verb: "read",
    infix: "",
    text: "read the specified",
    body: &[],
    is_list: false,
};
const REPLACE: Operation = Operation {
    method: "put",
    action: "put",
    verb: "replace",
    infix: "",
    text: "replace the specified",
    body: OBJECTS,
    is_list: false,
};
const DELETE: Operation = Operation {
    method: "delete",
    action: "delete",
    verb: "delete",
    infix: "",
    text: "delete a",
    body: &[],
    is_list: false,
};
const PATCH: Operation = Operation {
    method: "patch",
    action: "patch",
    verb: "patch",
    infix: "",
    text: "partially update the specified",
    body: PATCHES,
    is_list: false,
};

const DELETE_COLLECTION: Operation = Operation {
    method: "delete",
    action: "deletecollection",
    verb: "delete",
    infix: "Collection",
    text: "delete collection of",
    body: &[],
    is_list: false,
};

/// Which of the two documents.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    V2,
    V3,
}

impl Paths<'_> {
    fn all(&self, form: Form) -> Map<String, Value> {
        let (version, plural) = (root(self.resource), &self.resource.shared.names.plural);
        let mut paths = Map::new();
        let namespaced = self.resource.shared.namespaced;
        let collection = if namespaced {
            format!("{version}/namespaces/{{namespace}}/{plural}")
        } else {
            format!("{version}/{plural}")
        };
        let mut add = |path: String, part, operations: &[Operation]| {
            let item = self.item(form, &path, part, operations);
            paths.insert(path, item);
        };
        if namespaced {
            add(format!("{version}/{plural}"), Part::Everywhere, &[LIST]);
        }
        let one = format!("{collection}/{{name}}");
        if self.resource.has_status {
            add(format!("{one}/status"), Part::Status, &[READ, REPLACE, PATCH]);
        }
        if self.resource.has_scale {
            add(format!("{one}/scale"), Part::Scale, &[READ, REPLACE, PATCH]);
        }
        add(one, Part::Main, &[READ, REPLACE, DELETE, PATCH]);
        add(collection, Part::Main, &[LIST, CREATE, DELETE_COLLECTION]);
        paths
    }

    fn item(&self, form: Form, path: &str, part: Part, operations: &[Operation]) -> Value {
        let operations = operations.iter().map(|of| (of.method.to_owned(), self.operation(form, part, of)));
        let mut item: Map<_, _> = operations.collect();
        let named = ["name", "namespace"].into_iter().filter(|name| path.contains(&format!("{{{name}}}")));
        let parameters: Vec<_> = named.map(|name| parameter(form, name, "path")).collect();
        if !parameters.is_empty() {
            item.insert("parameters".to_owned(), parameters.into());
        }
        item.into()
    }

    fn operation(&self, form: Form, part: Part, of: &Operation) -> Value {
        let mut parameters = Vec::new();
        if !of.body.is_empty() {
            parameters.extend(WRITE_OPTIONS.map(|name| parameter(form, name, "query")));
        }
        if of.method == PATCH.method {
            parameters.push(parameter(form, "force", "query"));
        }
        let mut written = json!({
            "tags": [format!("{}_{}", camel(self.group(), false), self.resource.version)],
            "description": self.text(part, of),
            "operationId": self.id(part, of),
            "responses": self.responses(form, part, of),
            "x-kubernetes-action": of.action,
            "x-kubernetes-group-version-kind": self.kind(part),
        });
        if form == Form::V2 {
            written["produces"] = json!(["application/json"]);
            written["consumes"] = json!(if of.body.is_empty() { OBJECTS } else { of.body });
        }
        if !of.body.is_empty() {
            let schema =
                if of.method == "patch" { json!({"type": "object"}) } else { self.schema(form, part, of) };
            match form {
                Form::V2 => {
                    parameters
                        .insert(0, json!({"name": "body", "in": "body", "required": true, "schema": schema}));
                }
                Form::V3 => {
                    written["requestBody"] = json!({"content": content(of.body, &schema), "required": true});
                }
            }
        }
        if !parameters.is_empty() {
            written["parameters"] = parameters.into();
        }
        written
    }

    fn responses(&self, form: Form, part: Part, of: &Operation) -> Value {
        let (code, text) = if of.method == "post" { ("201", "Created") } else { ("200", "OK") };
        let mut response = json!({"description": text});
        // A deletion is answered with the object or with a `Status`.
        if of.method != "delete" {
            let schema = self.schema(form, part, of);
            match form {
                Form::V2 => response["schema"] = schema,
                Form::V3 => response["content"] = content(&["application/json"], &schema),
            }
        }
        json!({code: response})
    }

    /// What is written or read; scales are not among the definitions of the library.
    /// Quirk: the core group is called so in ids.
    fn group(&self) -> &str {
        if self.resource.shared.group.is_empty() { "core" } else { &self.resource.shared.group }
    }

    fn schema(&self, form: Form, part: Part, of: &Operation) -> Value {
        if part == Part::Scale {
            return json!({"type": "object"});
        }
        let names = &self.resource.shared.names;
        let kind = if of.is_list { &names.list_kind } else { &names.kind };
        let mut name: Vec<_> = self.resource.shared.group.rsplit('.').collect();
        name.extend([self.resource.version.as_str(), kind]);
        let folder = if form == Form::V2 { "definitions" } else { "components/schemas" };
        json!({"$ref": format!("#/{folder}/{}", name.join("."))})
    }

    fn kind(&self, part: Part) -> Value {
        let Resource { shared, version, .. } = self.resource;
        match part {
            Part::Scale => json!({"group": "autoscaling", "version": "v1", "kind": "Scale"}),
            _ => json!({"group": shared.group, "version": version, "kind": shared.names.kind}),
        }
    }

    fn text(&self, part: Part, of: &Operation) -> String {
        let kind = self.resource.kind();
        match part {
            Part::Status | Part::Scale => {
                let part = if part == Part::Status { "status" } else { "scale" };
                format!("{} {kind}", of.text.replace("the specified", &format!("{part} of the specified")))
            }
            _ => format!("{} {kind}", of.text),
        }
    }

    fn id(&self, part: Part, of: &Operation) -> String {
        let version = format!("{}{}", camel(self.group(), true), camel(&self.resource.version, true));
        let scope =
            if self.resource.shared.namespaced && part != Part::Everywhere { "Namespaced" } else { "" };
        let suffix = match part {
            Part::Everywhere => "ForAllNamespaces",
            Part::Main => "",
            Part::Status => "Status",
            Part::Scale => "Scale",
        };
        format!("{}{version}{}{scope}{}{suffix}", of.verb, of.infix, self.resource.kind())
    }
}

fn content(media_types: &[&str], schema: &Value) -> Value {
    media_types.iter().map(|media_type| ((*media_type).to_owned(), json!({"schema": schema}))).collect()
}

fn parameter(form: Form, name: &str, place: &str) -> Value {
    let mut parameter = json!({"name": name, "in": place});
    if place == "path" {
        parameter["required"] = true.into();
    }
    match form {
        Form::V2 => {
            parameter["type"] = "string".into();
            parameter["uniqueItems"] = true.into();
        }
        Form::V3 => parameter["schema"] = json!({"type": "string", "uniqueItems": true}),
    }
    parameter
}

/// `operations.example.com` becomes `operationsExampleCom`, or `OperationsExampleCom`.
fn camel(text: &str, from_the_start: bool) -> String {
    let words = text.split(['.', '-']).enumerate();
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    words.map(|(at, word)| if at > 0 || from_the_start { capital(word) } else { word.to_owned() }).collect()
}
