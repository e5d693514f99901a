//! An address.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::parse::{Parsed, parse};

/// `netip.Addr`: an address, perhaps with a zone.
///
/// ```
/// use crd_schema_go::ip::Addr;
///
/// let address = Addr::parse("2001:DB8::1").unwrap();
/// assert_eq!(address.to_string(), "2001:db8::1");
/// assert!(address.is_global_unicast() && !address.is_loopback());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Addr {
    ip: IpAddr,
    zone: Option<Box<str>>,
}

impl Addr {
    /// `netip.ParseAddr`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert_eq!(Addr::parse("abc").unwrap_err(), "ParseAddr(\"abc\"): unable to parse IP");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let Parsed { ip, zone } = parse(text)?;
        Ok(Self { ip, zone: zone.map(Into::into) })
    }

    pub(super) fn without_zone(ip: IpAddr) -> Self {
        Self { ip, zone: None }
    }

    /// The address without its zone.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert_eq!(Addr::parse("127.0.0.1").unwrap().ip().to_string(), "127.0.0.1");
    /// ```
    pub fn ip(&self) -> IpAddr {
        self.ip
    }

    /// `Zone`: what stands behind the percent sign.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert_eq!(Addr::parse("fe80::1%eth0").unwrap().zone(), Some("eth0"));
    /// ```
    pub fn zone(&self) -> Option<&str> {
        self.zone.as_deref()
    }

    /// `Is4In6`: whether it is an address of IPv4 in one of IPv6.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("::ffff:10.0.0.1").unwrap().is_4_in_6());
    /// ```
    pub fn is_4_in_6(&self) -> bool {
        matches!(self.ip, IpAddr::V6(ip) if ip.to_ipv4_mapped().is_some())
    }

    /// `BitLen`: 32 or 128.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert_eq!(Addr::parse("::1").unwrap().bit_len(), 128);
    /// ```
    pub fn bit_len(&self) -> u8 {
        if self.ip.is_ipv4() { 32 } else { 128 }
    }

    /// `IsUnspecified`.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("0.0.0.0").unwrap().is_unspecified());
    /// ```
    pub fn is_unspecified(&self) -> bool {
        self.ip.is_unspecified() && self.zone.is_none()
    }

    /// `IsLoopback`.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("127.9.9.9").unwrap().is_loopback());
    /// ```
    pub fn is_loopback(&self) -> bool {
        self.unmapped().is_loopback()
    }

    /// `IsLinkLocalMulticast`.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("224.0.0.9").unwrap().is_link_local_multicast());
    /// ```
    pub fn is_link_local_multicast(&self) -> bool {
        match self.unmapped() {
            IpAddr::V4(ip) => matches!(ip.octets(), [224, 0, 0, _]),
            IpAddr::V6(ip) => ip.segments()[0] & 0xff0f == 0xff02,
        }
    }

    /// `IsLinkLocalUnicast`.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("fe80::1").unwrap().is_link_local_unicast());
    /// ```
    pub fn is_link_local_unicast(&self) -> bool {
        match self.unmapped() {
            IpAddr::V4(ip) => ip.is_link_local(),
            IpAddr::V6(ip) => ip.segments()[0] & 0xffc0 == 0xfe80,
        }
    }

    /// `IsGlobalUnicast`: private addresses are global ones, too.
    ///
    /// ```
    /// use crd_schema_go::ip::Addr;
    ///
    /// assert!(Addr::parse("10.0.0.1").unwrap().is_global_unicast());
    /// ```
    pub fn is_global_unicast(&self) -> bool {
        let ip = self.unmapped();
        let is_special = match ip {
            IpAddr::V4(ip) => ip == Ipv4Addr::UNSPECIFIED || ip == Ipv4Addr::BROADCAST,
            IpAddr::V6(ip) => ip == Ipv6Addr::UNSPECIFIED && self.zone.is_none(),
        };
        !(is_special || ip.is_loopback() || ip.is_multicast() || self.is_link_local_unicast())
    }

    fn unmapped(&self) -> IpAddr {
        self.ip.to_canonical()
    }
}

/// `String`: the canonical form.
impl fmt::Display for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ip)?;
        self.zone().map_or(Ok(()), |zone| write!(f, "%{zone}"))
    }
}
