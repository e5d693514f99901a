//! The traits of kube.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{LitStr, Type};

use super::resource::snake_case;
use crate::crate_path::CratePath;
use crate::model::{Container, Data, Field};
use crate::root::{Generated, Root, Source};

/// A test that says what `crd()` would panic with.
pub(super) fn test(root: &Root, crate_path: &CratePath) -> TokenStream {
    let ident = &root.ident;
    let name = format_ident!("kube_crd_of_{}_is_a_crd", snake_case(&ident.to_string()));
    quote! {
        #[cfg(test)]
        #[::core::prelude::v1::test]
        #[allow(unnameable_test_items)]
        fn #name() {
            if let ::core::result::Result::Err(error) = #crate_path::kube_5::definition::<#ident>() {
                ::core::panic!("{}", error);
            }
        }
    }
}

/// All of the traits, inside the anonymous `const`.
pub(super) fn implementation(root: &Root, container: &Container) -> TokenStream {
    let mut items = custom_resource_ext(root);
    match (&root.source, &container.data) {
        (Source::Generated(generated), _) => items.extend(generated_root(root, generated, container)),
        (Source::Written, Data::Struct(fields)) => items.extend(written_root(root, fields)),
        (Source::Written, _) => {}
    }
    items
}

fn custom_resource_ext(root: &Root) -> TokenStream {
    let (ident, short_names) = (&root.ident, &root.short_names.0);
    let name = format!("{}.{}", root.plural.value(), root.group.value());
    quote! {
        #[automatically_derived]
        impl __crd::kube_5::kube_core::CustomResourceExt for #ident {
            fn crd() -> __crd::kube_5::CustomResourceDefinition {
                match __crd::kube_5::definition::<#ident>() {
                    ::core::result::Result::Ok(crd) => crd,
                    ::core::result::Result::Err(error) => ::core::panic!("{}", error),
                }
            }

            fn crd_name() -> &'static ::core::primitive::str {
                #name
            }

            fn api_resource() -> __crd::kube_5::kube_core::ApiResource {
                __crd::kube_5::kube_core::ApiResource::erase::<#ident>(&())
            }

            fn shortnames() -> &'static [&'static ::core::primitive::str] {
                &[#(#short_names),*]
            }
        }
    }
}

fn generated_root(root: &Root, generated: &Generated, container: &Container) -> TokenStream {
    let meta: Type = syn::parse_quote!(__crd::kube_5::ObjectMeta);
    let (named, spec) = (|name: &str| syn::Member::Named(format_ident!("{name}")), &container.ident);
    let mut items = resource(root, &meta, &named("metadata"));
    let spec: Type = if generated.optional_spec {
        syn::parse_quote!(::core::option::Option<#spec>)
    } else {
        syn::parse_quote!(#spec)
    };
    items.extend(has_spec(root, &spec, &named("spec")));
    if let Some(status) = &generated.status {
        let optional = syn::parse_quote!(::core::option::Option<#status>);
        items.extend(has_status(root, &optional, &named("status")));
    }
    items.extend(new(root, generated, container));
    items
}

/// As kube's derive has it.
fn new(root: &Root, generated: &Generated, container: &Container) -> TokenStream {
    let (ident, vis, spec) = (&root.ident, &container.vis, &container.ident);
    let status = generated.status.as_ref().map(|_| quote!(status: ::core::option::Option::None,));
    let (spec, given) = if generated.optional_spec {
        let into = quote!(impl ::core::convert::Into<::core::option::Option<#spec>>);
        (into, quote!(spec: ::core::convert::Into::into(spec)))
    } else {
        (quote!(#spec), quote!(spec))
    };
    quote! {
        impl #ident {
            /// An object of this name, without a status.
            #vis fn new(name: &::core::primitive::str, spec: #spec) -> Self {
                let metadata = __crd::kube_5::ObjectMeta {
                    name: ::core::option::Option::Some(::core::convert::Into::into(name)),
                    ..::core::default::Default::default()
                };
                Self { metadata, #given, #status }
            }
        }
    }
}

fn written_root(root: &Root, fields: &[Field]) -> TokenStream {
    let field = |name: &str| fields.iter().find(|field| field.name.value() == name);
    let metadata = field("metadata").map(|field| resource(root, &field.type_, &field.accessor));
    let spec = field("spec").map(|field| has_spec(root, &field.type_, &field.accessor));
    let status = field("status").map(|field| has_status(root, &field.type_, &field.accessor));
    quote!(#metadata #spec #status)
}

fn resource(root: &Root, type_: &Type, accessor: &syn::Member) -> TokenStream {
    let Root { ident, group, version, kind, plural, .. } = root;
    let scope =
        if root.cluster_scoped { quote!(ClusterResourceScope) } else { quote!(NamespaceResourceScope) };
    let words = [("kind", kind), ("group", group), ("version", version), ("plural", plural)].map(word);
    quote! {
        #[automatically_derived]
        impl __crd::kube_5::kube_core::Resource for #ident {
            type DynamicType = ();
            type Scope = __crd::kube_5::kube_core::#scope;

            #(#words)*

            fn meta(&self) -> &__crd::kube_5::ObjectMeta {
                <#type_ as __crd::__private::kube::Metadata>::get(&self.#accessor)
            }

            fn meta_mut(&mut self) -> &mut __crd::kube_5::ObjectMeta {
                <#type_ as __crd::__private::kube::Metadata>::get_mut(&mut self.#accessor)
            }
        }
    }
}

fn word((name, word): (&str, &LitStr)) -> TokenStream {
    let name = format_ident!("{name}");
    quote! {
        fn #name(_: &()) -> ::std::borrow::Cow<'_, ::core::primitive::str> {
            ::std::borrow::Cow::Borrowed(#word)
        }
    }
}

fn has_spec(root: &Root, type_: &Type, accessor: &syn::Member) -> TokenStream {
    let ident = &root.ident;
    quote! {
        #[automatically_derived]
        impl __crd::kube_5::kube_core::object::HasSpec for #ident {
            type Spec = #type_;

            fn spec(&self) -> &#type_ {
                &self.#accessor
            }

            fn spec_mut(&mut self) -> &mut #type_ {
                &mut self.#accessor
            }
        }
    }
}

fn has_status(root: &Root, type_: &Type, accessor: &syn::Member) -> TokenStream {
    let ident = &root.ident;
    // All of it stands at the type, so that rustc tells one mistake once.
    quote_spanned! {type_.span()=>
        #[automatically_derived]
        impl __crd::kube_5::kube_core::object::HasStatus for #ident {
            type Status = <#type_ as __crd::__private::kube::Status>::Of;

            fn status(&self) -> ::core::option::Option<&Self::Status> {
                <#type_ as __crd::__private::kube::Status>::get(&self.#accessor)
            }

            fn status_mut(&mut self) -> &mut ::core::option::Option<Self::Status> {
                <#type_ as __crd::__private::kube::Status>::get_mut(&mut self.#accessor)
            }
        }
    }
}
