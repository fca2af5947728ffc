//! Meshes, height fields, polylines, compounds and voxels: the same as all their parts, one by one, and as a scene of swept's.

use parry3d_f64::math::{IVector, Pose, Vector};
use parry3d_f64::query::QueryDispatcher;
use parry3d_f64::shape::{
    Ball, Capsule, Compound, Cuboid, Cylinder, HalfSpace, HeightField, Polyline, Shape,
    SharedShape, TriMesh, Voxels,
};
use parry3d_f64::utils::Array2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::double::dispatcher;
use swept_parry::double::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};

const CASTS: u32 = 150;

/// Uneven ground of 8 by 8 cells.
fn heights(dice: &mut ChaCha8Rng) -> Array2<f64> {
    Array2::new(9, 9, (0..81).map(|_| dice.random_range(0.0..1.5)).collect())
}

fn ground(dice: &mut ChaCha8Rng) -> HeightField {
    HeightField::new(heights(dice), Vector::new(8.0, 1.0, 8.0))
}

fn pose(dice: &mut ChaCha8Rng, far: f64) -> Pose {
    let mut number = |far: f64| dice.random_range(-far..far);
    let place = Vector::new(number(far), number(far), number(far));
    Pose::new(place, Vector::new(number(2.0), number(2.0), number(2.0)))
}

fn movers() -> [Box<dyn Shape>; 4] {
    [
        Box::new(Ball::new(0.4)),
        Box::new(Cuboid::new(Vector::new(0.3, 0.5, 0.2))),
        Box::new(Capsule::new_y(0.4, 0.2)),
        Box::new(Cylinder::new(0.4, 0.3)),
    ]
}

/// The parts of a body as shapes of their own, with the numbers that a hit gives them.
type Parts = Vec<(u32, Pose, SharedShape)>;

/// The body and all its parts one by one give the same first contact, whichever of the two moves.
fn agrees(name: &str, body: &dyn Shape, parts: &Parts, dice: &mut ChaCha8Rng) {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let (mut hits, mut overlaps) = (0, 0);
    for i in 0..CASTS {
        let stands = pose(dice, 3.0);
        let from = stands * pose(dice, 7.0);
        let toward = stands
            * Vector::new(
                dice.random_range(-3.0..3.0),
                dice.random_range(0.0..1.0),
                dice.random_range(-3.0..3.0),
            );
        let velocity = (toward - from.translation) * dice.random_range(0.4..1.5);
        let mover = &*movers()[i as usize % 4];
        let cast = |body: &dyn Shape, at: &Pose| {
            cast_shapes(&from, velocity, mover, at, Vector::ZERO, body, options).unwrap()
        };
        let whole = cast(body, &stands);
        let each = parts.iter().filter_map(|(index, at, part)| {
            cast(&**part, &(stands * *at)).map(|hit| (*index, hit))
        });
        let first = each.min_by(|(_, a), (_, b)| a.time_of_impact.total_cmp(&b.time_of_impact));
        match (whole, first) {
            (None, None) => {}
            (Some(hit), Some((_, part))) => {
                assert_eq!(hit.status, part.status, "{name} {i}");
                hits += 1;
                overlaps += u32::from(hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist);
                let off = (hit.time_of_impact - part.time_of_impact).abs();
                assert!(off < 1e-13, "{name} {i}: {hit:?} {part:?}");
                same_as_that_part(name, &hit, parts, |index| {
                    let (_, at, part) = parts.iter().find(|(number, ..)| *number == index).unwrap();
                    (cast(&**part, &(stands * *at)).unwrap(), *at)
                });
            }
            (whole, first) => panic!("{name} {i}: {whole:?} {first:?}"),
        }
        // The dispatcher sees the body stand at the origin.
        let pos12 = stands.inv_mul(&from);
        let seen = dispatcher()
            .cast_shapes(
                &pos12,
                stands.rotation.inverse() * velocity,
                body,
                mover,
                options,
            )
            .unwrap();
        assert_eq!(seen.is_some(), whole.is_some(), "{name} {i}");
        if let (Some(seen), Some(hit)) = (seen, whole) {
            assert!(
                (seen.time_of_impact - hit.time_of_impact).abs() < 1e-12,
                "{name} {i}"
            );
            assert!(
                (seen.witness2 - hit.witness1).length() < 1e-6,
                "{name} {i}: {seen:?} {hit:?}"
            );
        }
    }
    assert!(
        hits > CASTS / 4 && hits < CASTS && overlaps < hits / 2,
        "{name}: {hits} {overlaps}"
    );
}

