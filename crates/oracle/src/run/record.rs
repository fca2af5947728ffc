//! The truth as JSON, as the corpus has it beside each cast.

use crate::{Bracket, Fact, Known, Means, Truth, Turned, TurnedFact};
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

impl Turned {
    /// The truth of a cast that turns as an object of the corpus: `outcome`, the `scale` of the cast, the `means`, and of a hit the
    /// bracket from `fraction`, before which there is no contact, to `fraction_upper`, where the bodies are at least `depth` deep.
    /// A miss has the pose that comes nearest among those looked at: `gap_at` and its `gap`, or more exactly a bound above it; and
    /// `grazes_at` where it is for rounding to say whether the bodies touch there.
    pub fn to_json(&self) -> Value {
        let miss = || json!({"outcome": "miss", "gap": self.least.1, "gap_at": self.least.0});
        let mut object = match self.fact {
            TurnedFact::Meets { at, depth } if self.free_until > 0.0 => json!({
                "outcome": "hit",
                "fraction": self.free_until,
                "fraction_upper": at,
                "depth": depth,
            }),
            TurnedFact::Meets { depth, .. } => json!({"outcome": "overlap", "depth": depth}),
            TurnedFact::Apart => miss(),
            TurnedFact::Grazes => {
                let mut object = miss();
                object["grazes_at"] = json!(self.free_until);
                object
            }
        };
        object["scale"] = json!(self.scale);
        object["means"] = json!("poses");
        object
    }
}

impl Known {
    /// The truth as an object of the corpus.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Straight(truth) => truth.to_json(),
            Self::Turned(turned) => turned.to_json(),
        }
    }
}

/// Whether a bracket says enough: closed to 10⁻¹² of the scale or of itself, or infinite.
fn is_known(bracket: &Bracket, scale: f64) -> bool {
    const DIGITS: f64 = 1e-12;
    let value = bracket.value().abs();
    bracket.width() <= DIGITS * scale.max(value) || value == f64::INFINITY
}
