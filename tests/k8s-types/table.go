package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const core = "k8s.io/api/core/v1."

// Where the types of a Go package are in k8s-openapi, and the file of the table that they stand in.
var packages = []struct{ goPath, rustPath, file string }{
	{core, "k8s_openapi::api::core::v1", "pod.rs"},
	{"k8s.io/api/autoscaling/v2.", "k8s_openapi::api::autoscaling::v2", "autoscaling.rs"},
	{"k8s.io/apimachinery/pkg/apis/meta/v1.", "k8s_openapi::apimachinery::pkg::apis::meta::v1", "meta.rs"},
}

// Types of core that are not of pods but of containers, volumes or services: what their names begin or end with.
var files = []struct {
	file  string
	words []string
}{
	{"claim.rs", []string{"PersistentVolumeClaim", "ModifyVolumeStatus", "VolumeResourceRequirements", "VolumeHealth", "TypedObjectReference", "TypedLocalObjectReference"}},
	{"volume.rs", []string{"Volume", "Projection", "KeyToPath", "DownwardAPIVolumeFile"}},
	{"container.rs", []string{"Container", "Env", "Probe", "Action", "Lifecycle", "Handler", "HTTPHeader", "KeySelector", "SecurityContext", "SELinux", "Seccomp", "Capabilities", "WindowsSecurity", "AppArmor", "ResourceClaim", "ResourceFieldSelector", "ObjectFieldSelector"}},
	{"service.rs", []string{"Service", "ClientIP", "SessionAffinity", "Quota", "Scope", "NodeAddress", "TopologySelector"}},
}

// What the bridge describes by hand.
var byHand = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                 "QUANTITY",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                     "TIME",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                  "RAW_EXTENSION",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":               "INT_OR_STRING",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON": "JSON",
}

// Types that are in Go alone: serde has the members of what Go embeds in the type around them.
var embedded = []string{"EphemeralContainerCommon", "LifecycleHandler", "ProbeHandler", "VolumeSource"}

// Types that the oldest version of Kubernetes in k8s-openapi has not: they are described where newer ones use them, and
// not by themselves.
var newer = []string{
	"ContainerRestartRule", "ContainerRestartRuleOnExitCodes", "EvictionResponder", "FileKeySelector",
	"PodCertificateProjection", "PodSchedulingGroup", "VolumeHealthCondition", "VolumeHealthStatus",
}

type table struct {
	// The constant of each schema.
	constants map[string]string
	bodies    map[string][]string
	impls     map[string][]string
	homes     map[string]string
	schemas   map[string]map[string]any
}

func writeTable(folder string, schemas map[string]map[string]any) {
	t := &table{map[string]string{}, map[string][]string{}, map[string][]string{}, map[string]string{}, schemas}
	for name, constant := range byHand {
		t.constants[text(schemas[name])] = constant
	}
	structs := []string{}
	// Types of core that look like one of `meta` are described there.
	names := sorted(schemas)
	slices.SortStableFunc(names, func(a, b string) int {
		return strings.Compare(path.Base(path.Dir(b)), path.Base(path.Dir(a)))
	})
	for _, name := range names {
		if _, ok := schemas[name]["properties"]; !ok {
			continue
		}
		structs = append(structs, name)
		if _, known := t.constants[text(schemas[name])]; !known && !slices.Contains(embedded, short(name)) {
			t.constants[text(schemas[name])] = constant(short(name))
		}
	}
	for _, name := range structs {
		t.add(name)
	}
	for file := range t.bodies {
		check(os.WriteFile(filepath.Join(folder, file), []byte(t.text(file)), 0o644))
	}
}

func (t *table) add(name string) {
	schema, own := t.schemas[name], constant(short(name))
	if t.constants[text(schema)] == own {
		body := fmt.Sprintf("pub(super) const %s: &TypeDesc = %s;\n", own, t.object(schema))
		t.bodies[file(name)] = append(t.bodies[file(name)], body)
		t.homes[own] = file(name)
	}
	if !slices.Contains(embedded, short(name)) && !slices.Contains(newer, short(name)) {
		impl := fmt.Sprintf("    %s: %s,\n", short(name), t.constants[text(schema)])
		t.impls[file(name)] = append(t.impls[file(name)], impl)
	}
}

