//! What a cast could be instead, the boldest change first.

use super::numbers::{cast, mapped, numbers, rounded, tree};
use crate::{Body, Cast, Form};

/// Significant bits that numbers are rounded to.
const BITS: [i32; 6] = [1, 2, 3, 5, 8, 12];

/// Changes of the cast as a whole, before those of its numbers.
const WHOLE: [fn(&Cast) -> Option<Cast>; 10] = [
    |c| unturned(c, true, true),
    |c| unturned(c, true, false),
    |c| unturned(c, false, true),
    |c| bare(c, true),
    |c| bare(c, false),
    about_the_fixed,
    of_unit_size,
    |c| halved(c, true),
    |c| halved(c, false),
    |c| Some(with_displacement(c, c.displacement.map(|x| x / 2.0))),
];

/// How many candidates there are.
pub(super) fn count(cast: &Cast) -> usize {
    let numbers = numbers(&tree(cast)).len();
    WHOLE.len() + points(cast) + BITS.len() + numbers * (1 + BITS.len())
}

/// Candidate number `index`, if it makes a valid cast that still has the sizes and the motion of the one before: a solid that
/// became flat, or a cast that stood still, would fail for another reason.
pub(super) fn candidate(before: &Cast, index: usize) -> Option<Cast> {
    changed(before, index).filter(|after| keeps_substance(before, after))
}

fn keeps_substance(before: &Cast, after: &Cast) -> bool {
    let vanishes = |(before, after): (&f64, &f64)| *before != 0.0 && *after == 0.0;
    let flatter = |before: &Form, after: &Form| {
        let (before, after) = (sizes(before), sizes(after));
        before.len() == after.len() && before.iter().zip(&after).any(vanishes)
    };
    let still = |d: &[f64; 3]| *d == [0.0; 3];
    !flatter(&before.moving.shape, &after.moving.shape)
        && !flatter(&before.fixed.shape, &after.fixed.shape)
        && (still(&before.displacement) || !still(&after.displacement))
}

/// The sizes of a form, none of which may vanish.
fn sizes(form: &Form) -> Vec<f64> {
    match form {
        Form::Sphere { radius } => vec![*radius],
        Form::Cuboid { half_extents } => half_extents.to_vec(),
        Form::Ellipsoid { radii } => radii.to_vec(),
        Form::Capsule {
            half_height,
            radius,
        }
        | Form::Cylinder {
            half_height,
            radius,
        }
        | Form::Cone {
            half_height,
            radius,
        } => vec![*half_height, *radius],
        Form::Rounded { shape, radius } => {
            let mut all = sizes(shape);
            all.push(*radius);
            all
        }
        _ => Vec::new(),
    }
}

fn changed(before: &Cast, index: usize) -> Option<Cast> {
    if let Some(change) = WHOLE.get(index) {
        let after = change(before)?;
        return cast(tree(&after));
    }
    let index = index - WHOLE.len();
    if index < points(before) {
        return cast(tree(&without_point(before, index)?));
    }
    let index = index - points(before);
    let tree = tree(before);
    if let Some(bits) = BITS.get(index) {
        return cast(mapped(&tree, &|_, x| rounded(x, *bits)));
    }
    let index = index - BITS.len();
    let (place, way) = (index / (1 + BITS.len()), index % (1 + BITS.len()));
    let simpler = |x: f64| match way {
        0 => 0.0,
        way => rounded(x, BITS[way - 1]),
    };
    cast(mapped(&tree, &|i, x| {
        if i == place { simpler(x) } else { x }
    }))
}

fn unturned(cast: &Cast, moving: bool, fixed: bool) -> Option<Cast> {
    let mut cast = cast.clone();
    let straight = [0.0, 0.0, 0.0, 1.0];
    if moving {
        cast.moving.rotation = straight;
    }
    if fixed {
        cast.fixed.rotation = straight;
    }
    Some(cast)
}

/// Without the ball around a rounded shape.
fn bare(cast: &Cast, moving: bool) -> Option<Cast> {
    let mut cast = cast.clone();
    let body = side(&mut cast, moving);
    let Form::Rounded { shape, .. } = &body.shape else {
        return None;
    };
    body.shape = (**shape).clone();
    Some(cast)
}

/// With the fixed body at the origin.
fn about_the_fixed(cast: &Cast) -> Option<Cast> {
    let mut cast = cast.clone();
    let origin = cast.fixed.position;
    for (x, o) in cast.moving.position.iter_mut().zip(origin) {
        *x -= o;
    }
    cast.fixed.position = [0.0; 3];
    Some(cast)
}

/// With lengths times the power of two that makes the largest of them about 1.
fn of_unit_size(cast: &Cast) -> Option<Cast> {
    let size = cast
        .displacement
        .iter()
        .chain(&cast.moving.position)
        .fold(cast.moving.reach().max(cast.fixed.reach()), |a, x| {
            a.max(x.abs())
        });
    (size > 0.0).then(|| cast.scaled((-size.log2().floor()).exp2()))
}

/// With every second point of a hull.
fn halved(cast: &Cast, moving: bool) -> Option<Cast> {
    let mut cast = cast.clone();
    let Form::ConvexHull { points } = &mut side(&mut cast, moving).shape else {
        return None;
    };
    if points.len() < 8 {
        return None;
    }
    let mut odd = false;
    points.retain(|_| {
        odd = !odd;
        odd
    });
    Some(cast)
}

fn with_displacement(cast: &Cast, displacement: [f64; 3]) -> Cast {
    Cast {
        displacement,
        ..cast.clone()
    }
}

fn side(cast: &mut Cast, moving: bool) -> &mut Body {
    if moving {
        &mut cast.moving
    } else {
        &mut cast.fixed
    }
}

/// The points of both hulls.
fn points(cast: &Cast) -> usize {
    hull_size(&cast.moving.shape) + hull_size(&cast.fixed.shape)
}

fn hull_size(form: &Form) -> usize {
    match form {
        Form::ConvexHull { points } => points.len(),
        _ => 0,
    }
}

fn without_point(cast: &Cast, index: usize) -> Option<Cast> {
    let mut cast = cast.clone();
    let first = hull_size(&cast.moving.shape);
    let (moving, index) = if index < first {
        (true, index)
    } else {
        (false, index - first)
    };
    let Form::ConvexHull { points } = &mut side(&mut cast, moving).shape else {
        return None;
    };
    if points.len() < 2 {
        return None;
    }
    points.remove(index);
    Some(cast)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_is_a_valid_cast() {
        let hull = Form::box_hull([0.7, 2.3, 0.51]).rounded(0.3);
        let turned = |form| Body::new(form).turned([0.1, 0.2, 0.3, 0.9]);
        let before = Cast::new(
            turned(hull.clone()).at([0.3, 4.7, 1.1]),
            [0.1, -7.3, 0.2],
            turned(Form::box_hull([1.3, 0.1, 9.7])),
        );
        let made: Vec<_> = (0..count(&before))
            .filter_map(|i| candidate(&before, i))
            .collect();
        assert!(made.len() > 100, "{}", made.len());
        assert!(made.iter().all(Cast::is_exact_in_f32));
        let still = |c: &Cast| c.displacement == [0.0; 3] || sizes(&c.moving.shape).contains(&0.0);
        assert!(!made.iter().any(still));
        assert!(made.iter().any(|c| hull_size(&c.fixed.shape) == 4));
        assert!(
            made.iter()
                .any(|c| matches!(c.moving.shape, Form::ConvexHull { .. }))
        );
    }
}
