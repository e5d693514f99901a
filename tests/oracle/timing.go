package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apiserver/pkg/registry/rest"
)

// timeWrites repeats the steps of a write over the bodies of a request and tells
// how many nanoseconds all rounds of each have taken.
func timeWrites(request *request) (answer, error) {
	schema, err := structuralSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	if schema == nil {
		return nil, errors.New("schema: missing")
	}
	validator, err := schemaValidator(request.Schema)
	if err != nil {
		return nil, err
	}
	run := writes{request: request, schema: schema, validator: validator}
	if run.strategy, err = newStrategy(request, &unstructured.Unstructured{}); err != nil {
		return nil, err
	}
	if run.decoded, err = run.decodeAll(); err != nil {
		return nil, err
	}
	if !absent(request.Old) {
		if run.old, err = decodeObject(request.Old); err != nil {
			return nil, fmt.Errorf("old: %w", err)
		}
	}
	steps := map[string]func() error{
		"prune": run.prune, "validate": run.validate, "create": run.create, "update": run.update,
	}
	step, known := steps[request.Path]
	if !known {
		return nil, errors.New("path: prune, validate, create or update")
	}
	start := time.Now()
	for range request.Rounds {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return answer{"nanoseconds": time.Since(start).Nanoseconds()}, nil
}

// writes is what the steps work on.
type writes struct {
	request   *request
	schema    *structuralschema.Structural
	validator validation.SchemaValidator
	strategy  rest.RESTCreateUpdateStrategy
	decoded   []map[string]any
	old       map[string]any
}

func (w *writes) prune() error {
	_, err := w.decodeAll()
	return err
}

func (w *writes) validate() error {
	for _, object := range w.decoded {
		validation.ValidateCustomResource(nil, object, w.validator)
	}
	return nil
}

func (w *writes) create() error {
	objects, err := w.decodeAll()
	for _, object := range objects {
		defaulting.Default(object, w.schema)
		rest.ValidateCreate(context.Background(), &unstructured.Unstructured{Object: object}, w.strategy)
	}
	return err
}

// update judges each body in the place of one old object.
func (w *writes) update() error {
	objects, err := w.decodeAll()
	old := &unstructured.Unstructured{Object: w.old}
	for _, object := range objects {
		defaulting.Default(object, w.schema)
		rest.ValidateUpdate(context.Background(), &unstructured.Unstructured{Object: object}, old, w.strategy)
	}
	return err
}

// decodeAll does with each body what the handler's decoder does before it fills in
// defaults (customresource_handler.go, schemaCoercingDecoder, which is not exported).
func (w *writes) decodeAll() ([]map[string]any, error) {
	decoded := make([]map[string]any, 0, len(w.request.Strings))
	for _, text := range w.request.Strings {
		object, err := w.decode(text)
		if err != nil {
			return nil, err
		}
		decoded = append(decoded, object)
	}
	return decoded, nil
}

func (w *writes) decode(text string) (map[string]any, error) {
	read, err := decodeBody(&request{Text: text, Strict: w.request.Strict})
	if err != nil {
		return nil, err
	}
	object, ok := read["object"].(map[string]any)
	if !ok {
		return nil, errors.New("strings: one is not an object")
	}
	meta, _, _, err := objectmeta.GetObjectMetaWithOptions(object,
		objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: w.request.Strict})
	if err != nil {
		return nil, err
	}
	pruning.PruneWithOptions(object, w.schema, true,
		structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: w.request.Strict})
	defaulting.PruneNonNullableNullsWithoutDefaults(object, w.schema)
	if coerceErr, _ := objectmeta.CoerceWithOptions(nil, object, w.schema, false,
		objectmeta.CoerceOptions{ReturnUnknownFieldPaths: w.request.Strict}); coerceErr != nil {
		return nil, coerceErr
	}
	return object, objectmeta.SetObjectMeta(object, meta)
}
