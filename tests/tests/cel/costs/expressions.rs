//! Expressions of each type over one schema, as many as a test asks for.

use serde_json::{Value, json};

/// What an expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Int,
    Text,
    Time,
    Duration,
    Quantity,
    Address,
    Network,
    Url,
    Strings,
    Numbers,
    Structs,
    Struct,
    Map,
    Any,
    OptionalText,
    OptionalNumber,
    Resource,
}

/// Fields of the struct that the rules stand on, and of the items of its list.
const FIELDS: [(&str, Type); 24] = [
    ("name", Type::Text),
    ("free", Type::Text),
    ("choice", Type::Text),
    ("count", Type::Int),
    ("ok", Type::Bool),
    ("port", Type::Any),
    ("short", Type::Any),
    ("when", Type::Time),
    ("day", Type::Time),
    ("wait", Type::Duration),
    ("tags", Type::Strings),
    ("open", Type::Strings),
    ("nums", Type::Numbers),
    ("items", Type::Structs),
    ("labels", Type::Map),
    ("anything", Type::Map),
    ("nested", Type::Struct),
    ("resource", Type::Resource),
    ("a__dash__b", Type::Text),
    // Ways of many lengths.
    ("a.items", Type::Structs),
    ("a.b.items", Type::Structs),
    ("a.b.c.items", Type::Structs),
    ("a.b.c.labels", Type::Map),
    ("a.labels", Type::Map),
];
const OF_STRUCT: [(&str, Type); 6] = [
    ("name", Type::Text),
    ("value", Type::Text),
    ("count", Type::Int),
    ("tags", Type::Strings),
    ("ports", Type::Numbers),
    ("labels", Type::Map),
];

