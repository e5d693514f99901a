//! Values that differ from a sample in one place.

use serde_json::{Value, json};

/// More of one shape tell nothing new.
const MOST: usize = 40;

/// The samples, and others near to them, each once.
pub(super) fn of(samples: &[Value]) -> Vec<Value> {
    let mut found = samples.to_vec();
    let mut others = Vec::new();
    for sample in samples {
        change(sample, &mut |value| others.push(value));
        found.extend(samples.iter().filter_map(|other| both(sample, other)));
    }
    let step = others.len().div_ceil(MOST).max(1);
    // The first of each step, and the ends, so that every kind of change is among them.
    found.extend(
        others.into_iter().enumerate().filter(|(index, _)| index % step == 0).map(|(_, other)| other),
    );
    let mut unique: Vec<Value> = Vec::new();
    for value in found {
        if !unique.contains(&value) {
            unique.push(value);
        }
    }
    unique
}

/// All fields of both, at all depths; where both have one, the left one's.
fn both(left: &Value, right: &Value) -> Option<Value> {
    let (left, right) = (left.as_object()?, right.as_object()?);
    let mut all = left.clone();
    for (name, value) in right {
        let known = all.get(name).and_then(|known| both(known, value));
        let value = known.unwrap_or_else(|| left.get(name).unwrap_or(value).clone());
        all.insert(name.clone(), value);
    }
    Some(Value::Object(all))
}

/// Every value that differs from this one in one place.
fn change(value: &Value, tell: &mut dyn FnMut(Value)) {
    match value {
        Value::Object(fields) => {
            for name in fields.keys() {
                let mut fewer = fields.clone();
                fewer.remove(name);
                tell(Value::Object(fewer));
            }
            for (name, field) in fields {
                change(field, &mut |changed| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), changed);
                    tell(Value::Object(fields));
                });
            }
            let mut more = fields.clone();
            more.insert("zzz".to_owned(), json!(1));
            tell(Value::Object(more));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                change(item, &mut |changed| {
                    let mut items = items.clone();
                    if let Some(item) = items.get_mut(index) {
                        *item = changed;
                    }
                    tell(Value::Array(items));
                });
            }
            tell(Value::Array([items.as_slice(), items.as_slice()].concat()));
            tell(json!([]));
        }
        _ => {}
    }
    let others = [
        json!(null),
        json!("zz"),
        json!(7),
        json!(-7),
        json!(1.5),
        json!(true),
        json!({}),
        json!([]),
        json!(""),
        json!(4_294_967_296_i64),
    ];
    others.into_iter().filter(|other| other != value).for_each(tell);
}
