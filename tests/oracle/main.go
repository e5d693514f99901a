// Command oracle answers, one JSON line per request line, what the upstream
// Kubernetes packages say about schemas and custom objects.
//
// It only calls exported functions of the upstream modules. README.md lists
// the operations.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// serve answers every non-empty line of in with one line on out and flushes
// it, so that a caller may wait for each answer.
func serve(in io.Reader, out io.Writer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	writer := bufio.NewWriter(out)
	for {
		line, readErr := reader.ReadBytes('\n')
		if len(trimSpace(line)) > 0 {
			if err := writeLine(writer, answerLine(line)); err != nil {
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

// writeLine writes one answer and hands it to the reader at once.
func writeLine(writer *bufio.Writer, answer []byte) error {
	if _, err := writer.Write(append(answer, '\n')); err != nil {
		return err
	}
	return writer.Flush()
}

// answerLine turns one request line into one answer line; it never fails.
func answerLine(line []byte) []byte {
	request, err := parseRequest(line)
	if err != nil {
		return encodeAnswer(idOf(line), failure("request", err.Error()))
	}
	return encodeAnswer(request.ID, runGuarded(request))
}

// runGuarded turns a panic of upstream code into an answer.
func runGuarded(request *request) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = failure("panic", fmt.Sprint(cause))
			if os.Getenv("ORACLE_TRACE") != "" {
				fmt.Fprintf(os.Stderr, "oracle: %v\n%s", cause, debug.Stack())
			}
		}
	}()
	operation, ok := operations[request.Op]
	if !ok {
		return failure("request", fmt.Sprintf("unknown op %q", request.Op))
	}
	result, err := operation(request)
	if err != nil {
		return failure("request", err.Error())
	}
	return result
}
