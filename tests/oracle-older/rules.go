package main

import (
	"context"
	"encoding/json"
	"errors"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

func structural(raw json.RawMessage) (*structuralschema.Structural, error) {
	external := &apiextensionsv1.JSONSchemaProps{}
	if err := json.Unmarshal(raw, external); err != nil {
		return nil, err
	}
	internal := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(external, internal, nil); err != nil {
		return nil, err
	}
	return structuralschema.NewStructural(internal)
}

// runRulesOnUpdates compiles the rules once and evaluates them on many updates.
func runRulesOnUpdates(request *request) (answer, error) {
	schema, err := structural(request.Schema)
	if err != nil {
		return nil, err
	}
	validator := cel.NewValidator(schema, true, celconfig.PerCallLimit)
	updates := []answer{}
	for _, update := range request.Updates {
		var value, old any
		if err := errors.Join(utiljson.Unmarshal(update.Object, &value), utiljson.Unmarshal(update.Old, &old)); err != nil {
			return nil, err
		}
		var errs field.ErrorList
		if validator != nil {
			errs, _ = validator.Validate(context.Background(), nil, schema, value, old, int64(celconfig.RuntimeCELCostBudget))
		}
		updates = append(updates, answer{"errors": fieldErrors(errs)})
	}
	compiled := &compiler{rules: []answer{}}
	compiled.visit("", schema, model.SchemaDeclType(schema, true))
	return answer{"rules": compiled.rules, "updates": updates}, nil
}

// compiler collects what compiling says of each rule.
type compiler struct {
	rules []answer
}

func (c *compiler) visit(path string, schema *structuralschema.Structural, decl *apiservercel.DeclType) {
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
	for name := range schema.Properties {
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

func (c *compiler) compile(path string, schema *structuralschema.Structural, decl *apiservercel.DeclType) {
	if len(schema.XValidations) == 0 {
		return
	}
	results, err := cel.Compile(schema, decl, celconfig.PerCallLimit, envSet(), cel.NewExpressionsEnvLoader())
	if err != nil {
		c.rules = append(c.rules, answer{"path": path, "compileError": err.Error()})
		return
	}
	for i, result := range results {
		rule := answer{"path": path, "rule": schema.XValidations[i].Rule, "maxCost": result.MaxCost}
		if result.Error != nil {
			rule["compileError"] = result.Error.Detail
		}
		c.rules = append(c.rules, rule)
	}
}

func join(path, step string) string {
	if path == "" {
		return step
	}
	return path + "." + step
}
