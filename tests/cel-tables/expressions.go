package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"

	expr "cel.dev/expr"
	"github.com/google/cel-go/common/types"
	"google.golang.org/protobuf/encoding/protojson"
)

// recorded is an expression of upstream's tests; there are no variables where it was only parsed.
type recorded struct {
	Expression string                     `json:"expression"`
	Variables  map[string]json.RawMessage `json:"variables"`
}

// askTests writes the expressions that tests of cel-go and of Kubernetes' own libraries parse and check: `expressions.ndjson`
// and `library.ndjson`.
func askTests(kubernetes *kubernetes, work, folder string) {
	celGo := copyModule("github.com/google/cel-go", filepath.Join(work, "cel-go"))
	celGo.wrap("checker/checker.go", "Check", "checkUnrecorded")
	celGo.wrap("parser/parser.go", "(p *Parser) Parse", "(p *Parser) parseUnrecorded")
	celGo.add("checker.go.txt", "checker")
	celGo.add("parser.go.txt", "parser")
	ask := func(upstream source, name string, packages ...string) {
		file := filepath.Join(work, name)
		// Some tests are about deadlines, which a slow machine misses. Only expressions are taken from them.
		if err := upstream.test([]string{"RECORD_EXPRESSIONS=" + file}, packages...); err != nil {
			fmt.Println("tests of upstream:", err)
		}
		rows := newTable(filepath.Join(folder, name+".ndjson"))
		for _, asked := range recordedQuestions(file) {
			asked.source = name
			kubernetes.answer(asked, rows)
		}
		rows.done()
	}
	ask(celGo, "expressions", "./parser", "./checker", "./interpreter", "./cel", "./ext")
	server := copyModule("k8s.io/apiserver", filepath.Join(work, "apiserver"))
	server.replace("github.com/google/cel-go", celGo)
	ask(server, "library", "./pkg/cel", "./pkg/cel/common", "./pkg/cel/environment", "./pkg/cel/library")
}

// recordedQuestions are in the order of their expressions, for tests run side by side.
func recordedQuestions(file string) (all []question) {
	found := map[string]question{}
	readLines(file, func(line []byte) {
		row := recorded{}
		check(json.Unmarshal(line, &row))
		asked := row.question()
		key, err := json.Marshal([]any{asked.expression, asked.variables})
		check(err)
		found[string(key)] = asked
	})
	for _, key := range sortedKeys(found) {
		all = append(all, found[key])
	}
	return all
}

// question has the variables that the expression names, with values of their types.
func (r recorded) question() question {
	asked := question{expression: r.Expression, variables: []variable{}}
	for _, name := range sortedKeys(r.Variables) {
		declared := expr.Type{}
		check(protojson.Unmarshal(r.Variables[name], &declared))
		of, err := types.ProtoAsType(&declared)
		if err == nil && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(r.Expression) {
			asked.variables = append(asked.variables, variable{name, rendered(of)})
		}
	}
	asked.evaluations = made(asked.variables)
	return asked
}
