package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"
	"unicode"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apiserver/pkg/cel/library"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

// goFunction is one function of Go or of a library of Kubernetes.
type goFunction struct {
	arguments int
	call      func(arguments []string) (any, error)
}

// goFunctions are the functions that crd-schema-go has, by the names of its own.
var goFunctions = map[string]goFunction{
	"atoi":             {1, func(t []string) (any, error) { return number(strconv.Atoi(t[0])) }},
	"parse_int":        {1, func(t []string) (any, error) { return number(strconv.ParseInt(t[0], 10, 64)) }},
	"parse_uint":       {1, func(t []string) (any, error) { return number(strconv.ParseUint(t[0], 10, 64)) }},
	"parse_bool":       {1, func(t []string) (any, error) { return strconv.ParseBool(t[0]) }},
	"parse_float":      {1, parseFloat},
	"format":           {1, formatFloat},
	"format_precision": {2, formatPrecision},
	"quote":            {1, func(t []string) (any, error) { return strconv.Quote(t[0]), nil }},
	"is_print":         {1, isPrint},
	"base64":           {1, decodeBase64},
	"addr":             {1, parseAddr},
	"prefix":           {1, parsePrefix},
	"prefix_contains":  {2, prefixContains},
	"url":              {1, func(t []string) (any, error) { return urlParts(url.Parse(t[0])) }},
	"url_request":      {1, func(t []string) (any, error) { return urlParts(url.ParseRequestURI(t[0])) }},
	"duration":         {1, func(t []string) (any, error) { return durationParts(time.ParseDuration(t[0])) }},
	"duration_words":   {1, func(t []string) (any, error) { return durationParts(strfmt.ParseDuration(t[0])) }},
	"time":             {1, func(t []string) (any, error) { return timeParts(time.Parse(time.RFC3339, t[0])) }},
	"date":             {1, func(t []string) (any, error) { return timeParts(time.Parse(strfmt.RFC3339FullDate, t[0])) }},
	"date_time":        {1, parseDateTime},
	"time_fields":      {2, timeFields},
	"quantity":         {1, parseQuantity},
	"quantities":       {2, twoQuantities},
	"semver":           {1, func(t []string) (any, error) { return semanticVersion(semver.Parse(t[0])) }},
	"semver_normalize": {1, normalizedVersion},
	"semver_compare":   {2, compareVersions},
	"named_format":     {2, namedFormat},
	"find":             {3, find},
}

// callGoFunction calls one of goFunctions with the strings of the request.
func callGoFunction(request *request) (answer, error) {
	function, ok := goFunctions[request.Function]
	if !ok {
		return nil, fmt.Errorf("unknown function %q", request.Function)
	}
	if len(request.Strings) != function.arguments {
		return nil, fmt.Errorf("%s needs %d strings", request.Function, function.arguments)
	}
	result, err := function.call(request.Strings)
	if err != nil {
		return answer{"error": err.Error()}, nil
	}
	return answer{"result": result}, nil
}

// number keeps all digits of an integer.
func number[T int | int64 | uint64](value T, err error) (any, error) {
	return fmt.Sprint(value), err
}

// floatBits is the same for all NaNs.
func floatBits(value float64) string {
	if math.IsNaN(value) {
		return "NaN"
	}
	return strconv.FormatUint(math.Float64bits(value), 16)
}

func floatOf(bits string) float64 {
	value, err := strconv.ParseUint(bits, 16, 64)
	if err != nil {
		panic(err)
	}
	return math.Float64frombits(value)
}

func parseFloat(arguments []string) (any, error) {
	value, err := strconv.ParseFloat(arguments[0], 64)
	return floatBits(value), err
}

// formatFloat takes the bits of a float.
func formatFloat(arguments []string) (any, error) {
	value := floatOf(arguments[0])
	return []string{strconv.FormatFloat(value, 'g', -1, 64), strconv.FormatFloat(value, 'f', -1, 64)}, nil
}

// formatPrecision takes the bits of a float and a precision.
func formatPrecision(arguments []string) (any, error) {
	value, english := floatOf(arguments[0]), message.NewPrinter(language.AmericanEnglish)
	return []string{
		fmt.Sprintf("%."+arguments[1]+"f", value),
		fmt.Sprintf("%."+arguments[1]+"e", value),
		english.Sprintf("%."+arguments[1]+"f", value),
		english.Sprintf("%"+arguments[1]+"e", value),
	}, nil
}

func isPrint(arguments []string) (any, error) {
	printed := ""
	for _, r := range arguments[0] {
		if unicode.IsPrint(r) {
			printed += "1"
		} else {
			printed += "0"
		}
	}
	return printed, nil
}

func decodeBase64(arguments []string) (any, error) {
	decoded, err := base64.StdEncoding.DecodeString(arguments[0])
	return fmt.Sprintf("%x", decoded), err
}

func parseAddr(arguments []string) (any, error) {
	addr, err := netip.ParseAddr(arguments[0])
	if err != nil {
		return nil, err
	}
	return []any{
		addr.String(), addr.Zone(), addr.BitLen(), addr.Is4In6(), addr.IsUnspecified(), addr.IsLoopback(),
		addr.IsLinkLocalMulticast(), addr.IsLinkLocalUnicast(), addr.IsGlobalUnicast(),
	}, nil
}

func parsePrefix(arguments []string) (any, error) {
	prefix, err := netip.ParsePrefix(arguments[0])
	if err != nil {
		return nil, err
	}
	return []any{prefix.String(), prefix.Addr().String(), prefix.Bits(), prefix.Masked().String()}, nil
}

