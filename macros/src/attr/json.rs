//! JSON in attributes: `{"size": 3}`, `["a", "b"]`, `null`, scalars.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Lit, LitStr, Token, braced, bracketed, token};

/// A JSON value as tokens of a `describe::Literal`.
#[derive(Clone)]
pub(crate) struct Json {
    literal: TokenStream,
    /// The value as written, for its place.
    pub(crate) source: TokenStream,
}

impl ToTokens for Json {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.literal.to_tokens(tokens);
    }
}

impl Json {
    /// Whether the value is `null`.
    pub(crate) fn is_null(&self) -> bool {
        self.source.to_string() == "null"
    }

    /// Reads a value that may be something else: `None` when it is no JSON.
    pub(crate) fn read(source: TokenStream) -> Option<Self> {
        let Literal(literal) = syn::parse2(source.clone()).ok()?;
        Some(Self { literal, source })
    }

    /// As [`read`](Self::read), where nothing else may stand.
    pub(crate) fn require(source: TokenStream) -> syn::Result<Self> {
        let Literal(literal) = syn::parse2(source.clone())?;
        Ok(Self { literal, source })
    }
}

const NO_JSON: &str =
    "expected a JSON value; write a number, a string in quotes, `true`, `false`, `null`, a list or an object";

struct Literal(TokenStream);

impl Parse for Literal {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(token::Bracket) {
            return list(input);
        }
        if input.peek(token::Brace) {
            return object(input);
        }
        if input.peek(Token![-]) {
            let minus: Token![-] = input.parse()?;
            return number(&input.parse()?, Some(minus));
        }
        if input.peek(syn::Ident) {
            let word: syn::Ident = input.parse()?;
            if word == "null" {
                return Ok(Self(quote!(__crd::describe::Literal::Null)));
            }
            return Err(syn::Error::new(word.span(), NO_JSON));
        }
        number(&input.parse()?, None)
    }
}

fn number(lit: &Lit, minus: Option<Token![-]>) -> syn::Result<Literal> {
    Ok(Literal(match lit {
        Lit::Int(lit) => {
            let digits = syn::LitInt::new(&format!("{}i64", lit.base10_digits()), lit.span());
            quote!(__crd::describe::Literal::Integer(#minus #digits))
        }
        Lit::Float(lit) => {
            let digits = syn::LitFloat::new(&format!("{}f64", lit.base10_digits()), lit.span());
            quote!(__crd::describe::Literal::Number(#minus #digits))
        }
        Lit::Str(text) if minus.is_none() => quote!(__crd::describe::Literal::String(#text)),
        Lit::Bool(value) if minus.is_none() => quote!(__crd::describe::Literal::Bool(#value)),
        other => return Err(syn::Error::new_spanned(other, NO_JSON)),
    }))
}

fn list(input: ParseStream<'_>) -> syn::Result<Literal> {
    let content;
    bracketed!(content in input);
    let items = Punctuated::<Literal, Token![,]>::parse_terminated(&content)?;
    let items = items.iter().map(|Literal(item)| item);
    Ok(Literal(quote!(__crd::describe::Literal::List(&[#(#items),*]))))
}

struct Property(LitStr, Literal);

impl Parse for Property {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self(name, input.parse()?))
    }
}

fn object(input: ParseStream<'_>) -> syn::Result<Literal> {
    let content;
    braced!(content in input);
    let properties = Punctuated::<Property, Token![,]>::parse_terminated(&content)?;
    let properties = properties.iter().map(|Property(name, Literal(value))| quote!((#name, #value)));
    Ok(Literal(quote!(__crd::describe::Literal::Object(&[#(#properties),*]))))
}
