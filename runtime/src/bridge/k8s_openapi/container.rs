//! Types of `api::core::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::core::v1 as of;

use super::leaves::{BOOLEAN, INT_OR_STRING, INT32, INT64, QUANTITY, STRING};
use super::macros::{implement, list, object, with};
use super::pod::RESOURCE_REQUIREMENTS;
use super::volume::{VOLUME_DEVICE, VOLUME_MOUNT};
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const APP_ARMOR_PROFILE: &TypeDesc = object! {
    "localhostProfile" may STRING,
    "type" must STRING,
};

pub(super) const CAPABILITIES: &TypeDesc = object! {
    "add" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "drop" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const CONFIG_MAP_ENV_SOURCE: &TypeDesc = object! {
    "name" may with!(STRING, Facet::Default(Literal::String(""))),
    "optional" may BOOLEAN,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const CONFIG_MAP_KEY_SELECTOR: &TypeDesc = object! {
    "key" must STRING,
    "name" may with!(STRING, Facet::Default(Literal::String(""))),
    "optional" may BOOLEAN,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const CONTAINER: &TypeDesc = object! {
    "args" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "command" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "env" may list!(ENV_VAR, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "envFrom" may list!(ENV_FROM_SOURCE, Facet::ListType(ListTypeDesc::Atomic)),
    "image" may STRING,
    "imagePullPolicy" may STRING,
    "lifecycle" may LIFECYCLE,
    "livenessProbe" may PROBE,
    "name" must STRING,
    "ports" may list!(CONTAINER_PORT, Facet::ListMapKeys(&["containerPort", "protocol"]), Facet::ListType(ListTypeDesc::Map)),
    "readinessProbe" may PROBE,
    "resizePolicy" may list!(CONTAINER_RESIZE_POLICY, Facet::ListType(ListTypeDesc::Atomic)),
    "resources" may RESOURCE_REQUIREMENTS,
    "restartPolicy" may STRING,
    "restartPolicyRules" may list!(CONTAINER_RESTART_RULE, Facet::ListType(ListTypeDesc::Atomic)),
    "securityContext" may SECURITY_CONTEXT,
    "startupProbe" may PROBE,
    "stdin" may BOOLEAN,
    "stdinOnce" may BOOLEAN,
    "terminationMessagePath" may STRING,
    "terminationMessagePolicy" may STRING,
    "tty" may BOOLEAN,
    "volumeDevices" may list!(VOLUME_DEVICE, Facet::ListMapKeys(&["devicePath"]), Facet::ListType(ListTypeDesc::Map)),
    "volumeMounts" may list!(VOLUME_MOUNT, Facet::ListMapKeys(&["mountPath"]), Facet::ListType(ListTypeDesc::Map)),
    "workingDir" may STRING,
};

pub(super) const CONTAINER_PORT: &TypeDesc = object! {
    "containerPort" must INT32,
    "hostIP" may STRING,
    "hostPort" may INT32,
    "name" may STRING,
    "protocol" may with!(STRING, Facet::Default(Literal::String("TCP"))),
};

pub(super) const CONTAINER_RESIZE_POLICY: &TypeDesc = object! {
    "resourceName" must STRING,
    "restartPolicy" must STRING,
};

pub(super) const CONTAINER_RESTART_RULE: &TypeDesc = object! {
    "action" must STRING,
    "exitCodes" may CONTAINER_RESTART_RULE_ON_EXIT_CODES,
};

pub(super) const CONTAINER_RESTART_RULE_ON_EXIT_CODES: &TypeDesc = object! {
    "operator" must STRING,
    "values" may list!(INT32, Facet::ListType(ListTypeDesc::Set)),
};

pub(super) const ENV_FROM_SOURCE: &TypeDesc = object! {
    "configMapRef" may CONFIG_MAP_ENV_SOURCE,
    "prefix" may STRING,
    "secretRef" may CONFIG_MAP_ENV_SOURCE,
};

pub(super) const ENV_VAR: &TypeDesc = object! {
    "name" must STRING,
    "value" may STRING,
    "valueFrom" may ENV_VAR_SOURCE,
};

pub(super) const ENV_VAR_SOURCE: &TypeDesc = object! {
    "configMapKeyRef" may CONFIG_MAP_KEY_SELECTOR,
    "fieldRef" may OBJECT_FIELD_SELECTOR,
    "fileKeyRef" may FILE_KEY_SELECTOR,
    "resourceFieldRef" may RESOURCE_FIELD_SELECTOR,
    "secretKeyRef" may CONFIG_MAP_KEY_SELECTOR,
};

pub(super) const EPHEMERAL_CONTAINER: &TypeDesc = object! {
    "args" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "command" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "env" may list!(ENV_VAR, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "envFrom" may list!(ENV_FROM_SOURCE, Facet::ListType(ListTypeDesc::Atomic)),
    "image" may STRING,
    "imagePullPolicy" may STRING,
    "lifecycle" may LIFECYCLE,
    "livenessProbe" may PROBE,
    "name" must STRING,
    "ports" may list!(CONTAINER_PORT, Facet::ListMapKeys(&["containerPort", "protocol"]), Facet::ListType(ListTypeDesc::Map)),
    "readinessProbe" may PROBE,
    "resizePolicy" may list!(CONTAINER_RESIZE_POLICY, Facet::ListType(ListTypeDesc::Atomic)),
    "resources" may RESOURCE_REQUIREMENTS,
    "restartPolicy" may STRING,
    "restartPolicyRules" may list!(CONTAINER_RESTART_RULE, Facet::ListType(ListTypeDesc::Atomic)),
    "securityContext" may SECURITY_CONTEXT,
    "startupProbe" may PROBE,
    "stdin" may BOOLEAN,
    "stdinOnce" may BOOLEAN,
    "targetContainerName" may STRING,
    "terminationMessagePath" may STRING,
    "terminationMessagePolicy" may STRING,
    "tty" may BOOLEAN,
    "volumeDevices" may list!(VOLUME_DEVICE, Facet::ListMapKeys(&["devicePath"]), Facet::ListType(ListTypeDesc::Map)),
    "volumeMounts" may list!(VOLUME_MOUNT, Facet::ListMapKeys(&["mountPath"]), Facet::ListType(ListTypeDesc::Map)),
    "workingDir" may STRING,
};

pub(super) const EXEC_ACTION: &TypeDesc = object! {
    "command" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const FILE_KEY_SELECTOR: &TypeDesc = object! {
    "key" must STRING,
    "optional" may with!(BOOLEAN, Facet::Default(Literal::Bool(false))),
    "path" must STRING,
    "volumeName" must STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const GRPC_ACTION: &TypeDesc = object! {
    "mode" may STRING,
    "port" must INT32,
    "service" may with!(STRING, Facet::Default(Literal::String(""))),
};

pub(super) const HTTP_GET_ACTION: &TypeDesc = object! {
    "host" may STRING,
    "httpHeaders" may list!(HTTP_HEADER, Facet::ListType(ListTypeDesc::Atomic)),
    "path" may STRING,
    "port" must INT_OR_STRING,
    "protocol" may STRING,
    "scheme" may STRING,
};

pub(super) const HTTP_HEADER: &TypeDesc = object! {
    "name" must STRING,
    "value" must STRING,
};

pub(super) const LIFECYCLE: &TypeDesc = object! {
    "postStart" may object! {
        "exec" may EXEC_ACTION,
        "httpGet" may HTTP_GET_ACTION,
        "sleep" may SLEEP_ACTION,
        "tcpSocket" may TCP_SOCKET_ACTION,
    },
    "preStop" may object! {
        "exec" may EXEC_ACTION,
        "httpGet" may HTTP_GET_ACTION,
        "sleep" may SLEEP_ACTION,
        "tcpSocket" may TCP_SOCKET_ACTION,
    },
    "stopSignal" may STRING,
};

pub(super) const OBJECT_FIELD_SELECTOR: &TypeDesc = object! {
    "apiVersion" may STRING,
    "fieldPath" must STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const POD_RESOURCE_CLAIM: &TypeDesc = object! {
    "name" must STRING,
    "resourceClaimName" may STRING,
    "resourceClaimTemplateName" may STRING,
};

pub(super) const POD_SECURITY_CONTEXT: &TypeDesc = object! {
    "appArmorProfile" may APP_ARMOR_PROFILE,
    "fsGroup" may INT64,
    "fsGroupChangePolicy" may STRING,
    "runAsGroup" may INT64,
    "runAsNonRoot" may BOOLEAN,
    "runAsUser" may INT64,
    "seLinuxChangePolicy" may STRING,
    "seLinuxOptions" may SE_LINUX_OPTIONS,
    "seccompProfile" may APP_ARMOR_PROFILE,
    "supplementalGroups" may list!(INT64, Facet::ListType(ListTypeDesc::Atomic)),
    "supplementalGroupsPolicy" may STRING,
    "sysctls" may list!(HTTP_HEADER, Facet::ListType(ListTypeDesc::Atomic)),
    "windowsOptions" may WINDOWS_SECURITY_CONTEXT_OPTIONS,
};

pub(super) const PROBE: &TypeDesc = object! {
    "exec" may EXEC_ACTION,
    "failureThreshold" may INT32,
    "grpc" may GRPC_ACTION,
    "httpGet" may HTTP_GET_ACTION,
    "initialDelaySeconds" may INT32,
    "periodSeconds" may INT32,
    "successThreshold" may INT32,
    "tcpSocket" may TCP_SOCKET_ACTION,
    "terminationGracePeriodSeconds" may INT64,
    "timeoutSeconds" may INT32,
};

pub(super) const RESOURCE_CLAIM: &TypeDesc = object! {
    "name" must STRING,
    "request" may STRING,
};

pub(super) const RESOURCE_FIELD_SELECTOR: &TypeDesc = object! {
    "containerName" may STRING,
    "divisor" may QUANTITY,
    "resource" must STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const SE_LINUX_OPTIONS: &TypeDesc = object! {
    "level" may STRING,
    "role" may STRING,
    "type" may STRING,
    "user" may STRING,
};

pub(super) const SECURITY_CONTEXT: &TypeDesc = object! {
    "allowPrivilegeEscalation" may BOOLEAN,
    "appArmorProfile" may APP_ARMOR_PROFILE,
    "capabilities" may CAPABILITIES,
    "privileged" may BOOLEAN,
    "procMount" may STRING,
    "readOnlyRootFilesystem" may BOOLEAN,
    "runAsGroup" may INT64,
    "runAsNonRoot" may BOOLEAN,
    "runAsUser" may INT64,
    "seLinuxOptions" may SE_LINUX_OPTIONS,
    "seccompProfile" may APP_ARMOR_PROFILE,
    "windowsOptions" may WINDOWS_SECURITY_CONTEXT_OPTIONS,
};

pub(super) const SLEEP_ACTION: &TypeDesc = object! {
    "seconds" must INT64,
};

pub(super) const TCP_SOCKET_ACTION: &TypeDesc = object! {
    "host" may STRING,
    "port" must INT_OR_STRING,
};

pub(super) const WINDOWS_SECURITY_CONTEXT_OPTIONS: &TypeDesc = object! {
    "gmsaCredentialSpec" may STRING,
    "gmsaCredentialSpecName" may STRING,
    "hostProcess" may BOOLEAN,
    "runAsUserName" may STRING,
};

implement! {
    AppArmorProfile: APP_ARMOR_PROFILE,
    Capabilities: CAPABILITIES,
    ConfigMapEnvSource: CONFIG_MAP_ENV_SOURCE,
    ConfigMapKeySelector: CONFIG_MAP_KEY_SELECTOR,
    Container: CONTAINER,
    ContainerPort: CONTAINER_PORT,
    ContainerResizePolicy: CONTAINER_RESIZE_POLICY,
    EnvFromSource: ENV_FROM_SOURCE,
    EnvVar: ENV_VAR,
    EnvVarSource: ENV_VAR_SOURCE,
    EphemeralContainer: EPHEMERAL_CONTAINER,
    ExecAction: EXEC_ACTION,
    GRPCAction: GRPC_ACTION,
    HTTPGetAction: HTTP_GET_ACTION,
    HTTPHeader: HTTP_HEADER,
    Lifecycle: LIFECYCLE,
    ObjectFieldSelector: OBJECT_FIELD_SELECTOR,
    PodResourceClaim: POD_RESOURCE_CLAIM,
    PodSecurityContext: POD_SECURITY_CONTEXT,
    Probe: PROBE,
    ResourceClaim: RESOURCE_CLAIM,
    ResourceFieldSelector: RESOURCE_FIELD_SELECTOR,
    SELinuxOptions: SE_LINUX_OPTIONS,
    SeccompProfile: APP_ARMOR_PROFILE,
    SecretEnvSource: CONFIG_MAP_ENV_SOURCE,
    SecretKeySelector: CONFIG_MAP_KEY_SELECTOR,
    SecurityContext: SECURITY_CONTEXT,
    SleepAction: SLEEP_ACTION,
    TCPSocketAction: TCP_SOCKET_ACTION,
    WindowsSecurityContextOptions: WINDOWS_SECURITY_CONTEXT_OPTIONS,
}