/// The schema of the struct, without rules.
pub(crate) fn schema() -> Value {
    let text = |length: u64| json!({"type": "string", "maxLength": length});
    let inner = json!({"type": "object", "required": ["name"], "properties": {
        "name": text(4), "value": {"type": "string"}, "count": {"type": "integer"},
        "tags": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
        "ports": {"type": "array", "maxItems": 9, "items": {"type": "integer"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    }});
    let mut items = json!({"type": "array", "maxItems": 6});
    items["items"] = inner.clone();
    let labels = json!({"type": "object", "maxProperties": 4, "additionalProperties": text(9)});
    let mut deep = json!({"type": "object", "properties": {}});
    for name in ["c", "b", "a"] {
        let mut items = json!({"type": "array", "maxItems": 6 + name.len()});
        items["items"] = inner.clone();
        let mut outer = json!({"type": "object", "properties": {"items": items, "labels": labels}});
        outer["properties"][name] = deep;
        deep = outer;
    }
    let deep = &deep["properties"]["a"];
    json!({"type": "object", "properties": {
        "a": deep, "name": text(10), "free": {"type": "string"}, "choice": {"type": "string", "enum": ["a", "bbb"]},
        "count": {"type": "integer"}, "ok": {"type": "boolean"},
        "port": {"x-kubernetes-int-or-string": true},
        "short": {"x-kubernetes-int-or-string": true, "maxLength": 5},
        "when": {"type": "string", "format": "date-time"}, "day": {"type": "string", "format": "date"},
        "wait": {"type": "string", "format": "duration"},
        "tags": {"type": "array", "maxItems": 5, "items": text(7)},
        "open": {"type": "array", "items": {"type": "string"}},
        "nums": {"type": "array", "maxItems": 300, "items": {"type": "integer"}},
        "items": items, "nested": inner,
        "labels": labels,
        "anything": {"type": "object", "additionalProperties": {"type": "string"}},
        "resource": {"type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true},
        "a-b": text(12),
    }})
}

/// Pseudo-random numbers, and the names of the loops around what is written next.
pub(crate) struct Writer {
    state: u64,
    names: Vec<(String, Type)>,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, names: Vec::new() }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or(0) % limit
    }

    fn pick<'t>(&mut self, strings: &[&'t str]) -> &'t str {
        strings[self.below(strings.len())]
    }

    /// An expression of the type; `?T` in a pattern stands for one of another type.
    pub(crate) fn expression(&mut self, wanted: Type, depth: usize) -> String {
        if depth == 0 || self.below(4) == 0 {
            return self.leaf(wanted);
        }
        let patterns = patterns(wanted);
        if patterns.is_empty() {
            return self.leaf(wanted);
        }
        let pattern = patterns[self.below(patterns.len())];
        self.filled(pattern, depth - 1)
    }

    fn filled(&mut self, pattern: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut bound = 0;
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('?') {
            text.push_str(before);
            let mut letters = after.chars();
            let letter = letters.next().unwrap_or(' ');
            rest = letters.as_str();
            match letter {
                // A name of a loop, and from here on one of its type.
                '1'..='9' => {
                    let of = of_letter(rest.chars().next().unwrap_or('t'));
                    rest = &rest[1..];
                    let name = format!("x{}", self.names.len());
                    text.push_str(&name);
                    self.names.push((name, of));
                    bound += 1;
                }
                '?' => text.push('?'),
                letter => text.push_str(&self.expression(of_letter(letter), depth)),
            }
        }
        text.push_str(rest);
        self.names.truncate(self.names.len() - bound);
        text
    }

    fn leaf(&mut self, wanted: Type) -> String {
        let named: Vec<_> = self.names.iter().filter(|(_, of)| *of == wanted).cloned().collect();
        if !named.is_empty() && self.below(3) > 0 {
            return named[self.below(named.len())].0.clone();
        }
        let fields: Vec<_> = FIELDS.iter().filter(|(_, of)| *of == wanted).collect();
        let literals = literals(wanted);
        if !literals.is_empty() && (fields.is_empty() || self.below(3) == 0) {
            return self.pick(literals).to_owned();
        }
        let side = self.pick(&["self", "self", "oldSelf"]);
        if fields.is_empty() || self.below(4) == 0 {
            let inner: Vec<_> = OF_STRUCT.iter().filter(|(_, of)| *of == wanted).collect();
            if !inner.is_empty() {
                let of = if self.below(2) == 0 { format!("{side}.nested") } else { self.leaf(Type::Struct) };
                return format!("{of}.{}", inner[self.below(inner.len())].0);
            }
        }
        format!("{side}.{}", fields[self.below(fields.len())].0)
    }
}

fn of_letter(letter: char) -> Type {
    match letter {
        'b' => Type::Bool,
        'i' => Type::Int,
        'w' => Type::Time,
        'd' => Type::Duration,
        'q' => Type::Quantity,
        'p' => Type::Address,
        'c' => Type::Network,
        'u' => Type::Url,
        'T' => Type::Strings,
        'I' => Type::Numbers,
        'S' => Type::Structs,
        's' => Type::Struct,
        'M' => Type::Map,
        'a' => Type::Any,
        'o' => Type::OptionalText,
        'O' => Type::OptionalNumber,
        'r' => Type::Resource,
        _ => Type::Text,
    }
}

fn literals(wanted: Type) -> &'static [&'static str] {
    match wanted {
        Type::Bool => &["true", "1 < 2"],
        Type::Int => &["0", "-7", "12"],
        Type::Text => &["''", "'abc'", r"r'\d+'", "'1.2.3.4'", "'/'", "\"a\\u00e9\""],
        Type::Time => &["timestamp('2026-01-01T00:00:00Z')"],
        Type::Duration => &["duration('1h')"],
        Type::Strings => &["['a', 'bb']", "[self.name]"],
        Type::Numbers => &["[1, 2, 3]", "[0]"],
        Type::Map => &["{'a': 'b'}", "{'a': self.name, 'c': 'dddd'}"],
        Type::Any => &["dyn(1)", "dyn('a')"],
        Type::Quantity => &["quantity('1Gi')"],
        Type::Address => &["ip('1.2.3.4')"],
        Type::Network => &["cidr('10.0.0.0/8')"],
        Type::Url => &["url('https://example.com')"],
        Type::OptionalText => &["self.?free"],
        Type::OptionalNumber => &["self.?count"],
        _ => &[],
    }
}

