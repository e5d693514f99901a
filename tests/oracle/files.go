package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// validateCRDFiles validates every v1 CRD in YAML files as a new one: the work
// of a linter, in one request.
func validateCRDFiles(request *request) (answer, error) {
	crds, refused := 0, 0
	for _, path := range request.Paths {
		documents, err := crdsOfFile(path)
		if err != nil {
			return nil, err
		}
		for _, document := range documents {
			request.CRD = document
			result, err := validateCRDCreate(request)
			if err != nil {
				return nil, err
			}
			crds++
			found, decoded := result["errors"].([]answer)
			if !decoded || len(found) > 0 {
				refused++
			}
		}
	}
	return answer{"crds": crds, "refused": refused}, nil
}

// crdsOfFile reads the v1 CRDs of a file as JSON.
func crdsOfFile(path string) ([]json.RawMessage, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader := utilyaml.NewYAMLReader(bufio.NewReader(file))
	var found []json.RawMessage
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		converted, err := yaml.YAMLToJSON(document)
		if err != nil {
			return nil, err
		}
		if isCRD(converted) {
			found = append(found, converted)
		}
	}
}

func isCRD(object []byte) bool {
	head := struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}{}
	err := json.Unmarshal(object, &head)
	return err == nil && head.APIVersion == "apiextensions.k8s.io/v1" && head.Kind == "CustomResourceDefinition"
}
