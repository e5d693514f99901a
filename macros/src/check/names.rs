//! The names of a custom resource, as a server asks them.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionNames`,
//! `validateCustomResourceDefinitionSpec`; `apimachinery pkg/util/validation`, `IsDNS1035Label`, `IsDNS1123Subdomain`.

use syn::LitStr;

use crate::attr::container::ContainerAttrs;
use crate::errors::Errors;

/// Reports the names that a server refuses; `own` is the kind where the type's name is it.
pub(crate) fn of(attrs: &ContainerAttrs, own: Option<&LitStr>, errors: &mut Errors) {
    if let Some(group) = &attrs.group {
        domain(group, errors);
    }
    if let Some(version) = attrs.version.as_ref().filter(|version| !is_label(&version.value())) {
        refuse(version, "version", "v1", errors);
    }
    let kinds = [attrs.kind.as_ref().or(own), attrs.list_kind.as_ref()].into_iter().flatten();
    for kind in kinds.filter(|kind| !is_label(&kind.value().to_lowercase())) {
        let message = format!(
            "`{}` is no name of a kind; write letters and digits alone, `Database` say",
            kind.value()
        );
        errors.at(kind.span(), message);
    }
    let lists = [&attrs.short_names, &attrs.categories].into_iter().flatten().flat_map(|strings| &strings.0);
    let names = [&attrs.plural, &attrs.singular].into_iter().flatten().chain(lists);
    for name in names.filter(|name| !is_label(&name.value())) {
        refuse(name, "name", "databases", errors);
    }
}

fn refuse(name: &LitStr, what: &str, example: &str, errors: &mut Errors) {
    let small: String =
        name.value().to_lowercase().chars().map(|found| if found == '_' { '-' } else { found }).collect();
    let cure = if is_label(&small) { small } else { example.to_owned() };
    let message = format!(
        "`{}` is no {what} for a server, which takes small letters, digits and `-`, a letter first; write `{cure}`",
        name.value()
    );
    errors.at(name.span(), message);
}

fn domain(group: &LitStr, errors: &mut Errors) {
    let name = group.value();
    let parts_fit = name
        .split('.')
        .all(|part| is_label_of(part, |first| first.is_ascii_lowercase() || first.is_ascii_digit()));
    if !parts_fit || name.len() > 253 {
        let message = format!(
            "`{name}` is no domain, as a server asks of a group; write small letters, `example.com` say"
        );
        errors.at(group.span(), message);
    } else if !name.contains('.') {
        let message = format!(
            "a server asks for a domain with a dot; write a domain of yours, `{name}.example.com` say"
        );
        errors.at(group.span(), message);
    }
}

fn is_label(name: &str) -> bool {
    is_label_of(name, |first| first.is_ascii_lowercase())
}

fn is_label_of(name: &str, is_first: fn(char) -> bool) -> bool {
    let known =
        |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    (1..=63).contains(&name.len())
        && name.starts_with(is_first)
        && name.chars().all(known)
        && !name.ends_with('-')
}
