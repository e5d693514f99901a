//! Attributes are made of expressions; JSON and types are wrapped in the call of a macro to become some.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMacro, MacroDelimiter};

/// The keys whose value is a type.
const TYPES: [&str; 2] = ["with", "status"];

/// `= {…}` and lists with objects in them become `= json!…`, a type becomes `= type_!(…)`.
pub(super) fn as_expressions(tokens: TokenStream) -> TokenStream {
    let mut key = None;
    let mut expressions = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_equals = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '=');
        let last: Option<Ident> = key.take();
        if let TokenTree::Ident(ident) = &token {
            key = Some(ident.clone());
        }
        expressions.extend([within(token)]);
        if !is_equals {
            continue;
        }
        if last.is_some_and(|last| TYPES.iter().any(|name| last == name)) {
            let type_ = until_comma(&mut tokens);
            expressions.extend(quote!(type_!(#type_)));
        } else if let Some(TokenTree::Group(group)) = tokens.next_if(is_json) {
            expressions.extend(quote_spanned!(group.span()=> json!));
            expressions.extend([TokenTree::Group(group)]);
        }
    }
    expressions
}

/// The token, with the expressions in its parentheses.
fn within(token: TokenTree) -> TokenTree {
    let TokenTree::Group(group) = token else { return token };
    let mut inner = Group::new(group.delimiter(), as_expressions(group.stream()));
    inner.set_span(group.span());
    TokenTree::Group(inner)
}

fn is_json(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    match group.delimiter() {
        Delimiter::Brace => true,
        Delimiter::Bracket => group.stream().into_iter().any(|token| is_json(&token)),
        _ => false,
    }
}

/// The tokens before the next comma outside of angle brackets.
fn until_comma(tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>) -> TokenStream {
    let mut depth = 0_usize;
    let mut taken = TokenStream::new();
    let mut goes_on = |token: &TokenTree| {
        if let TokenTree::Punct(punct) = token {
            match punct.as_char() {
                '<' => depth = depth.saturating_add(1),
                '>' => depth = depth.saturating_sub(1),
                ',' => return depth > 0,
                _ => {}
            }
        }
        true
    };
    while let Some(token) = tokens.next_if(&mut goes_on) {
        taken.extend([token]);
    }
    taken
}

/// The JSON in `json!…`.
pub(super) fn json(expr: &Expr) -> Option<TokenStream> {
    let Expr::Macro(ExprMacro { mac, .. }) = expr else { return None };
    if !mac.path.is_ident("json") {
        return None;
    }
    let (delimiter, span) = match &mac.delimiter {
        MacroDelimiter::Brace(brace) => (Delimiter::Brace, brace.span),
        MacroDelimiter::Bracket(bracket) => (Delimiter::Bracket, bracket.span),
        MacroDelimiter::Paren(_) => return Some(mac.tokens.clone()),
    };
    let mut group = Group::new(delimiter, mac.tokens.clone());
    group.set_span(span.join());
    Some(TokenTree::Group(group).into())
}

/// The type in `type_!(…)`.
pub(super) fn type_(expr: &Expr) -> Option<TokenStream> {
    let Expr::Macro(ExprMacro { mac, .. }) = expr else { return None };
    mac.path.is_ident("type_").then(|| mac.tokens.clone())
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

/// The items of a list in brackets.
pub(super) fn list(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut tokens = tokens.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (tokens.next(), tokens.next()) else { return None };
    if group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let mut items = vec![TokenStream::new()];
    for token in group.stream() {
        match (&token, items.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => items.push(TokenStream::new()),
            (_, Some(item)) => item.extend([token]),
            (_, None) => {}
        }
    }
    if items.last().is_some_and(TokenStream::is_empty) {
        items.pop();
    }
    Some(items)
}

/// What stands before and behind the dots of a range, and whether its end is excluded.
pub(super) fn range(tokens: &TokenStream) -> Option<(TokenStream, bool, TokenStream)> {
    let is = |token: Option<&TokenTree>, wanted: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let tokens: Vec<_> = tokens.clone().into_iter().collect();
    let dots = tokens.windows(2).position(|two| is(two.first(), '.') && is(two.last(), '.'))?;
    let (start, rest) = tokens.split_at(dots);
    let end = rest.get(2..).unwrap_or_default();
    let includes = is(end.first(), '=');
    let end = if includes { end.get(1..).unwrap_or_default() } else { end };
    Some((start.iter().cloned().collect(), !includes, end.iter().cloned().collect()))
}
