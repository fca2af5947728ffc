//! What shapes of the user's own that are none, or not always, are said to do: nothing is claimed that is no number.

use nalgebra::{Point3, Vector3};
use std::cell::Cell;
use swept::scene::{Motion, Query, Scene};
use swept::{
    CastOptions, Core, Cuboid, Cylinder, Distance, HalfSpace, Method, Outcome, Placed, Sphere,
    StartOverlap, Support, Sweep, distance,
};

/// Its support points are no points: this is in place of each.
struct Nowhere(Core, [f64; 3]);

impl Support for Nowhere {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::from(self.1)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
    fn core(&self) -> Core {
        self.0
    }
}

/// What is said of one whose support points are all in this place, by all methods and options, that moves so or not at all.
fn said_of_one_at(place: [f64; 3], motion: [f64; 3]) -> Vec<Outcome<f64>> {
    let mut outcomes = Vec::new();
    let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]).unwrap();
    for core in [Core::Polytope, Core::Curved] {
        let moving = Placed::new(Nowhere(core, place), [0.0, 3.0, 0.0]).unwrap();
        for motion in [motion, [0.0; 3]] {
            let sweep = Sweep::new(moving.as_dyn(), motion, fixed).unwrap();
            for method in Method::ALL {
                outcomes.extend(StartOverlap::ALL.map(|start_overlap| {
                    let options = CastOptions {
                        method,
                        start_overlap,
                        ..CastOptions::default()
                    };
                    sweep.cast_certified(&options).outcome
                }));
            }
        }
    }
    outcomes
}

#[test]
fn of_one_that_is_no_shape_nothing_is_claimed() {
    for motion in [[0.0, -4.0, 0.0], [4.0, 0.0, 0.0]] {
        for outcome in said_of_one_at([f64::NAN; 3], motion) {
            let unresolved = outcome.unresolved();
            assert!(
                unresolved.is_some_and(|u| u.safe_fraction == 0.0),
                "{outcome:?}"
            );
        }
    }
}

#[test]
fn of_one_that_is_at_infinity_no_contact_is_claimed() {
    let far = f64::INFINITY;
    for place in [[far, 0.0, 0.0], [0.0, far, 0.0], [0.0, -far, 0.0]] {
        for motion in [[0.0, -4.0, 0.0], [4.0, 0.0, 0.0]] {
            for outcome in said_of_one_at(place, motion) {
                let harmless = match &outcome {
                    Outcome::Miss(miss) => miss.gap > 0.0,
                    Outcome::Unresolved(_) => true,
                    _ => false,
                };
                assert!(harmless, "{outcome:?}");
            }
        }
    }
}

#[test]
fn one_that_is_in_no_place_has_no_distance() {
    let far = f64::INFINITY;
    let at = Vector3::new(0.0, 3.0, 0.0);
    for bad in [f64::NAN, far, -far] {
        let nowhere = || Nowhere(Core::Curved, [0.0, bad, 0.0]);
        let cuboid = || Cuboid::new([1.0; 3]).unwrap();
        let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
        let moving = Placed::<f64, _>::new(nowhere(), at).unwrap();
        let fixed = Placed::new(nowhere(), [0.0; 3]).unwrap();
        let refused = [
            distance(&moving, &Placed::new(cuboid(), [0.0; 3]).unwrap()),
            distance(&moving, &Placed::new(floor, [0.0; 3]).unwrap()),
            distance(&Placed::new(cuboid(), at).unwrap(), &fixed),
        ];
        let fields = ["moving", "moving", "fixed"];
        for (refused, field) in refused.into_iter().zip(fields) {
            let refused = refused.unwrap_err();
            assert_eq!(refused.field, format!("{field}.support_point"));
            assert!(refused.value.is_nan() && bad.is_nan() || refused.value == bad);
        }
        // To a scene it is near to nothing.
        let scene = Scene::of([swept::scene::Object::new(cuboid())]).unwrap();
        let motion = Motion::at_rest(moving).unwrap();
        let query = Query::default();
        assert!(scene.distance(&motion, 100.0, &query).is_none());
        assert!(!scene.overlaps(&motion, &query));
        scene.near(&motion, 100.0, &query, |near| panic!("{near:?}"));
    }
}

