//! Transition rules, and what can be seen from where they stand.
//!
//! Knows nothing of: what is said about them.

use crd_schema_cel::{Syntax, SyntaxKind, SyntaxNode};

use crate::compile::syntax;
use crate::declared::escaped;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{ListType, Rule, SchemaNode, SchemaType};

/// A node with the structs and containers above it.
pub(super) struct Below<'s> {
    pub(super) node: &'s SchemaNode,
    /// Empty at the root of a frame; its names are those of the fields from there.
    pub(super) links: Vec<Link<'s>>,
    /// The list map that the frame is an item of.
    pub(super) list: Option<&'s SchemaNode>,
    /// Why no rule that compares runs here.
    pub(super) unseen: Option<Unseen>,
    pub(super) path: FieldPathBuf,
    /// The root of the schema.
    resource: &'s SchemaNode,
}

/// Why a server does not compare what stands at a node.
#[derive(Clone, Debug)]
pub(super) enum Unseen {
    /// It is below the items of this list, which no server pairs: the definition is refused.
    Unpaired(FieldPathBuf),
    /// It is below a value without type.
    Untyped,
    /// It is below a keyword that says nothing about values of this type.
    OfType(String),
    /// It is below this limit, which is zero.
    Empty(&'static str),
}

impl Unseen {
    /// What is unseen because of the node itself.
    fn below(node: &SchemaNode, keyword: &Keyword) -> Option<Self> {
        let validation = node.value_validation();
        match (keyword, node.schema_type()) {
            (_, None) => Some(Self::Untyped),
            (Keyword::Properties | Keyword::Values, Some(SchemaType::Object)) => {
                (validation.max_properties == Some(0)).then_some(Self::Empty("maxProperties"))
            }
            (Keyword::Items, Some(SchemaType::Array)) => {
                (validation.max_items == Some(0)).then_some(Self::Empty("maxItems"))
            }
            (_, Some(of_type)) => Some(Self::OfType(of_type.name().to_owned())),
        }
    }
}

/// How a node is reached.
enum Keyword {
    Properties,
    Items,
    Values,
}

/// One field on the way.
#[derive(Clone, Copy)]
pub(super) struct Link<'s> {
    pub(super) parent: &'s SchemaNode,
    pub(super) name: &'s str,
    pub(super) node: &'s SchemaNode,
}

impl Link<'_> {
    /// Whether the field is there in every object that has its parent.
    pub(super) fn is_sure(&self) -> bool {
        let required = &self.parent.value_validation().required;
        let has_default = self.node.default_value().is_some_and(|value| !value.is_null());
        !self.node.is_nullable() && (has_default || required.iter().any(|name| name == self.name))
    }
}

/// Visits every node with its rules; few schemas have any.
pub(super) fn visit_rules<'s>(root: &'s SchemaNode, path: &FieldPath<'_>, seen: &mut impl FnMut(&Below<'s>)) {
    if root.any(&|node| !node.rules().is_empty()) {
        visit(root, path, &mut |below| {
            if !below.node.rules().is_empty() {
                seen(below);
            }
        });
    }
}

/// Visits every node.
pub(super) fn visit<'s>(root: &'s SchemaNode, path: &FieldPath<'_>, seen: &mut impl FnMut(&Below<'s>)) {
    let path = path.to_owned(PathStyle::Bracketed);
    walk(&Below { node: root, links: Vec::new(), list: None, unseen: None, path, resource: root }, seen);
}