/// The hit is that of the part that it names.
fn same_as_that_part(
    name: &str,
    hit: &ShapeCastHit,
    parts: &Parts,
    cast: impl Fn(u32) -> (ShapeCastHit, Pose),
) {
    assert!(
        parts.iter().any(|(number, ..)| *number == hit.subshape2),
        "{name}: {}",
        hit.subshape2
    );
    let (own, at) = cast(hit.subshape2);
    assert!(
        (own.time_of_impact - hit.time_of_impact).abs() < 1e-13,
        "{name}"
    );
    assert!((own.witness1 - hit.witness1).length() < 1e-9, "{name}");
    assert!((at * own.witness2 - hit.witness2).length() < 1e-9, "{name}");
    assert!(
        (at.rotation * own.normal2 - hit.normal2).length() < 1e-6,
        "{name}"
    );
}

fn dice() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(9)
}

#[test]
fn a_mesh_is_its_triangles() {
    let dice = &mut dice();
    let (vertices, indices) = ground(dice).to_trimesh();
    let mesh = TriMesh::new(vertices, indices).unwrap();
    let parts = mesh.triangles().enumerate();
    let parts = parts
        .map(|(i, t)| (i as u32, Pose::IDENTITY, SharedShape::new(t)))
        .collect();
    agrees("mesh", &mesh, &parts, dice);
}

#[test]
fn a_height_field_is_its_triangles() {
    let dice = &mut dice();
    let mut field = ground(dice);
    field.set_cell_status(
        3,
        4,
        parry3d_f64::shape::HeightFieldCellStatus::CELL_REMOVED,
    );
    let triangle = |i: u32| {
        Some((
            i,
            Pose::IDENTITY,
            SharedShape::new(field.triangle_at_id(i)?),
        ))
    };
    let parts: Parts = (0..128).filter_map(triangle).collect();
    assert_eq!(parts.len(), 126);
    agrees("height field", &field, &parts, dice);
}

#[test]
fn a_polyline_is_its_segments() {
    let dice = &mut dice();
    let mut number = || dice.random_range(-4.0..4.0);
    let points = (0..60)
        .map(|_| Vector::new(number(), number(), number()))
        .collect();
    let line = Polyline::new(points, None);
    let parts = line.segments().enumerate();
    let parts = parts
        .map(|(i, s)| (i as u32, Pose::IDENTITY, SharedShape::new(s)))
        .collect();
    agrees("polyline", &line, &parts, dice);
}

#[test]
fn voxels_are_boxes() {
    let dice = &mut dice();
    let keys: Vec<_> = (0..120)
        .map(|_| {
            IVector::new(
                dice.random_range(-5..5),
                dice.random_range(0..3),
                dice.random_range(-5..5),
            )
        })
        .collect();
    let size = Vector::new(0.7, 0.5, 0.9);
    let voxels = Voxels::new(size, &keys);
    let parts: Parts = voxels
        .voxels()
        .filter(|voxel| !voxel.state.is_empty())
        .map(|voxel| {
            let index = voxels.linear_index(voxel.grid_coords).unwrap().flat_id() as u32;
            let centre = voxels.voxel_center(voxel.grid_coords);
            (
                index,
                Pose::from_translation(centre),
                SharedShape::new(Cuboid::new(size / 2.0)),
            )
        })
        .collect();
    assert!(parts.len() > 80);
    agrees("voxels", &voxels, &parts, dice);
}

#[test]
fn a_compound_is_its_parts() {
    let dice = &mut dice();
    let parts: Parts = (0..12)
        .map(|i| {
            let at = pose(dice, 3.0);
            let shape = match i % 3 {
                0 => SharedShape::ball(0.5),
                1 => SharedShape::cuboid(0.4, 0.3, 0.6),
                _ => SharedShape::round_cone(0.5, 0.4, 0.1),
            };
            (i, at, shape)
        })
        .collect();
    let inside = parts
        .iter()
        .map(|(_, at, shape)| (*at, shape.clone()))
        .collect();
    agrees("compound", &Compound::new(inside), &parts, dice);
}

