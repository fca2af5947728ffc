//! The point of a segment, a triangle or a tetrahedron that is nearest to the origin, as weights of its corners.
//!
//! All is seen from one corner. What a product of two sides is off by grows with how far that corner is from the origin; where it
//! leaves a doubt, the nearest corner takes its place: of a small face and a large one the obstacle has corners at both distances.

use crate::tolerance::{FLAT, OFF, SLIVER, TIE};
use nalgebra::{Matrix3, Vector3};

type V = Vector3<f64>;

/// Weights of the point of the segment a b nearest to the origin.
#[inline(always)]
pub(crate) fn on_segment(a: &V, b: &V) -> [f64; 2] {
    let e = b - a;
    let squared = e.norm_squared();
    let along = -a.dot(&e);
    if !(along > 0.0 && squared > 0.0) {
        [1.0, 0.0]
    } else if along >= squared {
        [0.0, 1.0]
    } else {
        let t = along / squared;
        [1.0 - t, t]
    }
}

/// Weights of the point of the triangle a b c nearest to the origin: inside when the three barycentric coordinates of
/// the projection are positive, otherwise on the nearest of the three sides. On a sliver the projection errs by as much
/// as the sides are away from it, so there the nearest of all four is taken.
#[inline(always)]
pub(crate) fn on_triangle(a: &V, b: &V, c: &V) -> [f64; 3] {
    let Projected {
        weights,
        squared,
        sides,
    } = Projected::onto([a, b, c]);
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0]);
    if squared > SLIVER * sides {
        if weights.iter().all(|w| *w > 0.0) {
            return weights;
        }
    } else if let Some(inside) = inside_sliver([a, b, c]) {
        let point = a * inside[0] + b * inside[1] + c * inside[2];
        best = (point.norm_squared(), inside);
    }
    let [s, t] = on_segment(a, c);
    consider(&mut best, (a * s + c * t).norm_squared(), [s, 0.0, t]);
    let [s, t] = on_segment(b, c);
    consider(&mut best, (b * s + c * t).norm_squared(), [0.0, s, t]);
    let [s, t] = on_segment(a, b);
    consider_older(
        &mut best,
        (a * s + b * t).norm_squared(),
        [s, t, 0.0],
        &[a, b, c],
    );
    best.1
}

/// The origin's projection onto the plane of a triangle.
struct Projected {
    /// Its weights, which are no numbers where there is no plane.
    weights: [f64; 3],
    /// The square of twice the triangle's area.
    squared: f64,
    /// The product of the squares of the two sides that it was taken from.
    sides: f64,
}

impl Projected {
    /// By the two sides at the first corner.
    #[inline(always)]
    fn onto([a, b, c]: [&V; 3]) -> Self {
        let (ab, ac) = (b - a, c - a);
        let n = ab.cross(&ac);
        let squared = n.norm_squared();
        // With p = −a the origin seen from a: the weight of b is n·(p × ac)/n·n, that of c is n·(ab × p)/n·n.
        let on_b = n.dot(&ac.cross(a)) / squared;
        let on_c = n.dot(&a.cross(&ab)) / squared;
        Self {
            weights: [1.0 - on_b - on_c, on_b, on_c],
            squared,
            sides: ab.norm_squared() * ac.norm_squared(),
        }
    }
}

/// Weights of the origin's projection onto the plane of a sliver, if it lies inside.
///
/// They are off by 8u of |p|, the way to the corner that they are seen from, over the sine of the angle there. From the nearest corner
/// that is least: a triangle of two near corners and a far one is a sliver seen from the far one alone. A true sliver errs along its longest
/// side by more than across it.
#[cold]
fn inside_sliver(corners: [&V; 3]) -> Option<[f64; 3]> {
    let first = nearest_corner(corners);
    let seen = [0, 1, 2].map(|i| corners[(first + i) % 3]);
    let Projected {
        weights,
        squared,
        sides,
    } = Projected::onto(seen);
    if squared > FLAT * sides && weights.iter().all(|w| *w > 0.0) {
        let weights = if squared > SLIVER * sides {
            weights
        } else {
            along_longest(seen, weights)
        };
        Some([0, 1, 2].map(|i| weights[(i + 3 - first) % 3]))
    } else {
        None
    }
}

/// Which of three points is the nearest to the origin.
fn nearest_corner(corners: [&V; 3]) -> usize {
    let [x, y, z] = corners.map(|p| p.norm_squared());
    if x <= y && x <= z {
        0
    } else if y <= z {
        1
    } else {
        2
    }
}

