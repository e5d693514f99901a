//! `/openapi/v2` in protobuf, the only form in which clients written in Go ask for it.
//!
//! Only fields that the documents of this server use are here. What protobuf has no field for is YAML in an [`Any`], and
//! JSON is YAML.
//!
//! Source: `gnostic-models openapiv2/OpenAPIv2.proto`.

use prost::{Message, Oneof};
use serde_json::{Map, Value};

#[derive(Clone, PartialEq, Message)]
struct Document {
    #[prost(string, tag = "1")]
    swagger: String,
    #[prost(message, optional, tag = "2")]
    info: Option<Info>,
    #[prost(message, optional, tag = "8")]
    paths: Option<Paths>,
    #[prost(message, optional, tag = "9")]
    definitions: Option<NamedSchemas>,
}

#[derive(Clone, PartialEq, Message)]
struct Info {
    #[prost(string, tag = "1")]
    title: String,
    #[prost(string, tag = "2")]
    version: String,
}

#[derive(Clone, PartialEq, Message)]
struct Paths {
    #[prost(message, repeated, tag = "2")]
    path: Vec<NamedPathItem>,
}

#[derive(Clone, PartialEq, Message)]
struct NamedPathItem {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "2")]
    value: Option<PathItem>,
}

#[derive(Clone, PartialEq, Message)]
struct PathItem {
    #[prost(message, optional, tag = "2")]
    get: Option<Operation>,
    #[prost(message, optional, tag = "3")]
    put: Option<Operation>,
    #[prost(message, optional, tag = "4")]
    post: Option<Operation>,
    #[prost(message, optional, tag = "5")]
    delete: Option<Operation>,
    #[prost(message, optional, tag = "8")]
    patch: Option<Operation>,
    #[prost(message, repeated, tag = "9")]
    parameters: Vec<ParametersItem>,
}

#[derive(Clone, PartialEq, Message)]
struct Operation {
    #[prost(string, repeated, tag = "1")]
    tags: Vec<String>,
    #[prost(string, tag = "3")]
    description: String,
    #[prost(string, tag = "5")]
    operation_id: String,
    #[prost(string, repeated, tag = "6")]
    produces: Vec<String>,
    #[prost(string, repeated, tag = "7")]
    consumes: Vec<String>,
    #[prost(message, repeated, tag = "8")]
    parameters: Vec<ParametersItem>,
    #[prost(message, optional, tag = "9")]
    responses: Option<Responses>,
    #[prost(message, repeated, tag = "13")]
    vendor_extension: Vec<NamedAny>,
}

#[derive(Clone, PartialEq, Message)]
struct ParametersItem {
    #[prost(message, optional, tag = "1")]
    parameter: Option<Parameter>,
}

#[derive(Clone, PartialEq, Message)]
struct Parameter {
    #[prost(oneof = "OneParameter", tags = "1, 2")]
    of: Option<OneParameter>,
}

#[derive(Clone, PartialEq, Oneof)]
enum OneParameter {
    #[prost(message, tag = "1")]
    Body(BodyParameter),
    #[prost(message, tag = "2")]
    Other(NonBodyParameter),
}

#[derive(Clone, PartialEq, Message)]
struct BodyParameter {
    #[prost(string, tag = "2")]
    name: String,
    #[prost(string, tag = "3")]
    place: String,
    #[prost(bool, tag = "4")]
    required: bool,
    #[prost(message, optional, tag = "5")]
    schema: Option<Schema>,
}

#[derive(Clone, PartialEq, Message)]
struct NonBodyParameter {
    #[prost(oneof = "PlacedParameter", tags = "3, 4")]
    of: Option<PlacedParameter>,
}

#[derive(Clone, PartialEq, Oneof)]
enum PlacedParameter {
    #[prost(message, tag = "3")]
    Query(QueryParameter),
    #[prost(message, tag = "4")]
    Path(PathParameter),
}

#[derive(Clone, PartialEq, Message)]
struct QueryParameter {
    #[prost(string, tag = "2")]
    place: String,
    #[prost(string, tag = "4")]
    name: String,
    #[prost(string, tag = "6")]
    type_: String,
    #[prost(bool, tag = "20")]
    unique_items: bool,
}

#[derive(Clone, PartialEq, Message)]
struct PathParameter {
    #[prost(bool, tag = "1")]
    required: bool,
    #[prost(string, tag = "2")]
    place: String,
    #[prost(string, tag = "4")]
    name: String,
    #[prost(string, tag = "5")]
    type_: String,
    #[prost(bool, tag = "19")]
    unique_items: bool,
}

#[derive(Clone, PartialEq, Message)]
struct Responses {
    #[prost(message, repeated, tag = "1")]
    response_code: Vec<NamedResponseValue>,
}

