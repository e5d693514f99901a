package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// coerceMetadata checks and prunes the metadata of embedded resources.
func coerceMetadata(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	coerceErr, unknown := objectmeta.CoerceWithOptions(prefix(request.Path), value, schema, request.IsResourceRoot,
		objectmeta.CoerceOptions{DropInvalidFields: request.Drop, ReturnUnknownFieldPaths: true})
	errs := field.ErrorList{}
	if coerceErr != nil {
		errs = append(errs, coerceErr)
	}
	return answer{"object": value, "unknown": strs(unknown), "errors": fieldErrors(errs)}, nil
}

// rootMetadata takes kind, apiVersion and ObjectMeta out of an object and
// writes ObjectMeta back.
func rootMetadata(request *request) (answer, error) {
	object, err := decodeObject(request.Object)
	if err != nil {
		return nil, err
	}
	for _, member := range []string{"kind", "apiVersion"} {
		if _, _, err := unstructured.NestedString(object, member); err != nil {
			return answer{"decodeError": err.Error(), "errorMember": member}, nil
		}
	}
	meta, found, unknown, err := objectmeta.GetObjectMetaWithOptions(object,
		objectmeta.ObjectMetaOptions{DropMalformedFields: request.Drop, ReturnUnknownFieldPaths: true})
	if err != nil {
		return answer{"decodeError": err.Error(), "errorMember": "metadata"}, nil
	}
	if found {
		if err := objectmeta.SetObjectMeta(object, meta); err != nil {
			return answer{"encodeError": err.Error()}, nil
		}
	}
	return answer{"object": object, "found": found, "unknown": strs(unknown)}, nil
}
