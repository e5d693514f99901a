// Command oracle-v1beta1 answers, one JSON line per request line, what the
// last release that served apiextensions.k8s.io/v1beta1 says of a definition.
//
// It only calls exported functions of the upstream modules. README.md has the
// shape of requests and answers.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

type request struct {
	CRD json.RawMessage `json:"crd"`
	Old json.RawMessage `json:"old"`
}

type answer map[string]interface{}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle-v1beta1:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, readErr := reader.ReadBytes('\n')
		if len(line) > 1 {
			if err := encoder.Encode(answerTo(line)); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

func answerTo(line []byte) answer {
	asked := request{}
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{"error": err.Error()}
	}
	errs, err := validate(asked)
	if err != nil {
		return answer{"error": err.Error()}
	}
	condition, err := nonStructuralCondition(asked.CRD)
	if err != nil {
		return answer{"error": err.Error()}
	}
	return answer{"errors": errs, "condition": condition}
}