/// Weights of the point of a sliver that is moved along its longest side to where that comes nearest to the origin, if it stays
/// in the sliver: across the sliver the weights are off by rounding, along it by that over the sliver's width.
fn along_longest(corners: [&V; 3], weights: [f64; 3]) -> [f64; 3] {
    let side = |i: usize| corners[(i + 1) % 3] - corners[i];
    let longer = |i: usize, j: usize| {
        if side(i).norm_squared() > side(j).norm_squared() {
            i
        } else {
            j
        }
    };
    let i = longer(longer(0, 1), 2);
    let e = side(i);
    let point = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
    let move_by = -point.dot(&e) / e.norm_squared();
    let mut moved = weights;
    moved[i] -= move_by;
    moved[(i + 1) % 3] += move_by;
    if moved.iter().all(|w| *w > 0.0) {
        moved
    } else {
        weights
    }
}

/// The faces of a tetrahedron, each with the corner across.
const FACES: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 2, 3, 1], [0, 1, 3, 2], [0, 1, 2, 3]];

/// Weights of the point of a tetrahedron nearest to the origin: all four positive when it lies inside.
///
/// A face may be left out when the origin is on its inner side beyond doubt: the tetrahedron has a height over it, and the
/// origin too, that are more than the rounding of the products they come from. Where the first corner of the face leaves a doubt, the
/// nearest one may not. All other faces are candidates; and so are all four where the weights of an origin inside, made better, have
/// it outside.
pub(crate) fn on_tetrahedron(p: &[V; 4]) -> [f64; 4] {
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0, 0.0]);
    let mut inner = [0.0; 4];
    for [i, j, k, opposite] in FACES {
        let (a, b, c) = (p[i], p[j], p[k]);
        let (mut part, mut is_sure) = inner_part([&a, &b, &c], &p[opposite]);
        if part > 0.0 && !is_sure {
            (part, is_sure) = inner_part_from_nearest([&a, &b, &c], &p[opposite]);
        }
        inner[opposite] = part;
        if is_sure && part > 0.0 {
            continue;
        }
        let [u, v, w] = on_triangle(&a, &b, &c);
        let mut weights = [0.0; 4];
        (weights[i], weights[j], weights[k]) = (u, v, w);
        let squared = (a * u + b * v + c * w).norm_squared();
        if opposite == 3 {
            consider_older(&mut best, squared, weights, &[&a, &b, &c]);
        } else {
            consider(&mut best, squared, weights);
        }
    }
    if inner.iter().all(|w| *w > 0.0) {
        around_origin(p, inner)
    } else {
        best.1
    }
}

/// Weights of a tetrahedron around the origin, made better by one step of iterative refinement where it is flat; or those of the nearest
/// point of its faces, where one of them is negative then.
///
/// Each is a quotient of two heights over a face. That is off by ε, some 8u of the tetrahedron's size over its least height, and so
/// is what they mix, as a part of the size: 10⁻⁹ of tetrahedra as flat as those that end the search where a rim is in a face by a
/// hair. Scaled to a sum of 1, they are the weights of the point r that they do mix. The change dw with sum 0 that solves
/// Σ dw_i (p_i − p_0) = −r is of the size of ε and off by ε of itself, so that the mixture is then off by ε² and rounding.
///
/// What it calls is not what the search for the nearest face calls, by choice: a second caller has that compiled to calls as well, which
/// took a seventh of the time of casts by distance.
#[cold]
#[inline(never)]
fn around_origin(p: &[V; 4], weights: [f64; 4]) -> [f64; 4] {
    let mix = |w: &[f64; 4]| p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3];
    let sum: f64 = weights.iter().sum();
    let weights = weights.map(|w| w / sum);
    let [t, u, v, w] = weights;
    let rest = mix(&weights);
    let far = p.iter().map(V::norm_squared).fold(0.0, f64::max);
    if rest.norm_squared() <= OFF * OFF * far {
        return weights;
    }
    let edges = Matrix3::from_columns(&[p[1] - p[0], p[2] - p[0], p[3] - p[0]]);
    let Some(d) = edges.lu().solve(&-rest) else {
        return weights;
    };
    let better = [t - d.sum(), u + d.x, v + d.y, w + d.z];
    if better.iter().any(|w| *w < 0.0) {
        let faces = FACES.map(|[i, j, k, _]| {
            let [u, v, w] = on_triangle(&p[i], &p[j], &p[k]);
            let mut weights = [0.0; 4];
            (weights[i], weights[j], weights[k]) = (u, v, w);
            weights
        });
        let nearer = |a: &[f64; 4], b: &[f64; 4]| {
            let [a, b] = [a, b].map(|w| mix(w).norm_squared());
            a.total_cmp(&b)
        };
        faces.into_iter().min_by(nearer).unwrap_or(weights)
    } else if mix(&better).norm_squared() < rest.norm_squared() {
        better
    } else {
        weights
    }
}

