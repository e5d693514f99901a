//! The types by which objects are merged, made of a structural schema.
//!
//! Source: `kube-openapi pkg/schemaconv/{smd,openapi}.go` on what `pkg/controller/openapi/builder/builder.go` builds of a
//! CRD; `structured-merge-diff schema/elements.go`.
//!
//! Knows nothing of: values beyond their JSON type, paths.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::schema::{AdditionalProperties, ListType, MapType, SchemaNode, SchemaType, StructuralSchema};

/// The types of one version; they name each other by position.
#[derive(Clone, Debug)]
pub(super) struct Types {
    atoms: Vec<Atom>,
    root: TypeId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypeId(usize);

/// A value of any type, merged as a whole: `__untyped_atomic_`.
const UNTYPED: TypeId = TypeId(0);
/// A value of any type, whose objects are merged field by field: `__untyped_deduced_`.
const DEDUCED: TypeId = TypeId(1);
const STRING: TypeId = TypeId(2);
const ANY_SCALAR: TypeId = TypeId(3);
const OBJECT_META: TypeId = TypeId(4);

/// What a value may be; a type of the schema allows one of them, and no type all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Atom {
    scalar: Option<Scalar>,
    list: Option<ListAtom>,
    map: Option<MapAtom>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Numeric,
    String,
    Boolean,
    Untyped,
}

#[derive(Clone, Debug)]
pub(super) struct ListAtom {
    pub(super) items: TypeId,
    pub(super) relation: Relation,
}

/// What the items of a list are to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Parts of one value.
    Atomic,
    /// Items of a set.
    Set,
    /// Items of a list map with these key fields.
    Keyed(Vec<String>),
}

#[derive(Clone, Debug)]
pub(super) struct MapAtom {
    fields: BTreeMap<String, Field>,
    /// The type of undeclared fields, if there may be any.
    values: Option<TypeId>,
    pub(super) atomic: bool,
}

#[derive(Clone, Debug)]
struct Field {
    of: TypeId,
    default: Option<Value>,
}

/// What an atom allows for a value: as a rule one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowed {
    scalar: bool,
    list: bool,
    map: bool,
}

/// How a value is handled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'t> {
    Map(&'t MapAtom),
    Scalar(Scalar),
    List(&'t ListAtom),
    /// Nothing is allowed.
    Invalid,
}

impl MapAtom {
    /// The type of a declared field, or of an entry.
    pub(super) fn field(&self, name: &str) -> Option<TypeId> {
        self.declared(name).or(self.values)
    }

    /// The type of entries.
    pub(super) fn values(&self) -> Option<TypeId> {
        self.values
    }

    pub(super) fn declared(&self, name: &str) -> Option<TypeId> {
        self.fields.get(name).map(|field| field.of)
    }
}

impl Atom {
    /// What is left of the atom for a value: `deduceAtom` in `typed/helpers.go`. Nothing and null leave all.
    pub(super) fn deduce(&self, value: Option<&Value>) -> Allowed {
        let all =
            Allowed { scalar: self.scalar.is_some(), list: self.list.is_some(), map: self.map.is_some() };
        let none = Allowed { scalar: false, list: false, map: false };
        match value {
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_)) if all.scalar => {
                Allowed { scalar: true, ..none }
            }
            Some(Value::Array(_)) if all.list => Allowed { list: true, ..none },
            Some(Value::Object(_)) if all.map => Allowed { map: true, ..none },
            _ => all,
        }
    }

    /// `handleAtom` in `typed/helpers.go`: an object comes before a scalar, and a list last.
    pub(super) fn kind(&self, allowed: Allowed) -> Kind<'_> {
        match (&self.map, self.scalar, &self.list) {
            (Some(map), ..) if allowed.map => Kind::Map(map),
            (_, Some(scalar), _) if allowed.scalar => Kind::Scalar(scalar),
            (.., Some(list)) if allowed.list => Kind::List(list),
            _ => Kind::Invalid,
        }
    }

    pub(super) fn map(&self) -> Option<&MapAtom> {
        self.map.as_ref()
    }

    pub(super) fn list(&self) -> Option<&ListAtom> {
        self.list.as_ref()
    }

    /// How it is handled where there is no value.
    pub(super) fn kind_of_none(&self) -> Kind<'_> {
        self.kind(self.deduce(None))
    }
}