fn patterns(wanted: Type) -> &'static [&'static str] {
    match wanted {
        Type::Bool => BOOL,
        Type::Int => INT,
        Type::Text => TEXT,
        Type::Strings => STRINGS,
        Type::Numbers => NUMBERS,
        Type::Structs => STRUCTS,
        Type::Struct => STRUCT,
        Type::Map => MAP,
        Type::Any => ANY,
        Type::Time => TIME,
        Type::Duration => DURATION,
        Type::Quantity => QUANTITY,
        Type::Address => ADDRESS,
        Type::Network => NETWORK,
        Type::Url => URL,
        Type::OptionalText => OPTIONAL_TEXT,
        Type::OptionalNumber => OPTIONAL_NUMBER,
        Type::Resource => &[],
    }
}

const BOOL: &[&str] = &[
    "?i > ?i",
    "?i == ?i",
    "?t == ?t",
    "?t != ?t",
    "?t < ?t",
    "?t >= ?t",
    "(?b && ?b)",
    "(?b || ?b)",
    "!(?b)",
    "?t in ?T",
    "?i in ?I",
    "?t in ?M",
    "?T == ?T",
    "?M == ?M",
    "?s == ?s",
    "?S == ?S",
    "?w < ?w",
    "?d > ?d",
    "?w == ?w",
    "?d == ?d",
    "?a == ?a",
    "?a == ?i",
    "?a == ?t",
    "?i == ?a",
    "type(?a) == string",
    "type(?a) == int",
    "dyn(?a) == null",
    "?T.all(?1t, ?b)",
    "?T.exists(?1t, ?b)",
    "?T.exists_one(?1t, ?b)",
    "?S.all(?1s, ?b)",
    "?S.exists(?1s, ?b)",
    "?M.all(?1t, ?b)",
    "?M.exists(?1t, ?b)",
    "?I.all(?1i, ?b)",
    "?T.all(?1i, ?1t, ?b)",
    "?M.exists(?1t, ?1t, ?b)",
    "?S.all(?1i, ?1s, ?b)",
    "(?b ?? ?b : ?b)",
    "has(self.name)",
    "has(self.nested.name)",
    "has(?s.count)",
    "?t.startsWith(?t)",
    "?t.endsWith(?t)",
    "?t.contains(?t)",
    "?t.matches(?t)",
    "isQuantity(?t)",
    "isIP(?t)",
    "isURL(?t)",
    "isCIDR(?t)",
    "sets.contains(?T, ?T)",
    "sets.intersects(?T, ?T)",
    "sets.equivalent(?I, ?I)",
    "?T.isSorted()",
    "?I.isSorted()",
    "?q == ?q",
    "?q != ?q",
    "?q.isGreaterThan(?q)",
    "?p == ?p",
    "?p != ?p",
    "?c == ?c",
    "?c.containsIP(?p)",
    "?c.containsIP(?t)",
    "?c.containsCIDR(?t)",
    "?u == ?u",
    "?o.hasValue()",
    "?o == ?o",
    "?O == ?O",
    "?a < ?a",
    "?a < ?i",
    "?a <= ?t",
    "ip.isCanonical(?t)",
    "?r == ?r",
    "?a in ?T",
    "?i == -?i",
    "semver(?t) == semver(?t)",
    "[?t, ?t] == ?T",
];
const INT: &[&str] = &[
    "size(?t)",
    "size(?T)",
    "?T.size()",
    "?t.size()",
    "size(?M)",
    "size(?S)",
    "(?i + ?i)",
    "(?i - ?i)",
    "(?i * ?i)",
    "(?b ?? ?i : ?i)",
    "?s.count",
    "?I[0]",
    "?t.indexOf(?t)",
    "?T.indexOf(?t)",
    "?I.max()",
    "?I.sum()",
    "int(?t)",
    "?w.getHours()",
    "?q.compareTo(?q)",
    "?O.orValue(?i)",
    "?I.map(?1i, ?i)[0]",
    "?S.map(?1s, ?i)[0]",
    "?t.lastIndexOf(?t)",
    "?T.filter(?1t, ?b).size()",
    "?d.getMinutes()",
];
const TEXT: &[&str] = &[
    "?T[0]",
    "(?t + ?t)",
    "?M['a']",
    "?M.a",
    "?s.name",
    "?s.value",
    "(?b ?? ?t : ?t)",
    "?t.lowerAscii()",
    "?t.substring(1)",
    "?t.replace('a', ?t)",
    "?t.replace('', ?t)",
    "?t.replace(self.name, ?t)",
    "?t.trim()",
    "?T.join(?t)",
    "?T.join()",
    "?t.split(?t)[0]",
    "?t.find(?t)",
    "?T.map(?1t, ?t)[0]",
    "?T.filter(?1t, ?b)[0]",
    "?o.orValue(?t)",
    "?u.getHost()",
    "?T.max()",
    "string(?i)",
    "?r.metadata.name",
    "?r.kind",
    "?S.filter(?1s, ?b)[0].name",
    "?S.map(?1s, ?s)[0].value",
    "?t.charAt(0)",
    "?M[?t]",
    "'%s'.format([?t])",
    "?S[0].tags[1]",
    "?o.value()",
    "?s.labels.x",
];
const STRINGS: &[&str] = &[
    "(?T + ?T)",
    "?t.split(?t)",
    "?t.split(?t, 3)",
    "?t.split(?t, -1)",
    "?T.filter(?1t, ?b)",
    "?T.map(?1t, ?t)",
    "?S.map(?1s, ?t)",
    "?s.tags",
    "(?b ?? ?T : ?T)",
    "?t.findAll(?t)",
    "[?t, ?t]",
    "?M.map(?1t, ?t)",
    "?M.filter(?1t, ?b)",
    "?T.map(?1t, ?b, ?t)",
    "?I.map(?1i, string(?i))",
];
const NUMBERS: &[&str] =
    &["(?I + ?I)", "?I.filter(?1i, ?b)", "?T.map(?1t, ?i)", "?S.map(?1s, ?i)", "[?i, ?i]"];
