module oracle-v1beta1

go 1.16

require (
	k8s.io/apiextensions-apiserver v0.21.14
	k8s.io/apimachinery v0.21.14
	k8s.io/apiserver v0.21.14
	k8s.io/client-go v0.21.14
)
