//! Height fields and voxels: parry knows which cells lie in a box, so the motion is walked in parts about as long as a cell.

use super::Scalar;
use super::closest::{Item, Place, Search, Solid};
use super::convert::{box3, isometry, narrow, point, wide};
use super::crowd::{Crowd, around};
use super::motion::Motion;
use super::parry::bounding_volume::Aabb;
use super::parry::math::{IVector, Pose, Vector};
use super::parry::shape::{HeightField, Voxels};
use super::parts::{Parts, Seen};
use super::view::View;
use crate::{CastError, tolerance};
use nalgebra::Isometry3;
use swept_scene::{Flight, compose};
use swept_support::{Aabb as Box3, Cuboid, InvalidShape, Real, largest};

/// A height field. Its triangles are met from either side.
pub(super) fn height_field(
    search: &mut Search,
    moving: &Item<'_>,
    field: &HeightField,
    pose: &Isometry3<Scalar>,
    motion: &Motion,
    at: Place,
) -> Result<(), CastError> {
    let aabb = box_of_field(field)?;
    let seen = Seen::of(moving, motion, (pose, Parts::InPlace), &aabb)?;
    let flight = seen.flight();
    let cell = field
        .cell_width()
        .abs()
        .min(field.cell_height().abs())
        .to_f64();
    let (body, seen) = ((moving, motion), (&seen, &aabb));
    Crowd::among(search, body, pose, seen, at, |search, crowd| {
        walk(search, flight, &aabb, cell, |search, part, bounds| {
            let bounds = mirrored(bounds, field.scale());
            field.map_elements_in_local_aabb(&bounds, &mut |index, triangle| {
                let corners = [triangle.a, triangle.b, triangle.c].map(point);
                let Some(met) = part.begins(flight, &around(&corners), search) else {
                    return;
                };
                let first = met.max(crowd.sifted(&corners));
                if first <= search.limit {
                    crowd.put(search, index, corners, first);
                }
            });
            crowd.finish(search);
        });
    })
}

/// The box of a height field. parry scales both ends of it, so that they are exchanged where the scale is negative.
fn box_of_field(field: &HeightField) -> Result<Aabb, InvalidShape> {
    let Aabb { mins, maxs } = *field.root_aabb();
    let ends = [mins, maxs].map(wide);
    // Of what is no number parry finds no cell.
    match ends.iter().flatten().find(|x| !x.is_finite()) {
        Some(&value) => Err(InvalidShape {
            field: "root_aabb".into(),
            value,
            expected: "the box of a height field (expected finite numbers)".into(),
        }),
        None => Ok(in_order(&Aabb { mins, maxs })),
    }
}

/// A box whose ends may be exchanged.
pub(super) fn in_order(aabb: &Aabb) -> Aabb {
    Aabb::new(aabb.mins.min(aabb.maxs), aabb.mins.max(aabb.maxs))
}

/// A box as parry asks for the cells in it: the ends divided by the scale are to be in order.
fn mirrored(bounds: &Aabb, scale: Vector) -> Aabb {
    let Aabb { mut mins, mut maxs } = *bounds;
    for i in 0..3 {
        if scale[i].is_sign_negative() {
            std::mem::swap(&mut mins[i], &mut maxs[i]);
        }
    }
    Aabb { mins, maxs }
}

/// Voxels: a box each.
pub(super) fn voxels(
    search: &mut Search,
    moving: &Item<'_>,
    voxels: &Voxels,
    pose: &Isometry3<Scalar>,
    motion: &Motion,
    at: Place,
) -> Result<(), CastError> {
    // Refused first, if it is none: parry divides by it, and finds no voxel then, or numbers that are out of range.
    let half = voxels.voxel_size() / 2.0;
    let cuboid = View::Cuboid(Cuboid::new(wide(half))?);
    if half.min_element() == 0.0 {
        return Err(CastError::from(InvalidShape {
            field: "voxel_size".into(),
            value: 0.0,
            expected: "a size of voxels (expected three finite numbers > 0)".into(),
        }));
    }
    // The box of no voxel has its ends exchanged. (Of all voxels parry may show none: it looks for them between quotients of the
    // box's ends, and where the last one is rounded down it passes over the last layer.)
    let around = voxels.local_aabb();
    if around.mins.cmpgt(around.maxs).any() {
        return Ok(());
    }
    let [low, high] = voxels.domain();
    let aabb = voxels.voxel_range_aabb(low, high);
    let seen = Seen::of(moving, motion, (pose, Parts::Placed), &aabb)?;
    let flight = seen.flight();
    let cell = voxels.voxel_size().min_element().to_f64();
    walk(search, flight, &aabb, cell, |search, part, bounds| {
        // The range ends before its last cell, and one more on each side makes up for rounding at a border. Of voxels that are
        // much longer than wide, what is rounded along them may be more cells across than there are numbers for.
        let [low, high] = voxels.voxel_range_intersecting_local_aabb(bounds);
        let one = IVector::splat(1);
        for voxel in voxels.voxels_in_range(low.saturating_sub(one), high.saturating_add(one)) {
            if voxel.state.is_empty() {
                continue;
            }
            let centre = voxels.voxel_center(voxel.grid_coords);
            let bounds = box3(&Aabb::new(centre - half, centre + half));
            let Some(first) = part.begins(flight, &bounds, search) else {
                continue;
            };
            let index = voxels
                .linear_index(voxel.grid_coords)
                .map_or(0, |i| i.flat_id() as u32);
            let item = Item {
                solid: Solid::Convex(&cuboid),
                pose: compose(pose, &isometry(&Pose::from_translation(centre))),
            };
            let at = at.in_part(index, first);
            if let Err(error) = search.items(moving, &item, motion, at) {
                search.refuse(error, first, at);
            }
        }
    });
    Ok(())
}

