package main

import (
	"errors"
	"fmt"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// timeRules repeats one step of the rules of a schema and reports
// how many nanoseconds all rounds have taken.
func timeRules(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	if schema == nil {
		return nil, errors.New("time_rules needs a schema")
	}
	old, err := decodeValue(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	compile := func() *cel.Validator {
		return cel.NewValidator(schema, !request.NotResourceRoot, celconfig.PerCallLimit)
	}
	validator := compile()
	steps := map[string]func(){
		"compile":  func() { compile() },
		"evaluate": func() { validate(validator, request, schema, value, old) },
	}
	step, known := steps[request.Path]
	if !known {
		return nil, errors.New("path: compile or evaluate")
	}
	request.Path = ""
	start := time.Now()
	for range request.Rounds {
		step()
	}
	return answer{"nanoseconds": time.Since(start).Nanoseconds()}, nil
}
