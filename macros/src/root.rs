//! The custom resource that a type is the root or the spec of.

use proc_macro2::Span;
use syn::{DeriveInput, Ident, LitStr, Meta, Path, Type};

use crate::attr::container::{Column, ContainerAttrs, Deprecation, MetaProperties, Pair, Scale, Webhook};
use crate::attr::meta::Flag;
use crate::attr::value::{Constant, Strings};
use crate::check::names;
use crate::check::root::RESOURCE_META;
use crate::errors::Errors;
use crate::model::Data;

/// What the resource is called and how it is served.
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches of the API")]
pub(crate) struct Root {
    /// The name of the root struct.
    pub(crate) ident: Ident,
    pub(crate) group: LitStr,
    pub(crate) version: LitStr,
    pub(crate) kind: LitStr,
    pub(crate) list_kind: LitStr,
    pub(crate) plural: LitStr,
    pub(crate) singular: LitStr,
    pub(crate) short_names: Strings,
    pub(crate) categories: Strings,
    pub(crate) cluster_scoped: bool,
    pub(crate) columns: Vec<Column>,
    pub(crate) status_subresource: bool,
    pub(crate) scale: Option<Scale>,
    pub(crate) selectable_fields: Strings,
    pub(crate) served: bool,
    pub(crate) storage: bool,
    pub(crate) deprecation: Option<Deprecation>,
    pub(crate) conversion: Option<Webhook>,
    pub(crate) labels: Vec<Pair>,
    pub(crate) annotations: Vec<Pair>,
    pub(crate) export_test: bool,
    /// Where the traits of kube were asked for.
    pub(crate) kube: Option<Span>,
    pub(crate) max_desc_len: Option<Constant>,
    pub(crate) meta_properties: Option<MetaProperties>,
    pub(crate) sort_required: bool,
    pub(crate) source: Source,
}

/// Who writes the root struct.
pub(crate) enum Source {
    /// The user: it is the type that the derive stands on.
    Written,
    /// The derive, around the spec that it stands on.
    Generated(Box<Generated>),
}

/// What the derive is to write.
pub(crate) struct Generated {
    pub(crate) status: Option<Type>,
    /// The description of the whole resource, where the doc comment is that of the spec.
    pub(crate) doc: Option<LitStr>,
    /// Whether the field is an `Option`.
    pub(crate) optional_spec: bool,
    pub(crate) derives: Vec<Path>,
    pub(crate) attrs: Vec<Meta>,
}

impl Root {
    /// `None` when the type is neither root nor spec.
    pub(crate) fn read(
        input: &DeriveInput,
        attrs: ContainerAttrs,
        data: &Data,
        errors: &mut Errors,
    ) -> Option<Self> {
        let is_root = attrs.root.is_present();
        let Some(place) = place_of_identity(&attrs) else {
            misplaced(&attrs, errors);
            root_rules(&attrs, input, errors);
            return None;
        };
        root_rules(&attrs, input, errors);
        let group = identity(attrs.group.clone(), "group", "databases.example.com", place, errors);
        let version = identity(attrs.version.clone(), "version", "v1", place, errors);
        let own = is_root.then(|| LitStr::new(&input.ident.to_string(), input.ident.span()));
        let kind = identity(attrs.kind.clone().or(own), "kind", "Database", place, errors)?;
        let ident = kind_ident(&kind, input, is_root, errors)?;
        names::of(&attrs, is_root.then_some(&kind), errors);
        if !shape(input, &attrs, errors) {
            return None;
        }
        let has_status = attrs.status.is_some() || is_root && has_field(data, "status");
        Some(Self {
            list_kind: attrs
                .list_kind
                .clone()
                .unwrap_or_else(|| derived(&kind, |kind| format!("{kind}List"))),
            plural: attrs.plural.clone().unwrap_or_else(|| plural(&kind, errors)),
            singular: attrs.singular.clone().unwrap_or_else(|| derived(&kind, str::to_lowercase)),
            cluster_scoped: cluster_scoped(attrs.scope.as_ref(), errors),
            status_subresource: has_status && !attrs.no_status_subresource.is_present(),
            scale: attrs.scale,
            selectable_fields: attrs.selectable_fields.unwrap_or_default(),
            served: attrs.served.unwrap_or(true),
            storage: attrs.storage.unwrap_or(true),
            deprecation: attrs.deprecated,
            conversion: attrs.conversion.inspect(|webhook| one_address(webhook, &kind, errors)),
            labels: attrs.labels,
            annotations: attrs.annotations,
            kube: kube(attrs.kube, errors),
            max_desc_len: attrs.max_desc_len,
            meta_properties: attrs.meta_properties.inspect(|properties| known(properties, errors)),
            sort_required: attrs.sort_required.is_present(),
            export_test: !attrs.no_export_test.is_present(),
            group: or_example(group, "example.com", place),
            version: or_example(version, "v1", place),
            ident,
            kind,
            short_names: attrs.short_names.unwrap_or_default(),
            categories: attrs.categories.unwrap_or_default(),
            columns: attrs.columns,
            source: if is_root {
                Source::Written
            } else {
                Source::Generated(Box::new(Generated {
                    status: attrs.status.map(|status| status.0),
                    doc: attrs.root_doc,
                    optional_spec: attrs.optional_spec.is_present(),
                    derives: attrs.derive.map(|paths| paths.0).unwrap_or_default(),
                    attrs: attrs.attrs.unwrap_or_default().0,
                }))
            },
        })
    }
}

