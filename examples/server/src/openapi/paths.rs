//! What may be done at each path.
//!
//! Only parameters that this server knows are listed: kubectl then says itself what is not supported, dry runs for example.
//!
//! Source: `apiextensions-apiserver pkg/controller/openapi/builder/builder.go`.

use serde_json::{Map, Value, json};

use crate::request::MERGE_PATCH;
use crate::resource::Resource;

/// The paths of a resource.
pub(super) struct Paths<'r> {
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
    text: &'static str,
    body: &'static [&'static str],
    is_list: bool,
}

const OBJECTS: &[&str] = &["application/json", "application/yaml"];

const LIST: Operation = Operation {
    method: "get",
    action: "list",
    verb: "list",
    text: "list objects of kind",
    body: &[],
    is_list: true,
};
const CREATE: Operation = Operation {
    method: "post",
    action: "post",
    verb: "create",
    text: "create a",
    body: OBJECTS,
    is_list: false,
};
const READ: Operation = Operation {
    method: "get",
    action: "get",
    verb: "read",
    text: "read the specified",
    body: &[],
    is_list: false,
};
const REPLACE: Operation = Operation {
    method: "put",
    action: "put",
    verb: "replace",
    text: "replace the specified",
    body: OBJECTS,
    is_list: false,
};
const DELETE: Operation = Operation {
    method: "delete",
    action: "delete",
    verb: "delete",
    text: "delete a",
    body: &[],
    is_list: false,
};
const PATCH: Operation = Operation {
    method: "patch",
    action: "patch",
    verb: "patch",
    text: "partially update the specified",
    body: &[MERGE_PATCH],
    is_list: false,
};

/// Which of the two documents.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    V2,
    V3,
}

impl<'r> Paths<'r> {
    pub(super) fn new(resource: &'r Resource) -> Self {
        Self { resource }
    }

    /// As `/openapi/v2` writes them.
    pub(super) fn v2(&self) -> Value {
        self.all(Form::V2)
    }

    /// As `/openapi/v3` writes them.
    pub(super) fn v3(&self) -> Value {
        self.all(Form::V3)
    }

    fn all(&self, form: Form) -> Value {
        let (version, plural) = (self.resource.path(), self.resource.served().plural());
        let mut paths = Map::new();
        let namespaced = self.resource.is_namespaced();
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
        if self.resource.has_status() {
            add(format!("{one}/status"), Part::Status, &[READ, REPLACE, PATCH]);
        }
        if self.resource.has_scale() {
            add(format!("{one}/scale"), Part::Scale, &[READ, REPLACE, PATCH]);
        }
        add(one, Part::Main, &[READ, REPLACE, DELETE, PATCH]);
        add(collection, Part::Main, &[LIST, CREATE]);
        paths.into()
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
            parameters.push(parameter(form, "fieldValidation", "query"));
        }
        let mut written = json!({
            "tags": [format!("{}_{}", camel(self.resource.served().group(), false), self.resource.served().version())],
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
    fn schema(&self, form: Form, part: Part, of: &Operation) -> Value {
        if part == Part::Scale {
            return json!({"type": "object"});
        }
        let served = self.resource.served();
        let mut name: Vec<_> = served.group().rsplit('.').collect();
        let kind = if of.is_list { self.resource.list_kind() } else { served.kind().to_owned() };
        name.extend([served.version(), &kind]);
        let folder = if form == Form::V2 { "definitions" } else { "components/schemas" };
        json!({"$ref": format!("#/{folder}/{}", name.join("."))})
    }

    fn kind(&self, part: Part) -> Value {
        let served = self.resource.served();
        match part {
            Part::Scale => json!({"group": "autoscaling", "version": "v1", "kind": "Scale"}),
            _ => json!({"group": served.group(), "version": served.version(), "kind": served.kind()}),
        }
    }

    fn text(&self, part: Part, of: &Operation) -> String {
        let kind = self.resource.served().kind();
        match part {
            Part::Status | Part::Scale => {
                let part = if part == Part::Status { "status" } else { "scale" };
                format!("{} {kind}", of.text.replace("the specified", &format!("{part} of the specified")))
            }
            _ => format!("{} {kind}", of.text),
        }
    }

    fn id(&self, part: Part, of: &Operation) -> String {
        let served = self.resource.served();
        let version = format!("{}{}", camel(served.group(), true), camel(served.version(), true));
        let scope = if self.resource.is_namespaced() && part != Part::Everywhere { "Namespaced" } else { "" };
        let suffix = match part {
            Part::Everywhere => "ForAllNamespaces",
            Part::Main => "",
            Part::Status => "Status",
            Part::Scale => "Scale",
        };
        format!("{}{version}{scope}{}{suffix}", of.verb, served.kind())
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
