//! Starting the server and talking to it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use ureq::Agent;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use super::object::collection;

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const PATIENCE: Duration = Duration::from_secs(30);

/// A running API server; it ends by itself when this process does, for its standard input closes then.
pub struct Server {
    /// None for one that others started.
    _process: Option<Child>,
    access: Access,
    agent: Agent,
}

/// The line that the server prints when it is ready.
#[derive(Deserialize)]
struct Access {
    address: String,
    ca: String,
    token: String,
    kubeconfig: PathBuf,
}

/// A request; the content type says which kind of patch it is.
pub struct Request<'r> {
    /// The HTTP method.
    pub method: &'r str,
    /// Path and query.
    pub path: &'r str,
    /// The type of the body.
    pub content_type: &'r str,
    /// The body; none for null.
    pub body: &'r Value,
}

/// What the server answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The HTTP code.
    pub code: u16,
    /// The body.
    pub body: Value,
    /// The strings of the `Warning` headers.
    pub warnings: Vec<String>,
}

/// The server that all tests share; `None`, with a word to the reader, when `APISERVER_BIN` names none.
///
/// # Panics
/// When it does not start.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    started(&SERVER)
}

/// A second server, for definitions that tests install on the first one, too.
///
/// # Panics
/// When it does not start.
pub fn second_server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    started(&SERVER)
}

