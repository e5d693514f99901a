package main

import (
	"embed"
	"path/filepath"

	// Its version is that of go.mod.
	_ "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
)

//go:embed recorders
var recorders embed.FS

const rulesPackage = "pkg/apiserver/schema/cel"

// recordRules writes what upstream's tests of rules asked and were answered: `rules.ndjson` and `compilations.ndjson`.
func recordRules(work, folder string) {
	upstream := copyModule("k8s.io/apiextensions-apiserver", filepath.Join(work, "apiextensions-apiserver"))
	upstream.wrap(rulesPackage+"/validation.go", "(s *Validator) Validate", "(s *Validator) validateUnrecorded")
	upstream.wrap(rulesPackage+"/compilation.go", "Compile", "compileUnrecorded")
	upstream.add("rules.go.txt", rulesPackage)
	calls, compilations := filepath.Join(work, "rules"), filepath.Join(work, "compilations")
	check(upstream.test(
		[]string{"RECORD_RULES=" + calls, "RECORD_COMPILATIONS=" + compilations},
		"./"+rulesPackage, "./pkg/apis/apiextensions/validation", "./pkg/apiserver/schema/defaulting",
	))
	unique(calls, filepath.Join(folder, "rules.ndjson"))
	unique(compilations, filepath.Join(folder, "compilations.ndjson"))
}

// unique writes the lines of a file once each.
func unique(from, to string) {
	rows := newTable(to)
	readLines(from, func(line []byte) { rows.addLine(string(line)) })
	rows.done()
}
