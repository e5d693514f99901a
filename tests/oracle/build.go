package main

import (
	"runtime/debug"
	"strings"
)

// upstreamVersions tells which releases of the upstream modules are linked.
func upstreamVersions() map[string]string {
	versions := map[string]string{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, module := range info.Deps {
		if strings.HasPrefix(module.Path, "k8s.io/") || strings.HasPrefix(module.Path, "sigs.k8s.io/") {
			versions[module.Path] = module.Version
		}
	}
	return versions
}
