// Writes upstream's own CEL tests as tables of JSON lines, with what Kubernetes answers. See README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cel-tables FOLDER")
		os.Exit(2)
	}
	folder, err := filepath.Abs(os.Args[1])
	check(err)
	check(os.MkdirAll(folder, 0o755))
	work, err := os.MkdirTemp("", "cel-tables")
	check(err)
	defer os.RemoveAll(work)
	recordRules(work, folder)
	kubernetes := newKubernetes()
	askSpec(kubernetes, folder)
	askTests(kubernetes, work, folder)
	askChanged(kubernetes, folder)
}

// check ends the program: a table that is not whole is none.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "cel-tables:", err)
		os.Exit(1)
	}
}

// table is a file of JSON lines, each there once.
type table struct {
	file   *os.File
	writer *bufio.Writer
	seen   map[string]bool
}

func newTable(path string) *table {
	file, err := os.Create(path)
	check(err)
	return &table{file: file, writer: bufio.NewWriter(file), seen: map[string]bool{}}
}

// add writes a row, unless it is there.
func (t *table) add(row any) {
	line, err := json.Marshal(row)
	check(err)
	t.addLine(string(line))
}

func (t *table) addLine(line string) {
	if t.seen[line] {
		return
	}
	t.seen[line] = true
	_, err := t.writer.WriteString(line + "\n")
	check(err)
}

// done closes the table and prints how long it is.
func (t *table) done() {
	check(t.writer.Flush())
	check(t.file.Close())
	fmt.Println(filepath.Base(t.file.Name()), len(t.seen))
}

// readLines calls read with each line of a file.
func readLines(path string, read func(line []byte)) {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		read(lines.Bytes())
	}
	check(lines.Err())
}

func sortedKeys[V any](of map[string]V) []string {
	return slices.Sorted(maps.Keys(of))
}
