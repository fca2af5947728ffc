//! Criterion benches of the cells of `swept compare`, and programs that time scenes, moves, turning casts and the drop-in beside
//! parry. They are benches too, so that tests do not build them.

use nalgebra::Point3;
use std::hint::black_box;
use std::time::Instant;

/// What the user asked for: cargo adds a flag of its own to what it passes on to a bench.
pub fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1).filter(|a| a != "--bench")
}

/// The nanoseconds that the two ways of one comparison take for each of `items`, in the mean.
///
/// They do blocks of them in turn, all in several rounds. Of each block and way the least time counts, since the machine does other
/// things too. A block is done again only after all the others, as a processor knows the branches of a few by heart.
pub fn side_by_side<I>(items: &[I], mut ways: [&mut dyn FnMut(&I); 2]) -> [f64; 2] {
    let mut least = vec![[f64::INFINITY; 2]; items.len().div_ceil(BLOCK)];
    for _ in 0..ROUNDS {
        for (block, least) in items.chunks(BLOCK).zip(&mut least) {
            for (way, least) in ways.iter_mut().zip(least) {
                let start = Instant::now();
                for item in block {
                    way(black_box(item));
                }
                *least = least.min(start.elapsed().as_nanos() as f64);
            }
        }
    }
    [0, 1].map(|way| least.iter().map(|l| l[way]).sum::<f64>() / items.len() as f64)
}

const ROUNDS: usize = 9;
const BLOCK: usize = 20;

/// The corners and the triangles of a mesh.
pub type Triangles = (Vec<Point3<f32>>, Vec<[u32; 3]>);

/// Rolling ground of 2 n² triangles, in cells of side 1.
pub fn ground(n: u32) -> Triangles {
    let points = (0..=n).flat_map(|i| {
        (0..=n).map(move |j| {
            let (x, z) = (f64::from(i), f64::from(j));
            Point3::new(x, height(x, z), z).cast::<f32>()
        })
    });
    let triangles = (0..n).flat_map(|i| {
        (0..n).flat_map(move |j| {
            let p = i * (n + 1) + j;
            [[p, p + 1, p + n + 1], [p + 1, p + n + 2, p + n + 1]]
        })
    });
    (points.collect(), triangles.collect())
}

/// The height of rolling ground.
pub fn height(x: f64, z: f64) -> f64 {
    2.0 * (0.11 * x).sin() * (0.13 * z).cos() + 0.4 * (0.9 * x + 0.3).sin() * (0.7 * z).sin()
}

/// Corners of a hull, spread over a ball of this radius.
pub fn round_corners(radius: f32) -> Vec<Point3<f32>> {
    let corners = (0..32).map(|i| {
        let (a, b) = (i as f32 * 2.4, (i as f32 / 15.5 - 1.0).asin());
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()) * radius
    });
    corners.collect()
}
