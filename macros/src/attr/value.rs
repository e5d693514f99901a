//! Kinds of values behind `key =`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprUnary, Lit, LitFloat, LitInt, LitStr, UnOp};

use super::json::Json;
use super::meta::{self, Error, Flag, FromMeta, Item, Result, missing, receiver};
use super::tokens;

/// Any constant expression.
#[derive(Clone)]
pub(crate) struct Constant(pub(crate) Expr);

impl FromMeta for Constant {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Ok(Self(expr.clone()))
    }
}

impl Constant {
    /// The expression as an `f64`.
    pub(crate) fn number(&self) -> TokenStream {
        typed(&self.0, "f64")
    }

    /// The expression as an `i64`.
    pub(crate) fn limit(&self) -> TokenStream {
        typed(&self.0, "i64")
    }

    /// The integer literal.
    pub(crate) fn literal(&self) -> Option<i64> {
        match &self.0 {
            Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => lit.base10_parse().ok(),
            _ => None,
        }
    }

    /// The number, if it is a literal.
    pub(crate) fn known(&self) -> Option<f64> {
        match &self.0 {
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => {
                literal_number(expr).map(|number| -number)
            }
            expr => literal_number(expr),
        }
    }

    /// One word, with or without quotes.
    pub(crate) fn word(&self) -> Option<String> {
        match &self.0 {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        }
    }

    pub(crate) fn ends(&self) -> (Span, Span) {
        tokens::ends(&self.0.to_token_stream())
    }
}

impl ToTokens for Constant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

fn literal_number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => lit.base10_digits().parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Float(lit), .. }) => lit.base10_digits().parse().ok(),
        _ => None,
    }
}

/// Literals take a suffix, for a cast would first have to fit `i32`.
fn typed(expr: &Expr, type_: &str) -> TokenStream {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => {
            LitInt::new(&format!("{}{type_}", lit.base10_digits()), lit.span()).into_token_stream()
        }
        Expr::Lit(ExprLit { lit: Lit::Float(lit), .. }) if type_ == "f64" => {
            LitFloat::new(&format!("{}f64", lit.base10_digits()), lit.span()).into_token_stream()
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(minus), expr, .. }) => {
            let number = typed(expr, type_);
            quote!(#minus #number)
        }
        other => {
            let type_ = syn::Ident::new(type_, Span::call_site());
            // Without the parentheses a `<` behind it would begin arguments of the type.
            quote!(((#other) as #type_))
        }
    }
}

/// `1..=5`, `1..`, `..5`.
#[derive(Clone)]
pub(crate) struct Range {
    pub(crate) start: Option<Constant>,
    pub(crate) end: Option<Constant>,
    pub(crate) excludes_end: bool,
    pub(crate) span: Span,
}

impl FromMeta for Range {
    fn from_list(_items: &[Item]) -> Result<Self> {
        Err(Error::new(
            "the bounds are a range; write `= 1..=5`, `= 1..` or `= ..=5` instead of the parentheses",
        ))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        let source = expr.to_token_stream();
        let Some((start, excludes_end, end)) = tokens::range(&source) else {
            return Err(Error::at(expr, "expected a range; write `1..=5`, `1..` or `..=5`"));
        };
        let bound = |tokens: TokenStream| {
            if tokens.is_empty() {
                Ok(None)
            } else {
                meta::expression(tokens).map(|expr| Some(Constant(expr)))
            }
        };
        Ok(Self { start: bound(start)?, end: bound(end)?, excludes_end, span: tokens::ends(&source).0 })
    }
}

/// A list of strings: `["a", "b"]`, or one string.
#[derive(Clone, Default)]
pub(crate) struct Strings(pub(crate) Vec<LitStr>);

impl FromMeta for Strings {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let text = |item: TokenStream| {
            syn::parse2::<LitStr>(item.clone())
                .map_err(|_| Error::at(&item, "expected a string; write it in quotes"))
        };
        match tokens::list(&expr.to_token_stream()) {
            Some(items) => items.into_iter().map(text).collect::<Result<_>>().map(Self),
            None => Ok(Self(vec![text(expr.to_token_stream())?])),
        }
    }
}

/// A JSON list, `["a", 1]`.
#[derive(Clone)]
pub(crate) struct JsonList {
    pub(crate) items: Vec<Json>,
    pub(crate) source: TokenStream,
}

impl FromMeta for JsonList {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let source = tokens::json(expr).unwrap_or_else(|| expr.to_token_stream());
        let Some(items) = tokens::list(&source) else {
            return Err(Error::at(expr, "expected a list; write `[\"a\", \"b\"]`"));
        };
        let items = items.into_iter().map(Json::require).collect::<syn::Result<_>>()?;
        Ok(Self { items, source })
    }
}

