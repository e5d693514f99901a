package main

import (
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
)

// version tells which protocol this program speaks.
func version(*request) (answer, error) {
	return answer{"version": protocolVersion, "upstream": upstreamVersions()}, nil
}

// prune removes undeclared members and tells which.
func prune(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	removed := pruning.PruneWithOptions(value, schema, request.IsResourceRoot,
		structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	return answer{"object": value, "removed": strs(removed)}, nil
}

// pruneNulls removes nulls that are neither nullable nor defaulted.
func pruneNulls(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(value, schema)
	return answer{"object": value}, nil
}

// applyDefaults fills in defaults, on request with the served schema's pruned
// defaults and after removing nulls, as the request decoder does.
func applyDefaults(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	if request.PruneDefaults && schema != nil {
		if err := defaulting.PruneDefaults(schema); err != nil {
			return answer{"pruneDefaultsError": err.Error(), "object": value}, nil
		}
	}
	if request.PruneNullsFirst {
		defaulting.PruneNonNullableNullsWithoutDefaults(value, schema)
	}
	defaulting.Default(value, schema)
	return answer{"object": value}, nil
}
