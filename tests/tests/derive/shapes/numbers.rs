//! Enums that are written as numbers, by the derives of `serde_repr`.

use serde_repr::{Deserialize_repr, Serialize_repr};

crd_schema_tests::shapes! {
    enum_of_numbers: { struct Spec { a: Port } } Spec => [{"a": 80}, {"a": 443}] also {
        #[derive(Serialize_repr, Deserialize_repr, crd_schema::CrdSchema)]
        #[repr(u16)]
        #[crd(repr = "number")]
        enum Port { Http = 80, Https = 443 }
    };
    enum_of_counted_numbers: { struct Spec { a: Option<Level>, b: Vec<Level> } } Spec => [{"a": 0, "b": [1]}, {"a": null, "b": []}] also {
        #[derive(Serialize_repr, Deserialize_repr, crd_schema::CrdSchema)]
        #[repr(i8)]
        #[crd(repr = "number")]
        enum Level { Low = -1, Middle, High }
    };
    enum_of_wide_numbers: { struct Spec { a: Mask } } Spec => [{"a": 4_294_967_295_i64}] also {
        #[derive(Serialize_repr, Deserialize_repr, crd_schema::CrdSchema)]
        #[repr(u32)]
        #[crd(repr = "number")]
        enum Mask { None, All = 4_294_967_295 }
    };
    enum_of_names_with_numbers: {
        struct Spec { a: Level }
        #[repr(u8)]
        #[crd(repr = "name")]
        enum Level { Low = 1, High = 9 }
    } Spec => [{"a": "Low"}, {"a": "High"}];
    enum_with_union_extension: {
        struct Spec { a: Step }
        #[crd(unions)]
        enum Step { Run { cmd: String }, Wait { secs: u32 } }
    } Spec => [{"a": {"Run": {"cmd": "x"}}}, {"a": {"Wait": {"secs": 1}}}];
}
