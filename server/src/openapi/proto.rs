//! `/openapi/v2` in protobuf, the only form in which clients written in Go ask for it.
//!
//! What becomes an [`Any`] is YAML there, and JSON is YAML.

use prost::Message as _;
use serde_json::{Map, Value};

use super::messages::{
    AdditionalProperties, Any, BodyParameter, Document, Info, Items, NamedAny, NamedPathItem,
    NamedResponseValue, NamedSchema, NamedSchemas, NonBodyParameter, OneParameter, Operation, Parameter,
    ParametersItem, PathItem, PathParameter, Paths, PlacedParameter, QueryParameter, Response, ResponseValue,
    Responses, Schema, SchemaItem, SchemaOrBool, Type,
};

/// A document, from its JSON.
pub(super) fn document(json: &Value) -> Vec<u8> {
    let info = Info { title: text(&json["info"], "title"), version: text(&json["info"], "version") };
    let path = fields(&json["paths"])
        .map(|(name, item)| NamedPathItem { name: name.clone(), value: Some(path_item(item)) });
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
        tags: strings(json, "tags"),
        description: text(json, "description"),
        operation_id: text(json, "operationId"),
        produces: strings(json, "produces"),
        consumes: strings(json, "consumes"),
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
        "body" => OneParameter::Body(BodyParameter {
            name,
            place,
            required,
            schema: json.get("schema").map(schema),
        }),
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
        required: strings(json, "required"),
        enum_: items(json, "enum").map(any).collect(),
        additional_properties: additional_properties
            .map(|of| Box::new(AdditionalProperties { of: Some(of) })),
        type_,
        items: json.get("items").map(|json| Items { schema: vec![schema(json)] }),
        properties: named_schemas(json, "properties"),
        example: json.get("example").map(any),
        vendor_extension: extensions(json),
    }
}

fn named_schemas(json: &Value, name: &str) -> Option<NamedSchemas> {
    let named = fields(json.get(name)?)
        .map(|(name, json)| NamedSchema { name: name.clone(), value: Some(schema(json)) });
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

fn strings(json: &Value, name: &str) -> Vec<String> {
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