/// A cube of half edge 1 that now and then answers what is no place, by the rule.
struct Patchy {
    core: Core,
    bad: [f64; 3],
    rule: Rule,
    calls: Cell<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Where the direction points up.
    Up,
    /// Along the axes.
    Axes,
    /// Everywhere else.
    NotAxes,
    /// Every so many calls.
    Every(u32),
    /// From this call on.
    From(u32),
}

impl Support for Patchy {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let calls = self.calls.get() + 1;
        self.calls.set(calls);
        let along_axis = n.iter().filter(|x| **x != 0.0).count() == 1;
        let bad = match self.rule {
            Rule::Up => n.y > 0.0,
            Rule::Axes => along_axis,
            Rule::NotAxes => !along_axis,
            Rule::Every(many) => calls.is_multiple_of(many),
            Rule::From(first) => calls >= first,
        };
        Point3::from(if bad {
            self.bad.into()
        } else {
            n.map(|x| 1f64.copysign(x))
        })
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.8
    }
    fn core(&self) -> Core {
        self.core
    }
}

/// Whether all that is said is said in numbers.
fn in_numbers(outcome: &Outcome<f64>) -> bool {
    let places = |a: &Point3<f64>, b: &Point3<f64>| a.iter().chain(b.iter()).all(|x| x.is_finite());
    match outcome {
        Outcome::Hit(h) => {
            0.0 <= h.fraction
                && h.fraction <= h.fraction_upper
                && h.fraction_upper <= 1.0
                && places(&h.point_moving, &h.point_fixed)
        }
        Outcome::Miss(m) => m.gap > f64::NEG_INFINITY,
        Outcome::Overlap(o) => {
            0.0 <= o.depth_lower
                && o.depth_lower <= o.depth
                && o.depth < f64::INFINITY
                && o.entry <= 0.0
                && o.exit >= 0.0
                && places(&o.point_moving, &o.point_fixed)
        }
        Outcome::Unresolved(u) => (0.0..=1.0).contains(&u.safe_fraction),
    }
}

#[test]
fn of_one_that_now_and_then_is_no_shape_all_is_said_in_numbers() {
    let (nan, far) = (f64::NAN, f64::INFINITY);
    let others: [&dyn Support; 4] = [
        &Cuboid::new([1.0f64, 2.0, 0.5]).unwrap(),
        &Sphere::new(1.0f64).unwrap(),
        &Cylinder::new(1.0f64, 1.0).unwrap(),
        &HalfSpace::new([0.0f64, 1.0, 0.0]).unwrap(),
    ];
    let rules = [Rule::Up, Rule::Axes, Rule::NotAxes]
        .into_iter()
        .chain((1..8).map(Rule::Every))
        .chain((1..20).map(Rule::From));
    let motions = [[0.0; 3], [0.0, -6.0, 0.0], [1.0, -5.0, 2.0]];
    for rule in rules {
        for bad in [[nan; 3], [0.0, nan, 1.0], [far, 0.0, -far]] {
            for core in [Core::Polytope, Core::Curved] {
                for place in [[0.0, 4.0, 0.0], [0.5, 2.5, -0.25], [0.25, 0.5, 0.0]] {
                    for other in others {
                        for motion in motions {
                            let calls = Cell::new(0);
                            let patchy = Patchy {
                                core,
                                bad,
                                rule,
                                calls,
                            };
                            let calls = &patchy.calls;
                            let moving = Placed::new(&patchy, place).unwrap();
                            let fixed = Placed::new(other, [0.0; 3]).unwrap();
                            let sweep = Sweep::<f64, _, _>::new(moving, motion, fixed).unwrap();
                            for method in Method::ALL {
                                for start_overlap in StartOverlap::ALL {
                                    calls.set(0);
                                    let options = CastOptions {
                                        method,
                                        start_overlap,
                                        ..CastOptions::default()
                                    };
                                    let outcome = sweep.cast_with(&options);
                                    assert!(
                                        in_numbers(&outcome),
                                        "{rule:?} {bad:?} {place:?} {motion:?} {method:?}: {outcome:?}"
                                    );
                                }
                            }
                            calls.set(0);
                            let upper = match distance(&moving, &fixed) {
                                Ok(Distance::Apart(apart)) => apart.separation_upper,
                                Ok(Distance::Overlap(overlap)) => overlap.depth,
                                Err(_) => 0.0,
                            };
                            assert!((0.0..far).contains(&upper), "{rule:?} {bad:?} {place:?}");
                        }
                    }
                }
            }
        }
    }
}
