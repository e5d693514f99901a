//! How a version is served, beyond its names and columns.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use crate::attr::container::{Pair, Scale, Webhook};
use crate::root::Root;

/// The fields of a `ResourceDesc`; what is not written stays as it is in an empty one.
pub(super) fn fields(root: &Root) -> TokenStream {
    let scale = root.scale.as_ref().map(scale);
    let conversion = root.conversion.as_ref().map(conversion);
    let served = (!root.served).then(|| quote!(served: false,));
    let storage = (!root.storage).then(|| quote!(storage: false,));
    let deprecation = root.deprecation.as_ref().map(|deprecation| {
        let warning = deprecation.0.as_ref().map_or_else(|| quote!(""), |warning| quote!(#warning));
        quote!(deprecation: ::core::option::Option::Some(#warning),)
    });
    let fields = &root.selectable_fields.0;
    let fields = (!fields.is_empty()).then(|| quote!(selectable_fields: &[#(#fields),*],));
    let (labels, annotations) = (pairs(&root.labels), pairs(&root.annotations));
    let labels = labels.map(|labels| quote!(labels: #labels,));
    let annotations = annotations.map(|annotations| quote!(annotations: #annotations,));
    let length = root
        .max_desc_len
        .as_ref()
        .map(|length| quote!(max_description_length: ::core::option::Option::Some(#length as usize),));
    let properties = root.meta_properties.as_ref().map(|properties| {
        let required = &properties.required.0;
        quote!(meta_properties: ::core::option::Option::Some(&[#(#required),*]),)
    });
    let sort = root.sort_required.then(|| quote!(sort_required: true,));
    quote!(#length #properties #sort #scale #fields #served #storage #deprecation #conversion #labels #annotations)
}

fn scale(scale: &Scale) -> TokenStream {
    let Scale { spec_replicas_path, status_replicas_path, label_selector_path } = scale;
    let selector = label_selector_path.as_ref().map_or_else(|| quote!(""), |path| quote!(#path));
    quote! {
        scale: ::core::option::Option::Some(__crd::describe::ScaleDesc {
            spec_replicas_path: #spec_replicas_path,
            status_replicas_path: #status_replicas_path,
            label_selector_path: #selector,
        }),
    }
}

fn conversion(webhook: &Webhook) -> TokenStream {
    let field = |name: &str, value: &Option<LitStr>| {
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        value.as_ref().map(|value| quote!(#name: #value,))
    };
    let (url, path) = (field("url", &webhook.url), field("path", &webhook.path));
    let service = webhook.service.as_ref().map(|service| {
        let text = service.value();
        let (namespace, name) = text.split_once('/').unwrap_or(("", text.as_str()));
        quote!(service: (#namespace, #name),)
    });
    let port = webhook.port.as_ref().map(|port| quote!(port: #port,));
    let versions = webhook.review_versions.as_ref().map(|versions| {
        let versions = &versions.0;
        quote!(review_versions: &[#(#versions),*],)
    });
    quote! {
        conversion: ::core::option::Option::Some(__crd::describe::WebhookDesc {
            #url #service #path #port #versions
            ..__crd::describe::WebhookDesc::EMPTY
        }),
    }
}

fn pairs(pairs: &[Pair]) -> Option<TokenStream> {
    let list = pairs.iter().map(|Pair(name, value)| quote!((#name, #value)));
    (!pairs.is_empty()).then(|| quote!(&[#(#list),*]))
}
