package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	expr "cel.dev/expr"
	_ "cel.dev/expr/conformance/proto2"
	_ "cel.dev/expr/conformance/proto3"
	conformance "cel.dev/expr/conformance/test"
	"github.com/google/cel-go/common/types"
	"google.golang.org/protobuf/encoding/prototext"
)

// askSpec writes the simple tests of cel-spec: `spec.ndjson`. What they expect is not asked: a server's answer counts.
func askSpec(kubernetes *kubernetes, folder string) {
	files, err := filepath.Glob(filepath.Join(moduleFolder("cel.dev/expr"), "tests/simple/testdata/*.textproto"))
	check(err)
	rows := newTable(filepath.Join(folder, "spec.ndjson"))
	for _, path := range files {
		for _, asked := range questions(path) {
			kubernetes.answer(asked, rows)
		}
	}
	rows.done()
}

func questions(path string) (all []question) {
	text, err := os.ReadFile(path)
	check(err)
	file := conformance.SimpleTestFile{}
	check(prototext.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(text, &file))
	name := strings.TrimSuffix(filepath.Base(path), ".textproto")
	for _, section := range file.Section {
		for _, test := range section.Test {
			if asked, ok := questionOf(test); ok {
				asked.source = strings.Join([]string{name, section.Name, test.Name}, "/")
				all = append(all, asked)
			}
		}
	}
	return all
}

// questionOf leaves out tests of what a server has not: messages of protobuf, containers, functions of the test.
func questionOf(test *conformance.SimpleTest) (question, bool) {
	asked := question{expression: test.Expr, variables: []variable{}}
	if test.Container != "" || strings.Contains(test.Expr, "TestAllTypes") {
		return asked, false
	}
	declared := map[string]bool{}
	for _, declaration := range test.TypeEnv {
		of, err := types.ProtoAsType(declaration.GetIdent().GetType())
		if err != nil {
			return asked, false
		}
		declared[declaration.Name] = true
		asked.variables = append(asked.variables, variable{declaration.Name, rendered(of)})
	}
	bindings := map[string]string{}
	for _, name := range sortedKeys(test.Bindings) {
		literal, ok := literal(test.Bindings[name].GetValue())
		if !ok {
			return asked, false
		}
		bindings[name] = literal
		if !declared[name] {
			asked.variables = append(asked.variables, variable{name, "dyn"})
		}
	}
	asked.evaluations = []map[string]string{bindings}
	return asked, true
}

// literal is a value as an expression; items are `dyn`, for those of a literal must be of one type.
func literal(value *expr.Value) (string, bool) {
	switch kind := value.GetKind().(type) {
	case *expr.Value_NullValue:
		return "null", true
	case *expr.Value_BoolValue:
		return strconv.FormatBool(kind.BoolValue), true
	case *expr.Value_Int64Value:
		return strconv.FormatInt(kind.Int64Value, 10), true
	case *expr.Value_Uint64Value:
		return strconv.FormatUint(kind.Uint64Value, 10) + "u", true
	case *expr.Value_DoubleValue:
		return fmt.Sprintf("double(%q)", strconv.FormatFloat(kind.DoubleValue, 'g', -1, 64)), true
	case *expr.Value_StringValue:
		return strconv.Quote(kind.StringValue), true
	case *expr.Value_BytesValue:
		return "b" + octal(kind.BytesValue), true
	case *expr.Value_TypeValue:
		return kind.TypeValue, true
	case *expr.Value_ListValue:
		return listLiteral(kind.ListValue.Values)
	case *expr.Value_MapValue:
		return mapLiteral(kind.MapValue.Entries)
	}
	return "", false
}

func octal(bytes []byte) string {
	text := strings.Builder{}
	for _, one := range bytes {
		fmt.Fprintf(&text, "\\%03o", one)
	}
	return "'" + text.String() + "'"
}

func listLiteral(items []*expr.Value) (string, bool) {
	parts := []string{}
	for _, item := range items {
		part, ok := literal(item)
		if !ok {
			return "", false
		}
		parts = append(parts, "dyn("+part+")")
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

func mapLiteral(entries []*expr.MapValue_Entry) (string, bool) {
	parts := []string{}
	for _, entry := range entries {
		key, ok := literal(entry.Key)
		value, isValue := literal(entry.Value)
		if !ok || !isValue {
			return "", false
		}
		parts = append(parts, "dyn("+key+"): dyn("+value+")")
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}
