package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/klog/v2"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// UpdateNoErrors logs what the answer has, too.
func init() {
	klog.SetLogger(logr.Discard())
}

// applyStep is one request to a field manager. A live object stands for what
// the steps before have left; null is none.
type applyStep struct {
	Op          string          `json:"op"`
	Version     string          `json:"version"`
	Subresource string          `json:"subresource"`
	Manager     string          `json:"manager"`
	Force       bool            `json:"force"`
	Time        time.Time       `json:"time"`
	Live        json.RawMessage `json:"live"`
	Object      json.RawMessage `json:"object"`
}

// fieldManagers has the managers of a CRD, made as the handler of custom
// resources makes them.
type fieldManagers struct {
	crd       *apiextensionsv1.CustomResourceDefinition
	converter managedfields.TypeConverter
	objects   runtime.ObjectConvertor
	defaulter defaulter
}

// applySteps runs a sequence of applies and updates, each on what the one
// before has left, or on a live object of its own.
func applySteps(request *request) (answer, error) {
	managers, err := newFieldManagers(request)
	if err != nil {
		return nil, err
	}
	var live *unstructured.Unstructured
	results := []answer{}
	for i, step := range request.Steps {
		if len(step.Live) > 0 {
			if live, err = liveObject(step.Live); err != nil {
				return nil, fmt.Errorf("steps[%d].live: %w", i, err)
			}
		}
		result, next, err := managers.run(step, live)
		if err != nil {
			return nil, fmt.Errorf("steps[%d]: %w", i, err)
		}
		results = append(results, result)
		live = next
	}
	return answer{"steps": results}, nil
}

func liveObject(raw json.RawMessage) (*unstructured.Unstructured, error) {
	if absent(raw) {
		return nil, nil
	}
	object, err := decodeObject(raw)
	return &unstructured.Unstructured{Object: object}, err
}

// newFieldManagers does what getOrCreateServingInfoFor does for one CRD.
func newFieldManagers(request *request) (*fieldManagers, error) {
	crd, _, err := decodeCRD(request.CRD)
	if err != nil {
		return nil, err
	}
	documents := []*spec3.OpenAPI{{
		Version:    "3.0.0",
		Info:       &spec.Info{InfoProps: spec.InfoProps{Title: "Kubernetes CRD Swagger", Version: "v0.1.0"}},
		Components: &spec3.Components{Schemas: map[string]*spec.Schema{}},
	}}
	structurals := map[string]*structuralschema.Structural{}
	for _, version := range crd.Spec.Versions {
		document, err := builder.BuildOpenAPIV3(crd, version.Name, builder.Options{})
		if err != nil {
			return nil, err
		}
		documents = append(documents, document)
		if structurals[version.Name], err = servedSchema(version); err != nil {
			return nil, err
		}
	}
	merged, err := builder.MergeSpecsV3(documents...)
	if err != nil {
		return nil, err
	}
	types, err := managedfields.NewTypeConverter(merged.Components.Schemas, crd.Spec.PreserveUnknownFields)
	if err != nil {
		return nil, err
	}
	factory, err := conversion.NewCRConverterFactory(nil, nil)
	if err != nil {
		return nil, err
	}
	safe, _, err := factory.NewConverter(crd)
	if err != nil {
		return nil, err
	}
	return &fieldManagers{crd, types, safe, structurals}, nil
}

// servedSchema gives the schema of a version with pruned defaults.
func servedSchema(version apiextensionsv1.CustomResourceDefinitionVersion) (*structuralschema.Structural, error) {
	if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
		return nil, nil
	}
	internal := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
		return nil, err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	return structural, structuraldefaulting.PruneDefaults(structural)
}

// defaulter and creater are what the handler has under unexported names.
type defaulter map[string]*structuralschema.Structural

func (d defaulter) Default(in runtime.Object) {
	object := in.(*unstructured.Unstructured)
	structuraldefaulting.Default(object.Object, d[object.GroupVersionKind().Version])
}

type creater struct{}

