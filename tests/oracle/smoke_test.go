package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// smokeCase is one line of smoke/*.ndjson: a request, the section of the
// behaviour reference that tells what to expect, and the members that the
// answer must have. Where upstream contradicts the reference, the line also
// keeps what the reference says.
type smokeCase struct {
	Why     string                     `json:"why"`
	Request json.RawMessage            `json:"request"`
	Expect  map[string]json.RawMessage `json:"expect"`
}

// TestSmoke sends every smoke request through the line protocol.
func TestSmoke(t *testing.T) {
	files, err := filepath.Glob("smoke/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatalf("no smoke files: %v", err)
	}
	for _, file := range files {
		for number, smoke := range readCases(t, file) {
			t.Run(filepath.Base(file)+"/"+smoke.Why, func(t *testing.T) {
				answer := answerOf(t, smoke.Request)
				for member, want := range smoke.Expect {
					compareField(t, number+1, answer, member, want)
				}
			})
		}
	}
}

// readCases reads one smoke file.
func readCases(t *testing.T, file string) []smokeCase {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases := []smokeCase{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		smoke := smokeCase{}
		if err := json.Unmarshal(lines.Bytes(), &smoke); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, smoke)
	}
	return cases
}

// answerOf runs one request through the line protocol.
func answerOf(t *testing.T, request json.RawMessage) map[string]json.RawMessage {
	t.Helper()
	var out bytes.Buffer
	if err := serve(bytes.NewReader(append(request, '\n')), &out); err != nil {
		t.Fatal(err)
	}
	answer := map[string]json.RawMessage{}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		t.Fatalf("answer %s: %v", out.Bytes(), err)
	}
	return answer
}

// compareField compares one field; errors are compared as a set of messages,
// errorsInOrder as their list.
func compareField(t *testing.T, line int, answer map[string]json.RawMessage, field string, want json.RawMessage) {
	t.Helper()
	got := answer[field]
	switch field {
	case "errors":
		got, want = sortedStrings(t, errorMessages(t, got)), sortedStrings(t, want)
	case "errorsInOrder":
		got = errorMessages(t, answer["errors"])
	}
	if !reflect.DeepEqual(generic(t, got), generic(t, want)) {
		t.Errorf("line %d: %s\n got %s\nwant %s", line, field, got, want)
	}
}

// errorMessages gives the messages of rendered field errors.
func errorMessages(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	errs := []struct {
		Text string `json:"text"`
	}{}
	if err := json.Unmarshal(raw, &errs); err != nil {
		t.Fatalf("errors %s: %v", raw, err)
	}
	list := []string{}
	for _, err := range errs {
		list = append(list, err.Text)
	}
	return marshal(t, list)
}

// sortedStrings sorts a JSON list of strings.
func sortedStrings(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	list := []string{}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return marshal(t, list)
}

func marshal(t *testing.T, value any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// generic decodes JSON for comparison; an absent member is nil.
func generic(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	if len(raw) == 0 {
		return nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
