//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments, as an expression.
pub(crate) struct Docs(Vec<Part>);

enum Part {
    Text(String),
    /// `include_str!("…")` and the like, which rustc expands.
    Made(TokenStream),
}

impl Docs {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self.0.as_slice() {
            [] => quote!(""),
            [Part::Text(text)] => quote!(#text),
            parts => {
                let parts = parts.iter().map(|part| match part {
                    Part::Text(text) => quote!(#text),
                    Part::Made(made) => quote!(#made),
                });
                quote!(::core::concat!(#(#parts),*))
            }
        });
    }
}

/// The text of the doc comments: one space of indentation less, no blank lines around.
pub(crate) fn text(attrs: &[Attribute]) -> Docs {
    let mut parts: Vec<Part> = Vec::new();
    for part in attrs.iter().filter_map(part) {
        match (part, parts.last_mut()) {
            (Part::Text(line), Some(Part::Text(text))) => *text = format!("{text}\n{line}"),
            (part, None) => parts.push(part),
            (Part::Text(line), Some(Part::Made(_))) => parts.push(Part::Text(format!("\n{line}"))),
            (part, Some(Part::Text(text))) => {
                text.push('\n');
                parts.push(part);
            }
            (part, Some(Part::Made(_))) => parts.extend([Part::Text("\n".to_owned()), part]),
        }
    }
    if let [Part::Text(text)] = parts.as_mut_slice() {
        *text = text.trim().to_owned();
    }
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    Docs(parts)
}

fn part(attr: &Attribute) -> Option<Part> {
    let Meta::NameValue(meta) = &attr.meta else { return None };
    if !meta.path.is_ident("doc") {
        return None;
    }
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            let text = text.value();
            let lines = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
            Some(Part::Text(lines.collect::<Vec<_>>().join("\n")))
        }
        made @ Expr::Macro(_) => Some(Part::Made(made.to_token_stream())),
        _ => None,
    }
}
