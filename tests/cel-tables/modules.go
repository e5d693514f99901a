package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// source is a copy of an upstream module whose functions can be wrapped.
type source struct {
	folder string
}

// copyModule copies the module that this one is built with, for what is below GOMODCACHE cannot be changed.
func copyModule(module, folder string) source {
	check(os.CopyFS(folder, os.DirFS(moduleFolder(module))))
	return source{folder}
}

// moduleFolder is where the module that this one is built with is.
func moduleFolder(module string) string {
	listed, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	check(err)
	return strings.TrimSpace(string(listed))
}

// wrap renames a function, so that a recorder can have its name.
func (s source) wrap(file, function, renamed string) {
	path := filepath.Join(s.folder, file)
	text, err := os.ReadFile(path)
	check(err)
	head := "func " + function + "("
	if strings.Count(string(text), head) != 1 {
		check(fmt.Errorf("%s: %q is not there once", file, head))
	}
	changed := strings.Replace(string(text), head, "func "+renamed+"(", 1)
	// A file of the module cache is read-only, and so is its copy.
	check(os.Chmod(path, 0o644))
	check(os.WriteFile(path, []byte(changed), 0o644))
}

// add puts a recorder into a package.
func (s source) add(recorder, folder string) {
	text, err := recorders.ReadFile("recorders/" + recorder)
	check(err)
	check(os.WriteFile(filepath.Join(s.folder, folder, "recorder.go"), text, 0o644))
}

// replace has a module built with another one's copy.
func (s source) replace(module string, by source) {
	// A file of the module cache is read-only, and so is its copy.
	check(os.Chmod(filepath.Join(s.folder, "go.mod"), 0o644))
	check(os.Chmod(filepath.Join(s.folder, "go.sum"), 0o644))
	edit := exec.Command("go", "mod", "edit", "-replace="+module+"="+by.folder)
	edit.Dir = s.folder
	check(edit.Run())
}

// test runs upstream's tests of some packages with a recorder that writes to files.
func (s source) test(environment []string, packages ...string) error {
	tests := exec.Command("go", append([]string{"test", "-count=1"}, packages...)...)
	tests.Dir = s.folder
	tests.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod"), environment...)
	tests.Stdout, tests.Stderr = os.Stderr, os.Stderr
	return tests.Run()
}
