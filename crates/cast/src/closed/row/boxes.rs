//! A box against eight boxes.

use super::super::crossing::Three;
use super::super::slab::{Boxes, NUMBERS, Slabs};
use super::chosen::Chosen;
use super::verdict::{Verdict, Way, verdict};
use super::{
    HIT, Kind, LANES, Lanes, MISS, OPEN, Vectors, lanes, put, side_by_side, vector, vectors,
};
use crate::obstacle::{Frame, Obstacle, Open};
use crate::problem::{Problem, Standing};
use crate::solve::length;
use crate::tolerance::FAR;
use crate::{CastOptions, Hit, Miss, Outcome};
use alloc::vec::Vec;
use core::marker::PhantomData;
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Core, KnownCore, LinearMap, Placed, Real, Support, largest, paired, sqrt};

type V = Vector3<f64>;

/// A box of any type, as its numbers. To the functions of a single cast it is a shape like others.
#[derive(Clone, Copy)]
pub(super) struct Bare {
    half: V,
    extent: f64,
}

impl Bare {
    /// `None` for any other shape. A shape of the user's own may be a box whose support points are not its corners to the last bit:
    /// what a single cast proves of it is not what it would prove of these numbers.
    pub(super) fn new(shape: &impl Support) -> Option<Self> {
        let KnownCore::Cuboid(half) = shape.known_core() else {
            return None;
        };
        let extent = shape.extent();
        let bare = Self { half, extent };
        let same = |signs: u32| {
            let n = V::from([0, 1, 2].map(|k| if signs >> k & 1 == 0 { 1.0 } else { -1.0 }));
            shape.support_point(&n) == bare.support_point(&n)
        };
        let bounded = shape.unbounded_normal().is_none() && shape.core() == bare.core();
        (bounded && shape.radius() == 0.0 && (0..8).all(same)).then_some(bare)
    }
}

impl Support for Bare {
    #[inline(always)]
    fn support_point(&self, n: &V) -> Point3<f64> {
        Point3::from(paired(&self.half, n, f64::copysign))
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Cuboid(self.half)
    }
}

/// Eight fixed boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    position: Vectors,
    /// Rotation matrices, row by row.
    rotation: [Vectors; 3],
    /// Not 0 where the matrix is the identity.
    exact: [u64; LANES],
    half: Vectors,
    extent: Lanes,
}

impl Row {
    /// All of the shapes have to be boxes.
    pub(super) fn new<T: Real>(placed: &[Placed<T, impl Support>]) -> Self {
        let row = |k: usize| vectors(placed, |p| V::from(p.rotation().rows[k]));
        Self {
            position: vectors(placed, |p| p.position()),
            rotation: [row(0), row(1), row(2)],
            exact: lanes(placed, |p| p.rotation().exact.into()),
            half: vectors(placed, |p| super::super::half_of(p.shape())),
            extent: lanes(placed, |p| p.shape().extent()),
        }
    }

    #[inline(always)]
    fn bare(&self, i: usize) -> Bare {
        Bare {
            half: vector(&self.half, i),
            extent: self.extent[i],
        }
    }

    /// Box `i` where it stands; its rotation is taken for one that is not the identity.
    #[inline(always)]
    fn standing<'a>(&self, i: usize, bare: &'a Bare) -> Standing<'a, Bare> {
        Standing {
            shape: bare,
            rotation: matrix(&self.rotation, i),
            position: vector(&self.position, i),
            turned: true,
        }
    }
}

/// The matrix of lane `i`, which is not exact.
#[inline(always)]
fn matrix(rows: &[Vectors; 3], i: usize) -> LinearMap {
    let row = |k: usize| [rows[k][0][i], rows[k][1][i], rows[k][2][i]];
    LinearMap {
        rows: [row(0), row(1), row(2)],
        exact: false,
    }
}

/// A box on its way.
#[derive(Clone, Copy)]
pub(crate) struct Mover<T> {
    bare: Bare,
    position: V,
    rotation: LinearMap,
    d: V,
    tolerance: f64,
    scalar: PhantomData<T>,
}

/// The moving box in the frames of eight fixed ones.
struct Frames {
    map: [Vectors; 3],
    position: Vectors,
    displacement: Vectors,
    distance: Lanes,
}

impl Frames {
    #[inline(always)]
    fn frame(&self, i: usize) -> Frame {
        Frame {
            map: matrix(&self.map, i),
            position: vector(&self.position, i),
            displacement: vector(&self.displacement, i),
        }
    }
}

