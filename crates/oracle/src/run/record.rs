//! The truth as JSON, as the corpus has it beside each cast.

use crate::{Bracket, Fact, Means, Truth};
use serde_json::{Value, json};

impl Truth {
    /// The truth as an object of the corpus: `outcome`, the numbers that belong to it, the `scale` of the cast and the
    /// `means` by which it was found.
    ///
    /// Numbers are the nearest `f64`; an infinite one is `null`, and one that is not known to 10⁻¹² of the scale is left
    /// out. A first fraction is followed by `fraction_tail`, so that the sum of the two is off by less than 2⁻⁸⁰.
    pub fn to_json(&self) -> Value {
        let (mut object, brackets) = match &self.fact {
            Fact::Meets(m) => (
                json!({
                    "outcome": "hit",
                    "fraction": m.fraction.lower.value(),
                    "fraction_tail": m.fraction.lower.rest(),
                    "normal": m.normal,
                }),
                vec![("separation", &m.separation)],
            ),
            Fact::Apart(a) => (
                // What the axis proves, not the least distance.
                json!({"outcome": "miss", "axis": a.axis, "gap": a.gap.lower.value()}),
                vec![("separation", &a.separation)],
            ),
            Fact::Inside(i) => (
                json!({"outcome": "overlap", "normal": i.normal}),
                vec![("depth", &i.depth), ("entry", &i.entry), ("exit", &i.exit)],
            ),
        };
        for (key, bracket) in brackets {
            if is_known(bracket, self.scale) {
                object[key] = json!(bracket.value());
            }
        }
        object["scale"] = json!(self.scale);
        object["means"] = json!(match self.means {
            Means::Exact => "exact",
            Means::Polished => "polished",
            Means::Plane => "plane",
            Means::Conic => "conic",
        });
        object
    }
}

/// Whether a bracket says enough: closed to 10⁻¹² of the scale or of itself, or infinite.
fn is_known(bracket: &Bracket, scale: f64) -> bool {
    const DIGITS: f64 = 1e-12;
    let value = bracket.value().abs();
    bracket.width() <= DIGITS * scale.max(value) || value == f64::INFINITY
}
