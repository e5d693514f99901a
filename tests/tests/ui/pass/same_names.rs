//! Types of the same names, none of which contains itself: nothing here is refused.
use crd_schema::CrdSchema;

mod upstream {
    use crd_schema::CrdSchema;

    #[derive(CrdSchema)]
    pub struct Spec {
        pub inner: Inner,
    }

    #[derive(CrdSchema)]
    pub struct Inner {
        pub name: String,
    }
}

#[derive(CrdSchema)]
pub struct Inner {
    spec: upstream::Spec,
    hidden: Hidden,
}

#[derive(CrdSchema)]
struct Hidden {
    name: W,
    more: Vec<Option<T>>,
}

#[derive(CrdSchema)]
struct T(Vec<String>);

#[derive(CrdSchema)]
struct W {
    cut: Option<i32>,
    #[preserve_unknown]
    inner: Option<Box<Inner>>,
}

#[derive(CrdSchema)]
struct Spec {
    inner: Inner,
}

fn main() {
    let names = |schema: &crd_schema::describe::TypeDesc| match schema.shape {
        crd_schema::describe::Shape::Object(fields) => fields.iter().map(|field| field.name).collect(),
        _ => Vec::new(),
    };
    assert_eq!(names(Spec::SCHEMA), ["inner"]);
    assert_eq!(names(<Inner as CrdSchema>::SCHEMA), ["spec", "hidden"]);
}
