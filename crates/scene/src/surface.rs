//! The normals of a surface where it is touched.
//!
//! A triangle alone says too little: on an edge between two triangles of one plane, every direction between the plane's
//! normal and the plane itself separates a shape from the one triangle, and the surface has one normal only. So the normal of a
//! contact on an edge or a corner is held against the faces that meet there, and turned to the nearest direction
//! that the surface can have: a normal of one of the faces, or, across an edge that stands out, one between the normals of
//! its two faces. Both sides of a face can be met: where the contact's normal lies in its plane, the shape's place tells the side.

use crate::fan::Fan;
use crate::probe::Address;
use crate::resolve::Resolved;
use crate::tolerance::{CORNER, FEATURE, FLAT, PARALLEL, POINT, SLIM};
use crate::triangles::{Triangles, normal};
use crate::{Feature, Geometry, Place, Scene};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{LinearMap, Real};

impl<T: Real> Scene<T> {
    /// Where a contact is. `separating` is its normal, `point` lies on the scene, and `motion` is the displacement there. `reach` gives
    /// the least and the greatest coordinate of the moving shape along a unit vector at that moment; it is asked only where the normal
    /// does not tell the side of a triangle.
    pub(crate) fn place(
        &self,
        at: Address,
        (separating, point): (&Unit<Vector3<T>>, &Point3<T>),
        motion: &Vector3<f64>,
        reach: impl Fn(&Vector3<f64>) -> [f64; 2],
    ) -> Option<Place<T>> {
        let sub_shape = self.sub_shape(at)?;
        let found = self.resolve(at)?;
        let plain = Place {
            sub_shape,
            feature: None,
            barycentric: None,
            normal: *separating,
            face_normal: *separating,
        };
        let Some(triangle) = at.triangle else {
            return Some(plain);
        };
        let touch = (point, motion);
        let place = match found.geometry {
            Geometry::Mesh(mesh) => on_mesh(&**mesh, triangle, &found, plain, touch, reach),
            Geometry::HeightField(field) => {
                on_mesh(&**field, triangle, &found, plain, touch, reach)
            }
            _ => None,
        };
        Some(place.unwrap_or(plain))
    }
}

/// The place on a mesh; `None` on a triangle without area.
fn on_mesh<T: Real>(
    mesh: &impl Triangles<T>,
    triangle: u32,
    found: &Resolved<'_, T>,
    plain: Place<T>,
    (point, motion): (&Point3<T>, &Vector3<f64>),
    reach: impl Fn(&Vector3<f64>) -> [f64; 2],
) -> Option<Place<T>> {
    let pose = &found.placed;
    let into = |v: &Vector3<f64>| pose.rotation.turn_back(v);
    let local = Point3::from(into(&(point.coords.map(Real::to_f64) - pose.position)));
    let raw = into(&plain.normal.map(Real::to_f64));
    let motion = into(motion);
    let corners = mesh.wide(triangle)?;
    let face = normal(&corners)?;
    let weights = barycentric(&corners, &local);
    // The side that the contact is on.
    let along = face.dot(&raw);
    let scale = local.coords.amax() + pose.position.amax();
    let side = if along.abs() > FLAT {
        along.signum()
    } else {
        // Where the shape stands on one side of the plane, that is it: what slides along the ground meets an edge in it from above,
        // whichever way rounding has the motion lead. What is on both sides, or on none, meets the one that it moves toward.
        let n = pose.rotation.apply(&face);
        let height = n.dot(&point.coords.map(Real::to_f64));
        let [low, high] = reach(&n).map(|x| x - height);
        let slack = POINT * T::EPSILON * (scale + (high - low));
        match (low >= -slack, high <= slack) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ if face.dot(&motion) > 0.0 => -1.0,
            _ => 1.0,
        }
    };
    let feature = feature(&corners, &weights, along, POINT * T::EPSILON * scale);
    let (normal, opposed) = match feature {
        Feature::Face => (Some(face * side), face * side),
        _ => on_side(mesh, (triangle, feature), &(face * side), &raw, &motion),
    };
    Some(Place {
        feature: Some(feature),
        barycentric: Some(Vector3::from(weights).map(T::nearest).into()),
        // What is kept is kept to the last bit: rounding it once more could change that.
        normal: normal.map_or(plain.normal, |n| outward(&pose.rotation, &n)),
        face_normal: outward(&pose.rotation, &opposed),
        ..plain
    })
}

/// At an edge or a corner: the normal nearest to `raw` that the surface can have there (`None` for `raw` itself), and of the faces'
/// normals the one that is most opposed to `motion`.
///
/// Both are taken from the side of the surface that `face`, the triangle's own normal, is on; but from the other side where that one can
/// have the normal and this one cannot, and where the normal is kept and leads there. This is so above an edge that is sharper than a
/// right angle, whose top has a normal behind the plane of the face that hangs over.
fn on_side<T: Real>(
    mesh: &impl Triangles<T>,
    (triangle, feature): (u32, Feature),
    face: &Vector3<f64>,
    raw: &Vector3<f64>,
    motion: &Vector3<f64>,
) -> (Option<Vector3<f64>>, Vector3<f64>) {
    let fan = |face| Fan::around(mesh, (triangle, feature), &face, (raw, motion));
    let here = fan(*face);
    let normal = here.nearest();
    let fits = |n: &Option<Vector3<f64>>| n.map_or(1.0, |n| n.dot(raw));
    if normal.is_none() && here.is_behind() {
        return (None, fan(-face).most_opposed());
    }
    if fits(&normal) < PARALLEL {
        let there = fan(-face);
        let other = there.nearest();
        // By more than rounding: a normal in the plane of flat ground is as far from either side's.
        if fits(&other) > fits(&normal) + FLAT {
            return (other, there.most_opposed());
        }
    }
    (normal, here.most_opposed())
}

