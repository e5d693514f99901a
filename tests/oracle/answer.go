package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// answer holds the members of one answer line.
type answer map[string]any

// failure is the answer to a request that could not be carried out.
func failure(kind, text string) answer {
	return answer{"error": text, "failure": kind}
}

// encodeAnswer writes an answer with the id of its request on one line.
func encodeAnswer(id json.RawMessage, result answer) []byte {
	if len(id) > 0 {
		result["id"] = id
	}
	encoded, err := encode(result)
	if err == nil {
		return encoded
	}
	fallback := failure("encoding", err.Error())
	if len(id) > 0 {
		fallback["id"] = id
	}
	encoded, err = encode(fallback)
	if err != nil {
		return []byte(`{"error":"the answer does not encode","failure":"encoding"}`)
	}
	return encoded
}

// encode writes compact JSON with sorted members and without HTML escapes.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buffer.Bytes(), "\n"), nil
}

// fieldErrors renders upstream field errors in upstream's order.
func fieldErrors(list field.ErrorList) []answer {
	rendered := make([]answer, 0, len(list))
	for _, err := range list {
		rendered = append(rendered, fieldError(err))
	}
	return rendered
}

// fieldError renders one field error; values that do not encode are left out.
func fieldError(err *field.Error) answer {
	rendered := answer{
		"type":   string(err.Type),
		"field":  err.Field,
		"detail": err.Detail,
		"text":   err.Error(),
	}
	if _, omitted := err.BadValue.(field.OmitValueType); omitted {
		return rendered
	}
	if value, encodeErr := encode(err.BadValue); encodeErr == nil {
		rendered["badValue"] = json.RawMessage(value)
		rendered["badValueType"] = fmt.Sprintf("%T", err.BadValue)
	}
	return rendered
}

// messagesOf renders plain errors; the list is never null in JSON.
func messagesOf(errs []error) []string {
	rendered := make([]string, 0, len(errs))
	for _, err := range errs {
		rendered = append(rendered, err.Error())
	}
	return rendered
}

// strs makes an absent list encode as [].
func strs(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