/// How high over a face of a tetrahedron the origin is on the inner side, as a part of the height of the corner across, 0 on the outer one;
/// and whether that side is beyond doubt.
///
/// Both heights are products with the normal ab × ac, which is off by 4u·|ab|·|ac|. The origin's, −n·a, is so by that times |a|.
#[inline(always)]
fn inner_part([a, b, c]: [&V; 3], opposite: &V) -> (f64, bool) {
    let (ab, ac, ad) = (b - a, c - a, opposite - a);
    let n = ab.cross(&ac);
    let (height, origin) = (n.dot(&ad), -n.dot(a));
    let sides = FLAT * ab.norm_squared() * ac.norm_squared();
    if height * height <= sides * ad.norm_squared() {
        return (0.0, false);
    }
    let is_sure = origin * origin > sides * a.norm_squared();
    let part = if origin * height > 0.0 {
        origin / height
    } else {
        0.0
    };
    (part, is_sure)
}

/// The same from the corner nearest to the origin: where a face has far corners and near ones, its normal and the origin's height are off by
/// so much less as that one is nearer.
#[cold]
fn inner_part_from_nearest(face: [&V; 3], opposite: &V) -> (f64, bool) {
    let first = nearest_corner(face);
    // Turned, so that the face keeps its side.
    inner_part([0, 1, 2].map(|i| face[(first + i) % 3]), opposite)
}

fn consider<const N: usize>(best: &mut (f64, [f64; N]), distance: f64, weights: [f64; N]) {
    if distance < best.0 {
        *best = (distance, weights);
    }
}

