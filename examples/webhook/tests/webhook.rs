//! Reviews over HTTPS, as a server sends them.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};

use common::{Webhook, definition, job, patched, review};
use serde_json::{Value, json};

#[test]
fn a_new_object_is_pruned_and_defaulted() {
    let webhook = Webhook::start();
    let object = job(&json!({"image": "a", "privileged": true, "replicas": null}));
    let response = webhook.ask("/mutate", &review("CREATE", &object, &Value::Null));
    assert_eq!(response["allowed"], true);
    assert_eq!(patched(&object, &response), job(&json!({"image": "a", "retries": 3})));
    assert_eq!(response["warnings"], json!(["unknown field \"spec.privileged\""]));
}

#[test]
fn what_is_complete_has_no_patch() {
    let webhook = Webhook::start();
    let object = job(&json!({"image": "a", "retries": 1}));
    let response = webhook.ask("/mutate", &review("UPDATE", &object, &object));
    assert_eq!(response, json!({"uid": response["uid"], "allowed": true}));
}

#[test]
fn a_dry_run_is_answered_like_any_other() {
    let webhook = Webhook::start();
    let object = job(&json!({"image": "much too long"}));
    let mut dry = review("CREATE", &object, &Value::Null);
    let wet = ["/mutate", "/validate"].map(|path| webhook.ask(path, &dry));
    dry["request"]["dryRun"] = true.into();
    assert_eq!(["/mutate", "/validate"].map(|path| webhook.ask(path, &dry)), wet);
}

#[test]
fn values_are_validated_with_the_status_of_kubernetes() {
    let webhook = Webhook::start();
    let object = job(&json!({"image": "much too long"}));
    let response = webhook.ask("/validate", &review("CREATE", &object, &Value::Null));
    assert_eq!(response["allowed"], false);
    let status = &response["status"];
    assert_eq!(status["code"], 422);
    assert_eq!(status["reason"], "Invalid");
    assert_eq!(
        status["message"],
        "Job.example.com \"a\" is invalid: spec.image: Too long: may not be more than 5 bytes"
    );
    assert_eq!(status["details"]["causes"][0]["reason"], "FieldValueTooLong");
    assert_eq!(status["details"]["causes"][0]["field"], "spec.image");
    let object = job(&json!({"image": "short"}));
    assert_eq!(webhook.ask("/validate", &review("CREATE", &object, &Value::Null))["allowed"], true);
}

#[test]
fn what_is_immutable_stays() {
    let webhook = Webhook::start();
    let (old, new) = (job(&json!({"image": "a", "engine": "x"})), job(&json!({"image": "b", "engine": "y"})));
    let response = webhook.ask("/validate", &review("UPDATE", &new, &old));
    assert_eq!(response["allowed"], false);
    assert_eq!(
        response["status"]["message"],
        "Job.example.com \"a\" is invalid: spec.engine: Invalid value: \"y\": field is immutable"
    );
    let same = job(&json!({"image": "b", "engine": "x"}));
    assert_eq!(webhook.ask("/validate", &review("UPDATE", &same, &old))["allowed"], true);
}

#[test]
fn unchanged_errors_are_ratcheted() {
    let webhook = Webhook::start();
    let old = job(&json!({"image": "much too long"}));
    let mut new = old.clone();
    new["spec"]["retries"] = 5.into();
    assert_eq!(webhook.ask("/validate", &review("UPDATE", &new, &old))["allowed"], true);
}

#[test]
fn a_write_of_the_status_is_validated_by_the_status() {
    let webhook = Webhook::start();
    let old = job(&json!({"image": "a", "engine": "x"}));
    let of_status = |phase: &str| {
        // A client may send anything beside the status.
        let mut new = job(&json!({"image": "much too long", "engine": "y"}));
        new["status"] = json!({"phase": phase, "unknown": 1});
        let mut review = review("UPDATE", &new, &old);
        review["request"]["subResource"] = "status".into();
        (new, review)
    };
    let (new, asked) = of_status("Up");
    assert_eq!(webhook.ask("/validate", &asked)["allowed"], true);
    assert_eq!(patched(&new, &webhook.ask("/mutate", &asked))["status"], json!({"phase": "Up"}));
    let (_, asked) = of_status("Sideways");
    let response = webhook.ask("/validate", &asked);
    assert_eq!(response["status"]["details"]["causes"][0]["field"], "status.phase");
}

