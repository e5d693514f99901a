//! Syntax to model to checks to tokens.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, emit, model};

/// What the derive writes for `input`.
///
/// Beside errors it writes everything else: whatever has an error becomes a value of any type, so that rustc reports no mistake
/// twice and the guards report the others.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let mut container = model::Container::read(input, &mut errors);
    check::container(&mut container, &mut errors);
    let mut tokens = errors.into_tokens();
    tokens.extend(emit::container(&container));
    tokens
}

#[cfg(test)]
mod tests {
    use proc_macro2::{TokenStream, TokenTree};
    use syn::parse_quote;

    use super::derive;

    /// The identifiers of the tokens that stand behind no `::`.
    fn first_names(tokens: TokenStream, names: &mut Vec<String>) {
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if colons < 2 => {
                    names.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    colons = 0;
                    first_names(group.stream(), names);
                }
                _ => colons = 0,
            }
        }
    }

    #[test]
    fn nothing_is_named_that_a_user_could_have_hidden() {
        let expansion = derive(&parse_quote! {
            #[crd(crate = elsewhere, group = "example.com", version = "v1", kind = "Thing", status = Observed)]
            #[crd(column(name = "N", path = ".spec.a", type = "string"), derive(Another))]
            struct ThingSpec {
                #[immutable]
                #[crd(default = {"a": 1}, rule("self", message = "m"))]
                a: Other,
                #[crd(default, items(min = 1), column)]
                b: Other,
                #[preserve_unknown]
                c: Other,
            }
        });
        let mut names = Vec::new();
        first_names(expansion, &mut names);
        let hidden =
            ["Some", "None", "Ok", "Err", "Option", "Result", "String", "Vec", "Box", "Default", "assert"];
        let libraries = ["crd_schema", "serde", "serde_json", "core", "std"];
        for name in hidden.iter().chain(&libraries) {
            assert!(!names.iter().any(|found| found == name), "`{name}` stands without a path");
        }
        assert!(names.iter().any(|name| name == "elsewhere"));
    }
}
