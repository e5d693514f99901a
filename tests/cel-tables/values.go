package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

type tagged map[string]any

// tag is a value as answers have it: its kind, and what it is in JSON.
func tag(value ref.Val) tagged {
	switch value := value.(type) {
	case types.Null:
		return tagged{"null": nil}
	case types.Bool:
		return tagged{"bool": bool(value)}
	case types.Int:
		return tagged{"int": strconv.FormatInt(int64(value), 10)}
	case types.Uint:
		return tagged{"uint": strconv.FormatUint(uint64(value), 10)}
	case types.Double:
		return tagged{"double": strconv.FormatFloat(float64(value), 'e', -1, 64)}
	case types.String:
		return tagged{"string": string(value)}
	case types.Bytes:
		return tagged{"bytes": hex.EncodeToString(value)}
	case types.Timestamp:
		return tagged{"timestamp": fmt.Sprintf("%d.%09d", value.Unix(), value.Nanosecond())}
	case types.Duration:
		return tagged{"duration": strconv.FormatInt(int64(value.Duration), 10)}
	case *types.Type:
		return tagged{"type": value.TypeName()}
	case *types.Optional:
		if !value.HasValue() {
			return tagged{"optional": nil}
		}
		return tagged{"optional": tag(value.GetValue())}
	case traits.Lister:
		return tagged{"list": items(value)}
	case traits.Mapper:
		return tagged{"map": entries(value)}
	case *types.Err:
		return tagged{"error": value.Error()}
	}
	return tagged{"other": value.Type().TypeName()}
}

func items(list traits.Lister) []tagged {
	made := []tagged{}
	for next := list.Iterator(); next.HasNext() == types.True; {
		made = append(made, tag(next.Next()))
	}
	return made
}

// entries are in the order of their JSON, because a map has none.
func entries(of traits.Mapper) []json.RawMessage {
	made := []json.RawMessage{}
	for next := of.Iterator(); next.HasNext() == types.True; {
		key := next.Next()
		entry, err := json.Marshal([]tagged{tag(key), tag(of.Get(key))})
		check(err)
		made = append(made, entry)
	}
	sort.Slice(made, func(i, j int) bool { return bytes.Compare(made[i], made[j]) < 0 })
	return made
}