#[test]
fn what_is_not_written_is_allowed() {
    let webhook = Webhook::start();
    let old = job(&json!({"image": "much too long"}));
    let mut scale = review("UPDATE", &json!({"apiVersion": "autoscaling/v1", "kind": "Scale"}), &Value::Null);
    scale["request"]["subResource"] = "scale".into();
    scale["request"]["kind"] = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
    let asked = [
        review("DELETE", &Value::Null, &old),
        review("CONNECT", &json!({"kind": "JobProxyOptions"}), &Value::Null),
        scale,
    ];
    for review in asked {
        for path in ["/mutate", "/validate"] {
            let response = webhook.ask(path, &review);
            assert_eq!(response, json!({"uid": response["uid"], "allowed": true}), "{path} {review}");
        }
    }
}

#[test]
fn what_nobody_defined_is_refused() {
    let webhook = Webhook::start();
    let mut review = review("CREATE", &job(&json!({})), &Value::Null);
    review["request"]["kind"]["version"] = "v2".into();
    let response = webhook.ask("/validate", &review);
    assert_eq!(response["allowed"], false);
    assert_eq!(response["status"]["code"], 400);
    assert_eq!(response["status"]["message"], "this webhook does not know Job of example.com/v2");
}

#[test]
fn what_cannot_be_decoded_is_refused() {
    let webhook = Webhook::start();
    let mut object = job(&json!({"image": "a"}));
    object["metadata"]["labels"] = json!({"a": 5});
    for path in ["/mutate", "/validate"] {
        let response = webhook.ask(path, &review("CREATE", &object, &Value::Null));
        assert_eq!(response["allowed"], false);
        assert_eq!(response["status"]["code"], 400);
    }
}

#[test]
fn what_is_no_review_is_a_bad_request() {
    let webhook = Webhook::start();
    let mut other = review("CREATE", &Value::Null, &Value::Null);
    other["apiVersion"] = "admission.k8s.io/v1beta1".into();
    let mut nothing = review("CREATE", &Value::Null, &Value::Null);
    nothing["request"] = Value::Null;
    let mut odd = review("CREATE", &Value::Null, &Value::Null);
    odd["request"]["operation"] = "Create".into();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for body in ["", "{", "[]", "{}", &other.to_string(), &nothing.to_string(), &odd.to_string(), &deep] {
        for path in ["/mutate", "/validate"] {
            assert_eq!(webhook.send(path, "application/json", body).0, 400, "{path} {body:.60}");
        }
    }
    let review = review("CREATE", &job(&json!({})), &Value::Null).to_string();
    assert_eq!(webhook.send("/validate", "text/plain", &review).0, 415);
    assert_eq!(webhook.send("/elsewhere", "application/json", &review).0, 404);
    assert_eq!(webhook.send("/validate", "application/json", &" ".repeat(8 << 20)).0, 413);
}

/// Every answer is that of one definition as a whole, and after a replacement it is that of the new one.
#[test]
fn a_definition_is_replaced_while_requests_run() {
    let webhook = Webhook::start();
    let object = job(&json!({"image": "twelve bytes"}));
    let asked = review("CREATE", &object, &Value::Null);
    let refusal = "Job.example.com \"a\" is invalid: spec.image: Too long: may not be more than 5 bytes";
    let done = AtomicBool::new(false);
    let (allowed, refused) = std::thread::scope(|scope| {
        let ask = || {
            let (mut allowed, mut refused) = (0, 0);
            while !done.load(Ordering::Relaxed) {
                let response = webhook.ask("/validate", &asked);
                if response["allowed"] == true {
                    allowed += 1;
                } else {
                    assert_eq!(response["status"]["message"], refusal);
                    refused += 1;
                }
            }
            (allowed, refused)
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        for longest in [12, 5].into_iter().cycle().take(40) {
            webhook.definitions.replace(&definition(longest)).expect("it is structural");
            // Whoever asks after a replacement gets what is new.
            let response = webhook.ask("/validate", &asked);
            assert_eq!(response["allowed"], longest == 12);
        }
        done.store(true, Ordering::Relaxed);
        let counted = threads.into_iter().map(|thread| thread.join().expect("it asks"));
        counted.fold((0, 0), |sum, (allowed, refused)| (sum.0 + allowed, sum.1 + refused))
    });
    assert!(allowed > 0 && refused > 0, "{allowed} allowed, {refused} refused");
}

#[test]
fn a_definition_that_is_no_good_replaces_nothing() {
    let webhook = Webhook::start();
    let mut bad = definition(12);
    if let Some(versions) = bad.spec.as_mut().and_then(|spec| spec.versions.as_mut()) {
        for version in versions {
            version.schema = None;
        }
    }
    assert!(webhook.definitions.replace(&bad).is_err());
    let asked = review("CREATE", &job(&json!({"image": "twelve bytes"})), &Value::Null);
    assert_eq!(webhook.ask("/validate", &asked)["allowed"], false);
}
