//! The words of `#[crd(…)]`, read into the slots of a receiver.
//!
//! Written by hand, for darling asks for all of syn, and that took a fifth of the time that a crate which only derives
//! waits for its dependencies.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Expr, Ident, Lit, LitStr, MacroDelimiter, MetaList, MetaNameValue, Path, PathSegment, Token, token,
};

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// One mistake or more; without a place of its own one stands at the word that is read.
pub(crate) struct Error(Vec<(Option<Span>, String)>);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(vec![(None, message.into())])
    }

    pub(crate) fn at(place: &impl ToTokens, message: impl Into<String>) -> Self {
        Self(vec![(Some(place.span()), message.into())])
    }

    /// Puts what has no place there.
    fn or_at(self, place: Span) -> Self {
        Self(self.0.into_iter().map(|(known, message)| (known.or(Some(place)), message)).collect())
    }

    pub(crate) fn into_parts(self) -> impl Iterator<Item = (Option<Span>, String)> {
        self.0.into_iter()
    }
}

impl From<syn::Error> for Error {
    /// What ends too early has no place that helps.
    fn from(error: syn::Error) -> Self {
        let part = |error: syn::Error| {
            let message = error.to_string();
            if message.starts_with("unexpected end of input") {
                (None, MISSING.to_owned())
            } else {
                (Some(error.span()), message)
            }
        };
        Self(error.into_iter().map(part).collect())
    }
}

const MISSING: &str = "a value is missing; write `= …` behind the key";
const NO_LIST: &str = "this word takes a value; write `= …` instead of the parentheses";
const ALONE: &str = "this word is said alone; remove the parentheses and what is in them";
const NO_WORD: &str = "a value without a word; write `word = …`";
const NO_SUCH_VALUE: &str =
    "this word takes no such value; write strings in quotes, and nothing behind a word that stands alone";

/// One of the words, with what is said behind it, or a value without a word.
#[derive(Clone)]
pub(crate) enum Item {
    Meta(syn::Meta),
    Lit(Lit),
    /// The value cannot be read; what follows it can.
    Unreadable(Path, syn::Error),
}

impl Item {
    /// The items in parentheses.
    pub(crate) fn within(list: &MetaList) -> Result<Vec<Self>> {
        let items = list.parse_args_with(Punctuated::<Self, Token![,]>::parse_terminated)?;
        Ok(items.into_iter().collect())
    }

    /// Whether this is the word.
    pub(crate) fn is(&self, word: &str) -> bool {
        match self {
            Self::Meta(meta) => meta.path().is_ident(word),
            Self::Lit(_) | Self::Unreadable(..) => false,
        }
    }

    /// The name, for its end may be on another line.
    pub(crate) fn place(&self) -> Span {
        match self {
            Self::Meta(meta) => meta.path().span(),
            Self::Lit(lit) => lit.span(),
            Self::Unreadable(path, _) => path.span(),
        }
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Lit) && !(input.peek(syn::LitBool) && input.peek2(Token![=])) {
            return input.parse().map(Self::Lit);
        }
        let path = path(input)?;
        if input.peek(token::Paren) || input.peek(token::Bracket) || input.peek(token::Brace) {
            let (delimiter, tokens) = group(input)?;
            return Ok(Self::Meta(syn::Meta::List(MetaList { path, delimiter, tokens })));
        }
        if !input.peek(Token![=]) {
            return Ok(Self::Meta(syn::Meta::Path(path)));
        }
        let eq_token = input.parse()?;
        Ok(match value(input) {
            Ok(value) => Self::Meta(syn::Meta::NameValue(MetaNameValue { path, eq_token, value })),
            Err(error) => {
                until_comma(input)?;
                Self::Unreadable(path, error)
            }
        })
    }
}

/// A path in which keywords are names, for `enum` and `type` are words of ours.
fn path(input: ParseStream<'_>) -> syn::Result<Path> {
    let leading_colon = input.parse()?;
    let mut segments = Punctuated::new();
    loop {
        segments.push_value(PathSegment::from(input.call(Ident::parse_any)?));
        if !input.peek(Token![::]) {
            return Ok(Path { leading_colon, segments });
        }
        segments.push_punct(input.parse()?);
    }
}

fn group(input: ParseStream<'_>) -> syn::Result<(MacroDelimiter, TokenStream)> {
    let content;
    let delimiter = if input.peek(token::Paren) {
        MacroDelimiter::Paren(syn::parenthesized!(content in input))
    } else if input.peek(token::Bracket) {
        MacroDelimiter::Bracket(syn::bracketed!(content in input))
    } else {
        MacroDelimiter::Brace(syn::braced!(content in input))
    };
    Ok((delimiter, content.parse()?))
}

