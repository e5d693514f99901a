// Answers as a server of an older minor does; see README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

type answer map[string]any

// request is the union of the members of all operations.
type request struct {
	Op      string          `json:"op"`
	Schema  json.RawMessage `json:"schema"`
	CRD     json.RawMessage `json:"crd"`
	Object  json.RawMessage `json:"object"`
	Old     json.RawMessage `json:"old"`
	Expect  json.RawMessage `json:"expect"`
	Scale   json.RawMessage `json:"scale"`
	Updates []struct {
		Old    json.RawMessage `json:"old"`
		Object json.RawMessage `json:"object"`
	} `json:"updates"`
	ClusterScoped bool `json:"clusterScoped"`
	Common        bool `json:"common"`
	Status        bool `json:"status"`
	Raw           bool `json:"raw"`
}

var operations = map[string]func(*request) (answer, error){
	"cel_updates":         runRulesOnUpdates,
	"strategy_create":     strategyCreate,
	"strategy_update":     strategyUpdate,
	"validate_crd_create": validateCRDCreate,
	"validate_crd_update": validateCRDUpdate,
}

// reply answers one line; what upstream panics on is a failure of that line alone.
func reply(line []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = answer{"error": fmt.Sprint(cause), "failure": "panic"}
		}
	}()
	parsed := &request{}
	if err := json.Unmarshal(line, parsed); err != nil {
		return answer{"error": err.Error(), "failure": "request"}
	}
	run, known := operations[parsed.Op]
	if !known {
		return answer{"error": "unknown op " + parsed.Op, "failure": "request"}
	}
	result, err := run(parsed)
	if err != nil {
		return answer{"error": err.Error(), "failure": "request"}
	}
	return result
}

func fieldErrors(errs field.ErrorList) []answer {
	rendered := []answer{}
	for _, err := range errs {
		rendered = append(rendered, answer{
			"type": string(err.Type), "field": err.Field, "detail": err.Detail, "text": err.Error(),
		})
	}
	return rendered
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			if err := out.Encode(reply(line)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		if err != nil {
			return
		}
	}
}
