package main

import (
	"encoding/json"
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

// askCelGo writes the expressions that cel-go's own tests parse and check: `expressions.ndjson`.
func askCelGo(kubernetes *kubernetes, work, folder string) {
	upstream := copyModule("github.com/google/cel-go", filepath.Join(work, "cel-go"))
	upstream.wrap("checker/checker.go", "Check", "checkUnrecorded")
	upstream.wrap("parser/parser.go", "(p *Parser) Parse", "(p *Parser) parseUnrecorded")
	upstream.add("checker.go.txt", "checker")
	upstream.add("parser.go.txt", "parser")
	file := filepath.Join(work, "expressions")
	upstream.test([]string{"RECORD_EXPRESSIONS=" + file}, "./parser", "./checker", "./interpreter", "./cel", "./ext")
	rows := newTable(filepath.Join(folder, "expressions.ndjson"))
	for _, asked := range recordedQuestions(file) {
		kubernetes.answer(asked, rows)
	}
	rows.done()
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
	asked := question{source: "cel-go", expression: r.Expression, variables: []variable{}}
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