// prefixContains takes two prefixes.
func prefixContains(arguments []string) (any, error) {
	one, err := netip.ParsePrefix(arguments[0])
	if err != nil {
		return nil, err
	}
	other, err := netip.ParsePrefix(arguments[1])
	if err != nil {
		return nil, err
	}
	return []bool{one.Contains(other.Addr()), one.Overlaps(other)}, nil
}

func urlParts(parsed *url.URL, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return []any{
		parsed.Scheme, parsed.Host, parsed.Hostname(), parsed.Port(), parsed.EscapedPath(), parsed.RawQuery,
		parsed.Fragment, parsed.String(), parsed.Query(),
	}, nil
}

func durationParts(parsed time.Duration, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	value := types.Duration{Duration: parsed}
	fields := []any{fmt.Sprint(parsed.Nanoseconds()), value.ConvertToType(types.StringType).Value()}
	for _, name := range []string{"getHours", "getMinutes", "getSeconds", "getMilliseconds"} {
		fields = append(fields, fmt.Sprint(value.Receive(name, "", nil).Value()))
	}
	return fields, nil
}

func timeParts(parsed time.Time, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	_, offset := parsed.Zone()
	return []any{parsed.Unix(), parsed.Nanosecond(), offset, parsed.Format(time.RFC3339Nano), parsed.IsZero()}, nil
}

func parseDateTime(arguments []string) (any, error) {
	parsed, err := strfmt.ParseDateTime(arguments[0])
	return timeParts(time.Time(parsed), err)
}

// timeFields takes a time and a zone.
func timeFields(arguments []string) (any, error) {
	parsed, err := time.Parse(time.RFC3339, arguments[0])
	if err != nil {
		return nil, err
	}
	fields := []string{}
	for _, name := range []string{
		"getFullYear", "getMonth", "getDayOfYear", "getDayOfMonth", "getDate", "getDayOfWeek", "getHours", "getMinutes",
		"getSeconds", "getMilliseconds",
	} {
		field := types.Timestamp{Time: parsed}.Receive(name, "", []ref.Val{types.String(arguments[1])})
		if types.IsError(field) {
			return nil, field.Value().(error)
		}
		fields = append(fields, fmt.Sprint(field.Value()))
	}
	return fields, nil
}

func quantityParts(parsed resource.Quantity) any {
	integer, isInteger := parsed.AsInt64()
	if !isInteger {
		integer = 0
	}
	return []any{
		parsed.String(), isInteger, fmt.Sprint(integer), floatBits(parsed.AsApproximateFloat64()), parsed.Sign(),
	}
}

func parseQuantity(arguments []string) (any, error) {
	parsed, err := resource.ParseQuantity(arguments[0])
	if err != nil {
		return nil, err
	}
	return quantityParts(parsed), nil
}

// twoQuantities compares, adds, subtracts; the last answer is that of the first one after it was compared.
func twoQuantities(arguments []string) (any, error) {
	one, err := resource.ParseQuantity(arguments[0])
	if err != nil {
		return nil, err
	}
	other, err := resource.ParseQuantity(arguments[1])
	if err != nil {
		return nil, err
	}
	sum, difference := one.DeepCopy(), one.DeepCopy()
	sum.Add(other)
	difference.Sub(other)
	return []any{one.Cmp(other), quantityParts(sum), quantityParts(difference), quantityParts(one)}, nil
}

func semanticVersion(parsed semver.Version, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return parsed.String(), nil
}

// normalizer is the CEL library's way to normalize, which it does not export.
var normalizer = sync.OnceValue(func() cel.Program {
	environment, err := cel.NewEnv(library.SemverLib(library.SemverVersion(1)), cel.Variable("text", cel.StringType))
	if err != nil {
		panic(err)
	}
	compiled, issues := environment.Compile("semver(text, true)")
	if issues.Err() != nil {
		panic(issues.Err())
	}
	program, err := environment.Program(compiled)
	if err != nil {
		panic(err)
	}
	return program
})

func normalizedVersion(arguments []string) (any, error) {
	value, _, err := normalizer().Eval(map[string]any{"text": arguments[0]})
	if err != nil {
		return nil, err
	}
	parsed, ok := value.Value().(semver.Version)
	if !ok {
		return nil, errors.New("no version")
	}
	return parsed.String(), nil
}

func compareVersions(arguments []string) (any, error) {
	one, err := semver.Parse(arguments[0])
	if err != nil {
		return nil, err
	}
	other, err := semver.Parse(arguments[1])
	if err != nil {
		return nil, err
	}
	return one.Compare(other), nil
}

// namedFormat takes the name of a format and a text.
func namedFormat(arguments []string) (any, error) {
	format, ok := library.ConstantFormats[arguments[0]]
	if !ok {
		return nil, fmt.Errorf("no format %q", arguments[0])
	}
	return format.ValidateFunc(arguments[1]), nil
}

// find takes a pattern, a text and how many matches are wanted.
func find(arguments []string) (any, error) {
	compiled, err := regexp.Compile(arguments[0])
	if err != nil {
		return nil, err
	}
	most, err := strconv.Atoi(arguments[2])
	if err != nil {
		return nil, err
	}
	return []any{compiled.FindStringIndex(arguments[1]), compiled.FindAllStringIndex(arguments[1], most)}, nil
}