impl Types {
    /// The types of a version; without a schema all of an object is deduced.
    pub(super) fn new(schema: Option<&StructuralSchema>) -> Self {
        let mut types = Self { atoms: common(), root: DEDUCED };
        types.object_meta();
        types.root = match schema {
            Some(schema) => types.node(schema.root(), Inherited { preserve: false, resource: true }),
            None => types.map(BTreeMap::new(), Some(DEDUCED)),
        };
        types
    }

    pub(super) fn root(&self) -> TypeId {
        self.root
    }

    pub(super) fn atom(&self, id: TypeId) -> &Atom {
        &self.atoms[id.0]
    }

    pub(super) fn kind(&self, id: TypeId, value: &Value) -> Kind<'_> {
        let atom = self.atom(id);
        atom.kind(atom.deduce(Some(value)))
    }

    /// The default of a key field: `getAssociativeKeyDefault` in `typed/helpers.go`; an error where items are no objects.
    pub(super) fn key_default(&self, items: TypeId, name: &str) -> Result<Option<&Value>, NoObjects> {
        let map = self.atom(items).map.as_ref().ok_or(NoObjects)?;
        Ok(map.fields.get(name).and_then(|field| field.default.as_ref()))
    }

    /// Whether an object has no other than deduced fields, which no change of the schema reaches.
    pub(super) fn is_untyped(&self, map: &MapAtom) -> bool {
        let untyped = |of| of != UNTYPED && self.atom(of).scalar == Some(Scalar::Untyped);
        map.fields.is_empty() && map.values.is_some_and(untyped)
    }

    fn add(&mut self, atom: Atom) -> TypeId {
        self.atoms.push(atom);
        TypeId(self.atoms.len() - 1)
    }

    fn map(&mut self, fields: BTreeMap<String, Field>, values: Option<TypeId>) -> TypeId {
        self.add(Atom { map: Some(MapAtom { fields, values, atomic: false }), ..Atom::default() })
    }

    fn list(&mut self, items: TypeId, relation: Relation) -> TypeId {
        self.add(Atom { list: Some(ListAtom { items, relation }), ..Atom::default() })
    }
}

/// The items of a list map are no objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoObjects;

fn common() -> Vec<Atom> {
    let any = |fields, atomic| Atom {
        scalar: Some(Scalar::Untyped),
        list: Some(ListAtom { items: UNTYPED, relation: Relation::Atomic }),
        map: Some(MapAtom { fields: BTreeMap::new(), values: Some(fields), atomic }),
    };
    let scalar = |scalar| Atom { scalar: Some(scalar), ..Atom::default() };
    // What comes at the position of `OBJECT_META` is put in its place by `object_meta`.
    vec![
        any(UNTYPED, true),
        any(DEDUCED, false),
        scalar(Scalar::String),
        scalar(Scalar::Untyped),
        Atom::default(),
    ]
}

