package main

import (
	"github.com/google/cel-go/common/types"
)

// simple are the types without parameters, by the names that rows have.
var simple = map[string]*types.Type{
	"bool": types.BoolType, "bytes": types.BytesType, "double": types.DoubleType, "duration": types.DurationType,
	"dyn": types.DynType, "int": types.IntType, "null": types.NullType, "string": types.StringType,
	"timestamp": types.TimestampType, "uint": types.UintType,
}

// rendered is a type as rows have it: a name, or a name with parameters. What rules of custom resources cannot have is `dyn`.
func rendered(of *types.Type) any {
	if of.IsAssignableType(types.NullType) && of.Kind() != types.NullTypeKind {
		return "dyn"
	}
	switch of.Kind() {
	case types.ListKind:
		return append([]any{"list"}, parameters(of)...)
	case types.MapKind:
		return append([]any{"map"}, parameters(of)...)
	case types.TypeKind:
		return append([]any{"type"}, parameters(of)...)
	case types.OpaqueKind:
		if of.TypeName() == "optional_type" {
			return append([]any{"optional"}, parameters(of)...)
		}
	}
	for name, known := range simple {
		if of.Kind() == known.Kind() {
			return name
		}
	}
	return "dyn"
}

func parameters(of *types.Type) []any {
	list := []any{}
	for _, parameter := range of.Parameters() {
		list = append(list, rendered(parameter))
	}
	return list
}

// read is the type of a row.
func read(row any) *types.Type {
	if name, ok := row.(string); ok {
		return simple[name]
	}
	parts := row.([]any)
	given := []*types.Type{}
	for _, part := range parts[1:] {
		given = append(given, read(part))
	}
	switch parts[0] {
	case "list":
		return types.NewListType(given[0])
	case "map":
		return types.NewMapType(given[0], given[1])
	case "optional":
		return types.NewOptionalType(given[0])
	}
	if len(given) == 0 {
		return types.TypeType
	}
	return types.NewTypeTypeWithParam(given[0])
}