fn started(server: &'static OnceLock<Option<Server>>) -> Option<&'static Server> {
    let server = server.get_or_init(|| Some(Server::start(&std::env::var_os("APISERVER_BIN")?.into())));
    if server.is_none() {
        say_skipped();
    }
    server.as_ref()
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn say_skipped() {
    eprintln!("skipped: APISERVER_BIN names no API server (tests/apiserver/README.md)");
}

impl Server {
    fn start(program: &PathBuf) -> Self {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut line = String::new();
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let access: Access = serde_json::from_str(&line).expect("one line of JSON when it is ready");
        let agent = agent(&access.ca);
        Self { _process: Some(process), access, agent }
    }

    /// A server that runs already and speaks plain HTTP.
    pub fn at(address: &str) -> Self {
        let (ca, token, kubeconfig) = (String::new(), String::new(), PathBuf::new());
        Self {
            _process: None,
            agent: agent(&ca),
            access: Access { address: address.to_owned(), ca, token, kubeconfig },
        }
    }

    /// Where it is.
    pub fn address(&self) -> &str {
        &self.access.address
    }

    /// Sends a request with headers of its own, and gives code, headers and body as they are.
    ///
    /// # Panics
    /// When there is no answer.
    pub fn send_as_is(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<Vec<u8>>,
    ) -> (u16, Vec<(String, String)>, Vec<u8>) {
        let mut made = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.access.address))
            .header("Authorization", format!("Bearer {}", self.access.token));
        for (name, value) in headers {
            made = made.header(name, value);
        }
        let answer = match body {
            None => self.agent.run(made.body(()).expect("a request")),
            Some(body) => self.agent.run(made.body(body).expect("a request")),
        };
        let mut answer =
            answer.unwrap_or_else(|error| panic!("{method} {}{path}: {error}", self.access.address));
        let headers = answer.headers().iter().map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        });
        let headers = headers.collect();
        let body = answer.body_mut().with_config().limit(64 << 20).read_to_vec().expect("a body");
        (answer.status().as_u16(), headers, body)
    }

    /// Sends a request.
    ///
    /// # Panics
    /// When there is no answer.
    pub fn send(&self, request: &Request<'_>) -> Answer {
        let body = if request.body.is_null() { String::new() } else { request.body.to_string() };
        self.send_text(request, &body)
    }

    /// Sends a request with a body that may be no JSON; an empty one is none.
    ///
    /// # Panics
    /// When there is no answer.
    pub fn send_text(&self, request: &Request<'_>, body: &str) -> Answer {
        let made = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{}{}", self.access.address, request.path))
            .header("Authorization", format!("Bearer {}", self.access.token))
            .header("Accept", "application/json")
            .header("Content-Type", request.content_type);
        let answer = if body.is_empty() {
            self.agent.run(made.body(()).expect("a request"))
        } else {
            self.agent.run(made.body(body.to_owned()).expect("a request"))
        };
        let mut answer =
            answer.unwrap_or_else(|error| panic!("{} {}: {error}", request.method, request.path));
        let warnings = answer.headers().get_all("warning").into_iter();
        let warnings =
            warnings.filter_map(|header| warning(&String::from_utf8_lossy(header.as_bytes()))).collect();
        let text = answer.body_mut().read_to_string().expect("a body");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Answer { code: answer.status().as_u16(), body, warnings }
    }

    /// Reads.
    pub fn get(&self, path: &str) -> Answer {
        self.send(&Request { method: "GET", path, content_type: "application/json", body: &Value::Null })
    }

    /// Creates.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(&Request { method: "POST", path, content_type: "application/json", body })
    }

    /// Asks to create a CRD.
    pub fn post_crd(&self, crd: &Value, query: &str) -> Answer {
        self.post(&format!("{CRDS}?{query}"), crd)
    }

    /// Changes a CRD; those who write objects may see the old one for a while.
    pub fn replace_crd(&self, crd: &Value) -> Answer {
        let path = format!("{CRDS}/{}", crd["metadata"]["name"].as_str().unwrap_or_default());
        let mut crd = crd.clone();
        crd["metadata"]["resourceVersion"] = self.get(&path).body["metadata"]["resourceVersion"].take();
        let path = format!("{path}?fieldValidation=Strict");
        self.send(&Request { method: "PUT", path: &path, content_type: "application/json", body: &crd })
    }

    /// Creates CRDs, waits until the first version of each is served, and gives those that the server refuses.
    ///
    /// # Panics
    /// When the server finds a schema not structural that it took.
    pub fn install<'c>(&self, crds: &[&'c Value]) -> Vec<(&'c Value, Answer)> {
        let refused = self.install_now(crds);
        // Quirk: a create request sleeps for two seconds when the CRD is not older than that
        // (`customresource_handler.go`, for servers that are several). Once for all is enough.
        std::thread::sleep(Duration::from_secs(2));
        refused
    }

    /// The same, for a server whose CRDs are ready at once, or whoever waits later.
    ///
    /// # Panics
    /// When the server finds a schema not structural that it took.
    pub fn install_now<'c>(&self, crds: &[&'c Value]) -> Vec<(&'c Value, Answer)> {
        let answers = crds.iter().map(|crd| (*crd, self.post_crd(crd, "fieldValidation=Strict")));
        let (taken, refused): (Vec<_>, Vec<_>) = answers.partition(|(_, answer)| answer.code == 201);
        for (crd, _) in &taken {
            self.wait_until_served(crd);
        }
        refused
    }

    fn wait_until_served(&self, crd: &Value) {
        let name = crd["metadata"]["name"].as_str().unwrap_or_default();
        let path = format!("{CRDS}/{name}");
        wait(name, || {
            let conditions = self.get(&path).body["status"]["conditions"].take();
            assert!(!holds(&conditions, "NonStructuralSchema"), "{name}: {conditions}");
            holds(&conditions, "Established")
        });
        wait(name, || self.get(&collection(crd)).code == 200);
    }

    /// Deletes a CRD with its objects, so that a long run does not slow down.
    pub fn remove_crd(&self, crd: &Value) {
        let name = crd["metadata"]["name"].as_str().unwrap_or_default();
        let path = format!("{CRDS}/{name}");
        let body = &Value::Null;
        self.send(&Request { method: "DELETE", path: &path, content_type: "application/json", body });
    }

    /// A file with the address, the authority and the token, as kubectl and kube read it.
    pub fn kubeconfig(&self) -> &Path {
        &self.access.kubeconfig
    }

    /// Runs kubectl against this server, `input` on its standard input: whether it succeeded, and what it printed.
    /// `None` where the machine has no kubectl.
    ///
    /// # Panics
    /// When it runs and cannot be talked to.
    pub fn kubectl(&self, arguments: &[&str], input: &str) -> Option<(bool, String)> {
        let mut command = Command::new("kubectl");
        command.arg("--kubeconfig").arg(&self.access.kubeconfig).args(arguments);
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().ok()?;
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(input.as_bytes()).expect("kubectl reads");
        drop(stdin);
        let output = child.wait_with_output().expect("kubectl ends");
        let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        Some((output.status.success(), printed.into_owned()))
    }
}

fn agent(authority: &str) -> Agent {
    let certificates = parse_pem(authority.as_bytes()).filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    let roots = RootCerts::Specific(Arc::new(certificates.collect()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder().root_certs(roots).unversioned_rustls_crypto_provider(provider).build();
    Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .proxy(None)
        .build()
        .into()
}

/// The text of a header `299 - "text"`, in which quotes and backslashes are escaped.
fn warning(header: &str) -> Option<String> {
    let quoted = header.strip_prefix("299 - \"")?.strip_suffix('"')?;
    Some(quoted.replace("\\\"", "\"").replace("\\\\", "\\"))
}

fn holds(conditions: &Value, kind: &str) -> bool {
    let conditions = conditions.as_array().into_iter().flatten();
    conditions.into_iter().any(|condition| condition["type"] == kind && condition["status"] == "True")
}

fn wait(what: &str, mut ready: impl FnMut() -> bool) {
    let start = Instant::now();
    while !ready() {
        assert!(start.elapsed() < PATIENCE, "{what} is not served in time");
        std::thread::sleep(Duration::from_millis(20));
    }
}