func (creater) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	return object, nil
}

func (m *fieldManagers) kind(version string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: m.crd.Spec.Group, Version: version, Kind: m.crd.Spec.Names.Kind}
}

// resetFields are those of the strategies of a custom resource: the main one
// knows its own version, that of the status all of them.
func (m *fieldManagers) resetFields(step applyStep) map[fieldpath.APIVersion]*fieldpath.Set {
	reset := map[fieldpath.APIVersion]*fieldpath.Set{}
	for _, version := range m.crd.Spec.Versions {
		if version.Subresources == nil || version.Subresources.Status == nil {
			continue
		}
		name := fieldpath.APIVersion(m.kind(version.Name).GroupVersion().String())
		switch {
		case step.Subresource == "status":
			reset[name] = fieldpath.NewSet(fieldpath.MakePathOrDie("metadata"), fieldpath.MakePathOrDie("spec"))
		case step.Subresource == "" && version.Name == step.Version:
			reset[name] = fieldpath.NewSet(fieldpath.MakePathOrDie("status"))
		}
	}
	return reset
}

// run answers one step, and gives the live object of the next one.
func (m *fieldManagers) run(step applyStep, live *unstructured.Unstructured) (answer, *unstructured.Unstructured, error) {
	kind := m.kind(step.Version)
	manager, err := managedfields.NewDefaultCRDFieldManager(m.converter, m.objects, m.defaulter, creater{}, kind,
		kind.GroupVersion(), step.Subresource, fieldpath.NewExcludeFilterSetMap(m.resetFields(step)))
	if err != nil {
		return nil, nil, err
	}
	object, err := decodeObject(step.Object)
	if err != nil {
		return nil, nil, err
	}
	given := live
	if given == nil {
		created, _ := creater{}.New(kind)
		given = created.(*unstructured.Unstructured)
	}
	requested := &unstructured.Unstructured{Object: object}
	ask := func() (runtime.Object, error) {
		switch step.Op {
		case "apply":
			return manager.Apply(given.DeepCopy(), requested.DeepCopy(), step.Manager, step.Force)
		case "update":
			return manager.Update(given.DeepCopy(), requested.DeepCopy(), step.Manager)
		}
		return nil, errors.New("op is apply or update")
	}
	before := time.Now()
	result, err := ask()
	if err != nil {
		failed := afterTries(err, ask)
		if step.Op == "update" {
			kept := manager.UpdateNoErrors(given.DeepCopy(), requested.DeepCopy(), step.Manager)
			failed["object"] = kept
		}
		return failed, live, nil
	}
	next := result.(*unstructured.Unstructured)
	setTimes(next, before, step.Time)
	return answer{"object": next.DeepCopy().Object}, next, nil
}

// afterTries renders an error; where upstream walks a map its words differ from
// one try to the next: the lines of many tries are collected.
func afterTries(first error, ask func() (runtime.Object, error)) answer {
	lines, messages := map[string]bool{}, map[string]bool{}
	tries := 12
	// The walk of an object ends there, after few errors or many.
	if strings.Contains(first.Error(), "field not declared") {
		tries = 100
	}
	for range tries {
		if _, err := ask(); err != nil {
			messages[err.Error()] = true
			for _, line := range strings.Split(err.Error(), "\n") {
				lines[line] = true
			}
		}
	}
	result := answer{"error": first.Error(), "lines": sortedKeys(lines), "messages": sortedKeys(messages)}
	var status apierrors.APIStatus
	if errors.As(first, &status) {
		result["status"] = status.Status()
	}
	return result
}

// setTimes gives the entries of this step the time of the step.
func setTimes(object *unstructured.Unstructured, before, now time.Time) {
	entries := slices.Clone(object.GetManagedFields())
	if entries == nil {
		return
	}
	for i := range entries {
		if at := entries[i].Time; at != nil && !at.Time.Before(before.Truncate(time.Second)) {
			entries[i].Time = &metav1.Time{Time: now}
		}
	}
	object.SetManagedFields(entries)
}
