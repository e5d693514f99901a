//! The webhook on a free port, behind TLS with a certificate of its own, and a client that trusts it.

#![expect(unreachable_pub, reason = "each test is a crate of its own")]
#![allow(dead_code, reason = "no test needs everything")]

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use crd_schema::CustomResourceDefinition;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use serde_json::{Value, json};
use serving::{Limits, Server};
use tokio::runtime::Runtime;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use webhook::{Definitions, router_within};

/// A definition whose image may be as long as `longest`.
pub fn definition(longest: u32) -> CustomResourceDefinition {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "scope": "Namespaced",
        "versions": [{
            "name": "v1",
            "subresources": {
                "status": {},
                "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
            },
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "required": ["image"], "properties": {
                    "image": {"type": "string", "maxLength": longest},
                    "engine": {"type": "string", "x-kubernetes-mutability": "Immutable"},
                    "retries": {"type": "integer", "default": 3},
                    "replicas": {"type": "integer"},
                }},
                "status": {"type": "object", "properties": {"phase": {"type": "string", "enum": ["Up", "Down"]}}},
            }}},
        }],
    }});
    serde_json::from_value(crd).expect("a definition")
}

/// An object as a server sends it to a webhook.
pub fn job(spec: &Value) -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Job",
        "metadata": {
            "name": "a", "namespace": "default", "uid": "5", "generation": 1,
            "creationTimestamp": "2026-01-01T00:00:00Z", "resourceVersion": "1",
        },
        "spec": spec,
    })
}

/// A review as a server sends it.
pub fn review(operation: &str, object: &Value, old: &Value) -> Value {
    json!({
        "apiVersion": "admission.k8s.io/v1",
        "kind": "AdmissionReview",
        "request": {
            "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
            "kind": {"group": "example.com", "version": "v1", "kind": "Job"},
            "resource": {"group": "example.com", "version": "v1", "resource": "jobs"},
            "requestKind": {"group": "example.com", "version": "v1", "kind": "Job"},
            "requestResource": {"group": "example.com", "version": "v1", "resource": "jobs"},
            "name": "a",
            "namespace": "default",
            "operation": operation,
            "userInfo": {"username": "admin", "groups": ["system:authenticated"]},
            "object": object,
            "oldObject": old,
            "dryRun": false,
            "options": {"apiVersion": "meta.k8s.io/v1", "kind": "CreateOptions"},
        },
    })
}

/// A webhook; it ends with the test.
pub struct Webhook {
    /// What it serves.
    pub definitions: Definitions,
    address: SocketAddr,
    agent: Agent,
    certificate: String,
    _runtime: Runtime,
}

impl Webhook {
    /// Serves the definition.
    pub fn start() -> Self {
        Self::within(Limits::default())
    }

    /// Serves the definition within other limits.
    pub fn within(limits: Limits) -> Self {
        let definitions = Definitions::default();
        definitions.replace(&definition(5)).expect("it is structural");
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let (certificate, key) = (own.cert.pem(), own.signing_key.serialize_pem());
        let runtime = Runtime::new().expect("threads can be started");
        let server = runtime.block_on(Server::bind("127.0.0.1:0")).expect("a port is free").limits(limits);
        let address = server.local_addr().expect("it is bound");
        let server = server.tls(certificate.as_bytes(), key.as_bytes()).expect("they belong together");
        runtime.spawn(server.serve(router_within(definitions.clone(), &limits)));
        Self { definitions, address, agent: agent(&certificate), certificate, _runtime: runtime }
    }

    /// A connection without TLS.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("it listens")
    }

    /// A connection with TLS and without a client.
    pub fn connect_tls(&self) -> StreamOwned<ClientConnection, TcpStream> {
        let mut roots = rustls::RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(self.certificate.as_bytes()) {
            roots.add(certificate.expect("it is PEM")).expect("it is a certificate");
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("there are some").with_root_certificates(roots).with_no_client_auth();
        let name = "localhost".try_into().expect("it is a name");
        let connection = ClientConnection::new(Arc::new(config), name).expect("a connection");
        StreamOwned::new(connection, self.connect())
    }

    /// Sends a body; gives the code and the text of the answer.
    pub fn send(&self, path: &str, content_type: &str, body: &str) -> (u16, String) {
        let request = self.agent.post(self.url(path)).header("content-type", content_type);
        let mut answer = request.send(body).expect("the webhook answers");
        let code = answer.status().as_u16();
        (code, answer.body_mut().read_to_string().expect("text"))
    }

    /// Sends a review; gives the response in the answer.
    pub fn ask(&self, path: &str, review: &Value) -> Value {
        let (code, text) = self.send(path, "application/json", &review.to_string());
        assert_eq!(code, 200, "{text}");
        let mut answer: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(answer["apiVersion"], "admission.k8s.io/v1");
        assert_eq!(answer["kind"], "AdmissionReview");
        assert_eq!(answer["response"]["uid"], review["request"]["uid"], "it is the answer to this request");
        answer["response"].take()
    }

    /// The URL of a path; the certificate is for this name.
    pub fn url(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.address.port())
    }
}

fn agent(certificate: &str) -> Agent {
    let trusted = Certificate::from_pem(certificate.as_bytes()).expect("it is PEM");
    let roots = RootCerts::Specific(Arc::new(vec![trusted]));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder().root_certs(roots).unversioned_rustls_crypto_provider(provider).build();
    Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .max_idle_connections(0)
        .proxy(None)
        .build()
        .into()
}

/// What a server makes of an object and a response.
pub fn patched(object: &Value, response: &Value) -> Value {
    assert_eq!(response["patchType"], "JSONPatch");
    let bytes = BASE64_STANDARD.decode(response["patch"].as_str().expect("a string")).expect("base64");
    let patch: json_patch::Patch = serde_json::from_slice(&bytes).expect("a patch");
    let mut object = object.clone();
    json_patch::patch(&mut object, &patch).expect("it fits");
    object
}
