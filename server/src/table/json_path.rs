//! The JSON paths of columns: `.spec.image`, `.status.conditions[?(@.type=="Ready")].status`.
//!
//! Source: `client-go util/jsonpath/parser.go`, `jsonpath.go`.

use serde_json::Value;

/// A path. What it leads to may be several values, or none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JsonPath(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    /// A field by its name.
    Field(String),
    /// All fields or items.
    All,
    /// Everything below.
    Below,
    /// An item; a negative index counts from the end.
    Item(i64),
    /// Items from one to another one.
    Items(Option<i64>, Option<i64>),
    /// Items for which a comparison holds.
    Filter(Filter),
}

#[derive(Clone, Debug, PartialEq)]
struct Filter {
    left: Operand,
    /// None asks whether there is something on the left.
    compared: Option<(Comparison, Operand)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Path(JsonPath),
    Literal(Value),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// So many values are followed; only the first one is shown.
const MAX_VALUES: usize = 4096;

/// So many filters may stand in one another.
const MAX_DEPTH: usize = 8;

impl JsonPath {
    /// None where the text is not a path.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::parse_within(text, MAX_DEPTH)
    }

    fn parse_within(text: &str, depth: usize) -> Option<Self> {
        let mut rest = text.trim().trim_start_matches('$');
        let mut steps = Vec::new();
        while let Some(c) = rest.chars().next() {
            match c {
                '.' if rest.starts_with("..") => {
                    steps.push(Step::Below);
                    rest = rest.get(2..)?;
                    if !rest.starts_with(['[', '.']) {
                        steps.push(field(&mut rest));
                    }
                }
                '.' => {
                    rest = rest.get(1..)?;
                    if !rest.is_empty() && !rest.starts_with('[') {
                        steps.push(field(&mut rest));
                    }
                }
                '[' => {
                    let end = closing(rest)?;
                    steps.push(bracket(rest.get(1..end)?, depth)?);
                    rest = rest.get(end + 1..)?;
                }
                _ => steps.push(field(&mut rest)),
            }
        }
        Some(Self(steps))
    }

    /// The first value that the path leads to.
    pub(super) fn first<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.all(value).first().copied()
    }

    fn all<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        let mut found = vec![value];
        for step in &self.0 {
            found = found.into_iter().flat_map(|value| step.from(value)).take(MAX_VALUES).collect();
        }
        found
    }
}

/// Up to the next delimiter; a backslash takes it into the name.
fn field(rest: &mut &str) -> Step {
    let (mut name, mut end, mut escaped) = (String::new(), rest.len(), false);
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => {
                name.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '.' | '[' => {
                end = at;
                break;
            }
            _ => name.push(c),
        }
    }
    *rest = rest.get(end..).unwrap_or_default();
    if name == "*" { Step::All } else { Step::Field(name) }
}

/// Where the bracket at the start is closed; brackets in quotes do not count.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            (c, Some(open)) => quote = (c != open).then_some(open),
            ('\'' | '"', None) => quote = Some(c),
            ('[', None) => depth += 1,
            (']', None) => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn bracket(inner: &str, depth: usize) -> Option<Step> {
    let inner = inner.trim();
    if let Some(filter) = inner.strip_prefix("?(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Step::Filter(Filter::parse(filter, depth.checked_sub(1)?)?));
    }
    if inner == "*" {
        return Some(Step::All);
    }
    if let Some(name) = quoted(inner) {
        return Some(Step::Field(name.to_owned()));
    }
    if let Some((from, to)) = inner.split_once(':') {
        let bound = |text: &str| {
            let text = text.trim();
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        };
        return Some(Step::Items(bound(from)?, bound(to)?));
    }
    inner.parse().ok().map(Step::Item)
}

fn quoted(text: &str) -> Option<&str> {
    let of = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    of('\'').or_else(|| of('"'))
}

impl Filter {
    fn parse(text: &str, depth: usize) -> Option<Self> {
        const COMPARISONS: [(&str, Comparison); 6] = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = COMPARISONS.iter().find_map(|(sign, comparison)| {
            let (left, right) = text.split_once(sign)?;
            Some((left, *comparison, right))
        });
        match found {
            Some((left, comparison, right)) => Some(Self {
                left: Operand::parse(left, depth)?,
                compared: Some((comparison, Operand::parse(right, depth)?)),
            }),
            None => Some(Self { left: Operand::parse(text, depth)?, compared: None }),
        }
    }

