//! Rules of what `#[crd(…)]` says of values.

use proc_macro2::Span;

use crate::attr::value::{Constant, Rule};
use crate::attr::values::Values;
use crate::emit::{facets, keys};
use crate::errors::Errors;

/// Everything that is wrong with it, as far as syntax tells.
pub(super) fn all(said: &Values, errors: &mut Errors) {
    ends_without_bounds(said, errors);
    bounds_said_twice(said, errors);
    literals_of_another_kind(said, errors);
    unknown_words(said, errors);
    list_type_and_keys(said, errors);
    empty_lists(said, errors);
    two_defaults(said, errors);
    two_formats(said, errors);
    key_rules(said, errors);
    rules_said_twice(&said.rules, errors);
    broken_expressions(&said.rules, errors);
    if let (Some(_), Some(values)) = (&said.items, &said.entries) {
        errors.at(
            place(values),
            "`items(…)` is for lists and `values(…)` for maps; keep the one that fits the type",
        );
    }
    for part in [&said.items, &said.entries].into_iter().flatten() {
        defaults_of_serde_in_parts(part, errors);
        all(part, errors);
    }
}

/// Rules are a list whose key is `rule`, so that `kubectl apply` makes one of two.
///
/// Source: `apiextensions v1 types_jsonschema.go`, `XValidations`.
pub(super) fn rules_said_twice(rules: &[Rule], errors: &mut Errors) {
    let mut seen = std::collections::HashSet::new();
    for Rule { rule, .. } in rules {
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = rule else { continue };
        if !seen.insert(text.value()) {
            let message = "this rule is said twice, and `kubectl apply` knows rules by their expressions; remove one of the two";
            errors.push(syn::Error::new_spanned(rule, message));
        }
    }
}

/// Syntax errors of CEL; types are for the export test, which knows those of fields.
pub(super) fn broken_expressions(rules: &[Rule], errors: &mut Errors) {
    let message = |rule: &Rule| rule.about.message_expr.as_ref().map(|message| message.0.clone());
    let expressions = rules.iter().flat_map(|rule| [Some(rule.rule.clone()), message(rule)]).flatten();
    for expression in expressions {
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. }) = &expression else { continue };
        if let Err(issues) = crd_schema_cel::parse(&literal.value())
            && let Some(issue) = issues.iter().next()
        {
            let (line, column) = (issue.line().unwrap_or(1), issue.column().unwrap_or(1));
            let (message, cure) = (issue.message(), cure(issue.message()));
            let message = format!("this is not CEL, at line {line}, column {column}: {message}{cure}");
            errors.push(syn::Error::new_spanned(literal, message));
        }
    }
}

/// What to write where the mistake is a common one.
fn cure(message: &str) -> &'static str {
    if message.contains("token recognition error at: '= '") {
        "; compare with `==`"
    } else if message.contains("token recognition error") && message.contains('\\') {
        "; write a backslash twice in a string of CEL, or the string as r'…'"
    } else {
        ""
    }
}

fn place(values: &Values) -> Span {
    values.place.unwrap_or_else(Span::call_site)
}

fn ends_without_bounds(said: &Values, errors: &mut Errors) {
    let bounds = said.bounds();
    let ends = [(&said.exclusive_min, &bounds.low, "min"), (&said.exclusive_max, &bounds.high, "max")];
    for (flag, bound, name) in ends {
        if flag.is_present() && bound.is_none() {
            errors.at(flag.span(), format!("there is no bound to exclude; add `{name} = …`"));
        }
    }
}

fn bounds_said_twice(said: &Values, errors: &mut Errors) {
    if let Some(range) = &said.range
        && (said.min.is_some() || said.max.is_some())
    {
        errors.at(range.span, "`range` says both bounds; remove `min` and `max`, or `range`");
    }
    if let Some(range) = &said.length
        && (said.min_length.is_some() || said.max_length.is_some())
    {
        errors.at(range.span, "`length` says both limits; remove `min_length` and `max_length`, or `length`");
    }
}

/// Constants are left to rustc.
fn literals_of_another_kind(said: &Values, errors: &mut Errors) {
    let mut check = |word: &Constant, fits: fn(&syn::Lit) -> bool, cure: &str| {
        if let syn::Expr::Lit(syn::ExprLit { lit, .. }) = &word.0
            && !fits(lit)
        {
            errors.push(syn::Error::new_spanned(word, cure));
        }
    };
    for number in said.numbers() {
        let fits = |lit: &syn::Lit| matches!(lit, syn::Lit::Int(_) | syn::Lit::Float(_));
        check(number, fits, "expected a number; write it without quotes");
    }
    for text in [&said.pattern, &said.format, &said.title].into_iter().flatten() {
        check(text, |lit| matches!(lit, syn::Lit::Str(_)), "expected a string; write it in quotes");
    }
}

