//! The truth as JSON, as the corpus has it beside each cast.

use crate::{Bracket, Fact, Means, Truth};
use serde_json::{Value, json};

impl Truth {
    /// The truth as an object of the corpus: `outcome`, the numbers that belong to it, the `scale` of the cast and the
    /// `means` by which it was found.
    ///
    /// Numbers are the nearest `f64`; an infinite one is `null`. A first fraction is followed by `fraction_tail`, so that
    /// the sum of the two is off by less than 2⁻⁸⁰.
    pub fn to_json(&self) -> Value {
        let mut object = match &self.fact {
            Fact::Meets(m) => {
                let fraction = m.fraction.lower;
                json!({
                    "outcome": "hit",
                    "fraction": fraction.value(),
                    "fraction_tail": fraction.rest(),
                    "normal": m.normal,
                    "separation": number(&m.separation),
                })
            }
            Fact::Apart(a) => json!({
                "outcome": "miss",
                "axis": a.axis,
                "gap": number(&a.gap),
                "separation": number(&a.separation),
            }),
            Fact::Inside(i) => json!({
                "outcome": "overlap",
                "depth": number(&i.depth),
                "normal": i.normal,
                "entry": number(&i.entry),
                "exit": number(&i.exit),
            }),
        };
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

/// The value of a bracket; `null` where it is infinite.
fn number(bracket: &Bracket) -> Value {
    json!(bracket.value())
}