#[derive(Clone, PartialEq, Message)]
struct NamedResponseValue {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "2")]
    value: Option<ResponseValue>,
}

#[derive(Clone, PartialEq, Message)]
struct ResponseValue {
    #[prost(message, optional, tag = "1")]
    response: Option<Response>,
}

#[derive(Clone, PartialEq, Message)]
struct Response {
    #[prost(string, tag = "1")]
    description: String,
    #[prost(message, optional, tag = "2")]
    schema: Option<SchemaItem>,
}

#[derive(Clone, PartialEq, Message)]
struct SchemaItem {
    #[prost(message, optional, tag = "1")]
    schema: Option<Schema>,
}

#[derive(Clone, PartialEq, Message)]
struct Schema {
    #[prost(string, tag = "1")]
    reference: String,
    #[prost(string, tag = "2")]
    format: String,
    #[prost(string, tag = "3")]
    title: String,
    #[prost(string, tag = "4")]
    description: String,
    #[prost(double, tag = "6")]
    multiple_of: f64,
    #[prost(double, tag = "7")]
    maximum: f64,
    #[prost(bool, tag = "8")]
    exclusive_maximum: bool,
    #[prost(double, tag = "9")]
    minimum: f64,
    #[prost(bool, tag = "10")]
    exclusive_minimum: bool,
    #[prost(int64, tag = "11")]
    max_length: i64,
    #[prost(int64, tag = "12")]
    min_length: i64,
    #[prost(string, tag = "13")]
    pattern: String,
    #[prost(int64, tag = "14")]
    max_items: i64,
    #[prost(int64, tag = "15")]
    min_items: i64,
    #[prost(bool, tag = "16")]
    unique_items: bool,
    #[prost(int64, tag = "17")]
    max_properties: i64,
    #[prost(int64, tag = "18")]
    min_properties: i64,
    #[prost(string, repeated, tag = "19")]
    required: Vec<String>,
    #[prost(message, repeated, tag = "20")]
    enum_: Vec<Any>,
    #[prost(message, optional, boxed, tag = "21")]
    additional_properties: Option<Box<AdditionalProperties>>,
    #[prost(message, optional, tag = "22")]
    type_: Option<Type>,
    #[prost(message, optional, tag = "23")]
    items: Option<Items>,
    #[prost(message, optional, tag = "25")]
    properties: Option<NamedSchemas>,
    #[prost(message, optional, tag = "30")]
    example: Option<Any>,
    #[prost(message, repeated, tag = "31")]
    vendor_extension: Vec<NamedAny>,
}

#[derive(Clone, PartialEq, Message)]
struct AdditionalProperties {
    #[prost(oneof = "SchemaOrBool", tags = "1, 2")]
    of: Option<SchemaOrBool>,
}

#[derive(Clone, PartialEq, Oneof)]
enum SchemaOrBool {
    #[prost(message, tag = "1")]
    Schema(Box<Schema>),
    #[prost(bool, tag = "2")]
    Boolean(bool),
}

#[derive(Clone, PartialEq, Message)]
struct Type {
    #[prost(string, repeated, tag = "1")]
    value: Vec<String>,
}

#[derive(Clone, PartialEq, Message)]
struct Items {
    #[prost(message, repeated, tag = "1")]
    schema: Vec<Schema>,
}

#[derive(Clone, PartialEq, Message)]
struct NamedSchemas {
    #[prost(message, repeated, tag = "1")]
    additional_properties: Vec<NamedSchema>,
}

#[derive(Clone, PartialEq, Message)]
struct NamedSchema {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "2")]
    value: Option<Schema>,
}

#[derive(Clone, PartialEq, Message)]
struct NamedAny {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "2")]
    value: Option<Any>,
}

#[derive(Clone, PartialEq, Message)]
struct Any {
    #[prost(string, tag = "2")]
    yaml: String,
}

/// A document, from its JSON.
pub(super) fn document(json: &Value) -> Vec<u8> {
    let info = Info { title: text(&json["info"], "title"), version: text(&json["info"], "version") };
    let path = fields(&json["paths"]).map(|(name, item)| NamedPathItem { name: name.clone(), value: Some(path_item(item)) });
    let document = Document {
        swagger: text(json, "swagger"),
        info: Some(info),
        paths: Some(Paths { path: path.collect() }),
        definitions: named_schemas(json, "definitions"),
    };
    document.encode_to_vec()
}

fn path_item(json: &Value) -> PathItem {
    let method = |name: &str| json.get(name).map(operation);
    PathItem {
        get: method("get"),
        put: method("put"),
        post: method("post"),
        delete: method("delete"),
        patch: method("patch"),
        parameters: items(json, "parameters").map(parameter).collect(),
    }
}

