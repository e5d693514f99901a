//! What the recorded conversation does not show: discovery, revisions, limits, and what is refused here.

use serde_json::{Value, json};

mod common;

use common::{JOBS, Server};

fn job(name: &str) -> Value {
    json!({
        "apiVersion": "operations.example.com/v1",
        "kind": "MaintenanceNightlyJob",
        "metadata": {"name": name},
        "spec": {"serviceUser": "backup"},
    })
}

#[test]
fn each_write_has_a_revision_of_its_own_and_an_idle_one_none() {
    let server = Server::start();
    let revision = |answer: common::Answer| {
        let text = answer.body["metadata"]["resourceVersion"].as_str().unwrap_or_default().to_owned();
        text.parse::<u64>().expect("a number")
    };
    let first = server.send_json("POST", JOBS, &job("a"));
    let same = server.send_json("PUT", &format!("{JOBS}/a"), &first.body);
    assert_eq!(first.body, same.body);
    let second = revision(server.send_json("POST", JOBS, &job("b")));
    assert!(second > revision(first));
    assert_eq!(revision(server.get(JOBS)), second);
    assert_eq!(server.send("DELETE", &format!("{JOBS}/b"), None).code, 200);
    assert!(revision(server.get(JOBS)) > second);
}

#[test]
fn namespaces_are_kept_apart_and_listed_together() {
    let server = Server::start();
    let other = JOBS.replace("default", "other");
    assert_eq!(server.send_json("POST", JOBS, &job("a")).code, 201);
    assert_eq!(server.send_json("POST", &other, &job("a")).code, 201);
    let count = |path: &str| server.get(path).body["items"].as_array().map(Vec::len);
    assert_eq!(count(JOBS), Some(1));
    assert_eq!(count("/apis/operations.example.com/v1/maintenancenightlyjobs"), Some(2));
}

#[test]
fn of_two_writers_of_one_revision_one_wins() {
    let server = Server::start();
    let stored = server.send_json("POST", JOBS, &job("a")).body;
    let path = format!("{JOBS}/a");
    let codes: Vec<u16> = std::thread::scope(|scope| {
        let writers = ["x", "y", "z"].map(|command| {
            let mut object = stored.clone();
            object["spec"]["command"] = json!(command);
            let (server, path) = (&server, &path);
            scope.spawn(move || server.send_json("PUT", path, &object).code)
        });
        writers.into_iter().filter_map(|writer| writer.join().ok()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == 200).count(), 1, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == 409).count(), 2, "{codes:?}");
}