    fn holds(&self, item: &Value) -> bool {
        let Some((comparison, right)) = &self.compared else { return self.left.value(item).is_some() };
        let (Some(left), Some(right)) = (self.left.value(item), right.value(item)) else { return false };
        let order = match (left, right) {
            (Value::String(left), Value::String(right)) => left.partial_cmp(right),
            (Value::Number(left), Value::Number(right)) => left.as_f64().partial_cmp(&right.as_f64()),
            _ => None,
        };
        match comparison {
            Comparison::Equal => left == right || order.is_some_and(std::cmp::Ordering::is_eq),
            Comparison::NotEqual => left != right && !order.is_some_and(std::cmp::Ordering::is_eq),
            Comparison::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            Comparison::LessOrEqual => order.is_some_and(std::cmp::Ordering::is_le),
            Comparison::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
            Comparison::GreaterOrEqual => order.is_some_and(std::cmp::Ordering::is_ge),
        }
    }
}

impl Operand {
    fn parse(text: &str, depth: usize) -> Option<Self> {
        let text = text.trim();
        if let Some(path) = text.strip_prefix('@') {
            return JsonPath::parse_within(path, depth).map(Self::Path);
        }
        let literal = match quoted(text) {
            Some(text) => Value::from(text),
            None => serde_json::from_str(text).ok()?,
        };
        Some(Self::Literal(literal))
    }

    fn value<'v>(&'v self, item: &'v Value) -> Option<&'v Value> {
        match self {
            Self::Path(path) => path.first(item),
            Self::Literal(value) => Some(value),
        }
    }
}

impl Step {
    fn from<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        let items = || value.as_array().map(Vec::as_slice).unwrap_or_default();
        match self {
            Self::Field(name) => value.get(name).into_iter().collect(),
            Self::All => match value {
                Value::Object(fields) => fields.values().collect(),
                _ => items().iter().collect(),
            },
            Self::Below => below(value),
            Self::Item(index) => {
                position(*index, items().len()).and_then(|at| items().get(at)).into_iter().collect()
            }
            Self::Items(from, to) => {
                let length = items().len();
                let bound =
                    |bound: Option<i64>, default| bound.map_or(Some(default), |at| position(at, length));
                let (from, to) = (bound(*from, 0), bound(*to, length));
                let range = from.zip(to).and_then(|(from, to)| items().get(from..to.min(length)));
                range.unwrap_or_default().iter().collect()
            }
            Self::Filter(filter) => items().iter().filter(|item| filter.holds(item)).collect(),
        }
    }
}

fn position(index: i64, length: usize) -> Option<usize> {
    match usize::try_from(index) {
        Ok(at) => Some(at),
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    }
}

/// A value and everything in it.
fn below(value: &Value) -> Vec<&Value> {
    let (mut found, mut waiting) = (Vec::new(), vec![value]);
    while let Some(value) = waiting.pop() {
        found.push(value);
        if found.len() == MAX_VALUES {
            break;
        }
        match value {
            Value::Object(fields) => waiting.extend(fields.values().rev()),
            Value::Array(items) => waiting.extend(items.iter().rev()),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::JsonPath;

    /// Paths of columns of published CRDs, and rows of `TestKubernetes` in `client-go util/jsonpath/jsonpath_test.go`.
    #[test]
    fn paths_lead_to_values() {
        let object = json!({
            "metadata": {"name": "a", "labels": {"example.com/x": "y"}},
            "spec": {"ports": [80, 443], "hosts": []},
            "status": {"conditions": [{"type": "Ready", "status": "True"}, {"type": "Old", "status": "False"}]},
        });
        let rows = [
            (".metadata.name", json!("a")),
            (r".metadata.labels.example\.com/x", json!("y")),
            (".metadata.labels['example.com/x']", json!("y")),
            (".spec.ports[1]", json!(443)),
            (".spec.ports[-1:]", json!(443)),
            (".spec.ports[*]", json!(80)),
            (r#".status.conditions[?(@.type=="Ready")].status"#, json!("True")),
            (".status.conditions[?(@.status!='True')].type", json!("Old")),
            ("..status", json!({"conditions": object["status"]["conditions"]})),
        ];
        for (path, value) in rows {
            assert_eq!(
                JsonPath::parse(path).and_then(|path| path.first(&object).cloned()),
                Some(value),
                "{path}"
            );
        }
        for path in [".spec.hosts[0]", ".spec.missing.name", r#".status.conditions[?(@.type=="New")].status"#]
        {
            assert_eq!(JsonPath::parse(path).and_then(|path| path.first(&object).cloned()), None, "{path}");
        }
        assert_eq!(JsonPath::parse(".spec[?(@.a"), None);
    }
}
