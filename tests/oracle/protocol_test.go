package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestProtocol checks what every caller relies on, whatever the op.
func TestProtocol(t *testing.T) {
	operations["test_panic"] = func(*request) (answer, error) { panic("boom") }
	operations["test_encoding"] = func(*request) (answer, error) { return answer{"x": func() {}}, nil }
	t.Cleanup(func() {
		delete(operations, "test_panic")
		delete(operations, "test_encoding")
	})
	cases := map[string]string{
		`{"id":[1,"a"],"op":"prune","object":1}`: `{"id":[1,"a"],"object":1,"removed":[]}`,
		`{"op":"prune","object":1}`:              `{"object":1,"removed":[]}`,
		`{"id":1,"op":"none"}`:                   `{"error":"unknown op \"none\"","failure":"request","id":1}`,
		`{"id":1,"OP":"prune"}`:                  `{"error":"unknown op \"\"","failure":"request","id":1}`,
		`{"id":1,"op":"test_panic"}`:             `{"error":"boom","failure":"panic","id":1}`,
		`{"id":1,"op":"test_encoding"}`:          `{"error":"json: unsupported type: func()","failure":"encoding","id":1}`,
	}
	for line, want := range cases {
		if got := string(answerLine([]byte(line))); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

// TestUnusableLines checks that lines that are no request get an answer too,
// with the id where there is one.
func TestUnusableLines(t *testing.T) {
	for line, want := range map[string]string{
		`x`:               `"failure":"request"}`,
		`[]`:              `"failure":"request"}`,
		`{"id":7,"op":5}`: `"failure":"request","id":7}`,
		strings.Repeat("[", 100000) + strings.Repeat("]", 100000): `"failure":"request"}`,
	} {
		if got := string(answerLine([]byte(line))); !strings.HasSuffix(got, want) {
			t.Errorf("%.40s: got %.200s", line, got)
		}
	}
}

// TestNumbersKeepTheirKind checks int64 against float64 on the way through.
func TestNumbersKeepTheirKind(t *testing.T) {
	line := `{"op":"prune","schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true},"object":[9007199254740993,1.0,1e2,1e21,0.1,-0.0,12345678901234567890,"<&>"]}`
	want := `{"object":[9007199254740993,1,100,1e+21,0.1,-0,12345678901234567000,"<&>"],"removed":[]}`
	if got := string(answerLine([]byte(line))); got != want {
		t.Errorf("got %s", got)
	}
}

// TestServeAnswersEachLineAtOnce checks that an answer is readable before the
// next request is written.
func TestServeAnswersEachLineAtOnce(t *testing.T) {
	requests, send := io.Pipe()
	receive, answers := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve(requests, answers) }()
	for range 3 {
		if _, err := send.Write([]byte("\n{\"op\":\"prune\"}\r\n")); err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 64)
		n, err := receive.Read(buffer)
		if err != nil || string(buffer[:n]) != "{\"object\":null,\"removed\":[]}\n" {
			t.Fatalf("%q %v", buffer[:n], err)
		}
	}
	send.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// failingWriter refuses every write.
type failingWriter struct{}

// Write implements io.Writer.
func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("closed") }

// TestServeStopsWhenNobodyReads checks that a closed output ends the program.
func TestServeStopsWhenNobodyReads(t *testing.T) {
	if err := serve(bytes.NewReader([]byte("{}\n{}\n")), failingWriter{}); err == nil {
		t.Error("no error")
	}
}

// TestLastLineWithoutNewline checks that it is answered.
func TestLastLineWithoutNewline(t *testing.T) {
	var out bytes.Buffer
	if err := serve(strings.NewReader(`{"op":"prune"}`), &out); err != nil {
		t.Fatal(err)
	}
	if out.String() != "{\"object\":null,\"removed\":[]}\n" {
		t.Errorf("%q", out.String())
	}
}
