//! The custom resource: its identity, the root struct, and how that is read and written.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::LitStr;

use super::{description, facets, kube};
use crate::attr::container::{Column, ColumnAbout};
use crate::check::root::RESOURCE_META;
use crate::crate_path::CratePath;
use crate::model::{Container, Data, Field};
use crate::root::{Generated, Root, Source};

/// What stands beside the user's type: the root struct and the export test.
pub(crate) fn items(root: &Root, container: &Container) -> TokenStream {
    let mut items = TokenStream::new();
    if let Source::Generated(generated) = &root.source {
        items.extend(root_struct(root, generated, container));
    }
    if root.kube.is_some() && root.export_test {
        items.extend(kube::test(root, &container.crate_path));
    }
    if cfg!(feature = "export-test") && root.export_test {
        items.extend(export_test(root, &container.crate_path));
    }
    items
}

fn root_struct(root: &Root, generated: &Generated, container: &Container) -> TokenStream {
    let (ident, vis, spec) = (&root.ident, &container.vis, &container.ident);
    let crate_path = &container.crate_path;
    let (derives, attrs) = (&generated.derives, &generated.attrs);
    let doc = match &generated.doc {
        Some(doc) => doc.to_token_stream(),
        None if container.docs.is_empty() => format!("The resource `{ident}`.").into_token_stream(),
        None => container.docs.to_token_stream(),
    };
    let spec = if generated.optional_spec { quote!(::core::option::Option<#spec>) } else { quote!(#spec) };
    let metadata = if root.kube.is_some() { quote!(kube_5::ObjectMeta) } else { quote!(api::ObjectMeta) };
    let status = generated.status.as_ref().map(|status| {
        quote! {
            /// What is observed.
            #vis status: ::core::option::Option<#status>,
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, #(#derives),*)]
        #(#[#attrs])*
        #vis struct #ident {
            /// The metadata.
            #vis metadata: #crate_path::#metadata,
            /// What is wanted.
            #vis spec: #spec,
            #status
        }
    }
}

fn export_test(root: &Root, crate_path: &CratePath) -> TokenStream {
    let ident = &root.ident;
    let name = format_ident!("crd_of_{}_is_exported", snake_case(&ident.to_string()));
    quote! {
        #[cfg(test)]
        #[::core::prelude::v1::test]
        #[allow(unnameable_test_items)]
        fn #name() {
            #crate_path::build::assert_exported::<#ident>(::core::env!("CARGO_MANIFEST_DIR"));
        }
    }
}

pub(super) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
    }
    snake
}

/// The implementations of the root, inside the anonymous `const`.
pub(crate) fn implementation(root: &Root, container: &Container) -> TokenStream {
    let ident = &root.ident;
    let resource = resource_desc(root, container);
    let fields = match (&root.source, &container.data) {
        (Source::Written, Data::Struct(fields)) => written(fields),
        (Source::Written, _) => quote!(Object(&[])),
        (Source::Generated(generated), _) => around(generated, container),
    };
    let facets = match &root.source {
        Source::Written => description::facets(container),
        Source::Generated(generated) => of_generated(generated, container),
    };
    let serde = match &root.source {
        Source::Generated(generated) => serde(root, generated, container),
        Source::Written => TokenStream::new(),
    };
    let kube = root.kube.is_some().then(|| kube::implementation(root, container));
    quote! {
        #[automatically_derived]
        impl __crd::CustomResource for #ident {
            const RESOURCE: __crd::describe::ResourceDesc = #resource;
            const SCHEMA: &'static __crd::describe::TypeDesc =
                &__crd::describe::TypeDesc { shape: __crd::describe::Shape::#fields, facets: &[#(#facets),*] };
        }

        // Without a use, `cargo check` would not look into generic types below.
        const _: () = {
            let _ = <#ident as __crd::CustomResource>::SCHEMA;
        };

        #serde

        #kube
    }
}

