//go:build !minor29 && !minor35

package main

import "k8s.io/apiserver/pkg/cel/environment"

func envSet() *environment.EnvSet {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion(), true)
}
