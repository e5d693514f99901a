//! A server on a free port, and a client that speaks HTTP to it.

#![expect(unreachable_pub, reason = "each test is a crate of its own")]
#![allow(dead_code, reason = "no test needs everything")]

use std::net::{SocketAddr, TcpStream};

use crd_schema_server::Limits;
use serde_json::Value;
use tokio::runtime::Runtime;
use ureq::http::Request;

/// Where the jobs of the namespace `default` are.
pub const JOBS: &str = "/apis/operations.example.com/v1/namespaces/default/maintenancenightlyjobs";

/// A server with an empty store; it ends with the test.
pub struct Server {
    address: SocketAddr,
    agent: ureq::Agent,
    _runtime: Runtime,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub code: u16,
    pub warnings: Vec<String>,
    pub body: Value,
}

impl Server {
    /// Serves the maintenance job.
    pub fn start() -> Self {
        Self::within(Limits::default())
    }

    /// Serves the maintenance job within other limits.
    pub fn within(limits: Limits) -> Self {
        let runtime = Runtime::new().expect("threads can be started");
        let (api, server) = runtime.block_on(async {
            let api = server::api().await.expect("the definition is accepted");
            (api, crd_schema_server::Server::bind("127.0.0.1:0").await.expect("a port is free"))
        });
        let address = server.local_addr().expect("it is bound");
        runtime.spawn(server.limits(limits).serve(api.router_within(&limits)));
        // Each request has a connection of its own, so that no test depends on how long an idle one is kept.
        let agent =
            ureq::Agent::config_builder().http_status_as_error(false).max_idle_connections(0).build().into();
        Self { address, agent, _runtime: runtime }
    }

    /// A connection without a client.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("it listens")
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends a request; `content` is a media type and a body.
    pub fn send(&self, method: &str, path: &str, content: Option<(&str, &[u8])>) -> Answer {
        let mut request = Request::builder().method(method).uri(self.url(path));
        if let Some((media_type, _)) = content.filter(|(media_type, _)| !media_type.is_empty()) {
            request = request.header("content-type", media_type);
        }
        let body = content.map_or(&[][..], |(_, body)| body);
        let request = request.body(body).expect("it is a request");
        // `DELETE` and `GET` have bodies now and then.
        let config = self.agent.configure_request(request).allow_non_standard_methods(true);
        let mut response = self.agent.run(config.build()).expect("the server answers");
        let warnings = response.headers().get_all("warning").iter();
        let warnings = warnings.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
        let code = response.status().as_u16();
        let text = response.body_mut().read_to_string().expect("the body is text");
        Answer { code, warnings, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
    }

    /// Sends an object.
    pub fn send_json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, Some(("application/json", body.to_string().as_bytes())))
    }

    /// Asks for what is there.
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None)
    }
}