func (t *table) text(file string) string {
	var out bytes.Buffer
	home := rust(file)
	of := strings.TrimPrefix(home, "k8s_openapi::")
	fmt.Fprintf(&out, "//! Types of `%s`. Written by `tests/k8s-types`: change that and not this.\n\n", of)
	fmt.Fprintf(&out, "use %s as of;\n\n%s", home, t.imports(file))
	for _, body := range t.bodies[file] {
		out.WriteString("\n" + body)
	}
	out.WriteString("\nimplement! {\n" + strings.Join(t.impls[file], "") + "}\n")
	return out.String()
}

// The names that a file does not define, by the module that does.
func (t *table) imports(file string) string {
	names := map[string][]string{"super::macros": {"implement"}}
	for _, word := range words.FindAllString(strings.Join(append(t.bodies[file], t.impls[file]...), ""), -1) {
		module := "super::" + strings.TrimSuffix(t.homes[word], ".rs")
		switch {
		case strings.HasPrefix(word, `"`) || strings.HasPrefix(word, "r\""):
			continue
		case strings.HasSuffix(word, "!"):
			module, word = "super::macros", strings.TrimSuffix(word, "!")
		case slices.Contains([]string{"Facet", "ListTypeDesc", "Literal", "MapTypeDesc", "TypeDesc"}, word):
			module = "crate::describe"
		case slices.Contains(leaves, word):
			module = "super::leaves"
		case t.homes[word] == "" || t.homes[word] == file:
			continue
		}
		if !slices.Contains(names[module], word) {
			names[module] = append(names[module], word)
		}
	}
	var out strings.Builder
	for _, module := range sorted(names) {
		of := names[module]
		slices.Sort(of)
		list := of[0]
		if len(of) > 1 {
			list = "{" + strings.Join(of, ", ") + "}"
		}
		fmt.Fprintf(&out, "use %s::%s;\n", module, list)
	}
	return out.String()
}

var words = regexp.MustCompile(`r?"[^"]*"|\w+!?`)

var leaves = []string{
	"ANY_OBJECT", "BOOLEAN", "BYTES", "INT32", "INT64", "INT_OR_STRING", "JSON", "QUANTITY", "RAW_EXTENSION", "STRING", "TIME",
}

func (t *table) object(schema map[string]any) string {
	var out strings.Builder
	out.WriteString("object! {\n")
	members := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range sorted(members) {
		need := "may"
		if slices.Contains(required, any(name)) {
			need = "must"
		}
		fmt.Fprintf(&out, "    %q %s %s,\n", name, need, t.expression(members[name].(map[string]any)))
	}
	if facets := facets(schema, "properties", "required"); len(facets) > 0 {
		fmt.Fprintf(&out, "    [%s]\n", strings.Join(facets, ", "))
	}
	out.WriteString("}")
	return out.String()
}

// The description of a member's type.
func (t *table) expression(schema map[string]any) string {
	if constant, known := t.constants[text(schema)]; known {
		return constant
	}
	shape, facets := t.shape(schema)
	if len(facets) == 0 {
		return shape
	}
	for _, of := range []string{"list!(", "map!("} {
		if strings.HasPrefix(shape, of) {
			return fmt.Sprintf("%s, %s)", strings.TrimSuffix(shape, ")"), strings.Join(facets, ", "))
		}
	}
	return fmt.Sprintf("with!(%s, %s)", shape, strings.Join(facets, ", "))
}

func (t *table) shape(schema map[string]any) (string, []string) {
	format, _ := schema["format"].(string)
	switch schema["type"].(string) + format {
	case "string":
		return "STRING", facets(schema)
	case "boolean":
		return "BOOLEAN", facets(schema)
	case "integerint32":
		return "INT32", facets(schema, "format")
	case "integerint64":
		return "INT64", facets(schema, "format")
	case "stringbyte":
		return "BYTES", facets(schema, "format")
	case "array":
		return fmt.Sprintf("list!(%s)", t.expression(schema["items"].(map[string]any))), facets(schema, "items")
	case "object":
		if values, ok := schema["additionalProperties"].(map[string]any); ok {
			return fmt.Sprintf("map!(%s)", t.expression(values)), facets(schema, "additionalProperties")
		}
		if _, ok := schema["properties"]; ok {
			// A named type with something more said of it.
			plain := maps.Clone(schema)
			for _, key := range []string{"default", "x-kubernetes-map-type"} {
				delete(plain, key)
				if constant, known := t.constants[text(plain)]; known {
					return constant, onlyFacets(schema, plain)
				}
			}
			return strings.ReplaceAll(t.object(schema), "\n", "\n    "), nil
		}
		return "ANY_OBJECT", facets(schema, "x-kubernetes-preserve-unknown-fields")
	}
	panic(fmt.Sprintf("no shape for %s", text(schema)))
}

