//! Types of `api::core::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::core::v1 as of;

use super::claim::{PERSISTENT_VOLUME_CLAIM_TEMPLATE, PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE};
use super::container::{OBJECT_FIELD_SELECTOR, RESOURCE_FIELD_SELECTOR};
use super::leaves::{BOOLEAN, INT32, INT64, QUANTITY, STRING};
use super::macros::{implement, list, map, object, with};
use super::meta::LABEL_SELECTOR;
use super::pod::LOCAL_OBJECT_REFERENCE;
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const AWS_ELASTIC_BLOCK_STORE_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "partition" may INT32,
    "readOnly" may BOOLEAN,
    "volumeID" must STRING,
};

pub(super) const AZURE_DISK_VOLUME_SOURCE: &TypeDesc = object! {
    "cachingMode" may STRING,
    "diskName" must STRING,
    "diskURI" must STRING,
    "fsType" may with!(STRING, Facet::Default(Literal::String("ext4"))),
    "kind" may STRING,
    "readOnly" may with!(BOOLEAN, Facet::Default(Literal::Bool(false))),
};

pub(super) const AZURE_FILE_VOLUME_SOURCE: &TypeDesc = object! {
    "readOnly" may BOOLEAN,
    "secretName" must STRING,
    "shareName" must STRING,
};

pub(super) const CSI_VOLUME_SOURCE: &TypeDesc = object! {
    "driver" must STRING,
    "fsType" may STRING,
    "nodePublishSecretRef" may LOCAL_OBJECT_REFERENCE,
    "readOnly" may BOOLEAN,
    "volumeAttributes" may map!(STRING),
};

pub(super) const CEPH_FS_VOLUME_SOURCE: &TypeDesc = object! {
    "monitors" must list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "path" may STRING,
    "readOnly" may BOOLEAN,
    "secretFile" may STRING,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
    "user" may STRING,
};

pub(super) const CINDER_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "readOnly" may BOOLEAN,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
    "volumeID" must STRING,
};

pub(super) const CLUSTER_TRUST_BUNDLE_PROJECTION: &TypeDesc = object! {
    "labelSelector" may LABEL_SELECTOR,
    "name" may STRING,
    "optional" may BOOLEAN,
    "path" must STRING,
    "signerName" may STRING,
    "user" may INT64,
};

