use syn::parse_quote;

use super::{of_container, of_field};
use crate::attr::container::ContainerAttrs;
use crate::attr::field::FieldAttrs;
use crate::attr::marker::Markers;
use crate::attr::{crd_items, read};
use crate::errors::Errors;

/// The attributes and cures of what stands on the field.
fn field(field: &syn::Field) -> Vec<(String, String)> {
    let mut errors = Errors::default();
    let attrs: FieldAttrs = read(&crd_items(&field.attrs, &mut errors), &mut errors);
    let markers = Markers::read(&field.attrs, &mut errors);
    assert_eq!(errors.count(), 0);
    of_field(field, &attrs, &markers).into_iter().map(|found| (found.attribute, found.cure)).collect()
}

fn cures(of: &syn::Field) -> Vec<String> {
    let plain = |text: String| text.replace(" (", "(").replace("( ", "(").replace(" )", ")");
    field(of).into_iter().map(|(_, cure)| plain(cure)).collect()
}

fn of_type(input: &syn::DeriveInput) -> Vec<(String, String)> {
    let mut errors = Errors::default();
    let attrs: ContainerAttrs = read(&crd_items(&input.attrs, &mut errors), &mut errors);
    let markers = Markers::read(&input.attrs, &mut errors);
    assert_eq!(errors.count(), 0);
    of_container(input, &attrs, &markers).into_iter().map(|found| (found.attribute, found.cure)).collect()
}

fn pair(attribute: &str, cure: &str) -> (String, String) {
    (attribute.to_owned(), cure.to_owned())
}

