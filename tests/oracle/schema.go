package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"
)

// structural converts a schema and checks that it is structural.
func structural(request *request) (answer, error) {
	internal, strict, err := internalSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	converted, err := structuralschema.NewStructural(internal)
	if err != nil {
		return answer{"conversionError": err.Error(), "errors": []answer{}, "strictErrors": messagesOf(strict)}, nil
	}
	return answer{
		"errors":       fieldErrors(structuralschema.ValidateStructural(prefix(request.Path), converted)),
		"strictErrors": messagesOf(strict),
		"structural":   converted.ToKubeOpenAPI(),
	}, nil
}

// prefix turns the path of a request into a field path, nil when empty.
func prefix(path string) *field.Path {
	if path == "" {
		return nil
	}
	return field.NewPath(path)
}

// internalSchema decodes a v1 schema and converts it to the internal type;
// the list tells what a strict decode would have complained about.
func internalSchema(raw json.RawMessage) (*apiextensions.JSONSchemaProps, []error, error) {
	external := &apiextensionsv1.JSONSchemaProps{}
	strict, err := kjson.UnmarshalStrict(raw, external)
	if err != nil {
		return nil, nil, fmt.Errorf("schema: %w", err)
	}
	internal := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(external, internal, nil); err != nil {
		return nil, nil, fmt.Errorf("schema: %w", err)
	}
	return internal, strict, nil
}

// structuralSchema gives the structural schema of a request, nil when it has
// none.
func structuralSchema(raw json.RawMessage) (*structuralschema.Structural, error) {
	if absent(raw) {
		return nil, nil
	}
	internal, _, err := internalSchema(raw)
	if err != nil {
		return nil, err
	}
	converted, err := structuralschema.NewStructural(internal)
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return converted, nil
}

// schemaAndValue decodes what most operations on values need.
func schemaAndValue(request *request) (*structuralschema.Structural, any, error) {
	schema, err := structuralSchema(request.Schema)
	if err != nil {
		return nil, nil, err
	}
	value, err := decodeValue(request.Object)
	if err != nil {
		return nil, nil, fmt.Errorf("object: %w", err)
	}
	return schema, value, nil
}

// join appends a step to a schema path.
func join(path, step string) string {
	if path == "" {
		return step
	}
	return path + "." + step
}

// sortedKeys gives map keys in a stable order.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