/// An expression. syn reads the simple ones alone, without its feature `full`; of others it is known how they begin.
fn value(input: ParseStream<'_>) -> syn::Result<Expr> {
    let fork = input.fork();
    let error = match fork.parse::<Expr>() {
        Ok(expr) if fork.is_empty() || fork.peek(Token![,]) => {
            input.advance_to(&fork);
            return Ok(expr);
        }
        Ok(_) => fork.error("expected `,`"),
        Err(error) => error,
    };
    let ahead = input.fork();
    let tokens = until_comma(&ahead)?;
    if !is_beyond_syn(&tokens) {
        return Err(error);
    }
    input.advance_to(&ahead);
    Ok(Expr::Verbatim(tokens))
}

/// All of the tokens as an expression.
pub(crate) fn expression(tokens: TokenStream) -> syn::Result<Expr> {
    syn::parse::Parser::parse2(value, tokens)
}

/// Whether tokens are a range, a list, a block or a closure.
fn is_beyond_syn(tokens: &TokenStream) -> bool {
    let begins = match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == '|',
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "const", "unsafe", "move", "loop"].iter().any(|keyword| word == keyword)
        }
        _ => false,
    };
    begins || super::tokens::range(tokens).is_some()
}

/// The tokens before the next comma outside of a turbofish.
fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let (mut depth, mut last, mut before) = (0_usize, ' ', TokenStream::new());
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        let token: TokenTree = input.parse()?;
        let here = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        match here {
            '<' if depth > 0 || last == ':' => depth += 1,
            '>' if last != '-' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = here;
        before.extend([token]);
    }
    Ok(before)
}

/// What can stand behind a word.
pub(crate) trait FromMeta: Sized {
    fn from_meta(meta: &syn::Meta) -> Result<Self> {
        match meta {
            syn::Meta::Path(_) => Self::from_word(),
            syn::Meta::List(list) => Self::from_list(&Item::within(list)?),
            syn::Meta::NameValue(pair) => Self::from_expr(ungrouped(&pair.value)),
        }
    }

    fn from_word() -> Result<Self> {
        Err(Error::new(MISSING))
    }

    fn from_list(_items: &[Item]) -> Result<Self> {
        Err(Error::new(NO_LIST))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        Err(Error::at(expr, NO_SUCH_VALUE))
    }
}

/// What a macro of the user has put into the place of a fragment is in a group without delimiters.
fn ungrouped(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

impl FromMeta for LitStr {
    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
            other => Err(Error::at(other, NO_SUCH_VALUE)),
        }
    }
}

impl FromMeta for bool {
    fn from_word() -> Result<Self> {
        Ok(true)
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(syn::ExprLit { lit: Lit::Bool(value), .. }) => Ok(value.value),
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => {
                text.parse::<syn::LitBool>().map(|value| value.value).map_err(|_| no_value(text))
            }
            other => Err(Error::at(other, NO_SUCH_VALUE)),
        }
    }
}

impl FromMeta for Path {
    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Path(path) => Ok(path.path.clone()),
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| no_value(text)),
            other => Err(Error::at(other, NO_SUCH_VALUE)),
        }
    }
}

fn no_value(text: &LitStr) -> Error {
    let word = text.value();
    Error::at(text, format!("`{word}` is no value of this; write `true`, `false` or a path, without quotes"))
}

/// `derive(A, B)`
#[derive(Clone, Default)]
pub(crate) struct Paths(pub(crate) Vec<Path>);

impl FromMeta for Paths {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Err(Error::at(expr, "these are paths without quotes; write `derive(PartialEq, …)`"))
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let path = |item: &Item| match item {
            Item::Meta(syn::Meta::Path(path)) => Ok(path.clone()),
            other => Err(Error(vec![(Some(other.place()), NO_WORD.to_owned())])),
        };
        items.iter().map(path).collect::<Result<_>>().map(Self)
    }
}

/// A word that is said alone, and where.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flag(Option<Span>);

