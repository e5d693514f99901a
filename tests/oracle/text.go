package main

import (
	"encoding/json"
	"regexp"

	"sigs.k8s.io/yaml"
)

// yamlToJSON converts YAML the way the server converts a YAML body.
func yamlToJSON(request *request) (answer, error) {
	convert := yaml.YAMLToJSON
	if request.Strict {
		convert = yaml.YAMLToJSONStrict
	}
	converted, err := convert([]byte(request.Text))
	if err != nil {
		return answer{"error": err.Error()}, nil
	}
	return answer{"value": json.RawMessage(converted)}, nil
}

// matchPattern compiles a pattern with Go's RE2 and matches it unanchored.
func matchPattern(request *request) (answer, error) {
	compiled, err := regexp.Compile(request.Pattern)
	if err != nil {
		return answer{"error": err.Error()}, nil
	}
	matches := make([]bool, 0, len(request.Subjects))
	for _, subject := range request.Subjects {
		matches = append(matches, compiled.MatchString(subject))
	}
	return answer{"matches": matches}, nil
}