/// Where the resource is named, if it is.
fn place_of_identity(attrs: &ContainerAttrs) -> Option<Span> {
    let named = [&attrs.group, &attrs.version, &attrs.kind];
    let named = named.into_iter().flatten().next().map(LitStr::span);
    if attrs.root.is_present() { Some(attrs.root.span()) } else { named }
}

fn identity(
    value: Option<LitStr>,
    name: &str,
    example: &str,
    place: Span,
    errors: &mut Errors,
) -> Option<LitStr> {
    if value.is_none() {
        errors.at(place, format!("a custom resource also has a {name}; add `{name} = \"{example}\"`"));
    }
    value
}

/// What stands beside an error for a name that is missing.
fn or_example(value: Option<LitStr>, example: &str, place: Span) -> LitStr {
    value.unwrap_or_else(|| LitStr::new(example, place))
}

/// What only a root can have.
fn misplaced(attrs: &ContainerAttrs, errors: &mut Errors) {
    let strings = [&attrs.list_kind, &attrs.plural, &attrs.singular, &attrs.scope];
    let text = strings.into_iter().flatten().next().map(LitStr::span);
    let flags = [
        attrs.kube,
        attrs.no_status_subresource,
        attrs.no_export_test,
        attrs.optional_spec,
        attrs.sort_required,
    ];
    let flag = flags.into_iter().find(|flag| flag.is_present()).map(Flag::span);
    let status = attrs.status.as_ref().map(|status| syn::spanned::Spanned::span(&status.0));
    let column = attrs.columns.first().map(|column| column.name.span());
    let pair = attrs.labels.iter().chain(&attrs.annotations).next().map(|pair| pair.0.span());
    let scale = attrs.scale.as_ref().map(|scale| scale.spec_replicas_path.span());
    let field = attrs.selectable_fields.as_ref().and_then(|fields| fields.0.first()).map(LitStr::span);
    let length = attrs.max_desc_len.as_ref().map(|length| length.ends().0);
    let doc = attrs.root_doc.as_ref().map(LitStr::span);
    let properties = attrs.meta_properties.as_ref().map(|properties| properties.span);
    let column = column.or(pair).or(scale).or(field).or(length).or(doc).or(properties);
    if let Some(place) = text.or(flag).or(status).or(column) {
        errors.at(place, "this describes a custom resource; add `group`, `version` and `kind`, or `root`");
    }
}

/// Rules of the root stand where the root does not.
fn root_rules(attrs: &ContainerAttrs, input: &DeriveInput, errors: &mut Errors) {
    let Some(first) = attrs.root_rules.first() else { return };
    let is_spec_for_kube = input.attrs.iter().any(|attr| attr.path().is_ident("kube"));
    let message = if attrs.root.is_present() {
        "this type is the root itself; write `rule(…)`"
    } else if place_of_identity(attrs).is_some() || is_spec_for_kube {
        return;
    } else {
        "no root is made of this type, so that there is no whole object to ask; write `rule(…)` for a rule of this type, or \
         put it on the type of a spec, which says `group`, `version` and `kind`"
    };
    errors.push(syn::Error::new_spanned(&first.rule, message));
}

/// Whether the properties that are required are among those that are declared, each once.
fn known(properties: &MetaProperties, errors: &mut Errors) {
    let names = &properties.required.0;
    for (at, name) in names.iter().enumerate() {
        let text = name.value();
        if !RESOURCE_META.contains(&text.as_str()) {
            let message =
                format!("`{text}` is none of these properties; write `apiVersion`, `kind` or `metadata`");
            errors.at(name.span(), message);
        } else if names.iter().take(at).any(|earlier| earlier.value() == text) {
            errors.at(name.span(), format!("`{text}` is said twice; keep one"));
        }
    }
}