const STRUCTS: &[&str] = &["?S.filter(?1s, ?b)", "(?S + ?S)", "(?b ?? ?S : ?S)", "[?s]"];
const STRUCT: &[&str] = &["?S[0]", "?S.filter(?1s, ?b)[0]", "(?b ?? ?s : ?s)", "?S.map(?1s, ?s)[0]"];
const MAP: &[&str] = &["?s.labels", "(?b ?? ?M : ?M)", "{?t: ?t}"];
const ANY: &[&str] = &["dyn(?t)", "dyn(?i)", "dyn(?T)", "(?b ?? ?a : ?a)"];
const TIME: &[&str] = &["(?w + ?d)", "(?b ?? ?w : ?w)"];
const DURATION: &[&str] = &["(?w - ?w)", "duration(?t)"];
const QUANTITY: &[&str] = &["quantity(?t)", "?q.add(?q)"];
const ADDRESS: &[&str] = &["ip(?t)", "cidr(?t).ip()"];
const NETWORK: &[&str] = &["cidr(?t)", "?c.masked()"];
const URL: &[&str] = &["url(?t)"];
const OPTIONAL_TEXT: &[&str] = &[
    "self.??free",
    "self.??name",
    "self.nested.??value",
    "?T[??0]",
    "?M[??'a']",
    "optional.of(?t)",
    "?o.or(?o)",
    "self.??nested.name",
    "self.??nested.??value",
    "?S[??0].??value",
];
const OPTIONAL_NUMBER: &[&str] = &["self.??count", "?I[??0]", "self.??nested.count"];
