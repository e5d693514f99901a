// Writes what controller-gen makes of Kubernetes' Go types: with -table the Rust table, else the schemas, one type a
// line.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	loading "golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

const meta = "k8s.io/apimachinery/pkg/apis/meta/v1"

func main() {
	packages, err := loader.LoadRoots("./input")
	check(err)
	registry := &markers.Registry{}
	check(crdmarkers.Register(registry))
	parser := &crd.Parser{Collector: &markers.Collector{Registry: registry}, Checker: &loader.TypeChecker{}}
	crd.AddKnownTypes(parser)
	keepMetadata(parser)
	parser.NeedFlattenedSchemaFor(crd.TypeIdent{Package: packages[0], Name: "Types"})
	schemas := map[string]apiextensionsv1.JSONSchemaProps{}
	for ident := range parser.Schemata {
		parser.NeedFlattenedSchemaFor(ident)
		path := loader.NonVendorPath(ident.Package.PkgPath)
		if strings.HasPrefix(path, "k8s.io/") {
			schema := parser.FlattenedSchemata[ident]
			schemas[path+"."+ident.Name] = *crd.FlattenEmbedded(&schema, ident.Package)
		}
	}
	// As controller-gen does: only the parts of packages that types need are checked.
	if loader.PrintErrors(packages, loading.TypeError) {
		os.Exit(1)
	}
	if len(os.Args) == 2 && os.Args[1] == "-descriptions" {
		writeTexts(schemas)
		return
	}
	plain := map[string]map[string]any{}
	for name, schema := range schemas {
		text, err := json.Marshal(schema)
		check(err)
		var of map[string]any
		check(json.Unmarshal(text, &of))
		withoutDescriptions(of)
		plain[name] = of
	}
	if len(os.Args) == 3 && os.Args[1] == "-table" {
		writeTable(os.Args[2], plain)
		return
	}
	for _, name := range sorted(plain) {
		line, err := json.Marshal(map[string]any{"type": name, "schema": plain[name]})
		check(err)
		fmt.Println(string(line))
	}
}

// controller-gen writes an object without members for metadata, which a server then empties. Here it is what its
// Go type says, and what a manager owns is kept as it is.
func keepMetadata(parser *crd.Parser) {
	known := parser.PackageOverrides[meta]
	parser.PackageOverrides[meta] = func(p *crd.Parser, pkg *loader.Package) {
		known(p, pkg)
		delete(p.Schemata, crd.TypeIdent{Package: pkg, Name: "ObjectMeta"})
		kept := true
		p.Schemata[crd.TypeIdent{Package: pkg, Name: "FieldsV1"}] =
			apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &kept}
	}
}

func withoutDescriptions(schema any) {
	of, ok := schema.(map[string]any)
	if !ok {
		return
	}
	delete(of, "description")
	for _, below := range []string{"items", "additionalProperties"} {
		withoutDescriptions(of[below])
	}
	members, _ := of["properties"].(map[string]any)
	for _, member := range members {
		withoutDescriptions(member)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