fn unknown_words(said: &Values, errors: &mut Errors) {
    let mut check = |word: &Option<Constant>, words: &[(&'static str, &'static str)], cure: &str| {
        if let Some(word) = word
            && facets::variant(word, words).is_none()
        {
            errors.push(syn::Error::new_spanned(word, cure));
        }
    };
    check(
        &said.list_type,
        &facets::LIST_TYPES,
        "unknown list type; write `\"atomic\"`, `\"map\"` or `\"set\"`",
    );
    check(&said.map_type, &facets::MAP_TYPES, "unknown map type; write `\"atomic\"` or `\"granular\"`");
}

fn list_type_and_keys(said: &Values, errors: &mut Errors) {
    let is_map = said.list_type.as_ref().map(|word| word.word().as_deref() == Some("map"));
    match (&said.list_type, is_map, &said.list_map_keys) {
        (Some(word), Some(true), None) => {
            let message = "the items of such a list are known by key fields; add `list_map_keys = [\"…\"]`";
            errors.push(syn::Error::new_spanned(word, message));
        }
        (Some(word), Some(false), Some(_)) => {
            let message = "`list_map_keys` makes the list type `map`; remove `list_type`, or the keys";
            errors.push(syn::Error::new_spanned(word, message));
        }
        _ => {}
    }
    let mut seen = std::collections::HashSet::new();
    for key in said.list_map_keys.iter().flat_map(|keys| &keys.0) {
        if !seen.insert(key.value()) {
            errors.at(key.span(), format!("`{}` is said twice; keep one", key.value()));
        }
    }
}

fn empty_lists(said: &Values, errors: &mut Errors) {
    if let Some(list) = said.enum_.as_ref().filter(|list| list.items.is_empty()) {
        errors.push(syn::Error::new_spanned(
            &list.source,
            "no value is allowed; write one or more, or remove `enum`",
        ));
    }
}

fn two_defaults(said: &Values, errors: &mut Errors) {
    if said.default.is_some() && said.default_from_serde.is_present() {
        errors.at(
            said.default_from_serde.span(),
            "there are two defaults; keep `default` or `default_from_serde`",
        );
    }
}

fn two_formats(said: &Values, errors: &mut Errors) {
    if said.format.is_some() && said.no_format.is_present() {
        errors.at(
            said.no_format.span(),
            "`format` names a format and `no_format` leaves it out; keep one of the two",
        );
    }
}

/// An item has no Rust field whose default it could take.
fn defaults_of_serde_in_parts(part: &Values, errors: &mut Errors) {
    if part.default_from_serde.is_present() {
        errors.at(part.default_from_serde.span(), "serde has no default for this; write `default = …`");
    }
    if let Some(crate::attr::value::Default::OfType(span)) = &part.default {
        errors.at(*span, "the type is not known here; write `default = …`");
    }
}

/// Keys become a CEL rule, whose text is written here and now.
fn key_rules(said: &Values, errors: &mut Errors) {
    let Some(of_keys) = &said.keys else { return };
    let others =
        Values { min_length: None, max_length: None, length: None, pattern: None, ..(**of_keys).clone() };
    let (low, high) = keys::literal_lengths(of_keys);
    let lengths = [
        (low, of_keys.min_length.as_ref().or_else(|| of_keys.length.as_ref()?.start.as_ref())),
        (high, of_keys.max_length.as_ref().or_else(|| of_keys.length.as_ref()?.end.as_ref())),
    ];
    for (_, said) in lengths.into_iter().filter(|(literal, said)| literal.is_none() && said.is_some()) {
        errors.push(syn::Error::new_spanned(said, "a rule is made of this; write a number"));
    }
    if let Some(pattern) = of_keys.pattern.as_ref().filter(|pattern| keys::text(pattern).is_none()) {
        errors.push(syn::Error::new_spanned(pattern, "a rule is made of this; write the pattern in quotes"));
    }
    if !others.is_silent() || low.or(high).is_none() && of_keys.pattern.is_none() {
        let cure = "of keys a CRD can ask the length and a pattern; write `length`, `min_length`, `max_length` or \
                    `pattern`, and the rest as a `rule` of the map";
        if of_keys.min_length.is_none() && of_keys.max_length.is_none() && of_keys.length.is_none()
            || !others.is_silent()
        {
            errors.at(place(of_keys), cure);
        }
    }
}

impl Values {
    /// Whether nothing is said.
    pub(super) fn is_silent(&self) -> bool {
        facets::of_values(self, facets::Owner::default()).is_empty()
            && !self.default_from_serde.is_present()
            && self.default.is_none()
    }
}
