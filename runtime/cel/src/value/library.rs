//! Values of Kubernetes' libraries.
//!
//! Source: `apiserver pkg/cel/{ip,cidr,url,quantity,semver,format}.go`.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crd_schema_go::ip::{Addr, Prefix};
use crd_schema_go::quantity::Quantity;
use crd_schema_go::semver::Version;
use crd_schema_go::url::Url;

use super::{Error, Value};
use crate::functions::NamedFormat;

/// A value that functions of a library make and look into.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Library {
    Ip(Rc<Addr>),
    Cidr(Prefix),
    Url(Rc<Url>),
    Quantity(Amount),
    Semver(Rc<Version>),
    Format(NamedFormat),
}

/// A quantity. A comparison may change it for all that hold it (`quantity.go`, `Cmp` of a pointer).
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Amount {
    pub(crate) quantity: Rc<RefCell<Quantity>>,
    /// Whether `add` or `sub` made it.
    is_made: bool,
}

impl Amount {
    pub(crate) fn read(quantity: Quantity) -> Self {
        Self { quantity: Rc::new(RefCell::new(quantity)), is_made: false }
    }

    pub(crate) fn made(quantity: Quantity) -> Self {
        Self { quantity: Rc::new(RefCell::new(quantity)), is_made: true }
    }
}

impl Library {
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Url(_) => "kubernetes.URL",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Format(_) => "kubernetes.NamedFormat",
        }
    }

    pub(super) fn go_type(&self) -> &'static str {
        match self {
            Self::Ip(_) => "cel.IP",
            Self::Cidr(_) => "cel.CIDR",
            Self::Url(_) => "cel.URL",
            Self::Quantity(amount) if amount.is_made => "*cel.Quantity",
            Self::Quantity(_) => "cel.Quantity",
            Self::Semver(_) => "cel.Semver",
            Self::Format(_) => "cel.Format",
        }
    }

    /// How many bytes an address or a prefix has, which costs count.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::Ip(address) => Some(u64::from(address.bit_len()).div_ceil(8)),
            Self::Cidr(prefix) => Some(u64::from(prefix.bits()).div_ceil(8)),
            _ => None,
        }
    }

    pub(super) fn equal(&self, other: &Value<'_>) -> Result<bool, Error> {
        let Value::Library(other) = other else { return Err(Error::NO_SUCH_OVERLOAD) };
        match (self, other) {
            (Self::Ip(left), Self::Ip(right)) => Ok(left == right),
            (Self::Cidr(left), Self::Cidr(right)) => Ok(left == right),
            (Self::Url(left), Self::Url(right)) => Ok(left.to_string() == right.to_string()),
            // **Quirk**: what `add` and `sub` made is compared with nothing (`quantity.go`: they give pointers).
            (Self::Quantity(_), Self::Quantity(right)) if right.is_made => Err(Error::NO_SUCH_OVERLOAD),
            (Self::Quantity(left), Self::Quantity(right)) => {
                Ok(left.quantity.borrow().compare(&right.quantity.borrow()).is_eq())
            }
            (Self::Semver(left), Self::Semver(right)) => Ok(left == right),
            (Self::Format(left), Self::Format(right)) => Ok(left == right),
            _ => Err(Error::NO_SUCH_OVERLOAD),
        }
    }
}

impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(address) => write!(f, "{address}"),
            Self::Cidr(prefix) => write!(f, "{prefix}"),
            Self::Url(url) => write!(f, "{url}"),
            Self::Quantity(amount) => write!(f, "{}", amount.quantity.borrow()),
            Self::Semver(version) => write!(f, "{version}"),
            Self::Format(format) => write!(f, "{format:?}"),
        }
    }
}
