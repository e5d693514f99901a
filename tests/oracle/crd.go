package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
)

// crdScheme knows the defaults and conversions of CRDs.
var crdScheme = newCRDScheme()

func newCRDScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return scheme
}

// decodeCRD reads a v1 CRD and applies the v1 defaults.
func decodeCRD(raw json.RawMessage) (*apiextensionsv1.CustomResourceDefinition, []error, error) {
	external := &apiextensionsv1.CustomResourceDefinition{}
	strict, err := kjson.UnmarshalStrict(raw, external)
	if err != nil {
		return nil, nil, err
	}
	crdScheme.Default(external)
	return external, strict, nil
}

// internalCRD reads a v1 CRD, defaults it and converts it.
func internalCRD(raw json.RawMessage) (*apiextensions.CustomResourceDefinition, []error, error) {
	external, strict, err := decodeCRD(raw)
	if err != nil {
		return nil, nil, err
	}
	internal := &apiextensions.CustomResourceDefinition{}
	if err := crdScheme.Convert(external, internal, nil); err != nil {
		return nil, nil, err
	}
	return internal, strict, nil
}

// defaultCRD gives a CRD with the v1 defaults.
func defaultCRD(request *request) (answer, error) {
	external, strict, err := decodeCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	return answer{"crd": external, "strictErrors": messagesOf(strict)}, nil
}

// validateCRDCreate does what the registry does with a new CRD.
func validateCRDCreate(request *request) (answer, error) {
	crd, strict, err := internalCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	ctx, strategy := context.Background(), customresourcedefinition.NewStrategy(crdScheme)
	if !request.Raw {
		strategy.PrepareForCreate(ctx, crd)
	}
	return answer{
		"errors":       fieldErrors(strategy.Validate(ctx, crd)),
		"warnings":     strs(strategy.WarningsOnCreate(ctx, crd)),
		"strictErrors": messagesOf(strict),
	}, nil
}

// validateCRDUpdate does what the registry does with a changed CRD.
func validateCRDUpdate(request *request) (answer, error) {
	old, _, err := internalCRD(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	crd, strict, err := internalCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	ctx, strategy := context.Background(), customresourcedefinition.NewStrategy(crdScheme)
	if !request.Raw {
		strategy.PrepareForUpdate(ctx, crd, old)
	}
	return answer{
		"errors":       fieldErrors(strategy.ValidateUpdate(ctx, crd, old)),
		"warnings":     strs(strategy.WarningsOnUpdate(ctx, crd, old)),
		"strictErrors": messagesOf(strict),
	}, nil
}
