//! What a shape caster says of a cast.

use nalgebra::{Point3, Unit, Vector3};
use serde::{Deserialize, Serialize};
use swept::{Outcome, Real};

/// What a shape caster says of a cast; whatever it does not say is `None`, and is not judged.
///
/// The words are those of the case format's answers, which it reads and writes: all in world space, `normal` and `axis` out of
/// the fixed shape, `point_moving` with the moving shape at `fraction`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are those of the case format
pub enum Claim {
    Hit {
        fraction: f64,
        #[serde(default)]
        fraction_upper: Option<f64>,
        #[serde(default)]
        normal: Option<[f64; 3]>,
        #[serde(default)]
        point_moving: Option<[f64; 3]>,
        #[serde(default)]
        point_fixed: Option<[f64; 3]>,
    },
    Miss {
        #[serde(default)]
        axis: Option<[f64; 3]>,
        #[serde(default)]
        gap: Option<f64>,
    },
    Overlap {
        #[serde(default)]
        depth: Option<f64>,
        #[serde(default)]
        depth_lower: Option<f64>,
        #[serde(default)]
        normal: Option<[f64; 3]>,
        #[serde(default)]
        point_moving: Option<[f64; 3]>,
        #[serde(default)]
        point_fixed: Option<[f64; 3]>,
        #[serde(default)]
        entry: Option<f64>,
        #[serde(default)]
        exit: Option<f64>,
    },
    Unresolved {
        #[serde(default)]
        safe_fraction: Option<f64>,
    },
}

impl Claim {
    /// A hit at `fraction` of which nothing else is known.
    pub fn hit(fraction: f64) -> Self {
        Self::Hit {
            fraction,
            fraction_upper: None,
            normal: None,
            point_moving: None,
            point_fixed: None,
        }
    }

    /// A miss of which nothing else is known.
    pub fn miss() -> Self {
        Self::Miss {
            axis: None,
            gap: None,
        }
    }

    /// An overlap of which nothing else is known.
    pub fn overlap() -> Self {
        Self::Overlap {
            depth: None,
            depth_lower: None,
            normal: None,
            point_moving: None,
            point_fixed: None,
            entry: None,
            exit: None,
        }
    }

    /// The outcome's name in the case format.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hit { .. } => "hit",
            Self::Miss { .. } => "miss",
            Self::Overlap { .. } => "overlap",
            Self::Unresolved { .. } => "unresolved",
        }
    }
}

/// Every number of the library's own outcome, exactly.
impl<T: Real> From<&Outcome<T>> for Claim {
    fn from(outcome: &Outcome<T>) -> Self {
        let number = |x: T| Some(x.to_f64());
        let point = |p: &Point3<T>| Some([p.x, p.y, p.z].map(Real::to_f64));
        let unit = |n: &Unit<Vector3<T>>| Some([n.x, n.y, n.z].map(Real::to_f64));
        match outcome {
            Outcome::Hit(hit) => Self::Hit {
                fraction: hit.fraction.to_f64(),
                fraction_upper: number(hit.fraction_upper),
                normal: unit(&hit.normal),
                point_moving: point(&hit.point_moving),
                point_fixed: point(&hit.point_fixed),
            },
            Outcome::Miss(miss) => Self::Miss {
                axis: unit(&miss.axis),
                gap: number(miss.gap),
            },
            Outcome::Overlap(overlap) => Self::Overlap {
                depth: number(overlap.depth),
                depth_lower: number(overlap.depth_lower),
                normal: unit(&overlap.normal),
                point_moving: point(&overlap.point_moving),
                point_fixed: point(&overlap.point_fixed),
                entry: number(overlap.entry),
                exit: number(overlap.exit),
            },
            Outcome::Unresolved(unresolved) => Self::Unresolved {
                safe_fraction: number(unresolved.safe_fraction),
            },
        }
    }
}