/// The codes, messages and warnings are those of the real server for such requests; it takes protobuf for what it made itself,
/// too.
#[test]
fn bodies_are_json_or_yaml() {
    let server = Server::start();
    let yaml = |name: &str, rest: &str| {
        let head = "apiVersion: operations.example.com/v1\nkind: MaintenanceNightlyJob\n";
        format!("{head}metadata: {{name: {name}}}\nspec:\n  serviceUser: backup\n{rest}")
    };
    let send = |method: &str, path: &str, media_type: &str, text: &str| {
        server.send(method, path, Some((media_type, text.as_bytes())))
    };
    let stored = send("POST", JOBS, "application/yaml; charset=utf-8", &yaml("a", ""));
    assert_eq!((stored.code, &stored.body["spec"]["serviceUser"]), (201, &json!("backup")));
    assert_eq!(stored.body["spec"], server.send_json("POST", JOBS, &job("b")).body["spec"]);
    let odd = yaml("c", "  serviceUser: backup\n  x: 1\n");
    let warned = send("POST", JOBS, "APPLICATION/YAML", &odd);
    let strings =
        [r#"299 - "line 6: key \"serviceUser\" already set in map""#, r#"299 - "unknown field \"spec.x\"""#];
    assert_eq!((warned.code, warned.warnings), (201, strings.map(str::to_owned).to_vec()));
    let strict = send("POST", &format!("{JOBS}?fieldValidation=Strict"), "application/yaml", &odd);
    let why = "MaintenanceNightlyJob in version \"v1\" cannot be handled as a MaintenanceNightlyJob: strict decoding error: \
        yaml: unmarshal errors:\n  line 6: key \"serviceUser\" already set in map, unknown field \"spec.x\"";
    assert_eq!((strict.code, &strict.body["message"]), (400, &json!(why)));
    let revision = stored.body["metadata"]["resourceVersion"].as_str().unwrap_or_default();
    let changed = yaml("a", "  command: echo\n")
        .replace("{name: a}", &format!("{{name: a, resourceVersion: '{revision}'}}"));
    let updated = send("PUT", &format!("{JOBS}/a"), "application/yaml", &changed);
    assert_eq!((updated.code, &updated.body["spec"]["command"]), (200, &json!("echo")), "{}", updated.body);
    // Without a media type it is JSON.
    assert_eq!(send("POST", JOBS, "", &job("d").to_string()).code, 201);
    let refused = send("POST", JOBS, "text/yaml", &yaml("e", ""));
    let why = "the body of the request was in an unknown format - accepted media types include: application/json, \
        application/yaml, application/vnd.kubernetes.protobuf";
    assert_eq!((refused.code, &refused.body["message"]), (415, &json!(why)));
}

/// The codes are those of k8s.io/apiextensions-apiserver v0.37.2; no object has the name in the path.
#[test]
fn media_types_are_compared_as_a_server_does() {
    let server = Server::start();
    for (at, line) in include_str!("media_types.ndjson").lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let (method, media_type) =
            (case["method"].as_str().expect("text"), case["type"].as_str().expect("text"));
        let path = if method == "POST" { JOBS.to_owned() } else { format!("{JOBS}/none") };
        let body =
            if method == "DELETE" { json!({"kind": "DeleteOptions"}) } else { job(&format!("job-{at}")) };
        let answer = server.send(method, &path, Some((media_type, body.to_string().as_bytes())));
        assert_eq!(u64::from(answer.code), case["code"], "{line}");
        if answer.code == 415 {
            let message = answer.body["message"].as_str().unwrap_or_default();
            let text = "the body of the request was in an unknown format - accepted media types include: application/";
            assert!(message.starts_with(text), "{line}: {message}");
            assert_eq!(answer.body["reason"], "UnsupportedMediaType");
        }
    }
}

#[test]
fn bodies_have_a_limit() {
    let server = Server::start();
    let limit = 3 * 1024 * 1024;
    let answer = server.send("POST", JOBS, Some(("application/json", &vec![b' '; limit + 1])));
    assert_eq!(answer.code, 413);
    assert_eq!(answer.body["reason"], "RequestEntityTooLarge");
    assert_eq!(answer.body["message"], format!("Request entity too large: limit is {limit}"));
    let answer = server.send("POST", JOBS, Some(("application/json", &vec![b' '; limit])));
    assert_eq!(answer.code, 400);
}

#[test]
fn no_body_brings_it_down() {
    let server = Server::start();
    assert_eq!(server.send_json("POST", JOBS, &job("a")).code, 201);
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_patch = format!("{}1{}", r#"{"spec":"#.repeat(120), "}".repeat(120));
    let spec = |spec: &str| job("a").to_string().replace(r#"{"serviceUser":"backup"}"#, spec);
    let bodies = [
        deep,
        deep_patch,
        spec(&format!("{}1{}", r#"{"a":"#.repeat(110), "}".repeat(110))),
        spec("1e400"),
        spec("[[]]"),
        spec("123456789012345678901234567890"),
        job("a")
            .to_string()
            .replace(r#"{"name":"a"}"#, r#"{"name":"a","labels":{"a":null},"finalizers":[null]}"#),
        r#"{"metadata":{"managedFields":[1]}}"#.to_owned(),
        "\u{feff}{}".to_owned(),
        "\"\\ud800\"".to_owned(),
    ];
    for (method, path) in
        [("POST", ""), ("PUT", "/a"), ("PUT", "/a/status"), ("PATCH", "/a"), ("DELETE", "/x")]
    {
        let media_type = if method == "PATCH" { "application/merge-patch+json" } else { "application/json" };
        for body in &bodies {
            let answer = server.send(method, &format!("{JOBS}{path}"), Some((media_type, body.as_bytes())));
            assert!(answer.code < 500, "{method} {body:.100}: {}", answer.body);
        }
        let answer = server.send(method, &format!("{JOBS}{path}"), Some((media_type, b"{\"\xff\": 1}")));
        assert_eq!(answer.code, 400, "{method}: {}", answer.body);
    }
    assert_eq!(server.get(&format!("{JOBS}/a")).code, 200);
}
