package main

import (
	"flag"
	"os"

	"k8s.io/klog/v2"
)

// logTo sends the API server's logs to a file: without a core API behind it
// the server complains every few seconds.
func logTo(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	for name, value := range map[string]string{"logtostderr": "false", "stderrthreshold": "FATAL"} {
		if err := flags.Set(name, value); err != nil {
			return err
		}
	}
	klog.SetOutput(file)
	return nil
}
