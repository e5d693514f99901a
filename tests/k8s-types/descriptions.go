package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Writes the sums of the descriptions of each type and of its members, one type a line: enough to tell whether two
// descriptions are the same, and none of the text.
func writeTexts(schemas map[string]apiextensionsv1.JSONSchemaProps) {
	for _, name := range sorted(schemas) {
		schema := schemas[name]
		members := map[string]string{}
		for member, of := range schema.Properties {
			members[member] = sum(of.Description)
		}
		line, err := json.Marshal(map[string]any{"type": name, "text": sum(schema.Description), "members": members})
		check(err)
		fmt.Println(string(line))
	}
}

// FNV-1a of the words: how lines break is another matter.
func sum(text string) string {
	sum := fnv.New64a()
	sum.Write([]byte(strings.Join(strings.Fields(text), " ")))
	return fmt.Sprintf("%016x", sum.Sum64())
}
