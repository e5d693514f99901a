//! A node with the way to it.

use crate::path::{FieldPathBuf, PathStep, PathStyle};
use crate::schema::SchemaNode;

/// One step down a schema.
#[derive(Clone, Copy)]
enum Step<'s> {
    Property(&'s str),
    Items,
    Values,
}

/// A node, and every node above it.
#[derive(Clone, Copy)]
pub(super) struct Site<'s> {
    pub(super) node: &'s SchemaNode,
    above: Option<(&'s Site<'s>, Step<'s>)>,
}

impl<'s> Site<'s> {
    pub(super) fn root(node: &'s SchemaNode) -> Self {
        Self { node, above: None }
    }

    fn below(&'s self, step: Step<'s>, node: &'s SchemaNode) -> Self {
        Self { node, above: Some((self, step)) }
    }

    pub(super) fn property(&'s self, name: &'s str, node: &'s SchemaNode) -> Self {
        self.below(Step::Property(name), node)
    }

    /// The items of a list or the values of a map.
    pub(super) fn element(&'s self) -> Option<Self> {
        self.elements().next()
    }

    /// Whatever stands below the node that is no field.
    pub(super) fn elements(&'s self) -> impl Iterator<Item = Self> {
        let items = self.node.items().map(|items| self.below(Step::Items, items));
        let values = self.node.map_values().map(|values| self.below(Step::Values, values));
        items.into_iter().chain(values)
    }

    /// Whether it is the items of a list or the values of a map.
    pub(super) fn is_element(&self) -> bool {
        matches!(self.above, Some((_, Step::Items | Step::Values)))
    }

    /// The node so many steps above.
    pub(super) fn up(&'s self, steps: usize) -> &'s Self {
        let mut at = self;
        for _ in 0..steps {
            at = at.above.map_or(at, |(above, _)| above);
        }
        at
    }

    /// The way from the root.
    fn steps(&self) -> Vec<Step<'s>> {
        let mut steps: Vec<_> = self.upwards().filter_map(|site| Some(site.above?.1)).collect();
        steps.reverse();
        steps
    }

    /// The names of the last `links` fields on the way.
    pub(super) fn names(&self, links: usize) -> Vec<&'s str> {
        let name = |site: Site<'s>| match site.above {
            Some((_, Step::Property(name))) => Some(name),
            _ => None,
        };
        let mut names: Vec<_> = self.upwards().take(links).filter_map(name).collect();
        names.reverse();
        names
    }

    /// All nodes above, from the nearest.
    pub(super) fn nodes_above(&self) -> impl Iterator<Item = &'s SchemaNode> {
        self.upwards().skip(1).map(|site| site.node)
    }

    fn upwards(&self) -> impl Iterator<Item = Site<'s>> + use<'s> {
        std::iter::successors(Some(*self), |site| site.above.map(|(above, _)| *above))
    }

    /// The path of a keyword of the node.
    pub(super) fn keyword(&self, keyword: &str) -> FieldPathBuf {
        let mut path = self.path_steps();
        path.push(PathStep::Property(keyword));
        FieldPathBuf::new(path, PathStyle::Bracketed)
    }

    pub(super) fn path(&self) -> FieldPathBuf {
        FieldPathBuf::new(self.path_steps(), PathStyle::Bracketed)
    }

    fn path_steps(&self) -> Vec<PathStep<'s>> {
        let mut path = Vec::new();
        for step in self.steps() {
            match step {
                Step::Property(name) => {
                    path.push(PathStep::Property("properties"));
                    path.push(PathStep::Key(name));
                }
                Step::Items => path.push(PathStep::Property("items")),
                Step::Values => path.push(PathStep::Property("additionalProperties")),
            }
        }
        path
    }
}
