//! What is wrong with a word of `#[crd(…)]`: darling says what it found, and not what to write.

use darling::Error;
use darling::ast::NestedMeta;
use syn::spanned::Spanned as _;

use crate::errors::Errors;

/// Tells each mistake, where darling knows no place at the item that cannot be read.
pub(crate) fn tell(error: Error, item: Option<&NestedMeta>, errors: &mut Errors) {
    for error in error.flatten() {
        let explicit = error.explicit_span();
        let error = syn::Error::from(error);
        let found = error.to_string();
        // What is missing has no place.
        let known = explicit.filter(|_| !found.starts_with(END));
        let place = known.or_else(|| item.map(place_of)).unwrap_or_else(|| error.span());
        errors.at(place, text(&found));
    }
}

const MISSING: &str = "a value is missing; write `= …` behind the key";
const END: &str = "unexpected end of input";

/// The name of the item, for its end may be on another line.
fn place_of(item: &NestedMeta) -> proc_macro2::Span {
    match item {
        NestedMeta::Meta(meta) => meta.path().span(),
        NestedMeta::Lit(lit) => lit.span(),
        NestedMeta::NameValueInvalidExpr(pair) => pair.path.span(),
    }
}

/// darling tells kinds of errors apart by their texts alone; another text is one of ours.
fn text(found: &str) -> String {
    let word = found.split('`').nth(1).unwrap_or_default();
    let starts = |start: &str| found.starts_with(start);
    if starts("Unknown field: ") {
        let alike = found.split('`').nth(3);
        let cure = alike.map(|alike| format!("did you mean `{alike}`?"));
        let page = "remove it, or write a word that the page of `CrdSchema` has for this place";
        format!("unknown `{word}`; {}", cure.as_deref().unwrap_or(page))
    } else if starts("Missing field ") {
        format!("`{word}` is missing; add `{word} = …`")
    } else if starts("Duplicate field ") {
        format!("`{word}` is said twice; keep one")
    } else if starts("Unknown value: ") {
        format!("`{word}` is no value of this; write `true`, `false` or a path, without quotes")
    } else if starts("Unexpected type ") {
        "this word takes no such value; write texts in quotes, and nothing behind a word that is said alone"
            .to_owned()
    } else if starts(END) {
        MISSING.to_owned()
    } else if starts("Unexpected meta-item format ") {
        match word {
            "word" => MISSING,
            "list" => "this word takes a value; write `= …` instead of the parentheses",
            _ => "a value without a word; write `word = …`",
        }
        .to_owned()
    } else {
        found.to_owned()
    }
}