fn walk<'s>(below: &Below<'s>, seen: &mut impl FnMut(&Below<'s>)) {
    seen(below);
    let path = FieldPath::from(&below.path);
    let properties = path.property("properties");
    for (name, node) in below.node.properties() {
        let mut links = below.links.clone();
        links.push(Link { parent: below.node, name, node });
        let path = properties.key(name).to_owned(PathStyle::Bracketed);
        let unseen = below.unseen_below(&Keyword::Properties);
        walk(&Below { node, links, list: below.list, unseen, path, resource: below.resource }, seen);
    }
    if let Some(items) = below.node.items() {
        let path = path.property("items").to_owned(PathStyle::Bracketed);
        let unseen = below.unseen_below(&Keyword::Items);
        walk(
            &Below {
                node: items,
                links: Vec::new(),
                list: Some(below.node),
                unseen,
                path,
                resource: below.resource,
            },
            seen,
        );
    }
    if let Some(values) = below.node.map_values() {
        let path = path.property("additionalProperties").to_owned(PathStyle::Bracketed);
        let unseen = below.unseen_below(&Keyword::Values);
        walk(
            &Below { node: values, links: Vec::new(), list: None, unseen, path, resource: below.resource },
            seen,
        );
    }
}

impl Below<'_> {
    /// Whether the node is the whole object, or one that is embedded.
    pub(super) fn is_of_resource_itself(&self) -> bool {
        std::ptr::eq(self.node, self.resource) || self.node.is_embedded_resource()
    }

    /// Whether the frame is the whole object.
    pub(super) fn is_of_resource(&self) -> bool {
        self.links.first().is_some_and(|link| std::ptr::eq(link.parent, self.resource))
    }

    /// The highest list counts that is not paired, and otherwise the highest node at all.
    fn unseen_below(&self, keyword: &Keyword) -> Option<Unseen> {
        let is_paired = self.node.list_type() == Some(ListType::Map);
        match &self.unseen {
            Some(Unseen::Unpaired(list)) => Some(Unseen::Unpaired(list.clone())),
            _ if matches!(keyword, Keyword::Items) && !is_paired => Some(Unseen::Unpaired(self.path.clone())),
            Some(unseen) => Some(unseen.clone()),
            None => Unseen::below(self.node, keyword),
        }
    }
}

/// The expression of a rule that runs only where there is an old value.
pub(super) fn transition(rule: &Rule) -> Option<Syntax> {
    let syntax = syntax(&rule.rule)?;
    (rule.optional_old_self != Some(true) && syntax.root().mentions("oldSelf")).then_some(syntax)
}

/// Whether a rule on a struct above asks for the presence of the field, now and before.
pub(super) fn is_guarded(links: &[Link<'_>], position: usize) -> bool {
    (0..=position).any(|from| {
        let Some((first, way)) = links.get(from).zip(links.get(from..=position)) else { return false };
        let names: Vec<_> = way.iter().map(|link| escaped(link.name)).collect();
        let Some(names) = names.into_iter().collect::<Option<Vec<_>>>() else { return false };
        let rules = first.parent.rules().iter().filter_map(transition);
        rules
            .into_iter()
            .any(|rule| asks(rule.root(), "self", &names) || asks(rule.root(), "oldSelf", &names))
    })
}

/// Whether the expression asks if the field at the end of the names is there.
fn asks(part: SyntaxNode<'_>, side: &str, names: &[String]) -> bool {
    let own = match (part.kind(), names.split_last()) {
        (SyntaxKind::Has { of, field }, Some((last, above))) => field == last && is_chain(of, side, above),
        _ => false,
    };
    own || part.children().into_iter().any(|child| asks(child, side, names))
}

fn is_chain(part: SyntaxNode<'_>, side: &str, names: &[String]) -> bool {
    match (part.kind(), names.split_last()) {
        (SyntaxKind::Name(name), None) => name == side,
        (SyntaxKind::Select { of, field }, Some((last, above))) => field == last && is_chain(of, side, above),
        _ => false,
    }
}

/// Whether the expression reads a field of that name.
pub(super) fn reads(part: SyntaxNode<'_>, wanted: &str) -> bool {
    matches!(part.kind(), SyntaxKind::Select { field, .. } if field == wanted)
        || part.children().into_iter().any(|child| reads(child, wanted))
}
