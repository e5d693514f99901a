//! What to write in the place of a field that the API does not know.

use crate::path::{FieldPathBuf, PathStep};
use crate::wire::{
    ConversionSpec, CrdNames, CrdSpec, CrdStatus, CrdSubresources, CrdValidation, CrdVersion,
    CustomResourceDefinition, ExternalDocumentation, JsonSchemaProps, ObjectMeta, PrinterColumn,
    ScaleSubresource, SelectableField, ServiceReference, ValidationRule, WebhookClientConfig,
    WebhookConversion,
};

/// An object of the API, where it stands, and what it has.
struct Home {
    /// Steps from the root; `*` is an index, and `**` is anywhere below.
    path: &'static [&'static str],
    names: &'static [&'static str],
}

const SCHEMA: &[&str] = &["spec", "versions", "*", "schema", "openAPIV3Schema", "**"];

/// The likeliest places of a misplaced field come first.
const HOMES: [Home; 18] = [
    Home { path: &["spec", "versions", "*"], names: CrdVersion::NAMES },
    Home { path: &["spec", "names"], names: CrdNames::NAMES },
    Home { path: &["spec"], names: CrdSpec::NAMES },
    Home { path: &["spec", "versions", "*", "subresources"], names: CrdSubresources::NAMES },
    Home { path: &["spec", "versions", "*", "subresources", "scale"], names: ScaleSubresource::NAMES },
    Home { path: &["spec", "versions", "*", "schema"], names: CrdValidation::NAMES },
    Home { path: &["spec", "conversion"], names: ConversionSpec::NAMES },
    Home { path: &["spec", "conversion", "webhook"], names: WebhookConversion::NAMES },
    Home { path: &["spec", "conversion", "webhook", "clientConfig"], names: WebhookClientConfig::NAMES },
    Home {
        path: &["spec", "conversion", "webhook", "clientConfig", "service"],
        names: ServiceReference::NAMES,
    },
    Home { path: &["spec", "versions", "*", "additionalPrinterColumns", "*"], names: PrinterColumn::NAMES },
    Home { path: &["spec", "versions", "*", "selectableFields", "*"], names: SelectableField::NAMES },
    Home { path: &["metadata"], names: ObjectMeta::NAMES },
    Home { path: SCHEMA, names: JsonSchemaProps::NAMES },
    Home {
        path: &["spec", "versions", "*", "schema", "openAPIV3Schema", "**", "x-kubernetes-validations", "*"],
        names: ValidationRule::NAMES,
    },
    Home {
        path: &["spec", "versions", "*", "schema", "openAPIV3Schema", "**", "externalDocs"],
        names: ExternalDocumentation::NAMES,
    },
    Home { path: &["status"], names: CrdStatus::NAMES },
    Home { path: &[], names: CustomResourceDefinition::NAMES },
];

/// What v1beta1 had elsewhere, or by another name (`pkg/apis/apiextensions/v1/conversion.go`).
const MOVED: [(&[&str], &str); 10] = [
    (&["spec", "version"], "`name` of the item of `spec.versions`"),
    (&["spec", "validation"], "`schema` of each item of `spec.versions`"),
    (&["spec", "subresources"], "`subresources` of each item of `spec.versions`"),
    (
        &["spec", "additionalPrinterColumns"],
        "`additionalPrinterColumns` of each item of `spec.versions`, where `JSONPath` is `jsonPath`",
    ),
    (&["spec", "versions", "*", "additionalPrinterColumns", "*", "JSONPath"], "`jsonPath`"),
    (&["spec", "versions", "*", "validation"], "`schema`"),
    (&["spec", "conversion", "webhookClientConfig"], "`spec.conversion.webhook.clientConfig`"),
    (
        &["spec", "conversion", "conversionReviewVersions"],
        "`spec.conversion.webhook.conversionReviewVersions`",
    ),
    (&["spec", "conversion", "webhook", "webhookClientConfig"], "`spec.conversion.webhook.clientConfig`"),
    (&["spec", "schema"], "`schema` of each item of `spec.versions`"),
];

/// What to write instead.
pub(super) fn of(path: &FieldPathBuf) -> String {
    let steps = path.steps();
    let Some((PathStep::Property(name), above)) = steps.split_last() else { return LEAVE.to_owned() };
    if let Some((_, place)) = MOVED.iter().find(|(moved, _)| is_at(&steps, moved)) {
        return format!("`apiextensions.k8s.io/v1` has it as {place}");
    }
    let home = HOMES.iter().find(|home| is_at(above, home.path));
    let in_schema = is_at(above, SCHEMA);
    if let Some(help) = keyword(name).filter(|_| in_schema) {
        return help.to_owned();
    }
    if let Some(elsewhere) = elsewhere(name, above, in_schema) {
        return format!("it belongs to {}", elsewhere.message());
    }
    if let Some(alike) = home.and_then(|home| alike(name, home.names)) {
        return format!("did you mean `{alike}`?");
    }
    let help = if in_schema {
        "declare fields of objects under `properties`; remove keys that are no keywords"
    } else {
        LEAVE
    };
    help.to_owned()
}

