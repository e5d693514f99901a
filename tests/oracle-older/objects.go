package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiservervalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	genericvalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
)

var crdScheme = newCRDScheme()

func newCRDScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return scheme
}

// internalCRD reads a v1 CRD, defaults it and converts it.
func internalCRD(raw json.RawMessage) (*apiextensions.CustomResourceDefinition, error) {
	external := &apiextensionsv1.CustomResourceDefinition{}
	if err := utiljson.Unmarshal(raw, external); err != nil {
		return nil, err
	}
	crdScheme.Default(external)
	internal := &apiextensions.CustomResourceDefinition{}
	return internal, crdScheme.Convert(external, internal, nil)
}

// validateCRDCreate does what the registry does with a new CRD.
func validateCRDCreate(request *request) (answer, error) {
	crd, err := internalCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	ctx, strategy := context.Background(), customresourcedefinition.NewStrategy(crdScheme)
	if !request.Raw {
		strategy.PrepareForCreate(ctx, crd)
	}
	return answer{
		"errors":       fieldErrors(strategy.Validate(ctx, crd)),
		"warnings":     append([]string{}, strategy.WarningsOnCreate(ctx, crd)...),
		"strictErrors": []string{},
	}, nil
}

// validateCRDUpdate does what the registry does with a changed CRD.
func validateCRDUpdate(request *request) (answer, error) {
	old, err := internalCRD(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	crd, err := internalCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	ctx, strategy := context.Background(), customresourcedefinition.NewStrategy(crdScheme)
	if !request.Raw {
		strategy.PrepareForUpdate(ctx, crd, old)
	}
	return answer{
		"errors":       fieldErrors(strategy.ValidateUpdate(ctx, crd, old)),
		"warnings":     append([]string{}, strategy.WarningsOnUpdate(ctx, crd, old)...),
		"strictErrors": []string{},
	}, nil
}

func decodeObject(raw json.RawMessage) (*unstructured.Unstructured, error) {
	var value any
	if err := utiljson.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("this op needs a JSON object")
	}
	return &unstructured.Unstructured{Object: object}, nil
}

func absent(raw json.RawMessage) bool {
	return len(raw) == 0 || string(raw) == "null"
}

func internalSchema(raw json.RawMessage) (*apiextensions.JSONSchemaProps, error) {
	external := &apiextensionsv1.JSONSchemaProps{}
	if err := utiljson.Unmarshal(raw, external); err != nil {
		return nil, err
	}
	internal := &apiextensions.JSONSchemaProps{}
	return internal, apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(external, internal, nil)
}

func newStrategy(request *request) (rest.RESTCreateUpdateStrategy, error) {
	schemaOf, err := structural(request.Schema)
	if err != nil {
		return nil, err
	}
	internal, err := internalSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	validator, _, err := apiservervalidation.NewSchemaValidator(internal)
	if err != nil {
		return nil, err
	}
	kind := schema.GroupVersionKind{}
	if err := json.Unmarshal(request.Expect, &kind); err != nil {
		return nil, err
	}
	var scale *apiextensions.CustomResourceSubresourceScale
	if !absent(request.Scale) {
		external := &apiextensionsv1.CustomResourceSubresourceScale{}
		if err := json.Unmarshal(request.Scale, external); err != nil {
			return nil, err
		}
		scale = &apiextensions.CustomResourceSubresourceScale{}
		err := apiextensionsv1.Convert_v1_CustomResourceSubresourceScale_To_apiextensions_CustomResourceSubresourceScale(external, scale, nil)
		if err != nil {
			return nil, err
		}
	}
	var status *apiextensions.CustomResourceSubresourceStatus
	var statusValidator apiservervalidation.SchemaValidator
	if request.Status {
		status = &apiextensions.CustomResourceSubresourceStatus{}
		if schema, ok := internal.Properties["status"]; ok {
			if statusValidator, _, err = apiservervalidation.NewSchemaValidator(&schema); err != nil {
				return nil, err
			}
		}
	}
	return strategyOf(!request.ClusterScoped, kind, validator, statusValidator, schemaOf, status, scale), nil
}

// strategyCreate runs all that the registry checks on a new custom object.
func strategyCreate(request *request) (answer, error) {
	created, err := decodeObject(request.Object)
	if err != nil {
		return nil, err
	}
	strategy, err := newStrategy(request)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	errs := strategy.Validate(ctx, created)
	if request.Common && len(errs) == 0 {
		errs = genericvalidation.ValidateObjectMetaAccessor(created, strategy.NamespaceScoped(), path.ValidatePathSegmentName, field.NewPath("metadata"))
	}
	return answer{
		"errors":   fieldErrors(errs),
		"warnings": append([]string{}, strategy.WarningsOnCreate(ctx, created)...),
	}, nil
}

// strategyUpdate runs all that the registry checks on a changed object.
func strategyUpdate(request *request) (answer, error) {
	changed, err := decodeObject(request.Object)
	if err != nil {
		return nil, err
	}
	stored, err := decodeObject(request.Old)
	if err != nil {
		return nil, err
	}
	strategy, err := newStrategy(request)
	if err != nil {
		return nil, err
	}
	ctx, metadata := context.Background(), field.NewPath("metadata")
	var errs field.ErrorList
	if request.Common {
		errs = genericvalidation.ValidateObjectMetaAccessor(changed, strategy.NamespaceScoped(), path.ValidatePathSegmentName, metadata)
		errs = append(errs, genericvalidation.ValidateObjectMetaAccessorUpdate(changed, stored, metadata)...)
	}
	errs = append(errs, strategy.ValidateUpdate(ctx, changed, stored)...)
	return answer{
		"errors":   fieldErrors(errs),
		"warnings": append([]string{}, strategy.WarningsOnUpdate(ctx, changed, stored)...),
	}, nil
}