fn operation(json: &Value) -> Operation {
    let response_code = fields(&json["responses"]).map(|(name, response)| {
        let schema = response.get("schema").map(|json| SchemaItem { schema: Some(schema(json)) });
        let response = Response { description: text(response, "description"), schema };
        NamedResponseValue { name: name.clone(), value: Some(ResponseValue { response: Some(response) }) }
    });
    Operation {
        tags: texts(json, "tags"),
        description: text(json, "description"),
        operation_id: text(json, "operationId"),
        produces: texts(json, "produces"),
        consumes: texts(json, "consumes"),
        parameters: items(json, "parameters").map(parameter).collect(),
        responses: Some(Responses { response_code: response_code.collect() }),
        vendor_extension: extensions(json),
    }
}

fn parameter(json: &Value) -> ParametersItem {
    let (name, place, type_) = (text(json, "name"), text(json, "in"), text(json, "type"));
    let (required, unique_items) = (flag(json, "required"), flag(json, "uniqueItems"));
    let other = |of| OneParameter::Other(NonBodyParameter { of: Some(of) });
    let of = match place.as_str() {
        "body" => {
            OneParameter::Body(BodyParameter { name, place, required, schema: json.get("schema").map(schema) })
        }
        "path" => other(PlacedParameter::Path(PathParameter { required, place, name, type_, unique_items })),
        _ => other(PlacedParameter::Query(QueryParameter { place, name, type_, unique_items })),
    };
    ParametersItem { parameter: Some(Parameter { of: Some(of) }) }
}

fn schema(json: &Value) -> Schema {
    let additional_properties = json.get("additionalProperties").map(|json| match json {
        Value::Bool(allowed) => SchemaOrBool::Boolean(*allowed),
        json => SchemaOrBool::Schema(Box::new(schema(json))),
    });
    let type_ = json.get("type").and_then(Value::as_str).map(|name| Type { value: vec![name.to_owned()] });
    Schema {
        reference: text(json, "$ref"),
        format: text(json, "format"),
        title: text(json, "title"),
        description: text(json, "description"),
        multiple_of: number(json, "multipleOf"),
        maximum: number(json, "maximum"),
        exclusive_maximum: flag(json, "exclusiveMaximum"),
        minimum: number(json, "minimum"),
        exclusive_minimum: flag(json, "exclusiveMinimum"),
        max_length: integer(json, "maxLength"),
        min_length: integer(json, "minLength"),
        pattern: text(json, "pattern"),
        max_items: integer(json, "maxItems"),
        min_items: integer(json, "minItems"),
        unique_items: flag(json, "uniqueItems"),
        max_properties: integer(json, "maxProperties"),
        min_properties: integer(json, "minProperties"),
        required: texts(json, "required"),
        enum_: items(json, "enum").map(any).collect(),
        additional_properties: additional_properties.map(|of| Box::new(AdditionalProperties { of: Some(of) })),
        type_,
        items: json.get("items").map(|json| Items { schema: vec![schema(json)] }),
        properties: named_schemas(json, "properties"),
        example: json.get("example").map(any),
        vendor_extension: extensions(json),
    }
}

fn named_schemas(json: &Value, name: &str) -> Option<NamedSchemas> {
    let named = fields(json.get(name)?).map(|(name, json)| NamedSchema { name: name.clone(), value: Some(schema(json)) });
    Some(NamedSchemas { additional_properties: named.collect() })
}

fn extensions(json: &Value) -> Vec<NamedAny> {
    let named = fields(json).filter(|(name, _)| name.starts_with("x-"));
    named.map(|(name, json)| NamedAny { name: name.clone(), value: Some(any(json)) }).collect()
}

fn any(json: &Value) -> Any {
    Any { yaml: json.to_string() }
}

fn fields(json: &Value) -> impl Iterator<Item = (&String, &Value)> {
    json.as_object().into_iter().flat_map(Map::iter)
}

fn items<'j>(json: &'j Value, name: &str) -> impl Iterator<Item = &'j Value> {
    json.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text(json: &Value, name: &str) -> String {
    json.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn texts(json: &Value, name: &str) -> Vec<String> {
    items(json, name).filter_map(Value::as_str).map(str::to_owned).collect()
}

fn flag(json: &Value, name: &str) -> bool {
    json.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn number(json: &Value, name: &str) -> f64 {
    json.get(name).and_then(Value::as_f64).unwrap_or_default()
}

fn integer(json: &Value, name: &str) -> i64 {
    json.get(name).and_then(Value::as_i64).unwrap_or_default()
}
