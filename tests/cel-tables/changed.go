package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// changes is how many changed expressions are asked, CEL_COUNT if it is set.
const changes = 20_000

var tokens = regexp.MustCompile(
	`(?:[rRbB]{0,2}"(?:[^"\\\n]|\\.)*"|[rRbB]{0,2}'(?:[^'\\\n]|\\.)*'|[0-9][0-9.eEx]*u?|[A-Za-z_][A-Za-z_0-9]*|&&|\|\||[=!<>]=|\s+|.)`,
)

// askChanged writes expressions of other tables that compile with some of their tokens changed: `changed.ndjson`.
func askChanged(kubernetes *kubernetes, folder string) {
	bases, kinds := []row{}, map[string][]string{}
	for _, name := range []string{"spec", "expressions", "library"} {
		readLines(filepath.Join(folder, name+".ndjson"), func(line []byte) {
			base := row{}
			check(json.Unmarshal(line, &base))
			if base.Answers[0]["issues"] != nil || base.Answers[0]["panic"] != nil || len(base.Expression) > 300 {
				return
			}
			bases = append(bases, base)
			for _, token := range tokens.FindAllString(base.Expression, -1) {
				kinds[kindOf(token)] = append(kinds[kindOf(token)], token)
			}
		})
	}
	count, random := number("CEL_COUNT", changes), rand.New(rand.NewPCG(uint64(number("CEL_SEED", 366911726)), 0))
	rows := newTable(filepath.Join(folder, "changed.ndjson"))
	for range count {
		base := bases[random.IntN(len(bases))]
		asked := question{source: "changed", variables: base.Variables, evaluations: []map[string]string{base.Bindings}}
		asked.expression = changed(base.Expression, kinds, random)
		kubernetes.answer(asked, rows)
	}
	rows.done()
}

// changed is an expression with one to three tokens drawn anew, each of its kind.
func changed(expression string, kinds map[string][]string, random *rand.Rand) string {
	parts := tokens.FindAllString(expression, -1)
	for range 1 + random.IntN(3) {
		place := random.IntN(len(parts))
		if others := kinds[kindOf(parts[place])]; len(others) > 0 {
			parts[place] = others[random.IntN(len(others))]
		}
	}
	return strings.Join(parts, "")
}

// kindOf is what a token may be exchanged for; blanks and brackets are for themselves.
func kindOf(token string) string {
	switch {
	case strings.ContainsAny(token, `'"`):
		return "string"
	case token[0] >= '0' && token[0] <= '9':
		return "number"
	case regexp.MustCompile(`^[A-Za-z_]`).MatchString(token):
		return "name"
	case strings.Contains("+-*/%<>=!&|", token[:1]):
		return "operator"
	}
	return token
}

// number is that of a variable of the environment, or another one.
func number(variable string, otherwise int) int {
	if found, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return found
	}
	return otherwise
}