/// A part of a walk.
#[derive(Clone, Copy)]
struct Part {
    /// The first one of all takes what is met before it, too.
    from: f64,
    to: f64,
}

impl Part {
    /// The fraction from which on a cell's box is met, when that is in this part: then the cell has not been looked at before.
    fn begins(&self, flight: &Flight, cell: &Box3, search: &Search) -> Option<f64> {
        let (first, _) = flight.meets(cell)?;
        (self.from <= first && first < self.to && first <= search.limit).then_some(first)
    }
}

/// Walks a motion through `domain`, in parts about as long as a cell, or longer where the moving box is many cells large, and shows
/// what the moving box sweeps over in each. That box holds all that the way is rounded by, and of a start far away that is more than
/// the shape.
fn walk(
    search: &mut Search,
    flight: &Flight,
    domain: &Aabb,
    cell: f64,
    mut look: impl FnMut(&mut Search, Part, &Aabb),
) {
    let bounds = box3(domain);
    let Some((first, last)) = flight.meets(&bounds) else {
        return;
    };
    let way = (last - first) * largest(flight.displacement());
    let side = largest(&(flight.start().max - flight.start().min));
    let part = cell.max(tolerance::LEAST_PART * side);
    let count = (way / part).ceil().clamp(1.0, tolerance::MOST_PARTS);
    let far = largest(&bounds.min.coords).max(largest(&bounds.max.coords));
    // Something, even of a field that a scale of 0 makes a point: parry divides by that.
    let margin = (tolerance::boxes::<Scalar>() * far).max(Scalar::MIN_POSITIVE.to_f64());
    for k in 0..count as u32 {
        let at = |k: u32| first + (last - first) * (f64::from(k) / count);
        let (from, to) = (at(k), at(k + 1));
        if from > search.limit {
            break;
        }
        // Wider than the part by what its ends are rounded by, so that no box falls between two parts.
        let slack = tolerance::SLACK * (1.0 + to);
        let swept = flight.during(from - slack, to + slack);
        let low = swept.min.coords.sup(&bounds.min.coords).map(|x| x - margin);
        let high = swept.max.coords.inf(&bounds.max.coords).map(|x| x + margin);
        let part = Part {
            from: if k == 0 { f64::NEG_INFINITY } else { from },
            to: if k + 1 == count as u32 {
                f64::INFINITY
            } else {
                to
            },
        };
        // Rounding to the scalar is within the margin.
        look(search, part, &Aabb::new(narrow(&low), narrow(&high)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parry::shape::Ball;
    use super::super::parry::utils::Array2;
    use super::super::query;
    use super::*;
    use nalgebra::{Translation3, Vector3};
    use swept_cast::StartOverlap;

    /// How many parts a box of these sides that comes from `far` above, by twice that way, walks through a field of 40 by 40 cells, and how
    /// many triangles it is shown.
    fn looked_at(side: Scalar, far: Scalar) -> (u32, u32) {
        let heights = (0..41 * 41).map(|i| (i * 37 % 11) as Scalar / 11.0);
        let heights = Array2::new(41, 41, heights.collect());
        let field = HeightField::new(heights, Vector::new(40.0, 1.0, 40.0));
        let view = View::Cuboid(Cuboid::new([side.to_f64() / 2.0; 3]).unwrap());
        let item = Item {
            solid: Solid::Convex(&view),
            pose: Isometry3::from(Translation3::new(0.3, far, 0.2)),
        };
        let motion = Motion {
            displacement: Vector3::new(0.0, -2.0 * far, 0.0),
            turns: None,
            reach: 0.0,
            start_overlap: StartOverlap::Report,
        };
        let aabb = *field.root_aabb();
        let stands = (&Isometry3::identity(), Parts::InPlace);
        let seen = Seen::of(&item, &motion, stands, &aabb).unwrap();
        let flight = seen.flight();
        let (mut parts, mut triangles) = (0, 0);
        let mut search = Search::up_to(1.0, false);
        walk(&mut search, flight, &aabb, 1.0, |_, _, bounds| {
            parts += 1;
            field.map_elements_in_local_aabb(bounds, &mut |_, _| triangles += 1);
        });
        (parts, triangles)
    }

    #[test]
    fn from_far_away_no_more_is_looked_at_than_all_a_few_times() {
        // A box from near by sees what is below it.
        let (parts, triangles) = looked_at(0.25, 30.0);
        assert!(parts <= 3 && (2..=48).contains(&triangles), "{triangles}");
        for far in [1e9, 1e12, 1e15, 1e18] {
            let (parts, triangles) = looked_at(0.25, far);
            assert!(parts <= 64, "{far:e}: {parts}");
            assert!(
                triangles > 0 && triangles <= 20 * 3200,
                "{far:e}: {triangles}"
            );
        }
        // Nor does a large box look at the same cells once for each of its own.
        let (parts, triangles) = looked_at(1e4, 1e5);
        assert!(parts <= 10, "{parts}");
        assert!((3200..=10 * 3200).contains(&triangles), "{triangles}");
    }

    /// A ball falls by 10 from 5 onto one voxel of this size, toward its middle.
    fn onto_voxel(size: Vector) -> Result<bool, query::Unsupported> {
        let voxels = Voxels::new(size, &[IVector::ZERO]);
        let start = Pose::translation(0.5, 5.0, size.z / 2.0);
        let (ball, down) = (Ball::new(0.5), Vector::new(0.0, -10.0, 0.0));
        let options = query::ShapeCastOptions::with_max_time_of_impact(1.0);
        let stands = Pose::IDENTITY;
        query::cast_shapes(&start, down, &ball, &stands, Vector::ZERO, &voxels, options)
            .map(|hit| hit.is_some_and(|hit| hit.time_of_impact <= 0.36))
    }

    /// What is rounded along a voxel is here up to 2³⁷ cells across it.
    #[test]
    fn voxels_that_are_much_longer_than_wide_are_met() {
        for k in 0..=32 {
            let long = (1_u64 << k) as Scalar / Scalar::EPSILON;
            assert!(onto_voxel(Vector::new(1.0, 1.0, long)).unwrap(), "2^{k}");
        }
    }

    /// One voxel thick, at the end of the cells that parry keeps together: coordinates of its far side, divided by the size, may be below
    /// the number of cells.
    #[test]
    fn walls_of_voxels_are_met_wherever_they_stand() {
        let mut rounded_down = 0;
        for i in 0..2000 {
            let (size, x) = (0.05 + (i % 50) as Scalar * 0.013, 8 * (1 + i / 50) - 1);
            let wall = [[x, 0, 0], [x, 1, 0], [x, 0, 1], [x, 1, 1]].map(IVector::from);
            let voxels = Voxels::new(Vector::splat(size), &wall);
            let side = voxels.voxel_center(wall[0]).x - size / 2.0;
            let start = Pose::translation(side - size, size, size);
            let (ball, way) = (Ball::new(size / 4.0), Vector::X * size);
            let options = query::ShapeCastOptions::default();
            let stands = Pose::IDENTITY;
            let hit =
                query::cast_shapes(&start, way, &ball, &stands, Vector::ZERO, &voxels, options)
                    .unwrap()
                    .unwrap();
            let off = (hit.time_of_impact - 0.75).abs();
            assert!(off < 1e-3, "{size} {x}: {}", hit.time_of_impact);
            rounded_down += u32::from(voxels.voxels().next().is_none());
        }
        assert!(rounded_down > 20, "{rounded_down}");
    }

    /// By a scale of 0 in all directions a field is its origin, and in some a face, a line or a wall.
    #[test]
    fn a_height_field_without_extent_is_met() {
        for i in 0..8 {
            let side = |k: i32| if i >> k & 1 == 0 { 0.0 } else { 1.0 };
            let heights = Array2::new(3, 3, (0..9).map(|i| i as Scalar / 8.0 - 0.5).collect());
            let field = HeightField::new(heights, Vector::new(side(0), side(1), side(2)));
            let start = Pose::translation(0.125, 5.0, 0.0);
            let (ball, stands) = (Ball::new(0.5), Pose::IDENTITY);
            let options = query::ShapeCastOptions::default();
            let hit = query::cast_shapes(
                &start,
                -Vector::Y,
                &ball,
                &stands,
                Vector::ZERO,
                &field,
                options,
            );
            let hit = hit.unwrap().unwrap();
            assert!((3.9..4.75).contains(&hit.time_of_impact), "{i} {hit:?}");
        }
    }

    #[test]
    fn no_voxel_is_not_met() {
        let mut emptied = Voxels::new(Vector::ONE, &[IVector::ZERO]);
        emptied.set_voxel(IVector::ZERO, false);
        for voxels in [Voxels::new(Vector::ONE, &[]), emptied] {
            let (start, ball) = (Pose::translation(0.5, 5.0, 0.5), Ball::new(0.5));
            let options = query::ShapeCastOptions::default();
            let (down, stands) = (-Vector::Y, Pose::IDENTITY);
            let hit =
                query::cast_shapes(&start, down, &ball, &stands, Vector::ZERO, &voxels, options);
            assert!(hit.unwrap().is_none());
        }
    }

    #[test]
    fn voxels_whose_size_is_none_are_refused() {
        for bad in [0.0, -1.0, Scalar::NAN, Scalar::INFINITY, Scalar::MAX] {
            assert!(onto_voxel(Vector::new(bad, 1.0, 1.0)).is_err(), "{bad}");
        }
    }
}
