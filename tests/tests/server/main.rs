//! `crd-schema-server` beside the real API server, request by request; skipped unless `APISERVER_BIN` names one.

mod case;
mod kubectl;
mod normal;
mod run;

use std::thread;
use std::time::Duration;

use crd_schema_server::{Api, ApiBuilder, Server as Ours};
use crd_schema_tests::apiserver::{Server, server};
use crd_schema_tests::table::{Report, load};

use case::Case;
use run::Side;

/// Our server, for as long as the process lives. Like the real one of the tests it has no namespaces.
fn ours() -> Server {
    start(Api::builder().without_namespaces())
}

fn start(builder: ApiBuilder) -> Server {
    let (send, receive) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build();
        runtime.expect("a runtime").block_on(async move {
            let api = builder.build().await.expect("an API");
            let server = Ours::bind("127.0.0.1:0").await.expect("a port");
            send.send(server.local_addr().expect("an address")).expect("somebody waits");
            server.serve(api.router()).await;
        });
    });
    Server::at(&format!("http://{}", receive.recv().expect("it starts")))
}

#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn say(count: usize) {
    eprintln!("requests: {count} compared with the server");
}

#[test]
fn answers_are_those_of_the_server() {
    let Some(real) = server() else { return };
    let ours = ours();
    let cases = load::<Case>("server");
    for (_, case) in &cases {
        let (real, ours) = (real.install_now(&case.installed()), ours.install_now(&case.installed()));
        assert_eq!(real.len(), 0, "{real:#?}");
        assert_eq!(ours.len(), 0, "{ours:#?}");
    }
    // A create request waits while its CRD is young (`customresource_handler.go`).
    thread::sleep(Duration::from_secs(2));
    let mut report = Report::default();
    let mut count = 0;
    for (file, case) in &cases {
        let (mut real, mut ours) = (Side::new(real), Side::new(&ours));
        for step in &case.steps {
            // Watches take their time.
            let (theirs, own) = thread::scope(|scope| {
                let theirs = scope.spawn(|| real.take(step));
                let own = ours.take(step);
                (theirs.join().expect("the server answers"), own)
            });
            let name = format!("{file}: {}", step.name);
            count += 1;
            if let Some(why) = &step.known {
                report.expect(&format!("{name}: known to differ ({why})"), &true, &(theirs != own));
            } else {
                let differences = run::differences(&theirs, &own);
                report.expect(
                    &format!("{name}\n    {}", differences.join("\n    ")),
                    &true,
                    &(theirs == own),
                );
            }
        }
    }
    say(count);
    report.finish();
}
