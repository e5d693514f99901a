//! Attributes of types.

crd_schema_tests::shapes! {
    pattern_on_type: {
        struct Spec { a: Name }
        #[crd(length = 1..=5, pattern = "^[a-z]*$")]
        struct Name(String);
    } Spec => [{"a": "x"}] except [WrittenIsAccepted: "serde does not ask patterns"];
    rule_on_type: {
        #[crd(rule("self.a <= self.b", message = "a is above b"))]
        struct Spec { a: i32, b: i32 }
    } Spec => [{"a": 1, "b": 2}] except [WrittenIsAccepted: "serde does not ask rules"];
    atomic_type: {
        struct Spec { a: Inner }
        #[crd(map_type = "atomic")]
        struct Inner { b: i32 }
    } Spec => [{"a": {"b": 1}}];
    titled_type: {
        struct Spec { a: Inner }
        #[crd(title = "Inner", example = {"b": 1})]
        struct Inner { b: i32 }
    } Spec => [{"a": {"b": 1}}];
    limited_union: {
        struct Spec { a: Step }
        #[crd(title = "A step", max_properties = 1)]
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"Run": {"cmd": "x"}}}];
    ruled_union: {
        struct Spec { a: Sink }
        #[serde(tag = "kind", deny_unknown_fields)]
        #[crd(rule("self.kind != 'Udp' || self.port != 80"))]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"kind": "File", "path": "x"}}, {"a": {"kind": "Udp", "port": 1}}];
}
