package main

import (
	"context"
	"errors"
	"fmt"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/environment"
)

// runRules compiles x-kubernetes-validations and evaluates them on an object.
func runRules(request *request) (answer, error) {
	schema, value, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	if schema == nil {
		return nil, errors.New("cel needs a schema")
	}
	old, err := decodeValue(request.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	result := answer{"rules": compiledRules(schema, !request.NotResourceRoot)}
	if !request.CompileOnly {
		errs, remaining := evaluate(request, schema, value, old)
		result["errors"], result["remainingBudget"] = fieldErrors(errs), remaining
	}
	return result, nil
}

// runRulesOnUpdates compiles the rules once and evaluates them on many updates.
func runRulesOnUpdates(request *request) (answer, error) {
	schema, _, err := schemaAndValue(request)
	if err != nil {
		return nil, err
	}
	if schema == nil {
		return nil, errors.New("cel_updates needs a schema")
	}
	validator := cel.NewValidator(schema, !request.NotResourceRoot, celconfig.PerCallLimit)
	updates := []answer{}
	for i, update := range request.Updates {
		value, err := decodeValue(update.Object)
		if err != nil {
			return nil, fmt.Errorf("updates[%d].object: %w", i, err)
		}
		old, err := decodeValue(update.Old)
		if err != nil {
			return nil, fmt.Errorf("updates[%d].old: %w", i, err)
		}
		errs, remaining := validate(validator, request, schema, value, old)
		updates = append(updates, answer{"errors": fieldErrors(errs), "remainingBudget": remaining})
	}
	return answer{"rules": compiledRules(schema, !request.NotResourceRoot), "updates": updates}, nil
}

// evaluate runs the validator that the registry keeps for a version.
func evaluate(request *request, schema *structuralschema.Structural, value, old any) (field.ErrorList, int64) {
	validator := cel.NewValidator(schema, !request.NotResourceRoot, celconfig.PerCallLimit)
	return validate(validator, request, schema, value, old)
}

// validate runs a validator, which is nil without rules.
func validate(
	validator *cel.Validator, request *request, schema *structuralschema.Structural, value, old any,
) (field.ErrorList, int64) {
	budget := int64(celconfig.RuntimeCELCostBudget)
	if validator == nil {
		return nil, budget
	}
	options := []cel.Option{}
	if old != nil {
		correlated := common.NewCorrelatedObject(value, old, &model.Structural{Structural: schema})
		options = append(options, cel.WithRatcheting(correlated))
	}
	return validator.Validate(context.Background(), prefix(request.Path), schema, value, old, budget, options...)
}

// compiledRules compiles the rules of every structural node by itself.
func compiledRules(schema *structuralschema.Structural, isResourceRoot bool) []answer {
	compiler := &ruleCompiler{rules: []answer{}}
	compiler.visit("", schema, model.SchemaDeclType(schema, isResourceRoot))
	return compiler.rules
}

// ruleCompiler collects what compiling says of each rule.
type ruleCompiler struct {
	rules []answer
}

// visit compiles the rules of one node and of the nodes below it.
func (c *ruleCompiler) visit(path string, schema *structuralschema.Structural, decl *apiservercel.DeclType) {
	if schema == nil || decl == nil {
		return
	}
	c.compile(path, schema, decl)
	if schema.Items != nil && decl.ElemType != nil {
		c.visit(join(path, "items"), schema.Items, decl.ElemType)
	}
	if schema.AdditionalProperties != nil && decl.ElemType != nil {
		c.visit(join(path, "additionalProperties"), schema.AdditionalProperties.Structural, decl.ElemType)
	}
	for _, name := range sortedKeys(schema.Properties) {
		property := schema.Properties[name]
		c.visit(join(path, "properties["+name+"]"), &property, propertyDecl(name, &property, decl))
	}
}

// propertyDecl gives the CEL type of a property, nil when CEL cannot see it. Rules stand on properties whose names CEL
// cannot spell, too: a server derives their types from the schema alone.
func propertyDecl(name string, property *structuralschema.Structural, decl *apiservercel.DeclType) *apiservercel.DeclType {
	escaped, ok := apiservercel.Escape(name)
	if !ok {
		return model.SchemaDeclType(property, property.XEmbeddedResource)
	}
	if declared, ok := decl.Fields[escaped]; ok {
		return declared.Type
	}
	return nil
}

// compile records the outcome of every rule of one node.
func (c *ruleCompiler) compile(path string, schema *structuralschema.Structural, decl *apiservercel.DeclType) {
	if len(schema.XValidations) == 0 {
		return
	}
	envSet := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	results, err := cel.Compile(schema, decl, celconfig.PerCallLimit, envSet, cel.NewExpressionsEnvLoader())
	if err != nil {
		c.rules = append(c.rules, answer{"path": path, "compileError": err.Error()})
		return
	}
	for i, result := range results {
		c.rules = append(c.rules, compiledRule(path, schema.XValidations[i].Rule, result))
	}
}

// compiledRule renders the outcome of one rule.
func compiledRule(path, rule string, result cel.CompilationResult) answer {
	rendered := answer{
		"path": path, "rule": rule,
		"usesOldSelf": result.UsesOldSelf, "maxCost": result.MaxCost, "maxCardinality": result.MaxCardinality,
		"messageExpressionMaxCost": result.MessageExpressionMaxCost, "fieldPath": result.NormalizedRuleFieldPath,
	}
	if result.Error != nil {
		rendered["compileError"], rendered["compileErrorType"] = result.Error.Detail, string(result.Error.Type)
	}
	if result.MessageExpressionError != nil {
		rendered["messageExpressionError"] = result.MessageExpressionError.Detail
	}
	return rendered
}
