package main

import "fmt"

// madeOf are values of simple types, as expressions.
var madeOf = map[string][]string{
	"bool":      {"true", "false"},
	"bytes":     {"b'abc'", "b''", `b'\xff'`},
	"double":    {"1.5", "-0.5", "2.0", "1e300"},
	"duration":  {"duration('90m')", "duration('-1s')", "duration('0.000000001s')"},
	"dyn":       {"1", "'abc'", "[1, 2, 3]", "{'a': 1, 'b': 2}", "2.5", "true", "null", "{'name': {'first': 'x'}}", "5u"},
	"int":       {"2", "-1", "0", "42"},
	"null":      {"null"},
	"string":    {"'abc'", "''", "'h\u00e9llo w\u00f6rld'", "'2'"},
	"timestamp": {"timestamp('2024-02-29T12:34:56.789Z')", "timestamp('1969-12-31T23:59:59+02:00')"},
	"uint":      {"2u", "0u", "7u"},
}

// made gives each variable several values in turn, the last time none. Each starts elsewhere, so that they do not go together.
func made(variables []variable) []map[string]string {
	if len(variables) == 0 {
		return []map[string]string{{}}
	}
	all := []map[string]string{}
	for turn := range 5 {
		bindings := map[string]string{}
		for place, of := range variables {
			bindings[of.Name] = madeValue(of.Type, turn+2*place)
		}
		all = append(all, bindings)
	}
	return append(all, map[string]string{})
}

// madeValue is a value of a type as rows have it.
func madeValue(of any, turn int) string {
	if name, ok := of.(string); ok {
		return madeOf[name][turn%len(madeOf[name])]
	}
	parts := of.([]any)
	parameter := func(index, turn int) string { return madeValue(parts[index], turn) }
	switch parts[0] {
	case "list":
		one, other := parameter(1, turn), parameter(1, turn+1)
		return []string{"[dyn(" + one + "), dyn(" + other + ")]", "[" + one + "]", "[]"}[turn%3]
	case "map":
		entry := "dyn(" + parameter(1, turn) + "): dyn(" + parameter(2, turn) + ")"
		more := "dyn(" + parameter(1, turn+1) + "): dyn(" + parameter(2, turn+1) + ")"
		return []string{"{" + entry + "}", "{" + entry + ", " + more + "}", "{}"}[turn%3]
	case "optional":
		return []string{fmt.Sprintf("optional.of(%s)", parameter(1, turn)), "optional.none()"}[turn%2]
	}
	return []string{"int", "string", "list"}[turn%3]
}