func onlyFacets(schema, plain map[string]any) []string {
	rest := map[string]any{}
	for key, value := range schema {
		if _, both := plain[key]; !both {
			rest[key] = value
		}
	}
	return facets(rest)
}

// What is said beside the shape; what has no words here must not be lost.
func facets(schema map[string]any, besides ...string) []string {
	found := []string{}
	for _, key := range sorted(schema) {
		value := schema[key]
		if key == "type" || slices.Contains(besides, key) {
			continue
		}
		found = append(found, facet(key, value))
	}
	return found
}

func facet(key string, value any) string {
	switch key {
	case "default":
		return fmt.Sprintf("Facet::Default(%s)", literal(value))
	case "enum":
		words := []string{}
		for _, word := range value.([]any) {
			words = append(words, literal(word))
		}
		return fmt.Sprintf("Facet::Enum(&[%s])", strings.Join(words, ", "))
	case "format", "pattern":
		return fmt.Sprintf("Facet::%s(%s)", upper(key), quoted(value.(string)))
	case "minimum", "maximum":
		return fmt.Sprintf("Facet::%s(%s)", upper(key), rustFloat(value.(float64)))
	case "minLength", "maxLength", "minItems", "maxItems":
		return fmt.Sprintf("Facet::%s(%s)", upper(key), digits(int64(value.(float64))))
	case "x-kubernetes-list-type":
		return fmt.Sprintf("Facet::ListType(ListTypeDesc::%s)", upper(value.(string)))
	case "x-kubernetes-map-type":
		return fmt.Sprintf("Facet::MapType(MapTypeDesc::%s)", upper(value.(string)))
	case "x-kubernetes-list-map-keys":
		keys := []string{}
		for _, name := range value.([]any) {
			keys = append(keys, quoted(name.(string)))
		}
		return fmt.Sprintf("Facet::ListMapKeys(&[%s])", strings.Join(keys, ", "))
	}
	panic("no words for " + key)
}

func literal(value any) string {
	switch value := value.(type) {
	case string:
		return fmt.Sprintf("Literal::String(%s)", quoted(value))
	case bool:
		return fmt.Sprintf("Literal::Bool(%t)", value)
	}
	panic(fmt.Sprintf("no literal for %v", value))
}

func quoted(text string) string {
	if strings.Contains(text, `\`) {
		return `r"` + text + `"`
	}
	return `"` + text + `"`
}

func rustFloat(number float64) string { return digits(int64(number)) + ".0" }

// Digits in groups of three.
func digits(number int64) string {
	text := fmt.Sprint(number)
	for at := len(text) - 3; at > 0 && len(text) > 4; at -= 3 {
		text = text[:at] + "_" + text[at:]
	}
	return text
}

func rust(file string) string {
	for _, of := range packages {
		if of.file == file {
			return of.rustPath
		}
	}
	return packages[0].rustPath
}

func file(name string) string {
	for _, of := range packages[1:] {
		if strings.HasPrefix(name, of.goPath) {
			return of.file
		}
	}
	for _, of := range files {
		for _, word := range of.words {
			if strings.Contains(short(name), word) {
				return of.file
			}
		}
	}
	return packages[0].file
}

func short(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// `HTTPGetAction` becomes `HTTP_GET_ACTION`.
func constant(name string) string {
	var out strings.Builder
	for at, letter := range name {
		capital := func(at int) bool { return at < len(name) && name[at] >= 'A' && name[at] <= 'Z' }
		if at > 0 && capital(at) && (!capital(at-1) || at+1 < len(name) && !capital(at+1)) {
			out.WriteByte('_')
		}
		out.WriteString(strings.ToUpper(string(letter)))
	}
	return out.String()
}

func upper(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func text(value any) string {
	text, err := json.Marshal(value)
	check(err)
	return string(text)
}

func sorted[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
