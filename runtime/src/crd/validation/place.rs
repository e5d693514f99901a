//! From the paths of the server to those of the file.
//!
//! **Quirk**: the server validates an internal type whose fields have other names and places than those of v1
//! (`pkg/apis/apiextensions/types.go`, `v1/conversion.go`).
//!
//! Knows nothing of: what is checked.

use crate::path::{FieldPathBuf, PathStep};
use crate::violation::Violation;

/// Where that stands in the file of which the server speaks under `printed`.
///
/// What all versions share is looked for in the first version.
pub(super) fn written(printed: &FieldPathBuf) -> FieldPathBuf {
    let steps = printed.steps();
    let names: Vec<&str> = steps.iter().copied().map(name).collect();
    if let ["status", "storedVersions", ..] = names.as_slice() {
        // The status is the server's; what can be changed is the versions.
        return FieldPathBuf::from_properties(["spec", "versions"]);
    }
    let Some(("spec", rest)) = names.split_first().map(|(first, rest)| (*first, rest)) else {
        return printed.clone();
    };
    let moved = match rest {
        ["validation" | "schema", ..] => first_version(&["schema"], steps.get(2..)),
        ["version"] => first_version(&["name"], None),
        [part @ ("subresources" | "additionalPrinterColumns" | "selectableFields"), ..] => {
            first_version(&[part], steps.get(2..))
        }
        ["conversion", field @ ..] => conversion(field, &steps),
        _ => steps.clone(),
    };
    FieldPathBuf::new(moved.into_iter().map(column), printed.style())
}

/// What a server says, with the paths of the file in the place of the server's own.
///
/// The status is not in the file, but that is what it is about.
pub(crate) fn as_written(violation: &Violation) -> Violation {
    const SHARED: &str = "spec.validation.openAPIV3Schema";
    const FIRST: &str = "spec.versions[0].schema.openAPIV3Schema";
    let path = violation.path();
    let is_of_status = path.steps().first() == Some(&PathStep::Property("status"));
    let path = if is_of_status { path.clone() } else { written(path) };
    let detail = violation.detail().replace(SHARED, FIRST);
    violation.clone().moved(path, detail)
}

fn name(step: PathStep<'_>) -> &str {
    match step {
        PathStep::Property(name) => name,
        PathStep::Key(_) | PathStep::Index(_) => "",
    }
}

fn first_version<'s>(names: &[&'s str], rest: Option<&[PathStep<'s>]>) -> Vec<PathStep<'s>> {
    let mut steps = vec![PathStep::Property("spec"), PathStep::Property("versions"), PathStep::Index(0)];
    steps.extend(names.iter().copied().map(PathStep::Property));
    steps.extend(rest.unwrap_or_default());
    steps
}

fn conversion<'s>(field: &[&str], steps: &[PathStep<'s>]) -> Vec<PathStep<'s>> {
    let mut moved = vec![PathStep::Property("spec"), PathStep::Property("conversion")];
    match field {
        ["conversionReviewVersions", ..] => moved.push(PathStep::Property("webhook")),
        ["webhookClientConfig", "service", swapped @ ("name" | "namespace")] => {
            // Quirk: upstream passes the two in the wrong order (`validation.go`, `ValidateWebhookService`).
            let meant = if *swapped == "name" { "namespace" } else { "name" };
            moved.extend(["webhook", "clientConfig", "service", meant].map(PathStep::Property));
            return moved;
        }
        ["webhookClientConfig", ..] => {
            moved.extend(["webhook", "clientConfig"].map(PathStep::Property));
            moved.extend(steps.get(3..).unwrap_or_default());
            return moved;
        }
        _ => {}
    }
    moved.extend(steps.get(2..).unwrap_or_default());
    moved
}

/// The path of a column has the name that Go gives it.
fn column(step: PathStep<'_>) -> PathStep<'_> {
    match step {
        PathStep::Property("JSONPath") => PathStep::Property("jsonPath"),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::path::{FieldPath, FieldPathBuf, PathStyle};

    #[test]
    fn fields_of_the_internal_type_are_found_in_the_file() {
        let cases = [
            (&["spec", "validation", "openAPIV3Schema"][..], "spec.versions[0].schema.openAPIV3Schema"),
            (&["spec", "version"], "spec.versions[0].name"),
            (&["spec", "subresources", "scale"], "spec.versions[0].subresources.scale"),
            (
                &["spec", "conversion", "webhookClientConfig", "url"],
                "spec.conversion.webhook.clientConfig.url",
            ),
            (
                &["spec", "conversion", "webhookClientConfig", "service", "name"],
                "spec.conversion.webhook.clientConfig.service.namespace",
            ),
            (
                &["spec", "conversion", "conversionReviewVersions"],
                "spec.conversion.webhook.conversionReviewVersions",
            ),
            (&["spec", "conversion", "strategy"], "spec.conversion.strategy"),
            (&["metadata", "name"], "metadata.name"),
            (&["status", "storedVersions"], "spec.versions"),
        ];
        for (printed, expected) in cases {
            assert_eq!(
                written(&FieldPathBuf::from_properties(printed.iter().copied())).to_string(),
                expected
            );
        }
        let spec = FieldPath::ROOT.property("spec");
        let columns = spec.property("additionalPrinterColumns");
        let column = columns.index(1);
        let path = column.property("JSONPath").to_owned(PathStyle::Bracketed);
        assert_eq!(written(&path).to_string(), "spec.versions[0].additionalPrinterColumns[1].jsonPath");
    }
}
