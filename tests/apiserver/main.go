// Command apiserver runs the real apiextensions API server on its own etcd,
// on loopback, for as long as its standard input stays open.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	port := flag.Int("port", 0, "port of the API server; 0 takes a free one")
	logFile := flag.String("log", os.DevNull, "file for the logs of the API server and of etcd")
	flag.Parse()

	ctx, cancel := context.WithCancel(context.Background())
	go cancelAtEnd(cancel, os.Stdin)
	if err := run(ctx, *port, *logFile, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "apiserver:", err)
		os.Exit(1)
	}
}

// cancelAtEnd cancels when in is closed, so that the server never outlives
// whoever started it, or when the process is asked to end.
func cancelAtEnd(cancel context.CancelFunc, in io.Reader) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		cancel()
	}()
	_, _ = io.Copy(io.Discard, in)
	cancel()
}

// run starts everything, announces it on out, waits for ctx and cleans up.
func run(ctx context.Context, port int, logFile string, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "apiserver-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := logTo(logFile); err != nil {
		return err
	}
	storage, err := startStorage(ctx, dir, logFile)
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	defer storage.stop()
	server, err := startServer(dir, port, storage.endpoint)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	defer func() { err = firstError(err, server.stop()) }()
	if err := server.waitUntilHealthy(ctx); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	if err := announce(out, dir, server); err != nil {
		return err
	}
	return server.waitFor(ctx)
}

func firstError(first, second error) error {
	if first != nil {
		return first
	}
	return second
}