fn outward<T: Real>(rotation: &LinearMap, n: &Vector3<f64>) -> Unit<Vector3<T>> {
    // A normal that is not turned is as long as it was.
    let n = if rotation.exact {
        *n
    } else {
        rotation.apply(n).normalize()
    };
    // Adding 0 turns -0 into 0.
    Unit::new_unchecked(n.map(|x| T::nearest(x + 0.0)))
}

/// The weights of the corners at the point of a triangle that is nearest to `p`, none negative.
fn barycentric(corners: &[Point3<f64>; 3], p: &Point3<f64>) -> [f64; 3] {
    let [a, b, c] = corners;
    let sides = [b - a, c - b, a - c];
    let normal = sides[0].cross(&-sides[2]);
    let part = |u: &Point3<f64>, v: &Point3<f64>| ((u - p).cross(&(v - p))).dot(&normal);
    let parts = [part(b, c), part(c, a), part(a, b)];
    let sum: f64 = parts.iter().sum();
    let longest = sides.iter().map(Vector3::norm_squared).fold(0.0, f64::max);
    let is_slim = normal.norm() < SLIM * longest;
    if !is_slim && sum.is_finite() && parts.iter().all(|&part| part > 0.0) {
        [parts[0] / sum, parts[1] / sum, parts[2] / sum]
    } else {
        on_border(corners, p)
    }
}

/// The weights of the corners at the point of a triangle's sides that is nearest to `p`.
fn on_border(corners: &[Point3<f64>; 3], p: &Point3<f64>) -> [f64; 3] {
    let (mut weights, mut least) = ([1.0, 0.0, 0.0], f64::INFINITY);
    for (k, from) in corners.iter().enumerate() {
        let next = (k + 1) % 3;
        let side = corners[next] - from;
        let part = (p - from).dot(&side) / side.norm_squared();
        // Of a side without length that is no number, and 0 is as good as any.
        let part = if part > 0.0 { part.min(1.0) } else { 0.0 };
        let apart = (from + side * part - p).norm_squared();
        if apart < least {
            (weights, least) = ([0.0; 3], apart);
            (weights[k], weights[next]) = (1.0 - part, part);
        }
    }
    weights
}

/// What of the triangle is touched at these weights, `slack` (a length) being what the point may be off.
fn feature(corners: &[Point3<f64>; 3], weights: &[f64; 3], along: f64, slack: f64) -> Feature {
    if along.abs() >= PARALLEL {
        return Feature::Face;
    }
    let [a, b, c] = corners;
    let twice_area = (b - a).cross(&(c - a)).norm();
    // How far from the edge that is opposite each corner.
    let far = |i: usize| {
        let edge = (corners[(i + 1) % 3] - corners[(i + 2) % 3]).norm();
        weights[i] * twice_area / edge
    };
    let size = (b - a).norm().max((c - a).norm());
    let near = slack + FEATURE * size;
    let away = [0, 1, 2].map(far);
    // The side that the point is nearest to, and the corner that is opposite to what it is farthest from.
    let least = (1..3).fold(0, |k, i| if away[i] < away[k] { i } else { k });
    let most = (1..3).fold(0, |k, i| if weights[i] > weights[k] { i } else { k });
    let on = away.map(|x| x <= near);
    let corner = match on {
        [false, false, false] => return Feature::Face,
        [false, true, true] => Some(0),
        [true, false, true] => Some(1),
        [true, true, false] => Some(2),
        // All: a sliver. The heaviest corner.
        [true, true, true] => Some(most),
        _ => None,
    };
    // Near both sides of a sharp corner it may be far from the corner itself.
    let is_at = |corner: usize| {
        let from = &corners[corner];
        let off: Vector3<f64> = (0..3).map(|i| (corners[i] - from) * weights[i]).sum();
        off.norm() <= CORNER * near
    };
    match corner {
        Some(corner) if is_at(corner) => Feature::Corner(corner as u8),
        _ => Feature::Edge((least as u8 + 1) % 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is touched at these weights of a triangle along x that is so high.
    fn touched(height: f64, weights: [f64; 3]) -> Feature {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.9, height, 0.0]].map(Point3::from);
        feature(&corners, &weights, 0.0, 0.0)
    }

    #[test]
    fn what_is_touched_is_a_face_an_edge_or_a_corner() {
        assert_eq!(touched(1.0, [0.25, 0.25, 0.5]), Feature::Face);
        assert_eq!(touched(1.0, [0.5, 0.5, 0.0]), Feature::Edge(0));
        assert_eq!(touched(1.0, [0.0, 0.5, 0.5]), Feature::Edge(1));
        assert_eq!(touched(1.0, [0.5, 0.0, 0.5]), Feature::Edge(2));
        for (k, weights) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            .into_iter()
            .enumerate()
        {
            for height in [1.0, 1e-3, 1e-7, 1e-12] {
                assert_eq!(
                    touched(height, weights),
                    Feature::Corner(k as u8),
                    "{height}"
                );
            }
        }
    }

    /// Within rounding of two sides or all three, and far from every corner.
    #[test]
    fn the_middle_of_a_sliver_is_on_an_edge() {
        for height in [1e-6, 1e-7, 1e-12] {
            assert_eq!(
                touched(height, [0.5, 0.375, 0.125]),
                Feature::Edge(0),
                "{height}"
            );
            assert_eq!(
                touched(height, [0.5, 0.125, 0.375]),
                Feature::Edge(2),
                "{height}"
            );
        }
    }
}
