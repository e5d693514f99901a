package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
)

// newStrategy builds the registry strategy of the kind that a request
// expects, which is that of its object when it does not say.
func newStrategy(request *request, object *unstructured.Unstructured) (rest.RESTCreateUpdateStrategy, error) {
	structural, err := structuralSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	validator, err := schemaValidator(request.Schema)
	if err != nil {
		return nil, err
	}
	kind, err := expectedKind(request, object)
	if err != nil {
		return nil, err
	}
	scale, err := scaleOf(request.Scale)
	if err != nil {
		return nil, err
	}
	if !request.Status {
		return customresource.NewStrategy(nil, !request.ClusterScoped, kind, validator, nil, structural, nil, scale, nil), nil
	}
	statusValidator, err := statusValidator(request.Schema)
	if err != nil {
		return nil, err
	}
	strategy := customresource.NewStrategy(nil, !request.ClusterScoped, kind, validator, statusValidator, structural,
		&apiextensions.CustomResourceSubresourceStatus{}, scale, nil)
	return customresource.NewStatusStrategy(strategy), nil
}

// expectedKind reads the kind that a request expects.
func expectedKind(request *request, object *unstructured.Unstructured) (schema.GroupVersionKind, error) {
	if absent(request.Expect) {
		return object.GroupVersionKind(), nil
	}
	expected := struct {
		Group   string `json:"group"`
		Version string `json:"version"`
		Kind    string `json:"kind"`
	}{}
	if err := json.Unmarshal(request.Expect, &expected); err != nil {
		return schema.GroupVersionKind{}, fmt.Errorf("expect: %w", err)
	}
	return schema.GroupVersionKind{Group: expected.Group, Version: expected.Version, Kind: expected.Kind}, nil
}

// scaleOf reads a v1 scale subresource, nil when there is none.
func scaleOf(raw json.RawMessage) (*apiextensions.CustomResourceSubresourceScale, error) {
	if absent(raw) {
		return nil, nil
	}
	external := &apiextensionsv1.CustomResourceSubresourceScale{}
	if err := json.Unmarshal(raw, external); err != nil {
		return nil, fmt.Errorf("scale: %w", err)
	}
	internal := &apiextensions.CustomResourceSubresourceScale{}
	err := apiextensionsv1.Convert_v1_CustomResourceSubresourceScale_To_apiextensions_CustomResourceSubresourceScale(external, internal, nil)
	return internal, err
}

// statusValidator builds the value validator of the status, nil when the
// schema says nothing of it, as the handler of custom resources does.
func statusValidator(raw json.RawMessage) (validation.SchemaValidator, error) {
	internal, _, err := internalSchema(raw)
	if err != nil {
		return nil, err
	}
	status, ok := internal.Properties["status"]
	if !ok {
		return nil, nil
	}
	validator, _, err := validation.NewSchemaValidator(&status)
	return validator, err
}

// strategyWrites builds the strategy once and checks many writes with it: a
// write without an old object is a create.
func strategyWrites(request *request) (answer, error) {
	strategy, err := newStrategy(request, &unstructured.Unstructured{})
	if err != nil {
		return nil, err
	}
	writes := []answer{}
	for i, update := range request.Updates {
		object, err := decodeObject(update.Object)
		if err != nil {
			return nil, fmt.Errorf("updates[%d].object: %w", i, err)
		}
		written := &unstructured.Unstructured{Object: object}
		if absent(update.Old) {
			writes = append(writes, answer{"errors": fieldErrors(strategy.Validate(context.Background(), written))})
			continue
		}
		old, err := decodeObject(update.Old)
		if err != nil {
			return nil, fmt.Errorf("updates[%d].old: %w", i, err)
		}
		errs := rest.ValidateUpdate(context.Background(), written, &unstructured.Unstructured{Object: old}, strategy)
		writes = append(writes, answer{"errors": fieldErrors(errs)})
	}
	return answer{"writes": writes}, nil
}
