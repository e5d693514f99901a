package main

import (
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// scaleManagers translates the managed fields of an object to those of its
// scale, and those of the scale after a write back.
func scaleManagers(request *request) (answer, error) {
	var parent, scale []metav1.ManagedFieldsEntry
	if err := json.Unmarshal(request.Old, &parent); err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	if err := json.Unmarshal(request.Object, &scale); err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	version, err := schema.ParseGroupVersion(request.Version)
	if err != nil {
		return nil, err
	}
	mappings := managedfields.ResourcePathMappings{}
	for name, names := range request.Mappings {
		var path fieldpath.Path
		for _, name := range names {
			path = append(path, fieldpath.FieldNameElement(name))
		}
		mappings[name] = path
	}
	handler := managedfields.NewScaleHandler(parent, version, mappings)
	ofScale, err := handler.ToSubresource()
	if err != nil {
		return answer{"scaleError": err.Error()}, nil
	}
	ofObject, err := handler.ToParent(scale)
	if err != nil {
		return answer{"objectError": err.Error(), "scale": ofScale}, nil
	}
	return answer{"scale": ofScale, "object": ofObject}, nil
}
