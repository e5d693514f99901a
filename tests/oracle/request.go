package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// request is the union of the members of all operations; see README.md.
type request struct {
	ID json.RawMessage `json:"id"`
	Op string          `json:"op"`

	Function string `json:"function"`

	Text     string   `json:"text"`
	Strict   bool     `json:"strict"`
	Pattern  string   `json:"pattern"`
	Subjects []string `json:"subjects"`
	Strings  []string `json:"strings"`
	Rounds   int      `json:"rounds"`
	Version  string   `json:"version"`

	Updates []update `json:"updates"`
	// Those of apply.
	Steps []applyStep `json:"steps"`
	// By apiVersion, the names on the way to the replicas; null without a scale.
	Mappings map[string][]string `json:"mappings"`

	Path   string          `json:"path"`
	Paths  []string        `json:"paths"`
	Schema json.RawMessage `json:"schema"`
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old"`
	CRD    json.RawMessage `json:"crd"`
	Expect json.RawMessage `json:"expect"`
	Scale  json.RawMessage `json:"scale"`

	IsResourceRoot  bool `json:"isResourceRoot"`
	Drop            bool `json:"drop"`
	PruneNullsFirst bool `json:"pruneNullsFirst"`
	PruneDefaults   bool `json:"pruneDefaults"`
	NotResourceRoot bool `json:"notResourceRoot"`
	CompileOnly     bool `json:"compileOnly"`
	ClusterScoped   bool `json:"clusterScoped"`
	Common          bool `json:"common"`
	Status          bool `json:"status"`
	Raw             bool `json:"raw"`
	YAML            bool `json:"yaml"`
	Full            bool `json:"full"`
}

// update is an old object and the one that takes its place.
type update struct {
	Old    json.RawMessage `json:"old"`
	Object json.RawMessage `json:"object"`
}

// parseRequest reads one request line with case-sensitive member names.
func parseRequest(line []byte) (*request, error) {
	parsed := &request{}
	if err := utiljson.Unmarshal(line, parsed); err != nil {
		return nil, fmt.Errorf("request is not JSON of the documented shape: %w", err)
	}
	return parsed, nil
}

// idOf finds the id of a request whose other members are unusable.
func idOf(line []byte) json.RawMessage {
	partial := struct {
		ID json.RawMessage `json:"id"`
	}{}
	if err := utiljson.Unmarshal(line, &partial); err != nil {
		return nil
	}
	return partial.ID
}

// decodeValue reads any JSON the way the server does: whole literals become
// int64, all others float64.
func decodeValue(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var value any
	if err := utiljson.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	return value, nil
}

// decodeObject reads a JSON object like decodeValue does and refuses the rest.
func decodeObject(raw json.RawMessage) (map[string]any, error) {
	value, err := decodeValue(raw)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("this op needs a JSON object")
	}
	return object, nil
}

// absent tells whether a member is missing or null.
func absent(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}

// trimSpace drops the white space that JSON allows around a value.
func trimSpace(line []byte) []byte {
	return bytes.Trim(line, " \t\r\n")
}