fn kube(flag: Flag, errors: &mut Errors) -> Option<Span> {
    let place = flag.is_present().then(|| flag.span())?;
    if cfg!(feature = "kube") {
        return Some(place);
    }
    errors.at(
        place,
        "the library is built without kube; turn on its feature `kube-5`: `cargo add crd-schema --features kube-5`",
    );
    None
}

fn one_address(webhook: &Webhook, kind: &LitStr, errors: &mut Errors) {
    let place = webhook.url.as_ref().or(webhook.service.as_ref()).map_or_else(|| kind.span(), LitStr::span);
    if webhook.url.is_some() == webhook.service.is_some() {
        errors.at(
            place,
            "a webhook is in one place; write `url = \"https://…\"` or `service = \"namespace/name\"`",
        );
    }
    if webhook.service.as_ref().is_some_and(|service| !service.value().contains('/')) {
        errors.at(place, "a service is known by two names; write `service = \"namespace/name\"`");
    }
}

fn kind_ident(kind: &LitStr, input: &DeriveInput, is_root: bool, errors: &mut Errors) -> Option<Ident> {
    if is_root {
        return Some(input.ident.clone());
    }
    let Ok(ident) = syn::parse_str::<Ident>(&kind.value()) else {
        errors.at(
            kind.span(),
            "`kind` is the name of the struct that is written; write it as one, `Database` say",
        );
        return None;
    };
    if ident == input.ident {
        let message = format!(
            "`kind` is the name of the struct that is written; call the spec `{ident}Spec`, or write the root \
             yourself and say `#[crd(root)]`"
        );
        errors.at(kind.span(), message);
        return None;
    }
    Some(Ident::new(&kind.value(), kind.span()))
}

/// Whether the type can be a root or a spec: generic ones cannot.
fn shape(input: &DeriveInput, attrs: &ContainerAttrs, errors: &mut Errors) -> bool {
    if let (true, Some(status)) = (attrs.root.is_present(), &attrs.status) {
        errors.push(syn::Error::new_spanned(
            &status.0,
            "this is the root struct; give it a field `status` instead",
        ));
    }
    if attrs.root.is_present() && attrs.optional_spec.is_present() {
        let message = "this is the root struct; make its field `spec` an `Option` instead";
        errors.at(attrs.optional_spec.span(), message);
    }
    if let (true, Some(doc)) = (attrs.root.is_present(), &attrs.root_doc) {
        errors.at(doc.span(), "this is the root struct; write a doc comment on it instead");
    }
    let generics = &input.generics;
    if generics.params.is_empty() {
        return true;
    }
    let only_borrows = generics.lifetimes().count() == generics.params.len();
    let message = if only_borrows {
        "a custom resource owns what is in it, for it outlives the bytes that it is read from; write `String` instead of \
         `&str`, `Vec<T>` instead of `&[T]`, and remove the lifetime"
    } else {
        "a custom resource is one type; remove the generics, or derive it on a type that fills them in"
    };
    errors.push(syn::Error::new_spanned(generics, message));
    false
}

fn has_field(data: &Data, name: &str) -> bool {
    let Data::Struct(fields) = data else { return false };
    fields.iter().any(|field| !field.flattened && field.name.value() == name)
}

fn derived(kind: &LitStr, make: impl FnOnce(&str) -> String) -> LitStr {
    LitStr::new(&make(&kind.value()), kind.span())
}

/// The plural where English has one rule; anything else must be said.
fn plural(kind: &LitStr, errors: &mut Errors) -> LitStr {
    let name = kind.value().to_lowercase();
    let (guess, is_sure) = pluralized(&name);
    if !is_sure {
        let message = format!(
            "English has no one rule for the plural of `{name}`, and it cannot be changed later; add `plural = \"{guess}\"`, \
             if that is it"
        );
        errors.at(kind.span(), message);
    }
    LitStr::new(&guess, kind.span())
}

/// The plural that is most likely right, and whether it surely is.
fn pluralized(name: &str) -> (String, bool) {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let stem = |tail: usize| name.get(..name.len().saturating_sub(tail)).unwrap_or(name);
    if ends(&["ay", "ey", "oy", "uy"]) {
        (format!("{name}s"), true)
    } else if ends(&["y"]) {
        (format!("{}ies", stem(1)), false)
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        (format!("{name}es"), false)
    } else if ends(&["ife"]) {
        (format!("{}ves", stem(2)), false)
    } else {
        (format!("{name}s"), !ends(&["o", "f", "fe"]))
    }
}

fn cluster_scoped(scope: Option<&LitStr>, errors: &mut Errors) -> bool {
    let Some(scope) = scope else { return false };
    match scope.value().as_str() {
        "Cluster" => true,
        "Namespaced" => false,
        other => {
            errors.at(scope.span(), format!("unknown scope `{other}`; write `Namespaced` or `Cluster`"));
            false
        }
    }
}