#[test]
fn bodies_with_parts_meet_each_other() {
    let dice = &mut dice();
    let (vertices, indices) = ground(dice).to_trimesh();
    let mesh = TriMesh::new(vertices, indices).unwrap();
    let balls = [Vector::new(0.8, 0.0, 0.0), Vector::new(-0.8, 0.3, 0.0)];
    let compound = Compound::new(
        balls
            .map(|at| (Pose::from_translation(at), SharedShape::ball(0.3)))
            .to_vec(),
    );
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let mut hits = 0;
    for i in 0..60 {
        let (from, stands) = (pose(dice, 6.0), pose(dice, 1.0));
        let velocity = (stands.translation - from.translation) * 1.2;
        let cast = |shape: &dyn Shape, at: Pose| {
            cast_shapes(
                &(from * at),
                velocity,
                shape,
                &stands,
                Vector::ZERO,
                &mesh,
                options,
            )
            .unwrap()
        };
        let whole = cast(&compound, Pose::IDENTITY);
        let times = balls.map(|at| {
            cast(&Ball::new(0.3), Pose::from_translation(at)).map(|hit| hit.time_of_impact)
        });
        let first = times.iter().flatten().copied().reduce(f64::min);
        assert_eq!(whole.is_some(), first.is_some(), "{i}");
        let Some((hit, first)) = whole.zip(first) else {
            continue;
        };
        hits += 1;
        assert!((hit.time_of_impact - first).abs() < 1e-13, "{i}");
        let own = times[hit.subshape1 as usize].unwrap();
        assert!((own - first).abs() < 1e-13, "{i}");
        // Seen from the other body.
        let back = cast_shapes(
            &stands,
            -velocity,
            &mesh,
            &from,
            Vector::ZERO,
            &compound,
            options,
        )
        .unwrap()
        .unwrap();
        assert!((back.time_of_impact - first).abs() < 1e-13, "{i}");
        assert_eq!(back.subshape2, hit.subshape1, "{i}");
    }
    assert!(hits > 20 && hits < 60, "{hits}");
}

#[test]
fn bodies_with_parts_meet_half_spaces() {
    let mesh = TriMesh::new(
        vec![Vector::ZERO, Vector::X, Vector::new(0.5, -1.0, 0.5)],
        vec![[0, 1, 2]],
    )
    .unwrap();
    let floor = HalfSpace::new(Vector::Y);
    let options = ShapeCastOptions::default();
    let from = Pose::translation(0.0, 5.0, 0.0);
    let hit = cast_shapes(
        &from,
        -Vector::Y,
        &mesh,
        &Pose::IDENTITY,
        Vector::ZERO,
        &floor,
        options,
    )
    .unwrap()
    .unwrap();
    assert!((hit.time_of_impact - 4.0).abs() < 1e-13);
    assert!((hit.witness1 - Vector::new(0.5, -1.0, 0.5)).length() < 1e-12);
    let risen = cast_shapes(
        &Pose::IDENTITY,
        Vector::Y,
        &floor,
        &from,
        Vector::ZERO,
        &mesh,
        options,
    )
    .unwrap()
    .unwrap();
    assert!((risen.witness2 - hit.witness1).length() < 1e-12);
}

/// A field that is scaled by a negative number, whichever of the two moves.
#[test]
fn a_mirrored_height_field_is_its_triangles() {
    let dice = &mut dice();
    for (i, scale) in [
        Vector::new(-1.0, 1.0, 1.0),
        Vector::new(1.0, -1.0, 1.0),
        Vector::new(1.0, 1.0, -1.0),
        Vector::new(-0.5, -1.0, -2.0),
    ]
    .into_iter()
    .enumerate()
    {
        let field = if i % 2 == 0 {
            ground(dice).scaled(scale)
        } else {
            HeightField::new(heights(dice), Vector::new(8.0, 1.0, 8.0) * scale)
        };
        let triangle = |i: u32| field.triangle_at_id(i).map(SharedShape::new);
        let parts: Parts = (0..128)
            .filter_map(|i| Some((i, Pose::IDENTITY, triangle(i)?)))
            .collect();
        let up = Vector::Y * scale.y.signum();
        let (mut hits, ball, options) = (0, Ball::new(0.2), ShapeCastOptions::default());
        for _ in 0..CASTS {
            let from = Pose::from_translation(up * 9.0) * pose(dice, 4.0);
            let stands = Pose::new(Vector::ZERO, pose(dice, 1.0).translation * 0.2);
            let cast = |shape: &dyn Shape| {
                let along = cast_shapes(&from, -up, &ball, &stands, Vector::ZERO, shape, options);
                let back = cast_shapes(&stands, up, shape, &from, Vector::ZERO, &ball, options);
                [along, back].map(|hit| hit.unwrap().map(|hit| hit.time_of_impact))
            };
            let each = parts.iter().map(|(_, _, part)| cast(&**part));
            let first = each.reduce(|[a, b], [c, d]| [sooner(a, c), sooner(b, d)]);
            let first = first.unwrap();
            for (time, part) in cast(&field).into_iter().zip(first) {
                assert_eq!(time.is_some(), part.is_some(), "{scale} {from:?}");
                let off = time.zip(part).map_or(0.0, |(a, b)| (a - b).abs());
                assert!(off < 1e-13, "{scale} {from:?}: {time:?} {part:?}");
            }
            hits += u32::from(first[0].is_some());
        }
        assert!(hits > CASTS / 3, "{scale}: {hits}");
    }
}

fn sooner(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::min)
}
