package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types/ref"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// asked is how often an expression with a map is evaluated, because what comes of a walk over one is random.
const asked = 200

// variable has a type as rows have it.
type variable struct {
	Name string `json:"name"`
	Type any    `json:"type"`
}

// question is an expression with its variables; each evaluation binds them to what expressions without variables give.
type question struct {
	source      string
	expression  string
	variables   []variable
	evaluations []map[string]string
}

// row is one evaluation, or an expression that does not compile.
type row struct {
	Source     string            `json:"source"`
	Expression string            `json:"expression"`
	Variables  []variable        `json:"variables"`
	Bindings   map[string]string `json:"bindings"`
	// Answers has several where Kubernetes walks a map.
	Answers []answer `json:"answers"`
}

// answer has issues, or a type and why there is no program, or a type, a cost and a value or error, or a panic.
type answer map[string]any

// kubernetes is the environment of rules that a server has stored.
type kubernetes struct {
	env    *cel.Env
	values map[string]ref.Val
}

func newKubernetes() *kubernetes {
	envs := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	return &kubernetes{env: envs.StoredExpressionsEnv(), values: map[string]ref.Val{}}
}

// answer writes the rows of a question, and none if the variables cannot be declared or bound.
func (k *kubernetes) answer(asked question, rows *table) {
	options := []cel.EnvOption{}
	for _, of := range asked.variables {
		options = append(options, cel.Variable(of.Name, read(of.Type)))
	}
	env, err := k.env.Extend(options...)
	if err != nil {
		return
	}
	made := row{asked.source, asked.expression, asked.variables, map[string]string{}, nil}
	program, compiled := compile(env, asked.expression)
	if program == nil {
		made.Answers = []answer{compiled}
		rows.add(made)
		return
	}
	for _, made.Bindings = range asked.evaluations {
		if made.Answers = k.evaluated(asked.expression, program, made.Bindings, compiled); made.Answers != nil {
			rows.add(made)
		}
	}
}

// compile gives a program, or why there is none. What upstream does not survive is a panic.
func compile(env *cel.Env, expression string) (program cel.Program, compiled answer) {
	defer func() {
		if broken := recover(); broken != nil {
			program, compiled = nil, answer{"panic": fmt.Sprint(broken)}
		}
	}()
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return nil, answer{"issues": issues.String()}
	}
	compiled = answer{"type": checker.FormatCELType(ast.OutputType())}
	program, err := env.Program(ast, cel.CostLimit(celconfig.PerCallLimit))
	if err != nil {
		compiled["program"] = err.Error()
		return nil, compiled
	}
	return program, compiled
}

// evaluated gives the answers, each once.
func (k *kubernetes) evaluated(
	expression string, program cel.Program, bindings map[string]string, compiled answer,
) (answers []answer) {
	variables := map[string]any{}
	for name, expression := range bindings {
		value := k.value(expression)
		if value == nil {
			return nil
		}
		variables[name] = value
	}
	times := 3
	if strings.Contains(expression+fmt.Sprint(bindings), "{") {
		times = asked
	}
	seen := map[string]bool{}
	for range times {
		one := evaluate(program, variables)
		one["type"] = compiled["type"]
		line, err := json.Marshal(one)
		check(err)
		if !seen[string(line)] {
			answers = append(answers, one)
		}
		seen[string(line)] = true
	}
	return answers
}

// evaluate asks once.
func evaluate(program cel.Program, variables map[string]any) answer {
	value, details, err := program.Eval(variables)
	evaluated := answer{}
	if err != nil {
		evaluated["error"] = err.Error()
	} else {
		evaluated["value"] = tag(value)
	}
	if details != nil && details.ActualCost() != nil {
		evaluated["cost"] = *details.ActualCost()
	}
	return evaluated
}

// value is that of an expression without variables, nil if it has none.
func (k *kubernetes) value(expression string) ref.Val {
	if value, ok := k.values[expression]; ok {
		return value
	}
	k.values[expression] = nil
	ast, issues := k.env.Compile(expression)
	if issues.Err() != nil {
		return nil
	}
	program, err := k.env.Program(ast)
	check(err)
	if value, _, err := program.Eval(map[string]any{}); err == nil {
		k.values[expression] = value
	}
	return k.values[expression]
}