impl Flag {
    pub(crate) fn is_present(self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn span(self) -> Span {
        self.0.unwrap_or_else(Span::call_site)
    }
}

/// A slot of a receiver.
pub(crate) trait Slot {
    fn take(&mut self, meta: &syn::Meta) -> Result<()>;
}

impl<T: FromMeta> Slot for Option<T> {
    fn take(&mut self, meta: &syn::Meta) -> Result<()> {
        once(self.is_some(), meta)?;
        *self = Some(T::from_meta(meta)?);
        Ok(())
    }
}

impl<T: FromMeta> Slot for Vec<T> {
    fn take(&mut self, meta: &syn::Meta) -> Result<()> {
        self.push(T::from_meta(meta)?);
        Ok(())
    }
}

impl Slot for Flag {
    fn take(&mut self, meta: &syn::Meta) -> Result<()> {
        once(self.is_present(), meta)?;
        match meta {
            syn::Meta::Path(path) => self.0 = Some(path.span()),
            syn::Meta::List(_) => return Err(Error::new(ALONE)),
            syn::Meta::NameValue(pair) => return Err(Error::at(&pair.value, NO_SUCH_VALUE)),
        }
        Ok(())
    }
}

fn once(is_said: bool, meta: &syn::Meta) -> Result<()> {
    let word = name(meta.path());
    if is_said { Err(Error::new(format!("`{word}` is said twice; keep one"))) } else { Ok(()) }
}

fn name(path: &Path) -> String {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names.join("::")
}

/// What words are read into; [`receiver!`] implements it.
pub(crate) trait Receiver: Default {
    /// The slot that the word is for.
    fn slot(&mut self, word: &str) -> Option<&mut dyn Slot>;

    /// All words, for whoever has misspelled one.
    fn words() -> Vec<&'static str>;
}

/// The words of a receiver and the slots that they are for; a last receiver has the rest.
macro_rules! receiver {
    ($type:ty { $($word:literal => $slot:ident),* $(,)? } $(else $rest:ident: $rest_type:ty)?) => {
        impl $crate::attr::meta::Receiver for $type {
            fn slot(&mut self, word: &str) -> Option<&mut dyn $crate::attr::meta::Slot> {
                Some(match word {
                    $($word => &mut self.$slot,)*
                    _ => return receiver!(@slot self, word $(, $rest)?),
                })
            }

            fn words() -> Vec<&'static str> {
                [&[$($word),*][..], $(&<$rest_type as $crate::attr::meta::Receiver>::words())?].concat()
            }
        }
    };
    (@slot $self:ident, $word:ident) => {
        None
    };
    (@slot $self:ident, $word:ident, $rest:ident) => {
        $self.$rest.slot($word)
    };
}
pub(crate) use receiver;

/// Reads all items; one that cannot be read hides none of the others.
pub(crate) fn read<T: Receiver>(items: &[Item]) -> (T, Option<Error>) {
    let (mut receiver, mut found) = (T::default(), Vec::new());
    for item in items {
        if let Err(error) = read_item(&mut receiver, item) {
            found.extend(error.or_at(item.place()).0);
        }
    }
    (receiver, (!found.is_empty()).then_some(Error(found)))
}

/// As [`read`], where the whole is nothing without any of its parts.
pub(crate) fn require<T: Receiver>(items: &[Item]) -> Result<T> {
    match read(items) {
        (receiver, None) => Ok(receiver),
        (_, Some(error)) => Err(error),
    }
}

fn read_item<T: Receiver>(receiver: &mut T, item: &Item) -> Result<()> {
    match item {
        Item::Lit(_) => Err(Error::new(NO_WORD)),
        Item::Unreadable(_, error) => Err(error.clone().into()),
        Item::Meta(meta) => {
            let word = name(meta.path());
            receiver.slot(&word).ok_or_else(|| Error::new(unknown(&word, &T::words())))?.take(meta)
        }
    }
}

/// What is said of a word that must be there.
pub(crate) fn missing(word: &str) -> Error {
    Error::new(format!("`{word}` is missing; add `{word} = …`"))
}

/// Whether the word is one of the receiver's.
pub(crate) fn knows<T: Receiver>(word: &str) -> bool {
    T::words().contains(&word)
}

fn unknown(word: &str, known: &[&'static str]) -> String {
    if let Some(cure) = super::words::ours(word) {
        return format!("unknown `{word}`; {cure}");
    }
    let snake = super::words::snake_case(word);
    let alike = known.iter().map(|known| (strsim::jaro_winkler(&snake, known), known));
    match alike.filter(|(likeness, _)| *likeness > 0.8).max_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((_, alike)) => format!("unknown `{word}`; did you mean `{alike}`?"),
        None => format!(
            "unknown `{word}`; remove it, or write a word that the page of `CrdSchema` has for this place"
        ),
    }
}
