//! Enums in serde's four ways.

use serde_json::Value;
use std::collections::BTreeMap;

crd_schema_tests::shapes! {
    unit_enum: { struct Spec { a: Unit } enum Unit { One, Two } } Spec => [{"a": "One"}, {"a": "Two"}];
    unit_enum_renamed: {
        struct Spec { a: Unit }
        #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
        enum Unit { OneAndOnly, #[serde(rename = "2")] Two }
    } Spec => [{"a": "ONE-AND-ONLY"}, {"a": "2"}];
    unit_enum_documented: {
        struct Spec { a: Unit }
        /// A choice.
        enum Unit {
            /// The first.
            One,
            Two,
        }
    } Spec => [{"a": "One"}, {"a": "Two"}];
    enums_documented_everywhere: {
        /// All kinds.
        struct Spec {
            /// A field.
            a: Option<Unit>,
            b: Vec<Unit>,
            c: Tagged,
            d: Step,
        }
        /// A choice.
        enum Unit {
            /// The first.
            ///
            /// It has two paragraphs.
            One,
            /// The second.
            #[serde(rename = "2")] Two,
        }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Tagged {
            /// A file.
            File { path: String },
            /// Nothing.
            Off,
        }
        enum Step {
            /// A command.
            Run { cmd: String },
            /// A choice.
            Choose(Unit),
        }
    } Spec => [
        {"a": "One", "b": ["2"], "c": {"type": "File", "path": "x"}, "d": {"Run": {"cmd": "x"}}},
        {"a": null, "b": [], "c": {"type": "Off"}, "d": {"Choose": "2"}}
    ];
    unit_enum_skipped_variant: {
        struct Spec { a: Unit }
        enum Unit { One, #[serde(skip)] Two }
    } Spec => [{"a": "One"}];
    unit_enum_other: {
        struct Spec { a: Unit }
        enum Unit { One, #[serde(other)] Unknown }
    } Spec => [{"a": "One"}];
    unit_enum_alias: {
        struct Spec { a: Unit }
        enum Unit { One, #[serde(alias = "Deux")] Two }
    } Spec => [{"a": "One"}];
    optional_unit_enum: { struct Spec { a: Option<Unit> } enum Unit { One, Two } } Spec => [{"a": "One"}, {"a": null}];
    list_of_unit_enums: { struct Spec { a: Vec<Unit> } enum Unit { One, Two } } Spec => [{"a": ["One", "Two"]}];
    list_of_optional_unit_enums: {
        struct Spec { a: Vec<Option<Unit>> }
        enum Unit { One, Two }
    } Spec => [{"a": ["One", null]}];
    map_of_unit_enums: {
        struct Spec { a: BTreeMap<String, Unit> }
        enum Unit { One, Two }
    } Spec => [{"a": {"x": "One"}}];
    published_default_of_enum: {
        struct Spec { #[serde(default)] #[crd(default)] a: Unit }
        #[derive(Default)]
        enum Unit { #[default] One, Two }
    } Spec => [{"a": "Two"}];

    external: {
        struct Spec { a: Step }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"Run": {"cmd": "ls"}}}, {"a": {"Wait": {"secs": 3}}}];
    external_newtypes: {
        struct Spec { a: Step }
        enum Step { Text(String), Number(i32), Flag(bool), List(Vec<String>) }
    } Spec => [{"a": {"Text": "x"}}, {"a": {"Number": 1}}, {"a": {"Flag": true}}, {"a": {"List": ["x"]}}];
    external_structs: {
        struct Spec { a: Step }
        enum Step { Run(Run), Wait(Wait) }
        struct Run { cmd: String }
        struct Wait { secs: Option<u32> }
    } Spec => [{"a": {"Run": {"cmd": "x"}}}, {"a": {"Wait": {"secs": 1}}}];
    external_empty_variant: {
        struct Spec { a: Step }
        enum Step { Inherit {}, Custom { x: i32 } }
    } Spec => [{"a": {"Inherit": {}}}, {"a": {"Custom": {"x": 1}}}];
    external_tuple: {
        struct Spec { a: Step }
        enum Step { Pair(i32, i32), One { x: i32 } }
    } Spec => [{"a": {"Pair": [1, 2]}}, {"a": {"One": {"x": 1}}}];
    external_nullable: {
        struct Spec { a: Step }
        enum Step { Maybe(Option<String>), One { x: i32 } }
    } Spec => [{"a": {"Maybe": "x"}}, {"a": {"Maybe": null}}, {"a": {"One": {"x": 1}}}];
    external_renamed: {
        struct Spec { a: Step }
        #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
        enum Step { RunIt { the_command: String }, #[serde(rename = "pause")] Wait { secs: u32 } }
    } Spec => [{"a": {"runIt": {"theCommand": "x"}}}, {"a": {"pause": {"secs": 1}}}];
    external_alone: {
        struct Spec { a: Step }
        enum Step { Run { cmd: String } }
    } Spec => [{"a": {"Run": {"cmd": "x"}}}];
    optional_external: {
        struct Spec { a: Option<Step> }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"Run": {"cmd": "ls"}}}, {"a": null}];
    skipped_external: {
        struct Spec { #[serde(skip_serializing_if = "Option::is_none")] a: Option<Step> }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"Run": {"cmd": "ls"}}}, {}];
    list_of_external: {
        struct Spec { a: Vec<Step> }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": [{"Run": {"cmd": "ls"}}, {"Wait": {"secs": 3}}]}];
    map_of_external: {
        struct Spec { a: BTreeMap<String, Step> }
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"x": {"Run": {"cmd": "ls"}}}}];
    external_of_external: {
        struct Spec { a: Outer }
        enum Outer { In(Inner), Out { x: i32 } }
        enum Inner { A { y: String }, B { z: i32 } }
    } Spec => [{"a": {"In": {"A": {"y": "x"}}}}, {"a": {"Out": {"x": 1}}}];
    external_with_attributes: {
        struct Spec { a: Step }
        enum Step { Run { #[crd(max_length = 3)] cmd: String }, Wait(#[crd(range = 1..=5)] u8) }
    } Spec => [{"a": {"Run": {"cmd": "ls"}}}, {"a": {"Wait": 3}}]
        except [WrittenIsAccepted: "serde does not ask this"];
    root_external: {
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Step => [{"Run": {"cmd": "ls"}}];

    internal: {
        struct Spec { a: Sink }
        #[serde(tag = "kind")]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"kind": "File", "path": "x"}}, {"a": {"kind": "Udp", "port": 1}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants; deny_unknown_fields refuses them"];
    internal_strict: {
        struct Spec { a: Sink }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { path: String, mode: Option<i32> }, Udp { port: u16 } }
    } Spec => [{"a": {"kind": "File", "path": "x", "mode": 1}}, {"a": {"kind": "Udp", "port": 1}}];
    internal_unit: {
        struct Spec { a: Sink }
        #[serde(tag = "type")]
        enum Sink { Off, File { path: String } }
    } Spec => [{"a": {"type": "Off"}}, {"a": {"type": "File", "path": "x"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    internal_units_only: {
        struct Spec { a: Sink }
        #[serde(tag = "type")]
        enum Sink { Off, On }
    } Spec => [{"a": {"type": "Off"}}];
    internal_newtypes: {
        struct Spec { a: Sink }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Sink { File(File), Udp(Udp) }
        struct File { path: String, note: Option<String> }
        struct Udp { port: u16, note: Option<String> }
    } Spec => [{"a": {"type": "File", "path": "x", "note": "n"}}, {"a": {"type": "Udp", "port": 1}}];
    internal_shared_field: {
        struct Spec { a: Sink }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Sink { File { path: String, size: i32 }, Pipe { path: String } }
    } Spec => [{"a": {"type": "File", "path": "x", "size": 1}}, {"a": {"type": "Pipe", "path": "x"}}];
    internal_optional_fields: {
        struct Spec { a: Sink }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Sink { File { path: Option<String> }, Udp { #[serde(skip_serializing_if = "Option::is_none")] port: Option<u16> } }
    } Spec => [{"a": {"type": "File", "path": "x"}}, {"a": {"type": "Udp", "port": 1}}];
    internal_other: {
        struct Spec { a: Sink }
        #[serde(tag = "type")]
        enum Sink { File { path: String }, #[serde(other)] Unknown }
    } Spec => [{"a": {"type": "Unknown"}}, {"a": {"type": "File", "path": "x"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    internal_open: {
        struct Spec { a: Sink }
        #[serde(tag = "type")]
        enum Sink { Any(BTreeMap<String, Value>), File { path: String } }
    } Spec => [{"a": {"type": "Any", "x": {"y": 1}}}, {"a": {"type": "File", "path": "x"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    internal_nested: {
        struct Spec { a: Outer }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Outer { Inner { inner: Inner }, Plain { x: i32 } }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Inner { A { y: String }, B { z: i32 } }
    } Spec => [{"a": {"type": "Inner", "inner": {"type": "A", "y": "x"}}}, {"a": {"type": "Plain", "x": 1}}];
    internal_ruled: {
        struct Spec { a: Sink }
        #[serde(tag = "type", deny_unknown_fields)]
        enum Sink { Range(Range), Off }
        #[crd(rule("self.min <= self.max", message = "min is above max"))]
        struct Range { min: i32, max: i32 }
    } Spec => [{"a": {"type": "Range", "min": 1, "max": 2}}, {"a": {"type": "Off"}}];
    internal_renamed: {
        struct Spec { a: Sink }
        #[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase", deny_unknown_fields)]
        enum Sink { File { full_path: String }, Udp { udp_port: u16 } }
    } Spec => [{"a": {"type": "file", "fullPath": "x"}}, {"a": {"type": "udp", "udpPort": 1}}];
    optional_internal: {
        struct Spec { a: Option<Sink> }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"kind": "File", "path": "x"}}, {"a": null}];
    list_of_internal: {
        struct Spec { a: Vec<Sink> }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": [{"kind": "File", "path": "x"}, {"kind": "Udp", "port": 1}]}];
    map_list_of_internal: {
        struct Spec { #[crd(list_map_keys = ["name"])] a: Vec<Sink> }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { name: String, path: String }, Udp { name: String, port: u16 } }
    } Spec => [{"a": [{"kind": "File", "name": "a", "path": "x"}, {"kind": "Udp", "name": "b", "port": 1}]}];
    root_internal: {
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Sink => [{"kind": "File", "path": "x"}];
    internal_generic: {
        struct Spec { a: Sink<i32> }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink<T> { One { value: T }, Many { values: Vec<T> } }
    } Spec => [{"a": {"kind": "One", "value": 1}}, {"a": {"kind": "Many", "values": [1]}}];
    internal_unchanging: {
        struct Spec { a: Sink }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Sink { File { #[immutable] path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"kind": "File", "path": "x"}}, {"a": {"kind": "Udp", "port": 1}}];

    adjacent: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c", deny_unknown_fields)]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}, {"a": {"t": "Udp", "c": {"port": 1}}}];
    adjacent_lenient: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { File { path: String }, Udp { port: u16 } }
    } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}, {"a": {"t": "Udp", "c": {"port": 1}}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    adjacent_unit: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c", deny_unknown_fields)]
        enum Sink { File { path: String }, Off }
    } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}, {"a": {"t": "Off"}}];
    adjacent_units_only: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { On, Off }
    } Spec => [{"a": {"t": "Off"}}];
    adjacent_scalars: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { Name(String), Id(String), Off }
    } Spec => [{"a": {"t": "Name", "c": "x"}}, {"a": {"t": "Off"}}];
    adjacent_optional: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { Name(Option<String>), Id(Option<String>) }
    } Spec => [{"a": {"t": "Name", "c": "x"}}, {"a": {"t": "Name", "c": null}}];
    adjacent_newtypes: {
        struct Spec { a: Sink }
        #[serde(tag = "t", content = "c")]
        enum Sink { File(File), Other(File) }
        struct File { path: String }
    } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}];
    optional_adjacent: {
        struct Spec { a: Option<Sink> }
        #[serde(tag = "t", content = "c", deny_unknown_fields)]
        enum Sink { File { path: String }, Off }
    } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}, {"a": null}];

    untagged_int_or_string: {
        struct Spec { a: Port }
        #[serde(untagged)]
        enum Port { Number(i32), Name(String) }
    } Spec => [{"a": 1}, {"a": "x"}];
    untagged_bounded_int_or_string: {
        struct Spec { a: Port }
        #[serde(untagged)]
        enum Port { Number(u16), Name(#[crd(length = 1..=15)] String) }
    } Spec => [{"a": 1}, {"a": "x"}];
    untagged_int_or_word: {
        struct Spec { a: Replicas }
        #[serde(untagged)]
        enum Replicas { Number(u8), Word(Word) }
        enum Word { Auto, Off }
    } Spec => [{"a": 1}, {"a": "Auto"}];
    optional_untagged_int_or_string: {
        struct Spec { a: Option<Port> }
        #[serde(untagged)]
        enum Port { Number(i64), Name(String) }
    } Spec => [{"a": 1}, {"a": "x"}, {"a": null}];
    untagged_objects: {
        struct Spec { a: Auth }
        #[serde(untagged, deny_unknown_fields)]
        enum Auth { Token { token: String }, Basic { user: String, pass: String } }
    } Spec => [{"a": {"token": "x"}}, {"a": {"user": "x", "pass": "y"}}];
    untagged_objects_lenient: {
        struct Spec { a: Auth }
        #[serde(untagged)]
        enum Auth {
            /// Documented here.
            Token { token: String },
            Basic { user: String, pass: String },
        }
    } Spec => [{"a": {"token": "x"}}, {"a": {"user": "x", "pass": "y"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
    untagged_structs: {
        struct Spec { a: Auth }
        #[serde(untagged)]
        enum Auth { Token(Token), Basic(Basic) }
        #[serde(deny_unknown_fields)]
        struct Token { token: String, note: Option<String> }
        #[serde(deny_unknown_fields)]
        struct Basic { user: String, note: Option<String> }
    } Spec => [{"a": {"token": "x", "note": "n"}}, {"a": {"user": "x"}}];
    untagged_alike: {
        struct Spec { a: Id }
        #[serde(untagged)]
        enum Id { One(String), Other(String) }
    } Spec => [{"a": "x"}];
    untagged_strings: {
        struct Spec { a: Address }
        #[serde(untagged)]
        enum Address { Ip(std::net::Ipv4Addr), Name(#[crd(pattern = "^[a-z.]+$")] String) }
    } Spec => [{"a": "10.0.0.1"}, {"a": "a.example.com"}];
    untagged_words_or_any_text: {
        struct Spec { a: Zone }
        #[serde(untagged)]
        enum Zone { Known(Known), Other(String) }
        enum Known { North, South }
    } Spec => [{"a": "North"}, {"a": "x"}];
    optional_untagged_words: {
        struct Spec { a: Option<Zone> }
        #[serde(untagged)]
        enum Zone { Known(Known), Other(Other) }
        enum Known { North, South }
        enum Other { East }
    } Spec => [{"a": "North"}, {"a": "East"}, {"a": null}];
    untagged_integers: {
        struct Spec { a: Size }
        #[serde(untagged)]
        enum Size { Small(u8), Large(i64) }
    } Spec => [{"a": 255}, {"a": 5_000_000_000_i64}];
    untagged_numbers: {
        struct Spec { a: Share }
        #[serde(untagged)]
        enum Share { Part(#[crd(range = 0..=1)] f64), Factor(#[crd(min = 10)] f64) }
    } Spec => [{"a": 0.5}, {"a": 12.5}]
        except [WrittenIsAccepted: "serde does not ask bounds"];
    optional_untagged_objects: {
        struct Spec { a: Option<Auth> }
        #[serde(untagged, deny_unknown_fields)]
        enum Auth { Token { token: String }, Basic { user: String } }
    } Spec => [{"a": {"token": "x"}}, {"a": null}];
    kept_enum: {
        struct Spec { a: Any }
        #[serde(untagged)]
        #[preserve_unknown]
        enum Any { Flag(bool), Text(String), Many(Vec<String>), Other(Value) }
    } Spec => [{"a": true}, {"a": "x"}, {"a": ["x"]}]
        except [WrittenIsAccepted: "whether null is a value is not known"];
    marked_int_or_string_enum: {
        struct Spec { a: Port }
        #[serde(untagged)]
        #[int_or_string]
        enum Port { Number(i64), Name(String) }
    } Spec => [{"a": 1}, {"a": "x"}];

    internal_external: {
        struct Spec { a: Outer }
        #[serde(tag = "kind")]
        enum Outer { In(Inner), Boxed(Box<Inner>), Out { x: i32 } }
        enum Inner { A { y: String }, B { z: i32 } }
    } Spec => [{"a": {"kind": "In", "A": {"y": "x"}}}, {"a": {"kind": "Boxed", "B": {"z": 1}}}, {"a": {"kind": "Out", "x": 1}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants where a struct is read"];
    adjacent_external: {
        struct Spec { a: Outer }
        #[serde(tag = "t", content = "c")]
        enum Outer { In(Inner), Out { x: i32 } }
        enum Inner { A { y: String }, B { z: i32 } }
    } Spec => [{"a": {"t": "In", "c": {"A": {"y": "x"}}}}, {"a": {"t": "Out", "c": {"x": 1}}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants where a struct is read"];
    untagged_external: {
        struct Spec { a: Outer }
        #[serde(untagged)]
        enum Outer { In(Inner), Out { x: i32, more: i32 } }
        enum Inner { A { y: String }, B { z: i32 } }
    } Spec => [{"a": {"A": {"y": "x"}}}, {"a": {"x": 1, "more": 2}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants where a struct is read"];
    untagged_of_strict: {
        struct Spec { a: Outer }
        #[serde(untagged)]
        enum Outer { In(Inner), Out { x: i32, more: i32 } }
        #[serde(untagged)]
        enum Inner { P(P), Q(Q) }
        #[serde(deny_unknown_fields)]
        struct P { p: i32 }
        #[serde(deny_unknown_fields)]
        struct Q { q: i32 }
    } Spec => [{"a": {"p": 1}}, {"a": {"x": 1, "more": 2}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants where a struct is read"];
    internal_of_strict: {
        struct Spec { a: Outer }
        #[serde(tag = "kind")]
        enum Outer { In(Inner), Out { x: i32 } }
        #[serde(tag = "t", content = "c", deny_unknown_fields)]
        enum Inner { A { y: String }, B }
    } Spec => [{"a": {"kind": "In", "t": "A", "c": {"y": "x"}}}, {"a": {"kind": "Out", "x": 1}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants where a struct is read"];
    one_enum_in_two_variants: {
        struct Spec { a: Outer }
        #[serde(tag = "kind", deny_unknown_fields)]
        enum Outer { One(Inner), Two(Inner) }
        #[serde(tag = "t", content = "c", deny_unknown_fields)]
        enum Inner { A { y: String }, B }
    } Spec => [{"a": {"kind": "One", "t": "A", "c": {"y": "x"}}}, {"a": {"kind": "Two", "t": "B"}}];
    one_enum_flattened_in_two_variants: {
        struct Spec { a: Outer }
        #[serde(tag = "kind")]
        enum Outer { One { n: i32, #[serde(flatten)] inner: Inner }, Two(Two) }
        struct Two { m: i32, #[serde(flatten)] inner: Inner }
        #[serde(tag = "t")]
        enum Inner { A { y: String }, B }
    } Spec => [{"a": {"kind": "One", "n": 1, "t": "A", "y": "x"}}, {"a": {"kind": "Two", "m": 1, "t": "B"}}]
        except [WrittenBackIsUnchanged: "serde ignores the fields of other variants"];
}
