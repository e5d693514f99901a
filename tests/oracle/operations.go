package main

// operation answers one request; an error means that the request itself is
// unusable, never that upstream rejected its content.
type operation func(*request) (answer, error)

// operations maps the op of a request to what answers it.
var operations = map[string]operation{
	"version":                version,
	"structural":             structural,
	"prune":                  prune,
	"prune_nulls":            pruneNulls,
	"default":                applyDefaults,
	"coerce_metadata":        coerceMetadata,
	"root_metadata":          rootMetadata,
	"validate_metadata":      validateMetadata,
	"list_types":             listTypes,
	"yaml":                   yamlToJSON,
	"regexp":                 matchPattern,
	"decode":                 decodeBody,
	"default_crd":            defaultCRD,
	"validate_crd_create":    validateCRDCreate,
	"validate_crd_update":    validateCRDUpdate,
	"validate_crd_files":     validateCRDFiles,
	"validate_object_create": validateObjectCreate,
	"validate_object_update": validateObjectUpdate,
	"strategy_create":        strategyCreate,
	"strategy_update":        strategyUpdate,
	"strategy_writes":        strategyWrites,
	"cel":                    runRules,
	"go":                     callGoFunction,
	"unfold":                 unfold,
	"openapi_v2":             openAPIV2,
	"openapi_v3":             openAPIV3,
	"time_rules":             timeRules,
	"time_writes":            timeWrites,
	"cel_updates":            runRulesOnUpdates,
	"apply":                  applySteps,
	"scale_managers":         scaleManagers,
}

// protocolVersion grows with every incompatible change of README.md.
const protocolVersion = 1
