package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"

	crdscheme "k8s.io/apiextensions-apiserver/pkg/crdserverscheme"
)

// creator makes the empty objects that a body is decoded into.
type creator struct{}

// New implements runtime.ObjectCreater.
func (creator) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	return object, nil
}

// decodeBody runs the serializer of a request body into an unstructured object,
// as the server does for custom resources (versioning.codec makes the target);
// the schema coercion that follows in the server is not exported.
func decodeBody(request *request) (answer, error) {
	serializer := json.NewSerializerWithOptions(json.DefaultMetaFactory, creator{},
		crdscheme.NewUnstructuredObjectTyper(), json.SerializerOptions{Yaml: request.YAML, Strict: request.Strict})
	decoded, _, err := serializer.Decode([]byte(request.Text), nil, &unstructured.Unstructured{})
	result := answer{"strictErrors": []string{}}
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		result["strictErrors"] = messagesOf(strict.Errors())
	} else if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	if object, ok := decoded.(*unstructured.Unstructured); ok {
		result["object"] = object.Object
	}
	return result, nil
}
