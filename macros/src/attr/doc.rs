//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments: one space of indentation less, no blank lines around.
pub(crate) fn text(attrs: &[Attribute]) -> String {
    let lines: Vec<String> = attrs.iter().filter_map(line).collect();
    lines.join("\n").trim().to_owned()
}

fn line(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attr.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &meta.value else { return None };
    let text = meta.path.is_ident("doc").then(|| text.value())?;
    let lines = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    Some(lines.collect::<Vec<_>>().join("\n"))
}