/// The same for a face without the newest corner, which must be nearer by more than rounding.
///
/// A support point lies beyond the face that it was asked for, so the nearest point of the simplex that it makes is a mixture
/// with it. How much nearer that is may be less than rounding: where a face is as good as touched at its very end, the
/// mixture is all but one corner, and a better one in place of another counts as little as that one's weight. The search
/// would then return to the face it came from, and stay.
fn consider_older<const N: usize>(
    best: &mut (f64, [f64; N]),
    distance: f64,
    weights: [f64; N],
    corners: &[&V; 3],
) {
    let gain = best.0 - distance;
    if gain > 0.0 {
        let far = corners
            .iter()
            .fold(0.0, |far: f64, p| far.max(p.norm_squared()));
        // A length errs by that of the corners' coordinates, a square by twice that times the length: gain² counts from
        // TIE² · best · far on.
        if best.0 == f64::INFINITY || gain * (gain / best.0) > TIE * TIE * far {
            *best = (distance, weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use nalgebra::Rotation3;

    fn v(x: f64, y: f64, z: f64) -> V {
        V::new(x, y, z)
    }

    #[test]
    fn the_nearest_point_of_each_kind_of_face() {
        // The triangle (1,-1,-1), (1,1,-1), (1,0,2): the origin projects to (1,0,0), a third of the way up.
        let w = on_triangle(&v(1.0, -1.0, -1.0), &v(1.0, 1.0, -1.0), &v(1.0, 0.0, 2.0));
        let expected = [1.0 / 3.0; 3];
        for (w, e) in w.iter().zip(expected) {
            assert!((w - e).abs() < 1e-15);
        }
        assert_eq!(
            on_segment(&v(1.0, -1.0, 0.0), &v(1.0, 3.0, 0.0)),
            [0.75, 0.25]
        );
        assert_eq!(on_segment(&v(1.0, 1.0, 0.0), &v(1.0, 3.0, 0.0)), [1.0, 0.0]);
        // A flat triangle falls back to its sides.
        let w = on_triangle(&v(1.0, -1.0, 0.0), &v(1.0, 3.0, 0.0), &v(1.0, 1.0, 0.0));
        let y = -w[0] + 3.0 * w[1] + w[2];
        assert!(y.abs() < 1e-15);
    }

    #[test]
    fn the_nearest_point_of_a_sliver_is_as_near_as_its_plane() {
        // 10⁻⁸ wide and 1 long, tilted, and the origin 10⁻⁹ over it, a third of the way along.
        let (e, across, up) = (
            v(0.6, 0.8, 0.0),
            v(-0.8, 0.6, 0.0) * 1e-8,
            v(0.0, 0.0, 1e-9),
        );
        let a = e * (-1.0 / 3.0) - across * 0.4 - up;
        let (b, c) = (a + e, a + e * 0.5 + across);
        let w = on_triangle(&a, &b, &c);
        let nearest = a * w[0] + b * w[1] + c * w[2];
        assert!((nearest.norm() - 1e-9).abs() < 1e-15, "{}", nearest.norm());
    }

    #[test]
    fn of_near_corners_and_far_ones_the_nearest_point_is_as_near_as_their_plane() {
        // An edge of a small triangle and a corner of a large one.
        let far = v(3.4875433325248264, -14.79458202902125, -15.707948126074236);
        let b = v(
            -1.7729306911462572e-9,
            2.621058037277635e-9,
            2.987759373240806e-9,
        );
        let c = v(
            1.0855078769189674e-7,
            2.620524242047395e-9,
            -8.746603441522893e-10,
        );
        let n = (b - c).cross(&(far - c)).normalize();
        for corners in [[far, b, c], [b, far, c], [c, b, far]] {
            let w = on_triangle(&corners[0], &corners[1], &corners[2]);
            assert!(w.iter().all(|w| *w > 0.0), "{w:?}");
            let nearest = corners[0] * w[0] + corners[1] * w[1] + corners[2] * w[2];
            let height = n.dot(&c).abs();
            assert!((nearest.norm() - height).abs() < 1e-14, "{nearest:?}");
        }
        let p = [
            v(-137.05555820331722, -21.93607705237929, 45.66503974980765),
            v(
                3.7918823636573507e-10,
                -1.3216094885137863e-12,
                -4.789484364664531e-10,
            ),
            v(-54.06035912855822, -36.84778431053742, 162.77107498157494),
            v(
                3.7918823636573507e-10,
                -6.0802810608606706e-5,
                0.0006666661877119395,
            ),
        ];
        let w = on_tetrahedron(&p);
        let nearest = p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3];
        assert!(nearest.norm() < 2e-10, "{w:?}");
    }

    #[test]
    fn inside_a_tetrahedron_all_weights_are_positive() {
        let p = [
            v(1.0, 1.0, 1.0),
            v(-1.0, -1.0, 1.0),
            v(-1.0, 1.0, -1.0),
            v(1.0, -1.0, -1.0),
        ];
        assert_eq!(on_tetrahedron(&p), [0.25; 4]);
        let shifted = p.map(|q| q + v(0.0, 0.0, 3.0));
        let w = on_tetrahedron(&shifted);
        assert_eq!((w[0], w[1]), (0.0, 0.0));
        assert_eq!((w[2], w[3]), (0.5, 0.5));
    }

    /// Corners over two sides of a square, as flat as 10⁻² to 10⁻⁸ of its size and turned anyhow, with the origin inside or below by
    /// some part of that.
    fn flat(seed: u64) -> ([V; 4], f64) {
        let dice = &mut Dice(seed);
        let height = 10_f64.powf(-2.0 - 6.0 * dice.part());
        let low = height * [0.3, 1e-3, 1e-6, 0.0, -1e-6, -0.1][dice.below(6) as usize];
        let at = V::new(0.3 + 0.1 * dice.part(), 0.35 + 0.1 * dice.part(), low);
        let corners = [(0.0, 0.0, 0.0), (1.0, 0.1, 0.0), (0.1, 1.0, 0.0)];
        let turned = Rotation3::new(dice.vector() * 3.0);
        let top = V::new(0.1 + 0.4 * dice.part(), 0.1 + 0.4 * dice.part(), height);
        let [a, b, c] = corners.map(|(x, y, z)| turned * (v(x, y, z) - at));
        let last = turned * (top - at);
        let order = dice.below(4) as usize;
        let p = [a, b, c, last];
        ([0, 1, 2, 3].map(|i| p[(i + order) % 4]), low)
    }

    /// A rim that is in a face by a hair makes such tetrahedra, and the search for the distance goes by what their weights mix.
    #[test]
    fn the_nearest_point_of_a_flat_tetrahedron_is_as_near_as_its_faces() {
        let mut worst = 0.0_f64;
        for seed in 0..20_000 {
            let (p, low) = flat(seed);
            let w = on_tetrahedron(&p);
            let sum: f64 = w.iter().sum();
            assert!(w.iter().all(|w| *w >= 0.0) && (sum - 1.0).abs() < 1e-15);
            let nearest = p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3];
            worst = worst.max(nearest.norm() - (-low).max(0.0));
        }
        assert!(worst < 8.0 * f64::EPSILON, "{worst:e}");
    }
}