fn fields(of: impl IntoIterator<Item = (&'static str, TypeId)>) -> BTreeMap<String, Field> {
    of.into_iter().map(|(name, of)| (name.to_owned(), Field { of, default: None })).collect()
}

impl Types {
    /// `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` in the `OpenAPI` of Kubernetes.
    fn object_meta(&mut self) {
        let numeric = self.add(Atom { scalar: Some(Scalar::Numeric), ..Atom::default() });
        let strings = self.map(BTreeMap::new(), Some(STRING));
        let finalizers = self.list(STRING, Relation::Set);
        let owners = self.owner_references();
        let entries = self.managed_fields();
        let names = ["generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"];
        let others = [
            ("annotations", strings),
            ("creationTimestamp", ANY_SCALAR),
            ("deletionGracePeriodSeconds", numeric),
            ("deletionTimestamp", ANY_SCALAR),
            ("finalizers", finalizers),
            ("generation", numeric),
            ("labels", strings),
            ("managedFields", entries),
            ("ownerReferences", owners),
        ];
        let fields = fields(names.map(|name| (name, STRING)).into_iter().chain(others));
        let map = MapAtom { fields, values: None, atomic: false };
        self.atoms[OBJECT_META.0] = Atom { map: Some(map), ..Atom::default() };
    }

    fn owner_references(&mut self) -> TypeId {
        let boolean = self.add(Atom { scalar: Some(Scalar::Boolean), ..Atom::default() });
        let mut fields = fields(["apiVersion", "kind", "name", "uid"].map(|name| (name, STRING)));
        for field in fields.values_mut() {
            field.default = Some("".into());
        }
        for name in ["blockOwnerDeletion", "controller"] {
            fields.insert(name.to_owned(), Field { of: boolean, default: None });
        }
        let map = MapAtom { fields, values: None, atomic: true };
        let owner = self.add(Atom { map: Some(map), ..Atom::default() });
        self.list(owner, Relation::Keyed(vec!["uid".to_owned()]))
    }

    fn managed_fields(&mut self) -> TypeId {
        let fields_v1 = self.map(BTreeMap::new(), Some(DEDUCED));
        let strings = ["apiVersion", "fieldsType", "manager", "operation", "subresource"];
        let others = [("fieldsV1", fields_v1), ("time", ANY_SCALAR)];
        let entry = self.map(fields(strings.map(|name| (name, STRING)).into_iter().chain(others)), None);
        self.list(entry, Relation::Atomic)
    }
}

/// What a node has from those above it.
#[derive(Clone, Copy)]
struct Inherited {
    /// **Quirk**: `x-kubernetes-preserve-unknown-fields` holds for all that is below it (`visitSpec` in
    /// `schemaconv/openapi.go`), where pruning has it for one node.
    preserve: bool,
    /// Whether it is the root, or an embedded resource.
    resource: bool,
}

impl Types {
    fn node(&mut self, node: &SchemaNode, from: Inherited) -> TypeId {
        let from = Inherited {
            preserve: from.preserve || node.preserves_unknown_fields(),
            resource: from.resource || node.is_embedded_resource(),
        };
        let mut atom = Atom::default();
        match node.schema_type() {
            Some(SchemaType::Object) => atom.map = Some(self.node_map(node, from)),
            Some(SchemaType::Array) => atom.list = Some(self.node_list(node, from)),
            Some(other) => atom.scalar = Some(scalar(other, node)),
            None => {
                atom.scalar = Some(Scalar::Untyped);
                atom.list = Some(self.node_list(node, from));
                atom.map = Some(self.node_map(node, from));
            }
        }
        self.add(atom)
    }

    fn below(&mut self, node: &SchemaNode, from: Inherited) -> TypeId {
        self.node(node, Inherited { resource: false, ..from })
    }

    fn node_list(&mut self, node: &SchemaNode, from: Inherited) -> ListAtom {
        let relation = match node.list_type() {
            Some(ListType::Set) => Relation::Set,
            Some(ListType::Map) => Relation::Keyed(node.list_map_keys().to_vec()),
            Some(ListType::Atomic) | None => Relation::Atomic,
        };
        let items = node.items().map_or(UNTYPED, |items| self.below(items, from));
        ListAtom { items, relation }
    }

    fn node_map(&mut self, node: &SchemaNode, from: Inherited) -> MapAtom {
        let mut fields: BTreeMap<_, _> = node
            .properties()
            .map(|(name, property)| {
                let default = property.default_value().cloned();
                (name.to_owned(), Field { of: self.below(property, from), default })
            })
            .collect();
        if from.resource {
            fields.extend(self::fields([
                ("apiVersion", STRING),
                ("kind", STRING),
                ("metadata", OBJECT_META),
            ]));
        }
        let values = match node.additional_properties() {
            None if from.preserve || fields.is_empty() => Some(DEDUCED),
            Some(AdditionalProperties::Bool(true)) => Some(DEDUCED),
            Some(AdditionalProperties::Schema(schema)) => Some(self.below(schema, from)),
            None | Some(AdditionalProperties::Bool(false)) => None,
        };
        MapAtom { fields, values, atomic: node.map_type() == Some(MapType::Atomic) }
    }
}

/// `convertPrimitive` in `schemaconv/smd.go`: a string of a format may be any scalar.
fn scalar(schema_type: &SchemaType, node: &SchemaNode) -> Scalar {
    match schema_type {
        SchemaType::Integer | SchemaType::Number => Scalar::Numeric,
        SchemaType::Boolean => Scalar::Boolean,
        SchemaType::String => match node.value_validation().format.as_deref() {
            None | Some("" | "byte") => Scalar::String,
            Some(_) => Scalar::Untyped,
        },
        _ => Scalar::Untyped,
    }
}
