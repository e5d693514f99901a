//! Requests to an authorizer.
//!
//! A rule of a custom resource has no authorizer, and no function here ever finds one. Yet a server declares them for all
//! expressions, so that what it reports of a call is that its arguments do not fit, not that there is no such function.
//!
//! Source: `apiserver pkg/cel/library/authz.go`.

use super::{Row, cost};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    Row::new("allowed", "decision_allowed", "kubernetes.authorization.Decision.() -> bool"),
    Row::new(
        "check",
        "pathcheck_check",
        "kubernetes.authorization.PathCheck.(string) -> kubernetes.authorization.Decision",
    )
    .costs(checked),
    Row::new(
        "check",
        "resourcecheck_check",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.Decision",
    )
    .costs(checked),
    Row::new("error", "decision_error", "kubernetes.authorization.Decision.() -> string"),
    Row::new("errored", "decision_errored", "kubernetes.authorization.Decision.() -> bool"),
    Row::new(
        "fieldSelector",
        "authorizer_fieldselector",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck",
    )
    .costs(selector)
    .since(32, 31),
    Row::new(
        "group",
        "authorizer_group",
        "kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.GroupCheck",
    ),
    Row::new(
        "labelSelector",
        "authorizer_labelselector",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck",
    )
    .costs(selector)
    .since(32, 31),
    Row::new(
        "name",
        "resourcecheck_name",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck",
    ),
    Row::new(
        "namespace",
        "resourcecheck_namespace",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck",
    ),
    Row::new(
        "path",
        "authorizer_path",
        "kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.PathCheck",
    ),
    Row::new("reason", "decision_reason", "kubernetes.authorization.Decision.() -> string"),
    Row::new(
        "resource",
        "groupcheck_resource",
        "kubernetes.authorization.GroupCheck.(string) -> kubernetes.authorization.ResourceCheck",
    ),
    Row::new(
        "serviceAccount",
        "authorizer_serviceaccount",
        "kubernetes.authorization.Authorizer.(string, string) -> kubernetes.authorization.Authorizer",
    ),
    Row::new(
        "subresource",
        "resourcecheck_subresource",
        "kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck",
    ),
];

/// Source: `apiserver pkg/cel/library/cost.go`, `CallCost`.
fn checked(_: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    350_000
}

/// A list, the selector's text, and a list and an object for what may be a requirement.
///
/// Source: `apiserver pkg/cel/library/cost.go`, `selectorCostEstimate`.
fn selector(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    10 + cost::second(args, None) + cost::size_of(args, 1).div_ceil(2) * 50
}