#[test]
fn each_word_has_one_of_ours() {
    let found = field(&parse_quote!(#[schemars(length(min = 1))] a: String));
    assert_eq!(found, [pair("#[schemars(length(…))]", "write `#[crd(length = 1..)]`")]);
    let found = field(&parse_quote!(#[validate(email, custom(function = "f"))] a: String));
    assert_eq!(found, [pair("#[validate(email)]", "write `#[crd(format = \"email\")]`")]);
    let found = field(&parse_quote!(#[garde(skip)] #[garde(pattern("^a"))] a: String));
    assert_eq!(found, [pair("#[garde(pattern(…))]", "write `#[crd(pattern = \"^a\")]`")]);
    let found = field(&parse_quote!(#[x_kube(validation = Rule::new("self > 1").message("m"))] a: i32));
    assert_eq!(found[0].0, "#[x_kube(validation = …)]");
    assert!(found[0].1.starts_with("write `#[crd(rule(\"…\", message = \"…\"))]`"));
}

#[test]
fn bounds_are_those_of_the_type() {
    let one = |of: syn::Field| cures(&of).join("\n");
    assert_eq!(
        one(parse_quote!(#[schemars(length(min = 1, max = 3))] a: Vec<i32>)),
        "write `#[crd(min_items = 1, max_items = 3)]`"
    );
    assert_eq!(
        one(parse_quote!(#[schemars(length(equal = 2))] a: BTreeMap<String, i32>)),
        "write `#[crd(min_properties = 2, max_properties = 2)]`"
    );
    assert_eq!(
        one(parse_quote!(#[schemars(length(max = 3))] a: Option<String>)),
        "write `#[crd(length = ..=3)]`"
    );
    assert_eq!(
        one(parse_quote!(#[schemars(range(min = 1, max = 9))] a: i32)),
        "write `#[crd(range = 1..=9)]`"
    );
    assert_eq!(
        one(parse_quote!(#[validate(range(exclusive_min = 0))] a: i32)),
        "write `#[crd(min = 0, exclusive_min)]`"
    );
    assert_eq!(
        one(parse_quote!(#[schemars(inner(length(min = 1), regex(pattern = "^a")))] a: Vec<String>)),
        "write `#[crd(items(length = 1.., pattern = \"^a\"))]`"
    );
    assert_eq!(
        one(parse_quote!(#[garde(inner(range(max = 5)))] a: HashMap<String, u8>)),
        "write `#[crd(values(max = 5))]`"
    );
}

#[test]
fn what_our_words_say_is_said() {
    let silent: [syn::Field; 12] = [
        parse_quote!(#[schemars(length(min = 1))] #[crd(length = 1..)] a: String),
        parse_quote!(#[schemars(length(min = 1))] #[crd(min_items = 1)] a: Vec<String>),
        parse_quote!(#[schemars(range(min = 1))] #[crd(min = 1)] a: i32),
        parse_quote!(#[schemars(regex(pattern = "a"))] #[crd(pattern = "a")] a: String),
        parse_quote!(#[schemars(inner(length(min = 1)))] #[crd(items(min_length = 1))] a: Vec<String>),
        parse_quote!(#[schemars(with = "String")] #[crd(with = String)] a: Duration),
        parse_quote!(#[schemars(extend("x-kubernetes-int-or-string" = true))] #[int_or_string] a: Port),
        parse_quote!(#[schemars(rename = "b")] #[serde(rename = "b")] a: String),
        parse_quote!(#[x_kube(validation = "self > 1")] #[crd(rule = "self > 1")] a: i32),
        parse_quote!(#[x_kube(merge_strategy = ListMerge::Set)] #[crd(list_type = "set")] a: Vec<String>),
        parse_quote!(#[schemars(deprecated, inline, crate = "x")] a: String),
        parse_quote!(#[other(length(min = 1))] #[validate(nested)] #[garde(dive)] a: Inner),
    ];
    for of in &silent {
        assert_eq!(cures(of), Vec::<String>::new());
    }
}

#[test]
fn keywords_and_words_of_serde_have_their_places() {
    let one = |of: syn::Field| cures(&of).join("\n");
    let kept = one(parse_quote!(#[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))] a: Value));
    assert!(kept.contains("`#[preserve_unknown]`"), "{kept}");
    assert_eq!(
        one(parse_quote!(#[schemars(extend("maxLength" = 3))] a: String)),
        "write `#[crd(max_length = …)]`"
    );
    assert!(one(parse_quote!(#[schemars(skip)] a: String)).contains("`#[serde(skip)]`"));
    assert_eq!(one(parse_quote!(#[schemars(with = "String")] a: Duration)), "write `#[crd(with = String)]`");
    assert!(one(parse_quote!(#[schemars(description = "x")] a: String)).contains("doc comment"));
    assert_eq!(one(parse_quote!(#[schemars(description = "x")] #[doc = " y"] a: String)), "");
}

#[test]
fn types_newtypes_variants_and_rules_of_a_root_are_found() {
    let found = of_type(&parse_quote!(
        struct Name(#[schemars(length(min = 1))] String);
    ));
    assert_eq!(found, [pair("#[schemars(length(…))]", "write `#[crd(length = 1..)]` on the struct")]);
    assert_eq!(
        of_type(&parse_quote!(
            #[crd(length = 1..)]
            struct Name(#[schemars(length(min = 1))] String);
        )),
        []
    );
    let found = of_type(&parse_quote!(
        enum E {
            #[schemars(rename = "b")]
            A,
            #[schemars(title = "x")]
            B,
        }
    ));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "#[schemars(rename = …)]");
    let found = of_type(&parse_quote!(
        #[schemars(title = "T")]
        struct S {
            a: i32,
        }
    ));
    assert_eq!(found, [pair("#[schemars(title = …)]", "write `#[crd(title = \"T\")]`")]);
    let found = of_type(&parse_quote!(
        #[kube(kind = "A", schema = "disabled", validation = "self.metadata.name != 'a'")]
        struct S {}
    ));
    assert_eq!(found, [pair("#[kube(validation = …)]", "write `#[crd(root_rule(\"…\"))]`")]);
    let said: syn::DeriveInput = parse_quote! {
        #[kube(kind = "A", schema = "disabled", validation = "true")]
        #[crd(root_rule("true"))]
        struct S {}
    };
    assert_eq!(of_type(&said), []);
}
