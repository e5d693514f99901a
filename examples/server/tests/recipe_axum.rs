//! The recipe of the guide for a handler of axum.

use crd_schema::ServedVersion;
use crd_schema::serve::Outcome;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

mod recipe {
    include!("../../../runtime/src/guide/recipe_axum.in");

    use super::Api;

    pub(super) fn router(api: Api) -> axum::Router {
        axum::Router::new().route("/jobs", axum::routing::post(create)).with_state(Arc::new(api))
    }

    impl Api {
        fn store(&self, outcome: super::Outcome, warnings: Vec<String>) -> Response {
            self.stored.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let warnings = warnings.into_iter().map(|text| ("x-warning", text.replace('"', "'")));
            (
                StatusCode::CREATED,
                axum::response::AppendHeaders(warnings.collect::<Vec<_>>()),
                Json(outcome.object.into_value()),
            )
                .into_response()
        }
    }
}

/// What the recipe takes for granted.
struct Api {
    current: Current,
    stored: std::sync::atomic::AtomicUsize,
}

struct Current(std::sync::Arc<ServedVersion>);

impl Current {
    fn get(&self) -> std::sync::Arc<ServedVersion> {
        std::sync::Arc::clone(&self.0)
    }
}

fn api() -> Api {
    let spec = json!({"type": "object", "properties": {"image": {"type": "string"}, "replicas": {"type": "integer", "default": 1}}});
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "scope": "Cluster",
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    let served = std::sync::Arc::new(ServedVersion::new(&crd, "v1").expect("a version"));
    Api { current: Current(served), stored: std::sync::atomic::AtomicUsize::default() }
}

#[test]
fn a_body_is_read_validated_and_stored() {
    let runtime = Runtime::new().expect("threads can be started");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port is free");
    let url = format!("http://{}/jobs", listener.local_addr().expect("it is bound"));
    runtime.spawn(async move { axum::serve(listener, recipe::router(api())).await });
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_idle_connections(0).build().into();
    let send = |spec: &str| {
        let head = r#""apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}"#;
        let mut response =
            agent.post(&url).send(format!(r#"{{{head}, "spec": {spec}}}"#)).expect("an answer");
        let warned = response.headers().get_all("x-warning").iter();
        let warned: Vec<_> = warned.filter_map(|value| value.to_str().ok().map(str::to_owned)).collect();
        let body: serde_json::Value = response.body_mut().read_json().expect("JSON");
        (response.status().as_u16(), body, warned)
    };
    let (code, body, warned) = send(r#"{"image": "a", "image": "b", "x": 1}"#);
    assert_eq!((code, &body["spec"]), (201, &json!({"image": "b", "replicas": 1})));
    assert_eq!(warned, ["duplicate field 'spec.image'", "unknown field 'spec.x'"]);
    let (code, body, _) = send(r#"{"replicas": "many"}"#);
    assert_eq!((code, &body["reason"]), (422, &json!("Invalid")));
    assert_eq!(send("{").0, 400);
}
