// Package input names the Go types that the table is made of: what they embed comes along.
// +groupName=example.com
package input

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Types has a member for each type.
type Types struct {
	Condition            metav1.Condition                              `json:"condition"`
	IntOrString          intstr.IntOrString                            `json:"intOrString"`
	JSON                 apiextensionsv1.JSON                          `json:"json"`
	LabelSelector        metav1.LabelSelector                          `json:"labelSelector"`
	MetricSpec           autoscalingv2.MetricSpec                      `json:"metricSpec"`
	MicroTime            metav1.MicroTime                              `json:"microTime"`
	NodeAddress          corev1.NodeAddress                            `json:"nodeAddress"`
	ObjectMeta           metav1.ObjectMeta                             `json:"objectMeta"`
	ObjectReference      corev1.ObjectReference                        `json:"objectReference"`
	PVCSpec              corev1.PersistentVolumeClaimSpec              `json:"pvcSpec"`
	PVCStatus            corev1.PersistentVolumeClaimStatus            `json:"pvcStatus"`
	PVCTemplate          corev1.PersistentVolumeClaimTemplate          `json:"pvcTemplate"`
	PodTemplateSpec      corev1.PodTemplateSpec                        `json:"podTemplateSpec"`
	Quantity             resource.Quantity                             `json:"quantity"`
	QuotaSpec            corev1.ResourceQuotaSpec                      `json:"quotaSpec"`
	RawExtension         runtime.RawExtension                          `json:"rawExtension"`
	Scaling              autoscalingv2.HorizontalPodAutoscalerBehavior `json:"scaling"`
	SecretReference      corev1.SecretReference                        `json:"secretReference"`
	ServicePort          corev1.ServicePort                            `json:"servicePort"`
	ServiceSpec          corev1.ServiceSpec                            `json:"serviceSpec"`
	Time                 metav1.Time                                   `json:"time"`
	TopologySelectorTerm corev1.TopologySelectorTerm                   `json:"topologySelectorTerm"`
}