/// What their slabs are made of: in an array of its own, all of one type, as twice as many fit a register.
type Numbers = [[f32; LANES]; NUMBERS];

/// Where the line of motion crosses the slabs.
struct Ways {
    entered: [u32; LANES],
    left: [u32; LANES],
    /// Not 0 where the line passes.
    passes: [u32; LANES],
}

impl Ways {
    #[inline(always)]
    fn way(&self, i: usize) -> Way {
        Way {
            entered: Chosen::first(self.entered[i].into()),
            left: Chosen::first(self.left[i].into()),
            passes: self.passes[i] != 0,
        }
    }

    #[inline(always)]
    fn cross(&mut self, numbers: &Numbers, i: usize) {
        let crossing = Slabs::of(|k| numbers[k][i]).crossing();
        self.entered[i] = crossing.entered;
        self.left[i] = crossing.left;
        self.passes[i] = crossing.passes.into();
    }
}

/// [`Verdict`]s.
pub(super) struct Verdicts<T> {
    kind: [Kind; LANES],
    lower: [T; LANES],
    upper: [T; LANES],
    normal: [[T; LANES]; 3],
    on_moving: [[T; LANES]; 3],
    on_fixed: [[T; LANES]; 3],
}

impl<T: Real> Verdicts<T> {
    #[inline(always)]
    fn put(&mut self, i: usize, one: &Verdict<T>) {
        self.kind[i] = one.kind;
        self.lower[i] = one.lower;
        self.upper[i] = one.upper;
        for k in 0..3 {
            self.normal[k][i] = one.normal[k];
            self.on_moving[k][i] = one.on_moving[k];
            self.on_fixed[k][i] = one.on_fixed[k];
        }
    }
}

impl<T: Real> Mover<T> {
    pub(super) fn new(
        placed: &Placed<T, impl Support>,
        bare: Bare,
        d: V,
        options: &CastOptions<T>,
    ) -> Self {
        Self {
            bare,
            position: placed.position(),
            rotation: placed.rotation(),
            d,
            tolerance: length(options.tolerance),
            scalar: PhantomData,
        }
    }

    /// The outcomes of a row, of as many shapes as `outcomes` has room for; those that are not clear by `otherwise`.
    #[inline(always)]
    pub(super) fn cast(
        &self,
        row: &Row,
        count: usize,
        outcomes: &mut Vec<Outcome<T>>,
        otherwise: impl Fn(usize) -> Outcome<T>,
    ) {
        let seen = side_by_side(
            #[inline(always)]
            || (*self).look(row),
        );
        let of = |v: &[[T; LANES]; 3], i: usize| Vector3::new(v[0][i], v[1][i], v[2][i]);
        for i in 0..count.min(LANES) {
            let normal = Unit::new_unchecked(of(&seen.normal, i));
            // Each is put where it stays: made in one place and moved to another, it would be waited for.
            match seen.kind[i] {
                HIT => outcomes.push(Outcome::Hit(Hit {
                    fraction: seen.lower[i],
                    fraction_upper: seen.upper[i],
                    normal,
                    point_moving: Point3::from(of(&seen.on_moving, i)),
                    point_fixed: Point3::from(of(&seen.on_fixed, i)),
                })),
                MISS => outcomes.push(Outcome::Miss(Miss {
                    axis: normal,
                    gap: seen.lower[i],
                })),
                _ => outcomes.push(otherwise(i)),
            }
        }
    }

    /// All that is done for all eight.
    ///
    /// In three loops, each from arrays to others, and from copies of what the caller has: the compiler makes vector instructions of a
    /// loop where it sees that none of what is written is read in it.
    #[inline(always)]
    fn look(self, row: &Row) -> Verdicts<T> {
        let row = &{ *row };
        let mut frames = Frames {
            map: [[[0.0; LANES]; 3]; 3],
            position: [[0.0; LANES]; 3],
            displacement: [[0.0; LANES]; 3],
            distance: [0.0; LANES],
        };
        let mut numbers = [[0.0; LANES]; NUMBERS];
        for i in 0..LANES {
            self.place(row, i, &mut frames, &mut numbers);
        }
        let mut ways = Ways {
            entered: [0; LANES],
            left: [0; LANES],
            passes: [0; LANES],
        };
        for i in 0..LANES {
            ways.cross(&numbers, i);
        }
        let none = T::zero();
        let mut verdicts = Verdicts {
            kind: [OPEN; LANES],
            lower: [none; LANES],
            upper: [none; LANES],
            normal: [[none; LANES]; 3],
            on_moving: [[none; LANES]; 3],
            on_fixed: [[none; LANES]; 3],
        };
        for i in 0..LANES {
            let one = self.decide(row, i, &frames, &ways.way(i));
            verdicts.put(i, &one);
        }
        verdicts
    }