pub(super) const CONFIG_MAP_PROJECTION: &TypeDesc = object! {
    "items" may list!(KEY_TO_PATH, Facet::ListType(ListTypeDesc::Atomic)),
    "name" may with!(STRING, Facet::Default(Literal::String(""))),
    "optional" may BOOLEAN,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const CONFIG_MAP_VOLUME_SOURCE: &TypeDesc = object! {
    "defaultMode" may INT32,
    "defaultUser" may INT64,
    "items" may list!(KEY_TO_PATH, Facet::ListType(ListTypeDesc::Atomic)),
    "name" may with!(STRING, Facet::Default(Literal::String(""))),
    "optional" may BOOLEAN,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const DOWNWARD_API_PROJECTION: &TypeDesc = object! {
    "items" may list!(DOWNWARD_API_VOLUME_FILE, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const DOWNWARD_API_VOLUME_FILE: &TypeDesc = object! {
    "fieldRef" may OBJECT_FIELD_SELECTOR,
    "mode" may INT32,
    "path" must STRING,
    "resourceFieldRef" may RESOURCE_FIELD_SELECTOR,
    "user" may INT64,
};

pub(super) const DOWNWARD_API_VOLUME_SOURCE: &TypeDesc = object! {
    "defaultMode" may INT32,
    "defaultUser" may INT64,
    "items" may list!(DOWNWARD_API_VOLUME_FILE, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const EMPTY_DIR_VOLUME_SOURCE: &TypeDesc = object! {
    "medium" may STRING,
    "mode" may INT32,
    "sizeLimit" may QUANTITY,
};

pub(super) const EPHEMERAL_VOLUME_SOURCE: &TypeDesc = object! {
    "volumeClaimTemplate" may PERSISTENT_VOLUME_CLAIM_TEMPLATE,
};

pub(super) const FC_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "lun" may INT32,
    "readOnly" may BOOLEAN,
    "targetWWNs" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "wwids" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const FLEX_VOLUME_SOURCE: &TypeDesc = object! {
    "driver" must STRING,
    "fsType" may STRING,
    "options" may map!(STRING),
    "readOnly" may BOOLEAN,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
};

pub(super) const FLOCKER_VOLUME_SOURCE: &TypeDesc = object! {
    "datasetName" may STRING,
    "datasetUUID" may STRING,
};

pub(super) const GCE_PERSISTENT_DISK_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "partition" may INT32,
    "pdName" must STRING,
    "readOnly" may BOOLEAN,
};

pub(super) const GIT_REPO_VOLUME_SOURCE: &TypeDesc = object! {
    "directory" may STRING,
    "repository" must STRING,
    "revision" may STRING,
};

pub(super) const GLUSTERFS_VOLUME_SOURCE: &TypeDesc = object! {
    "endpoints" must STRING,
    "path" must STRING,
    "readOnly" may BOOLEAN,
};

pub(super) const HOST_PATH_VOLUME_SOURCE: &TypeDesc = object! {
    "path" must STRING,
    "type" may STRING,
};

pub(super) const ISCSI_VOLUME_SOURCE: &TypeDesc = object! {
    "chapAuthDiscovery" may BOOLEAN,
    "chapAuthSession" may BOOLEAN,
    "fsType" may STRING,
    "initiatorName" may STRING,
    "iqn" must STRING,
    "iscsiInterface" may with!(STRING, Facet::Default(Literal::String("default"))),
    "lun" must INT32,
    "portals" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "readOnly" may BOOLEAN,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
    "targetPortal" must STRING,
};

pub(super) const IMAGE_VOLUME_SOURCE: &TypeDesc = object! {
    "pullPolicy" may STRING,
    "reference" may STRING,
};

pub(super) const KEY_TO_PATH: &TypeDesc = object! {
    "key" must STRING,
    "mode" may INT32,
    "path" must STRING,
    "user" may INT64,
};

pub(super) const NFS_VOLUME_SOURCE: &TypeDesc = object! {
    "path" must STRING,
    "readOnly" may BOOLEAN,
    "server" must STRING,
};

pub(super) const PHOTON_PERSISTENT_DISK_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "pdID" must STRING,
};

pub(super) const POD_CERTIFICATE_PROJECTION: &TypeDesc = object! {
    "certificateChainPath" may STRING,
    "credentialBundlePath" may STRING,
    "keyPath" may STRING,
    "keyType" must STRING,
    "maxExpirationSeconds" may INT32,
    "signerName" must STRING,
    "user" may INT64,
    "userAnnotations" may map!(STRING),
};

pub(super) const PORTWORX_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "readOnly" may BOOLEAN,
    "volumeID" must STRING,
};

pub(super) const PROJECTED_VOLUME_SOURCE: &TypeDesc = object! {
    "defaultMode" may INT32,
    "defaultUser" may INT64,
    "sources" may list!(VOLUME_PROJECTION, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const QUOBYTE_VOLUME_SOURCE: &TypeDesc = object! {
    "group" may STRING,
    "readOnly" may BOOLEAN,
    "registry" must STRING,
    "tenant" may STRING,
    "user" may STRING,
    "volume" must STRING,
};

pub(super) const RBD_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "image" must STRING,
    "keyring" may with!(STRING, Facet::Default(Literal::String("/etc/ceph/keyring"))),
    "monitors" must list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "pool" may with!(STRING, Facet::Default(Literal::String("rbd"))),
    "readOnly" may BOOLEAN,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
    "user" may with!(STRING, Facet::Default(Literal::String("admin"))),
};

pub(super) const SCALE_IO_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may with!(STRING, Facet::Default(Literal::String("xfs"))),
    "gateway" must STRING,
    "protectionDomain" may STRING,
    "readOnly" may BOOLEAN,
    "secretRef" must LOCAL_OBJECT_REFERENCE,
    "sslEnabled" may BOOLEAN,
    "storageMode" may with!(STRING, Facet::Default(Literal::String("ThinProvisioned"))),
    "storagePool" may STRING,
    "system" must STRING,
    "volumeName" may STRING,
};

pub(super) const SECRET_VOLUME_SOURCE: &TypeDesc = object! {
    "defaultMode" may INT32,
    "defaultUser" may INT64,
    "items" may list!(KEY_TO_PATH, Facet::ListType(ListTypeDesc::Atomic)),
    "optional" may BOOLEAN,
    "secretName" may STRING,
};

pub(super) const SERVICE_ACCOUNT_TOKEN_PROJECTION: &TypeDesc = object! {
    "audience" may STRING,
    "expirationSeconds" may INT64,
    "path" must STRING,
    "user" may INT64,
};

pub(super) const STORAGE_OS_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "readOnly" may BOOLEAN,
    "secretRef" may LOCAL_OBJECT_REFERENCE,
    "volumeName" may STRING,
    "volumeNamespace" may STRING,
};

pub(super) const VOLUME: &TypeDesc = object! {
    "awsElasticBlockStore" may AWS_ELASTIC_BLOCK_STORE_VOLUME_SOURCE,
    "azureDisk" may AZURE_DISK_VOLUME_SOURCE,
    "azureFile" may AZURE_FILE_VOLUME_SOURCE,
    "cephfs" may CEPH_FS_VOLUME_SOURCE,
    "cinder" may CINDER_VOLUME_SOURCE,
    "configMap" may CONFIG_MAP_VOLUME_SOURCE,
    "csi" may CSI_VOLUME_SOURCE,
    "downwardAPI" may DOWNWARD_API_VOLUME_SOURCE,
    "emptyDir" may EMPTY_DIR_VOLUME_SOURCE,
    "ephemeral" may EPHEMERAL_VOLUME_SOURCE,
    "fc" may FC_VOLUME_SOURCE,
    "flexVolume" may FLEX_VOLUME_SOURCE,
    "flocker" may FLOCKER_VOLUME_SOURCE,
    "gcePersistentDisk" may GCE_PERSISTENT_DISK_VOLUME_SOURCE,
    "gitRepo" may GIT_REPO_VOLUME_SOURCE,
    "glusterfs" may GLUSTERFS_VOLUME_SOURCE,
    "hostPath" may HOST_PATH_VOLUME_SOURCE,
    "image" may IMAGE_VOLUME_SOURCE,
    "iscsi" may ISCSI_VOLUME_SOURCE,
    "name" must STRING,
    "nfs" may NFS_VOLUME_SOURCE,
    "persistentVolumeClaim" may PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE,
    "photonPersistentDisk" may PHOTON_PERSISTENT_DISK_VOLUME_SOURCE,
    "portworxVolume" may PORTWORX_VOLUME_SOURCE,
    "projected" may PROJECTED_VOLUME_SOURCE,
    "quobyte" may QUOBYTE_VOLUME_SOURCE,
    "rbd" may RBD_VOLUME_SOURCE,
    "scaleIO" may SCALE_IO_VOLUME_SOURCE,
    "secret" may SECRET_VOLUME_SOURCE,
    "storageos" may STORAGE_OS_VOLUME_SOURCE,
    "vsphereVolume" may VSPHERE_VIRTUAL_DISK_VOLUME_SOURCE,
};

pub(super) const VOLUME_DEVICE: &TypeDesc = object! {
    "devicePath" must STRING,
    "name" must STRING,
};

pub(super) const VOLUME_MOUNT: &TypeDesc = object! {
    "bindMountOptions" may list!(STRING, Facet::ListType(ListTypeDesc::Set)),
    "mountPath" must STRING,
    "mountPropagation" may STRING,
    "name" must STRING,
    "readOnly" may BOOLEAN,
    "recursiveReadOnly" may STRING,
    "subPath" may STRING,
    "subPathExpr" may STRING,
};

pub(super) const VOLUME_PROJECTION: &TypeDesc = object! {
    "clusterTrustBundle" may CLUSTER_TRUST_BUNDLE_PROJECTION,
    "configMap" may CONFIG_MAP_PROJECTION,
    "downwardAPI" may DOWNWARD_API_PROJECTION,
    "podCertificate" may POD_CERTIFICATE_PROJECTION,
    "secret" may CONFIG_MAP_PROJECTION,
    "serviceAccountToken" may SERVICE_ACCOUNT_TOKEN_PROJECTION,
};

pub(super) const VSPHERE_VIRTUAL_DISK_VOLUME_SOURCE: &TypeDesc = object! {
    "fsType" may STRING,
    "storagePolicyID" may STRING,
    "storagePolicyName" may STRING,
    "volumePath" must STRING,
};

implement! {
    AWSElasticBlockStoreVolumeSource: AWS_ELASTIC_BLOCK_STORE_VOLUME_SOURCE,
    AzureDiskVolumeSource: AZURE_DISK_VOLUME_SOURCE,
    AzureFileVolumeSource: AZURE_FILE_VOLUME_SOURCE,
    CSIVolumeSource: CSI_VOLUME_SOURCE,
    CephFSVolumeSource: CEPH_FS_VOLUME_SOURCE,
    CinderVolumeSource: CINDER_VOLUME_SOURCE,
    ClusterTrustBundleProjection: CLUSTER_TRUST_BUNDLE_PROJECTION,
    ConfigMapProjection: CONFIG_MAP_PROJECTION,
    ConfigMapVolumeSource: CONFIG_MAP_VOLUME_SOURCE,
    DownwardAPIProjection: DOWNWARD_API_PROJECTION,
    DownwardAPIVolumeFile: DOWNWARD_API_VOLUME_FILE,
    DownwardAPIVolumeSource: DOWNWARD_API_VOLUME_SOURCE,
    EmptyDirVolumeSource: EMPTY_DIR_VOLUME_SOURCE,
    EphemeralVolumeSource: EPHEMERAL_VOLUME_SOURCE,
    FCVolumeSource: FC_VOLUME_SOURCE,
    FlexVolumeSource: FLEX_VOLUME_SOURCE,
    FlockerVolumeSource: FLOCKER_VOLUME_SOURCE,
    GCEPersistentDiskVolumeSource: GCE_PERSISTENT_DISK_VOLUME_SOURCE,
    GitRepoVolumeSource: GIT_REPO_VOLUME_SOURCE,
    GlusterfsVolumeSource: GLUSTERFS_VOLUME_SOURCE,
    HostPathVolumeSource: HOST_PATH_VOLUME_SOURCE,
    ISCSIVolumeSource: ISCSI_VOLUME_SOURCE,
    ImageVolumeSource: IMAGE_VOLUME_SOURCE,
    KeyToPath: KEY_TO_PATH,
    NFSVolumeSource: NFS_VOLUME_SOURCE,
    PhotonPersistentDiskVolumeSource: PHOTON_PERSISTENT_DISK_VOLUME_SOURCE,
    PortworxVolumeSource: PORTWORX_VOLUME_SOURCE,
    ProjectedVolumeSource: PROJECTED_VOLUME_SOURCE,
    QuobyteVolumeSource: QUOBYTE_VOLUME_SOURCE,
    RBDVolumeSource: RBD_VOLUME_SOURCE,
    ScaleIOVolumeSource: SCALE_IO_VOLUME_SOURCE,
    SecretProjection: CONFIG_MAP_PROJECTION,
    SecretVolumeSource: SECRET_VOLUME_SOURCE,
    ServiceAccountTokenProjection: SERVICE_ACCOUNT_TOKEN_PROJECTION,
    StorageOSVolumeSource: STORAGE_OS_VOLUME_SOURCE,
    Volume: VOLUME,
    VolumeDevice: VOLUME_DEVICE,
    VolumeMount: VOLUME_MOUNT,
    VolumeProjection: VOLUME_PROJECTION,
    VsphereVirtualDiskVolumeSource: VSPHERE_VIRTUAL_DISK_VOLUME_SOURCE,
}
