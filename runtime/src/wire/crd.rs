//! `CustomResourceDefinition`.
//!
//! Source: `pkg/apis/apiextensions/v1/types.go`.

use super::object::{Content, wire_object};
use super::props::JsonSchemaProps;
use crate::path::FieldPathBuf;
use crate::wire::ObjectMeta;

wire_object! {
    /// A custom resource definition.
    ///
    /// ```
    /// use crd_schema::CustomResourceDefinition;
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({
    ///     "apiVersion": "apiextensions.k8s.io/v1",
    ///     "kind": "CustomResourceDefinition",
    ///     "spec": {"group": "example.com", "colour": "red"},
    /// }))?;
    /// assert_eq!(crd.unknown_fields()[0].to_string(), "spec.colour");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct CustomResourceDefinition {
        /// `apiextensions.k8s.io/v1`.
        api_version: String = "apiVersion",
        /// `CustomResourceDefinition`.
        kind: String = "kind",
        /// Name, labels and annotations of the definition.
        metadata: ObjectMeta = "metadata",
        /// What is defined.
        spec: CrdSpec = "spec",
        /// What the server made of it.
        status: CrdStatus = "status",
    }
}

impl CustomResourceDefinition {
    /// The paths of all fields that the API does not know; a server drops them.
    pub fn unknown_fields(&self) -> Vec<FieldPathBuf> {
        super::unknown_fields(self)
    }

    /// Drops what Go's `omitempty` drops; see [`JsonSchemaProps::omit_empty`].
    pub fn omit_empty(&mut self) {
        Content::omit_empty(self);
        for version in self.spec.iter_mut().flat_map(|spec| spec.versions.iter_mut().flatten()) {
            if let Some(props) = version.schema.as_mut().and_then(|schema| schema.open_api_v3_schema.as_mut())
            {
                props.omit_empty();
            }
        }
    }
}

wire_object! {
    /// What a CRD defines.
    pub struct CrdSpec {
        /// The API group of the resource.
        group: String = "group",
        /// What the resource is called.
        names: CrdNames = "names",
        /// `Cluster` or `Namespaced`.
        scope: String = "scope",
        /// The versions of the resource.
        versions: Vec<CrdVersion> = "versions",
        /// How objects change from one version to another.
        conversion: ConversionSpec = "conversion",
        /// Switches pruning off; only in data that is older than v1.
        preserve_unknown_fields: bool = "preserveUnknownFields",
    }
}

wire_object! {
    /// What a resource is called.
    pub struct CrdNames {
        /// The name in URLs.
        plural: String = "plural",
        /// The name for one object on the command line.
        singular: String = "singular",
        /// Abbreviations for the command line.
        short_names: Vec<String> = "shortNames",
        /// The name in objects.
        kind: String = "kind",
        /// The name in lists of objects.
        list_kind: String = "listKind",
        /// Groups such as `all` that the resource belongs to.
        categories: Vec<String> = "categories",
    }
}

wire_object! {
    /// One version of a resource.
    pub struct CrdVersion {
        /// `v1`, `v1beta1` and so on.
        name: String = "name",
        /// Whether the API offers it.
        served: bool = "served" pointer,
        /// Whether objects are stored in it.
        storage: bool = "storage" pointer,
        /// Whether clients are warned.
        deprecated: bool = "deprecated",
        /// The message of that warning.
        deprecation_warning: String = "deprecationWarning" pointer,
        /// The schema of the objects.
        schema: CrdValidation = "schema",
        /// The subresources of the objects.
        subresources: CrdSubresources = "subresources",
        /// What `kubectl get` shows.
        additional_printer_columns: Vec<PrinterColumn> = "additionalPrinterColumns",
        /// What field selectors may name.
        selectable_fields: Vec<SelectableField> = "selectableFields",
    }
}

wire_object! {
    /// The schema of a version.
    pub struct CrdValidation {
        /// The schema itself.
        open_api_v3_schema: Box<JsonSchemaProps> = "openAPIV3Schema",
    }
}

wire_object! {
    /// The subresources of a version.
    pub struct CrdSubresources {
        /// Present when `/status` is served.
        status: StatusSubresource = "status",
        /// Present when `/scale` is served.
        scale: ScaleSubresource = "scale",
    }
}

wire_object! {
    /// The `/status` subresource; it has no fields.
    pub struct StatusSubresource {}
}

wire_object! {
    /// The `/scale` subresource.
    pub struct ScaleSubresource {
        /// Where the wanted number of replicas stands.
        spec_replicas_path: String = "specReplicasPath" pointer,
        /// Where the present number of replicas stands.
        status_replicas_path: String = "statusReplicasPath" pointer,
        /// Where the label selector stands, as a string.
        label_selector_path: String = "labelSelectorPath" pointer,
    }
}

wire_object! {
    /// A column of `kubectl get`.
    pub struct PrinterColumn {
        /// The heading.
        name: String = "name" pointer,
        /// `integer`, `number`, `string`, `boolean` or `date`.
        type_: String = "type" pointer,
        /// A format of the type.
        format: String = "format",
        /// What the column shows.
        description: String = "description",
        /// 0 for columns that are always shown.
        priority: i32 = "priority",
        /// Where the value stands.
        json_path: String = "jsonPath" pointer,
    }
}

wire_object! {
    /// A field that field selectors may name.
    pub struct SelectableField {
        /// Where the value stands.
        json_path: String = "jsonPath" pointer,
    }
}

wire_object! {
    /// How objects change from one version to another.
    pub struct ConversionSpec {
        /// `None` or `Webhook`.
        strategy: String = "strategy" pointer,
        /// The webhook to ask.
        webhook: WebhookConversion = "webhook",
    }
}

wire_object! {
    /// A conversion webhook.
    pub struct WebhookConversion {
        /// Where the webhook is.
        client_config: WebhookClientConfig = "clientConfig",
        /// The versions of the conversion protocol that it speaks.
        conversion_review_versions: Vec<String> = "conversionReviewVersions" pointer,
    }
}

wire_object! {
    /// Where a webhook is.
    pub struct WebhookClientConfig {
        /// An address outside of the cluster.
        url: String = "url" pointer,
        /// A service of the cluster.
        service: ServiceReference = "service",
        /// The certificates to trust, base64 of PEM.
        ca_bundle: String = "caBundle",
    }
}

wire_object! {
    /// A service of the cluster.
    pub struct ServiceReference {
        /// The namespace of the service.
        namespace: String = "namespace" pointer,
        /// The name of the service.
        name: String = "name" pointer,
        /// The path of the URL.
        path: String = "path" pointer,
        /// The port, 443 when it is not given.
        port: i32 = "port",
    }
}

wire_object! {
    /// What the server made of a CRD.
    pub struct CrdStatus {
        /// `Established`, `NamesAccepted` and so on.
        conditions: Vec<CrdCondition> = "conditions" pointer,
        /// The names that are served.
        accepted_names: CrdNames = "acceptedNames",
        /// The versions in which objects may be stored.
        stored_versions: Vec<String> = "storedVersions" pointer,
        /// The generation that the server has seen.
        observed_generation: i64 = "observedGeneration",
    }
}

wire_object! {
    /// One condition of a CRD.
    pub struct CrdCondition {
        /// What it is about.
        type_: String = "type" pointer,
        /// `True`, `False` or `Unknown`.
        status: String = "status" pointer,
        /// When it last changed.
        last_transition_time: String = "lastTransitionTime",
        /// Why, for machines.
        reason: String = "reason",
        /// Why, for people.
        message: String = "message",
        /// The generation that it is about.
        observed_generation: i64 = "observedGeneration",
    }
}
