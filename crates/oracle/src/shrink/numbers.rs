//! The numbers of a cast, whatever shapes it has: those of its line of the case format.

use crate::Cast;
use serde_json::{Number, Value};

/// The cast as a tree of JSON.
pub(super) fn tree(cast: &Cast) -> Value {
    serde_json::to_value(cast).unwrap_or(Value::Null)
}

/// The cast of a tree, if its numbers are what its shapes take. Everything is rounded to `f32`.
pub(super) fn cast(tree: Value) -> Option<Cast> {
    let cast: Cast = serde_json::from_value(tree).ok()?;
    let cast = cast.exact();
    Cast::from_line(&cast.to_json()).ok()
}

/// All numbers of a tree, in its order.
pub(super) fn numbers(tree: &Value) -> Vec<f64> {
    let mut found = Vec::new();
    walk(tree, &mut |x| found.push(x));
    found
}

fn walk(tree: &Value, visit: &mut impl FnMut(f64)) {
    match tree {
        Value::Number(x) => visit(x.as_f64().unwrap_or(0.0)),
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        Value::Object(fields) => fields.values().for_each(|item| walk(item, visit)),
        _ => {}
    }
}

/// The tree with `change` applied to its numbers; it is given their places too.
pub(super) fn mapped(tree: &Value, change: &impl Fn(usize, f64) -> f64) -> Value {
    fn go(tree: &Value, next: &mut usize, change: &impl Fn(usize, f64) -> f64) -> Value {
        match tree {
            Value::Number(x) => {
                let place = *next;
                *next += 1;
                let x = change(place, x.as_f64().unwrap_or(0.0));
                Number::from_f64(x).map_or(Value::Null, Value::Number)
            }
            Value::Array(items) => items.iter().map(|i| go(i, next, change)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(key, item)| (key.clone(), go(item, next, change)))
                .collect(),
            other => other.clone(),
        }
    }
    go(tree, &mut 0, change)
}

/// `x` rounded to so many significant bits.
pub(super) fn rounded(x: f64, bits: i32) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let unit = (x.abs().log2().floor() - f64::from(bits - 1)).exp2();
    (x / unit).round() * unit
}

/// How complicated a cast is: for each number that is not 0 its significant bits and the distance of its size from 1, and
/// something for each number there is.
pub(super) fn complexity(cast: &Cast) -> u32 {
    let each = |x: f64| {
        if x == 0.0 {
            return 1;
        }
        let mantissa = x.to_bits() & ((1 << 52) - 1);
        let bits = 53 - (mantissa | 1 << 52).trailing_zeros();
        let away = x.abs().log2().abs().floor() as u32;
        3 + bits + away.min(64) / 4 + u32::from(x < 0.0)
    };
    numbers(&tree(cast)).into_iter().map(each).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Form};

    #[test]
    fn numbers_are_rounded_to_significant_bits() {
        assert_eq!(rounded(0.3, 1), 0.25);
        assert_eq!(rounded(-5.3, 3), -5.0);
        assert_eq!(rounded(1023.0, 2), 1024.0);
        assert_eq!(rounded(0.0, 3), 0.0);
    }

    #[test]
    fn simpler_numbers_are_simpler() {
        let cast = |r: f64| Cast::new(Body::new(Form::sphere(r)), [0.0; 3], Body::new(Form::Point));
        let sizes = [1.0, 0.5, 3.0, 0.3, 1e-7].map(|r| complexity(&cast(r)));
        assert!(sizes.is_sorted(), "{sizes:?}");
    }

    #[test]
    fn a_cast_comes_back_from_its_tree() {
        let hull = Form::box_hull([1.0, 2.0, 0.5]).rounded(0.25);
        let before = Cast::new(Body::new(hull), [1.0, 0.0, -2.0], Body::new(Form::Point));
        assert_eq!(cast(tree(&before)), Some(before.clone()));
        let negative = mapped(&tree(&before), &|_, x| if x == 0.25 { -x } else { x });
        assert_eq!(cast(negative), None);
    }
}
