//go:build !minor29

package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
)

// strategyOf gives the strategy of the status where there is one.
func strategyOf(namespaced bool, kind schema.GroupVersionKind, validator, statusValidator validation.SchemaValidator,
	structural *structuralschema.Structural, status *apiextensions.CustomResourceSubresourceStatus,
	scale *apiextensions.CustomResourceSubresourceScale,
) rest.RESTCreateUpdateStrategy {
	strategy := customresource.NewStrategy(nil, namespaced, kind, validator, statusValidator, structural, status, scale, nil)
	if status != nil {
		return customresource.NewStatusStrategy(strategy)
	}
	return strategy
}
