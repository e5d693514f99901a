package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/registry/rest"
)

// validateMetadata checks the metadata of embedded resources.
func validateMetadata(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	errs := objectmeta.Validate(context.Background(), prefix(request.Path), value, schema, request.IsResourceRoot)
	return answer{"errors": fieldErrors(errs)}, nil
}

// listTypes checks that sets and maps have no duplicates.
func listTypes(request *request) (answer, error) {
	schema, err := structuralSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	object, err := decodeObject(request.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	return answer{"errors": fieldErrors(listtype.ValidateListSetsAndMaps(prefix(request.Path), schema, object))}, nil
}

// schemaValidator builds the value validator of a request's schema.
func schemaValidator(raw json.RawMessage) (validation.SchemaValidator, error) {
	internal, _, err := internalSchema(raw)
	if err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(internal)
	return validator, err
}

// validateObjectCreate checks a value against a schema.
func validateObjectCreate(request *request) (answer, error) {
	validator, err := schemaValidator(request.Schema)
	if err != nil {
		return nil, err
	}
	value, err := decodeValue(request.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	return answer{"errors": fieldErrors(validation.ValidateCustomResource(prefix(request.Path), value, validator))}, nil
}

// validateObjectUpdate checks a changed value with ratcheting.
func validateObjectUpdate(request *request) (answer, error) {
	validator, err := schemaValidator(request.Schema)
	if err != nil {
		return nil, err
	}
	correlated, err := correlate(request)
	if err != nil {
		return nil, err
	}
	errs := validation.ValidateCustomResourceUpdate(prefix(request.Path), correlated.Value, correlated.OldValue,
		validator, validation.WithRatcheting(correlated))
	return answer{"errors": fieldErrors(errs)}, nil
}

// correlate pairs the new and the old value of a request.
func correlate(request *request) (*common.CorrelatedObject, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	old, err := decodeValue(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	return common.NewCorrelatedObject(value, old, &model.Structural{Structural: schema}), nil
}

// strategyCreate runs all that the registry checks on a new custom object.
func strategyCreate(request *request) (answer, error) {
	object, err := decodeObject(request.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	created := &unstructured.Unstructured{Object: object}
	strategy, err := newStrategy(request, created)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	validate := strategy.Validate
	if request.Common {
		validate = func(ctx context.Context, obj runtime.Object) field.ErrorList {
			return rest.ValidateCreate(ctx, obj, strategy)
		}
	}
	return answer{
		"errors":   fieldErrors(validate(ctx, created)),
		"warnings": strs(strategy.WarningsOnCreate(ctx, created)),
	}, nil
}

// strategyUpdate runs all that the registry checks on a changed object.
func strategyUpdate(request *request) (answer, error) {
	object, err := decodeObject(request.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	old, err := decodeObject(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	changed, stored := &unstructured.Unstructured{Object: object}, &unstructured.Unstructured{Object: old}
	strategy, err := newStrategy(request, changed)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	validate := strategy.ValidateUpdate
	if request.Common {
		validate = func(ctx context.Context, obj, old runtime.Object) field.ErrorList {
			return rest.ValidateUpdate(ctx, obj, old, strategy)
		}
	}
	return answer{
		"errors":   fieldErrors(validate(ctx, changed, stored)),
		"warnings": strs(strategy.WarningsOnUpdate(ctx, changed, stored)),
	}, nil
}