/// A JSON value, or an expression that serde writes.
#[derive(Clone)]
pub(crate) enum Default {
    /// `default`
    OfType(Span),
    /// `default = {"a": 1}`
    Json(Json),
    /// `default = Engine::Small`
    Expr(Expr),
}

impl FromMeta for Default {
    fn from_meta(meta: &syn::Meta) -> Result<Self> {
        match meta {
            syn::Meta::Path(path) => Ok(Self::OfType(tokens::ends(&path.to_token_stream()).0)),
            syn::Meta::NameValue(pair) => Self::from_expr(&pair.value),
            syn::Meta::List(list) => {
                Err(Error::at(&list.path, "a default is no list of words; write `default = …`"))
            }
        }
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match tokens::json(expr) {
            Some(source) => Ok(Self::Json(Json::require(source)?)),
            None => {
                Ok(Json::read(expr.to_token_stream()).map_or_else(|| Self::Expr(expr.clone()), Self::Json))
            }
        }
    }
}

impl Default {
    pub(crate) fn ends(&self) -> (Span, Span) {
        match self {
            Self::OfType(span) => (*span, *span),
            Self::Json(json) => tokens::ends(&json.source),
            Self::Expr(expr) => tokens::ends(&expr.to_token_stream()),
        }
    }
}

/// A type.
#[derive(Clone)]
pub(crate) struct TypeValue(pub(crate) syn::Type);

impl FromMeta for TypeValue {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let type_ = tokens::type_(expr).unwrap_or_else(|| expr.to_token_stream());
        let read = syn::parse2(type_.clone()).map(Self);
        read.map_err(|_| Error::at(&type_, "expected a type; write it without quotes"))
    }
}

/// A JSON value.
#[derive(Clone)]
pub(crate) struct Example(pub(crate) Json);

impl FromMeta for Example {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Ok(Self(Json::require(tokens::json(expr).unwrap_or_else(|| expr.to_token_stream()))?))
    }
}

/// `external_docs = "…"` or `external_docs(url = "…", description = "…")`.
#[derive(Clone)]
pub(crate) struct ExternalDocs {
    pub(crate) url: Constant,
    pub(crate) description: Option<Constant>,
}

#[derive(Default)]
struct ExternalDocsWords {
    url: Option<Constant>,
    description: Option<Constant>,
}

receiver!(ExternalDocsWords { "url" => url, "description" => description });

impl FromMeta for ExternalDocs {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Ok(Self { url: Constant(expr.clone()), description: None })
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let ExternalDocsWords { url, description } = meta::require(items)?;
        Ok(Self { url: url.ok_or_else(|| missing("url"))?, description })
    }
}

/// `rule = "…"` or `rule("…", message = "…")`.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) rule: Expr,
    pub(crate) about: RuleAbout,
}

/// What a rule has beside its expression.
#[derive(Clone, Default)]
pub(crate) struct RuleAbout {
    pub(crate) message: Option<Constant>,
    pub(crate) message_expr: Option<Constant>,
    pub(crate) reason: Option<Constant>,
    pub(crate) field_path: Option<Constant>,
    pub(crate) optional_old_self: Flag,
}

receiver!(RuleAbout {
    "message" => message,
    "message_expr" => message_expr,
    "reason" => reason,
    "field_path" => field_path,
    "optional_old_self" => optional_old_self,
});

impl FromMeta for Rule {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Ok(Self { rule: expr.clone(), about: RuleAbout::default() })
    }

    fn from_list(items: &[Item]) -> Result<Self> {
        let Some((Item::Lit(rule @ Lit::Str(_)), about)) = items.split_first() else {
            return Err(Error::new(
                "write the expression first: `rule(\"self.min <= self.max\", message = \"…\")`",
            ));
        };
        let rule = Expr::Lit(ExprLit { attrs: Vec::new(), lit: rule.clone() });
        Ok(Self { rule, about: meta::require(about)? })
    }
}

/// `allow("rule-id", reason = "…")`.
#[derive(Clone)]
pub(crate) struct Allowed {
    pub(crate) rule: LitStr,
    pub(crate) reason: Constant,
}

#[derive(Default)]
struct AllowedWords {
    reason: Option<Constant>,
}

receiver!(AllowedWords { "reason" => reason });

impl FromMeta for Allowed {
    fn from_list(items: &[Item]) -> Result<Self> {
        let Some((Item::Lit(Lit::Str(rule)), about)) = items.split_first() else {
            return Err(Error::new("write the rule first: `allow(\"immutable-respelled\", reason = \"…\")`"));
        };
        let AllowedWords { reason } = meta::require(about)?;
        let reason =
            reason.ok_or_else(|| Error::new("whoever reads this wants to know why; add `reason = \"…\"`"))?;
        Ok(Self { rule: rule.clone(), reason })
    }
}
