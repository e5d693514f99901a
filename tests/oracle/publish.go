package main

import (
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// unfold gives a structural schema as it is published.
func unfold(request *request) (answer, error) {
	schema, err := structuralSchema(request.Schema)
	if err != nil {
		return nil, err
	}
	return answer{"structural": schema.Unfold().ToKubeOpenAPI()}, nil
}

// openAPIV2 gives what /openapi/v2 shows of one version, with the options of
// the controller and without defaults, as the controller does.
func openAPIV2(request *request) (answer, error) {
	crd, _, err := decodeCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	swagger, err := builder.BuildOpenAPIV2(crd, request.Version, builder.Options{V2: true, IncludeSelectableFields: true})
	if err != nil {
		return answer{"buildError": err.Error()}, nil
	}
	all := handler.PruneDefaults(swagger.Definitions)
	definitions := map[string]*spec.Schema{}
	for name := range all {
		definition := all[name]
		definitions[name] = &definition
	}
	result := published(request, crd, definitions)
	if request.Full {
		result["document"] = swagger
	}
	return result, nil
}

// openAPIV3 gives what /openapi/v3 shows of one version, with the options of
// the controller.
func openAPIV3(request *request) (answer, error) {
	crd, _, err := decodeCRD(request.CRD)
	if err != nil {
		return answer{"decodeError": err.Error()}, nil
	}
	document, err := builder.BuildOpenAPIV3(crd, request.Version, builder.Options{IncludeSelectableFields: true})
	if err != nil {
		return answer{"buildError": err.Error()}, nil
	}
	result := published(request, crd, document.Components.Schemas)
	if request.Full {
		result["document"] = document
	}
	return result, nil
}

// published keeps the definitions of the kind and of its list, all of them on
// request, and the names of the others.
func published(request *request, crd *apiextensionsv1.CustomResourceDefinition, all map[string]*spec.Schema) answer {
	group := strings.Split(crd.Spec.Group, ".")
	slices.Reverse(group)
	prefix := strings.Join(group, ".") + "." + request.Version + "."
	kept, others := map[string]*spec.Schema{}, []string{}
	for _, name := range sortedKeys(all) {
		if request.Full || name == prefix+crd.Spec.Names.Kind || name == prefix+crd.Spec.Names.ListKind {
			kept[name] = all[name]
		} else {
			others = append(others, name)
		}
	}
	return answer{"definitions": kept, "others": others}
}