/// Where the API has a field of that name: as near as possible. In a schema most such names are those of properties.
fn elsewhere(name: &str, above: &[PathStep<'_>], in_schema: bool) -> Option<&'static Home> {
    const OF_VERSION: [&str; 5] =
        ["additionalPrinterColumns", "selectableFields", "served", "storage", "subresources"];
    if in_schema && !OF_VERSION.contains(&name) {
        return None;
    }
    let shared = |home: &Home| {
        let is_same = |(step, name): &(&PathStep<'_>, &&str)| is_at(&[**step], &[**name]);
        above.iter().zip(home.path).take_while(is_same).count()
    };
    // Of several that are as near the first one counts.
    HOMES.iter().rev().filter(|home| home.names.contains(&name)).max_by_key(|home| shared(home))
}

const LEAVE: &str = "remove it: a server drops it";

impl Home {
    fn message(&self) -> String {
        match self.path {
            [] => "the top of the definition".to_owned(),
            path if path == SCHEMA => "a schema, below `openAPIV3Schema`".to_owned(),
            path if path.contains(&"x-kubernetes-validations") => {
                "an item of `x-kubernetes-validations` in a schema".to_owned()
            }
            path if path.contains(&"externalDocs") => "`externalDocs` of a schema".to_owned(),
            path => format!("`{}`", path.join(".").replace(".*", "[*]")),
        }
    }
}

/// Whether the steps are such a place.
fn is_at(steps: &[PathStep<'_>], place: &[&str]) -> bool {
    match (steps.split_first(), place.split_first()) {
        (_, Some((&"**", []))) => is_schema(steps),
        (_, Some((&"**", rest))) => (0..=steps.len()).any(|skipped| {
            let (before, after) = steps.split_at(skipped);
            is_schema(before) && is_at(after, rest)
        }),
        (Some((PathStep::Property(name), steps)), Some((wanted, place))) => {
            name == wanted && is_at(steps, place)
        }
        (Some((PathStep::Index(_), steps)), Some((&"*", place))) => is_at(steps, place),
        (None, None) => true,
        _ => false,
    }
}

/// Whether the steps lead from one schema to another.
fn is_schema(steps: &[PathStep<'_>]) -> bool {
    match steps {
        [] => true,
        [PathStep::Property("properties"), _, rest @ ..]
        | [PathStep::Property("allOf" | "anyOf" | "oneOf"), PathStep::Index(_), rest @ ..]
        | [PathStep::Property("items" | "additionalProperties" | "not"), rest @ ..] => is_schema(rest),
        _ => false,
    }
}

/// The name that is closest, if one is close: of few letters few may differ.
fn alike(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
    let wanted = plain(name);
    let distance = |known: &&'static str| strsim::osa_distance(&wanted, &plain(known));
    let closest = known.iter().copied().min_by_key(distance)?;
    (distance(&closest) <= 1_usize.saturating_add(wanted.len() / 8)).then_some(closest)
}

/// Keywords of JSON Schema and of later versions of `OpenAPI` that have a substitute.
fn keyword(name: &str) -> Option<&'static str> {
    Some(match name {
        "const" => "`enum` with this one value says the same",
        "deprecated" => "say it in the description",
        "discriminator" => "`oneOf` with `required` says which properties stand together",
        "examples" => "`example` holds one of them, and the description the others",
        "if" | "then" | "else" | "dependentRequired" | "dependentSchemas" => {
            "a CEL rule in `x-kubernetes-validations` says so, such as `!has(self.a) || has(self.b)`"
        }
        "minContains" | "maxContains" | "contains" => {
            "a CEL rule such as `self.exists(item, item > 0)` says so"
        }
        "prefixItems" => "say in `items` what all of them are, and the rest in a CEL rule",
        "propertyNames" => {
            "a CEL rule such as `self.all(key, key.matches('^[a-z]+$'))` checks the keys of a map"
        }
        "readOnly" => "what only controllers write belongs into the status",
        "unevaluatedProperties" => "leave it out: a server drops fields that are not declared",
        "writeOnly" => "what is secret belongs into a Secret",
        "xml" => "leave it out: there is JSON alone",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{HOMES, alike};
    use crate::wire::{CrdVersion, JsonSchemaProps, PrinterColumn};

    #[test]
    fn names_that_are_close_are_found() {
        assert_eq!(alike("json_path", PrinterColumn::NAMES), Some("jsonPath"));
        assert_eq!(alike("additionalPrinterColumn", CrdVersion::NAMES), Some("additionalPrinterColumns"));
        assert_eq!(
            alike("x-kubernetes-preserve-unknown-field", JsonSchemaProps::NAMES),
            Some("x-kubernetes-preserve-unknown-fields")
        );
        assert_eq!(alike("desciption", JsonSchemaProps::NAMES), Some("description"));
        assert_eq!(
            alike("x-kubernetes-validation-rules", JsonSchemaProps::NAMES),
            Some("x-kubernetes-validations")
        );
        assert_eq!(alike("colour", CrdVersion::NAMES), None);
    }

    #[test]
    fn each_place_is_reported_once() {
        for (index, home) in HOMES.iter().enumerate() {
            assert!(HOMES.iter().skip(index + 1).all(|other| other.path != home.path), "{:?}", home.path);
        }
    }
}
