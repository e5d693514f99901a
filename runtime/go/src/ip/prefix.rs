//! A prefix.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::Addr;
use crate::quote::quoted;

/// `netip.Prefix`: an address and how many of its bits count.
///
/// ```
/// use crd_schema_go::ip::{Addr, Prefix};
///
/// let prefix = Prefix::parse("10.1.2.3/8").unwrap();
/// assert_eq!(prefix.masked().to_string(), "10.0.0.0/8");
/// assert!(prefix.contains(&Addr::parse("10.9.9.9").unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    ip: IpAddr,
    bits: u8,
}

impl Prefix {
    /// `netip.ParsePrefix`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::ip::Prefix;
    ///
    /// assert_eq!(Prefix::parse("abc").unwrap_err(), "netip.ParsePrefix(\"abc\"): no '/'");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = |message: &str| format!("netip.ParsePrefix({}): {message}", quoted(text));
        let (address, bits) = text.rsplit_once('/').ok_or_else(|| wrong("no '/'"))?;
        let address = Addr::parse(address).map_err(|error| wrong(&error))?;
        if address.zone().is_some() {
            return Err(wrong("IPv6 zones cannot be present in a prefix"));
        }
        let number = number(bits).ok_or_else(|| wrong(&format!("bad bits after slash: {}", quoted(bits))))?;
        if number > u64::from(address.bit_len()) {
            return Err(wrong("prefix length out of range"));
        }
        Ok(Self { ip: address.ip(), bits: u8::try_from(number).unwrap_or(u8::MAX) })
    }

    /// `Addr`.
    ///
    /// ```
    /// use crd_schema_go::ip::Prefix;
    ///
    /// assert_eq!(Prefix::parse("10.1.2.3/8").unwrap().addr().to_string(), "10.1.2.3");
    /// ```
    pub fn addr(self) -> Addr {
        Addr::without_zone(self.ip)
    }

    /// `Bits`: how many bits count.
    ///
    /// ```
    /// use crd_schema_go::ip::Prefix;
    ///
    /// assert_eq!(Prefix::parse("::/64").unwrap().bits(), 64);
    /// ```
    pub fn bits(self) -> u8 {
        self.bits
    }

    /// `Masked`: the prefix with all bits zero that do not count.
    ///
    /// ```
    /// use crd_schema_go::ip::Prefix;
    ///
    /// assert_eq!(Prefix::parse("2001:db8::1/32").unwrap().masked().to_string(), "2001:db8::/32");
    /// ```
    #[must_use]
    pub fn masked(self) -> Self {
        self.cut(self.bits)
    }

    /// `Contains`: whether the address is of the same family and its first bits are equal.
    ///
    /// ```
    /// use crd_schema_go::ip::{Addr, Prefix};
    ///
    /// assert!(!Prefix::parse("::/0").unwrap().contains(&Addr::parse("1.2.3.4").unwrap()));
    /// ```
    pub fn contains(self, address: &Addr) -> bool {
        let other = Self { ip: address.ip(), bits: self.bits };
        address.zone().is_none() && self.ip.is_ipv4() == other.ip.is_ipv4() && self.masked() == other.masked()
    }

    /// `Overlaps`: whether an address is in both.
    ///
    /// ```
    /// use crd_schema_go::ip::Prefix;
    ///
    /// let parse = |text| Prefix::parse(text).unwrap();
    /// assert!(parse("10.0.0.0/8").overlaps(parse("10.1.0.0/16")));
    /// ```
    pub fn overlaps(self, other: Self) -> bool {
        let bits = self.bits.min(other.bits);
        self.ip.is_ipv4() == other.ip.is_ipv4() && self.cut(bits) == other.cut(bits)
    }

    fn cut(self, bits: u8) -> Self {
        let ip = match self.ip {
            IpAddr::V4(ip) => {
                let mask = u32::MAX.checked_shl(u32::from(32_u8.saturating_sub(bits))).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(ip.to_bits() & mask))
            }
            IpAddr::V6(ip) => {
                let mask = u128::MAX.checked_shl(u32::from(128_u8.saturating_sub(bits))).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & mask))
            }
        };
        Self { ip, bits }
    }
}

/// The number behind the slash: digits without leading zeros, as large as Go's `int` at most.
fn number(bits: &str) -> Option<u64> {
    let fits = bits.bytes().all(|byte| byte.is_ascii_digit()) && (bits.len() == 1 || !bits.starts_with('0'));
    let number = bits.parse().ok().filter(|number: &u64| i64::try_from(*number).is_ok());
    number.filter(|_| fits)
}

/// `String`.
impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.ip, self.bits)
    }
}