/// What is said of a generated root: what the type of the spec says of the whole object.
fn of_generated(generated: &Generated, container: &Container) -> Vec<TokenStream> {
    let mut facets = match &generated.doc {
        Some(doc) => vec![quote!(__crd::describe::Facet::Description(#doc))],
        None => Vec::from_iter(description::text(&container.docs)),
    };
    if let Some(first) = container.root_rules.first() {
        let (spec, place) = (&container.ident, syn::spanned::Spanned::span(&first.rule));
        facets.push(quote!(__crd::describe::Facet::RootRulesOf(<#spec as __crd::CrdSchema>::SCHEMA)));
        facets.push(description::source(place));
        facets.extend(facets::of_allows(&container.allows));
    }
    facets
}

fn written(fields: &[Field]) -> TokenStream {
    let described = fields.iter().filter(|field| !RESOURCE_META.contains(&field.name.value().as_str()));
    description::object(described)
}

fn around(generated: &Generated, container: &Container) -> TokenStream {
    let spec = &container.ident;
    let status = generated.status.as_ref().map(|status| {
        let span = syn::spanned::Spanned::span(status);
        quote::quote_spanned! {span=>
            __crd::describe::FieldDesc {
                name: "status",
                type_: <#status as __crd::CrdSchema>::SCHEMA,
                ..__crd::describe::FieldDesc::EMPTY
            }
        }
    });
    let optional = generated.optional_spec.then(|| quote!(required: false, omits_null: true,));
    // The doc comment describes the whole object, unless something else does.
    let described = generated.doc.is_some().then(|| quote!(facets: &[],));
    let spec = quote!(__crd::__private::spec(<#spec as __crd::CrdSchema>::SCHEMA));
    let spec = if optional.is_some() || described.is_some() {
        quote!(__crd::describe::FieldDesc { #optional #described ..#spec })
    } else {
        spec
    };
    quote!(Object(&[#spec, #status]))
}

fn resource_desc(root: &Root, container: &Container) -> TokenStream {
    let Root { group, version, kind, list_kind, plural, singular, .. } = root;
    let (short_names, categories) = (&root.short_names.0, &root.categories.0);
    let scope = if root.cluster_scoped { quote!(Cluster) } else { quote!(Namespaced) };
    let columns = field_columns(root, container).into_iter().chain(root.columns.iter().map(column));
    let status_subresource = root.status_subresource;
    let serving = super::serving::fields(root);
    quote! {
        __crd::describe::ResourceDesc {
            group: #group,
            version: #version,
            kind: #kind,
            list_kind: #list_kind,
            plural: #plural,
            singular: #singular,
            short_names: &[#(#short_names),*],
            categories: &[#(#categories),*],
            scope: __crd::describe::Scope::#scope,
            columns: &[#(#columns),*],
            status_subresource: #status_subresource,
            #serving
            ..__crd::describe::ResourceDesc::EMPTY
        }
    }
}

fn field_columns(root: &Root, container: &Container) -> Vec<TokenStream> {
    let Data::Struct(fields) = &container.data else { return Vec::new() };
    let parent = if matches!(root.source, Source::Written) { "" } else { ".spec" };
    let columns = fields.iter().filter_map(|field| {
        let said = &field.column.as_ref()?.said;
        let schema = field.target.schema();
        let type_ = said
            .type_
            .as_ref()
            .map_or_else(|| quote!(__crd::__private::guard::column_type(#schema)), ToTokens::to_token_stream);
        let name = said.name.clone().unwrap_or_else(|| heading(&field.name));
        let path = format!("{parent}.{}", field.name.value());
        Some(column_desc(&name, &path, &type_, &said.about))
    });
    columns.collect()
}

/// The name of a field as a heading.
fn heading(name: &LitStr) -> LitStr {
    let name_text = name.value();
    let mut characters = name_text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    LitStr::new(&first.into_iter().chain(characters).collect::<String>(), name.span())
}

fn column(column: &Column) -> TokenStream {
    column_desc(&column.name, &column.path.value(), &column.type_.to_token_stream(), &column.about)
}

fn column_desc(name: &LitStr, path: &str, type_: &TokenStream, about: &ColumnAbout) -> TokenStream {
    let ColumnAbout { format, description, priority } = about;
    let format = format.as_ref().map(|format| quote!(format: #format,));
    let description = description.as_ref().map(|description| quote!(description: #description,));
    let priority = priority.as_ref().map(|priority| quote!(priority: #priority,));
    quote! {
        __crd::describe::ColumnDesc {
            name: #name,
            type_: #type_,
            json_path: #path,
            #format
            #description
            #priority
            ..__crd::describe::ColumnDesc::EMPTY
        }
    }
}

fn serde(root: &Root, generated: &Generated, container: &Container) -> TokenStream {
    let (ident, spec) = (&root.ident, &container.ident);
    let (spec_type, written_spec, without_spec) = if generated.optional_spec {
        let none = quote!(::core::option::Option::Some(::core::option::Option::None));
        (quote!(::core::option::Option<#spec>), quote!(self.spec.as_ref()), none)
    } else {
        (
            quote!(#spec),
            quote!(::core::option::Option::Some(&self.spec)),
            quote!(::core::option::Option::None),
        )
    };
    let (status_type, written, read) = match &generated.status {
        Some(status) => (quote!(#status), quote!(self.status.as_ref()), quote!(status,)),
        None => (
            quote!(__crd::__private::root::NoStatus),
            quote!(::core::option::Option::None::<&__crd::__private::root::NoStatus>),
            quote!(),
        ),
    };
    let status = if generated.status.is_some() { quote!(status) } else { quote!(_) };
    quote! {
        #[automatically_derived]
        impl __crd::__private::serde::Serialize for #ident {
            fn serialize<__S: __crd::__private::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                let resource = &<#ident as __crd::CustomResource>::RESOURCE;
                __crd::__private::root::serialize(serializer, resource, &self.metadata, #written_spec, #written)
            }
        }

        #[automatically_derived]
        impl<'de> __crd::__private::serde::Deserialize<'de> for #ident {
            fn deserialize<__D: __crd::__private::serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<#ident, __D::Error> {
                let resource = &<#ident as __crd::CustomResource>::RESOURCE;
                let (metadata, spec, #status) =
                    __crd::__private::root::deserialize::<__D, _, #spec_type, #status_type>(
                        deserializer,
                        resource,
                        || #without_spec,
                    )?;
                ::core::result::Result::Ok(#ident { metadata, spec, #read })
            }
        }
    }
}
