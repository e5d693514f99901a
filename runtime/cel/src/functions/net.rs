//! IP addresses and networks.
//!
//! Source: `apiserver pkg/cel/library/ip.go`, `cidr.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("cidr", "string_to_cidr", "(string) -> net.CIDR").since(31, 30),
    Row::new("containsCIDR", "cidr_contains_cidr_string", "net.CIDR.(string) -> bool").since(31, 30),
    Row::new("containsCIDR", "cidr_contains_cidr", "net.CIDR.(net.CIDR) -> bool").since(31, 30),
    Row::new("containsIP", "cidr_contains_ip_string", "net.CIDR.(string) -> bool").since(31, 30),
    Row::new("containsIP", "cidr_contains_ip_ip", "net.CIDR.(net.IP) -> bool").since(31, 30),
    Row::new("family", "ip_family", "net.IP.() -> int").since(31, 30),
    Row::new("ip", "string_to_ip", "(string) -> net.IP").since(31, 30),
    Row::new("ip", "cidr_ip", "net.CIDR.() -> net.IP").since(31, 30),
    Row::new("ip.isCanonical", "ip_is_canonical", "(string) -> bool").since(31, 30),
    Row::new("isCIDR", "is_cidr", "(string) -> bool").since(31, 30),
    Row::new("isGlobalUnicast", "ip_is_global_unicast", "net.IP.() -> bool").since(31, 30),
    Row::new("isIP", "is_ip", "(string) -> bool").since(31, 30),
    Row::new("isLinkLocalMulticast", "ip_is_link_local_multicast", "net.IP.() -> bool").since(31, 30),
    Row::new("isLinkLocalUnicast", "ip_is_link_local_unicast", "net.IP.() -> bool").since(31, 30),
    Row::new("isLoopback", "ip_is_loopback", "net.IP.() -> bool").since(31, 30),
    Row::new("isUnspecified", "ip_is_unspecified", "net.IP.() -> bool").since(31, 30),
    Row::new("masked", "cidr_masked", "net.CIDR.() -> net.CIDR").since(31, 30),
    Row::new("prefixLength", "cidr_prefix_length", "net.CIDR.() -> int").since(31, 30),
    Row::new("string", "ip_to_string", "(net.IP) -> string").since(31, 30),
    Row::new("string", "cidr_to_string", "(net.CIDR) -> string").since(31, 30),
];