    /// The moving box in the frame of fixed box `i`, and the numbers of their slabs.
    #[inline(always)]
    fn place(&self, row: &Row, i: usize, frames: &mut Frames, numbers: &mut Numbers) {
        let bare = row.bare(i);
        let fixed = row.standing(i, &bare);
        let offset = fixed.position - self.position;
        let distance = sqrt(offset.norm_squared());
        let frame = Frame::new(&fixed.rotation, &self.rotation, &offset, &self.d);
        for k in 0..3 {
            put(&mut frames.map[k], i, &V::from(frame.map.rows[k]));
        }
        put(&mut frames.position, i, &frame.position);
        put(&mut frames.displacement, i, &frame.displacement);
        frames.distance[i] = distance;
        let scale = self.bare.extent + bare.extent + distance;
        let slabs: Slabs<Three> = self.boxes(&bare, &frame).slabs(scale);
        for (to, number) in numbers.iter_mut().zip(slabs.numbers()) {
            to[i] = number;
        }
    }

    #[inline(always)]
    fn boxes<'a>(&'a self, fixed: &'a Bare, frame: &'a Frame) -> Boxes<'a> {
        Boxes {
            fixed: &fixed.half,
            moving: &self.bare.half,
            rotation: &frame.map,
            position: frame.position,
            displacement: frame.displacement,
            radius: 0.0,
        }
    }

    /// The verdict on fixed box `i`.
    #[inline(always)]
    fn decide(&self, row: &Row, i: usize, frames: &Frames, way: &Way) -> Verdict<T> {
        let bare = row.bare(i);
        let moving = Standing {
            shape: &self.bare,
            rotation: self.rotation,
            position: self.position,
            turned: !self.rotation.exact,
        };
        let (frame, distance) = (frames.frame(i), frames.distance[i]);
        let fixed = row.standing(i, &bare);
        let problem = Problem::at_distance(moving, self.d, fixed, 0.0, distance);
        let obstacle = Obstacle::in_frame(&problem, &frame, 0, Open::of::<T>(self.tolerance));
        let one = verdict(&obstacle, &self.boxes(&bare, &frame), way);
        // Near enough for the frame to be at its start, and not so near that the distance has lost digits; and on its way.
        let near = (distance >= T::MIN_LENGTH) & (distance <= FAR * 0.125 * problem.size);
        let moves = largest(&frame.displacement) > 0.0;
        // The identity times anything is that, but for the sign of a zero, which a single cast keeps.
        let ordinary = near & moves & (row.exact[i] == 0);
        Verdict {
            kind: if ordinary { one.kind } else { OPEN },
            ..one
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
    use swept_support::Cuboid;

    fn placed<T: Real>(at: V, dice: &mut Dice) -> Placed<T, Cuboid<T>> {
        let mut roll = || T::nearest(dice.roll());
        let turned = Quaternion::new(roll(), roll(), roll(), roll());
        let pose = Isometry3::from_parts(
            Translation3::from(at.map(T::nearest)),
            UnitQuaternion::new_unchecked(turned),
        );
        let half = [0.5, 0.75, 0.375].map(T::nearest);
        Placed::new(Cuboid::new(half).unwrap(), pose).unwrap()
    }

    /// How many verdicts are open, hits and misses.
    fn count<T: Real>() -> [usize; 3] {
        let dice = &mut Dice(17);
        let mut count = [0; 3];
        for _ in 0..200 {
            let moving = placed::<T>(V::zeros(), dice);
            let way = V::new(6.0, 0.5, -0.25);
            let row: Vec<_> = (0..LANES)
                .map(|_| placed::<T>(way * 0.5 + dice.vector() * 1.5, dice))
                .collect();
            let bare = Bare::new(moving.shape()).unwrap();
            let mover = Mover::new(&moving, bare, way, &CastOptions::default());
            for kind in mover.look(&Row::new(&row)).kind {
                count[kind as usize] += 1;
            }
        }
        count
    }

    #[test]
    fn few_boxes_are_left_to_single_casts() {
        for [open, hits, misses] in [count::<f32>(), count::<f64>()] {
            assert!(
                open < 32 && hits > 500 && misses > 300,
                "{open} {hits} {misses}"
            );
        }
    }
}
