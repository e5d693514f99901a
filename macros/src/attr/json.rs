//! JSON in attributes: `{"size": 3}`, `["a", "b"]`, `null`, scalars.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMacro, Lit, LitStr, MacroDelimiter, Token, braced, bracketed, token};

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

/// Makes `= {…}` and lists with objects in them expressions, which attributes are made of: `= json!{…}`.
pub(super) fn as_expressions(tokens: TokenStream) -> TokenStream {
    let mut behind_equals = false;
    let mut expressions = TokenStream::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            behind_equals = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '=');
            expressions.extend([token]);
            continue;
        };
        if behind_equals && is_json(&group) {
            expressions.extend(quote_spanned!(group.span()=> json!));
            expressions.extend([TokenTree::Group(group)]);
        } else {
            let mut within = Group::new(group.delimiter(), as_expressions(group.stream()));
            within.set_span(group.span());
            expressions.extend([TokenTree::Group(within)]);
        }
        behind_equals = false;
    }
    expressions
}

fn is_json(group: &Group) -> bool {
    let is_object = |token: TokenTree| matches!(token, TokenTree::Group(group) if is_json(&group));
    match group.delimiter() {
        Delimiter::Brace => true,
        Delimiter::Bracket => group.stream().into_iter().any(is_object),
        _ => false,
    }
}

/// The JSON in `json!…`.
pub(super) fn source(expr: &Expr) -> Option<TokenStream> {
    let Expr::Macro(ExprMacro { mac, .. }) = expr else { return None };
    let (delimiter, span) = match &mac.delimiter {
        MacroDelimiter::Brace(brace) => (Delimiter::Brace, brace.span),
        MacroDelimiter::Bracket(bracket) => (Delimiter::Bracket, bracket.span),
        MacroDelimiter::Paren(_) => return mac.path.is_ident("json").then(|| mac.tokens.clone()),
    };
    let mut group = Group::new(delimiter, mac.tokens.clone());
    group.set_span(span.join());
    mac.path.is_ident("json").then(|| TokenTree::Group(group).into())
}

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
            return Err(syn::Error::new(word.span(), "expected a JSON value"));
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
        other => return Err(syn::Error::new_spanned(other, "expected a JSON value")),
    }))
}

fn list(input: ParseStream<'_>) -> syn::Result<Literal> {
    let content;
    bracketed!(content in input);
    let items = Punctuated::<Literal, Token![,]>::parse_terminated(&content)?;
    let items = items.iter().map(|Literal(item)| item);
    Ok(Literal(quote!(__crd::describe::Literal::List(&[#(#items),*]))))
}

struct Member(LitStr, Literal);

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self(name, input.parse()?))
    }
}

fn object(input: ParseStream<'_>) -> syn::Result<Literal> {
    let content;
    braced!(content in input);
    let members = Punctuated::<Member, Token![,]>::parse_terminated(&content)?;
    let members = members.iter().map(|Member(name, Literal(value))| quote!((#name, #value)));
    Ok(Literal(quote!(__crd::describe::Literal::Object(&[#(#members),*]))))
}

/// The first and the last place of tokens: together they underline everything, which stable Rust cannot join.
pub(crate) fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut tokens = tokens.clone().into_iter();
    let first = tokens.next();
    let last = tokens.last().or_else(|| first.clone());
    let span =
        |token: Option<proc_macro2::TokenTree>| token.map_or_else(Span::call_site, |token| token.span());
    (span(first), span(last))
}
