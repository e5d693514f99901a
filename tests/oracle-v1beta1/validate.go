package main

import (
	"context"
	"encoding/json"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
)

// crdScheme knows the defaults and conversions of CRDs.
var crdScheme = newScheme()

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return scheme
}

// validate does what the registry does with a definition that is posted or
// put in v1beta1.
func validate(asked request) ([]answer, error) {
	crd, err := decode(asked.CRD)
	if err != nil {
		return nil, err
	}
	info := &genericapirequest.RequestInfo{APIGroup: v1beta1.GroupName, APIVersion: "v1beta1"}
	ctx := genericapirequest.WithRequestInfo(context.Background(), info)
	strategy := customresourcedefinition.NewStrategy(crdScheme)
	if len(asked.Old) == 0 {
		strategy.PrepareForCreate(ctx, crd)
		return render(strategy.Validate(ctx, crd)), nil
	}
	old, err := decode(asked.Old)
	if err != nil {
		return nil, err
	}
	strategy.PrepareForUpdate(ctx, crd, old)
	return render(strategy.ValidateUpdate(ctx, crd, old)), nil
}

// decode reads a v1beta1 definition, defaults it and converts it.
func decode(raw json.RawMessage) (*apiextensions.CustomResourceDefinition, error) {
	external := &v1beta1.CustomResourceDefinition{}
	if err := json.Unmarshal(raw, external); err != nil {
		return nil, err
	}
	crdScheme.Default(external)
	internal := &apiextensions.CustomResourceDefinition{}
	if err := crdScheme.Convert(external, internal, nil); err != nil {
		return nil, err
	}
	return internal, nil
}

func render(list field.ErrorList) []answer {
	rendered := []answer{}
	for _, err := range list {
		rendered = append(rendered, answer{"type": string(err.Type), "field": err.Field, "detail": err.Detail})
	}
	return rendered
}
