//! Makes the program's built-in level: rolling ground, a house on a plinth, stairs and pillars.
//!
//! `cargo run -p swept-cli --example make_level > crates/cli/assets/level.obj`. Only sums, products and quotients
//! are used, so the file is the same on every machine. One unit is a metre, y points up.

use std::fmt::Write;

type Point = [f64; 3];

fn main() {
    print!("{}", level());
}

/// The level as an OBJ file.
pub fn level() -> String {
    let mut obj = Obj::default();
    obj.text
        .push_str("# The built-in level of swept, made by examples/make_level.rs.\n");
    ground(&mut obj);
    house(&mut obj);
    stairs(&mut obj);
    pillars(&mut obj);
    obj.text
}

/// The file so far, and how many vertices it has.
#[derive(Default)]
struct Obj {
    text: String,
    vertices: usize,
}

impl Obj {
    fn object(&mut self, name: &str) {
        let _ = writeln!(self.text, "o {name}");
    }

    /// Writes a vertex, to the millimetre, and returns its number.
    fn vertex(&mut self, p: Point) -> usize {
        // Adding 0 turns -0 into 0.
        let [x, y, z] = p.map(|x| (x * 1000.0).round() / 1000.0 + 0.0);
        let _ = writeln!(self.text, "v {x} {y} {z}");
        self.vertices += 1;
        self.vertices
    }

    fn face(&mut self, corners: &[usize]) {
        self.text.push('f');
        for corner in corners {
            let _ = write!(self.text, " {corner}");
        }
        self.text.push('\n');
    }

    /// A box with sides along the axes.
    fn cuboid(&mut self, min: Point, max: Point) {
        let at = |i: usize| {
            let pick = |axis: usize| {
                if i >> axis & 1 == 1 {
                    max[axis]
                } else {
                    min[axis]
                }
            };
            [pick(0), pick(1), pick(2)]
        };
        self.hexahedron([0, 1, 2, 3, 4, 5, 6, 7].map(at));
    }

    /// A solid with the faces of a box; corner i lies at the far end along axis a where bit a of i is set.
    fn hexahedron(&mut self, corners: [Point; 8]) {
        const FACES: [[usize; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let numbers = corners.map(|p| self.vertex(p));
        for face in FACES {
            self.face(&face.map(|i| numbers[i]));
        }
    }
}

/// Height of the ground: hills, flattened around the house and its path.
fn height(x: f64, z: f64) -> f64 {
    const HILLS: [[f64; 4]; 7] = [
        // x, z, height, width
        [-13.0, -12.0, 4.2, 5.0],
        [15.0, -14.0, 3.4, 6.0],
        [-15.0, 6.0, 2.2, 4.0],
        [14.0, 12.0, 2.6, 4.5],
        [-6.0, 17.0, 1.4, 3.5],
        [1.0, -16.0, 1.6, 4.0],
        [16.0, 1.0, 1.2, 3.0],
    ];
    let hills: f64 = HILLS
        .iter()
        .map(|&[a, b, high, wide]| {
            let d = ((x - a) * (x - a) + (z - b) * (z - b)) / (wide * wide);
            high / (1.0 + d * d)
        })
        .sum();
    // 0 within the house's ellipse, 1 from one and a half times its size on.
    let (u, v) = ((x - 4.0) / 8.0, (z - 1.5) / 11.5);
    let out = ((u * u + v * v - 1.0) / 1.25).clamp(0.0, 1.0);
    hills * out * out * (3.0 - 2.0 * out)
}

fn ground(obj: &mut Obj) {
    const CELLS: usize = 36;
    obj.object("ground");
    let line = |i: usize| i as f64 - 18.0;
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let (x, z) = (line(column), line(row));
            obj.vertex([x, height(x, z), z]);
        }
    }
    for row in 0..CELLS {
        for column in 0..CELLS {
            let a = row * (CELLS + 1) + column + 1;
            let (b, c, d) = (a + 1, a + CELLS + 1, a + CELLS + 2);
            // Diagonals alternate, so that the ground has no grain.
            if (row + column) % 2 == 0 {
                obj.face(&[a, c, b]);
                obj.face(&[b, c, d]);
            } else {
                obj.face(&[a, c, d]);
                obj.face(&[a, d, b]);
            }
        }
    }
}

/// Height of the floor, of the doorway's top and of the walls' top.
const FLOOR: f64 = 0.9;
const LINTEL: f64 = 3.5;
const EAVES: f64 = 4.3;

fn house(obj: &mut Obj) {
    obj.object("house");
    obj.cuboid([-0.8, 0.0, -7.8], [8.8, FLOOR, -0.2]);
    for (min, max) in [
        ([0.0, FLOOR, -7.0], [8.0, EAVES, -6.7]),  // back
        ([0.0, FLOOR, -6.7], [0.3, EAVES, -1.3]),  // left
        ([7.7, FLOOR, -6.7], [8.0, EAVES, -1.3]),  // right
        ([0.0, FLOOR, -1.3], [3.2, EAVES, -1.0]),  // left of the doorway
        ([4.8, FLOOR, -1.3], [8.0, EAVES, -1.0]),  // right of it
        ([3.2, LINTEL, -1.3], [4.8, EAVES, -1.0]), // above it
    ] {
        obj.cuboid(min, max);
    }
    obj.object("roof");
    // The ridge runs along x above the middle; each side is a slab from the eaves to it.
    let (ridge, top, left, right) = (-4.0, 6.4, -0.6, 8.6);
    for z in [-0.3, -7.7] {
        let slab = |i: usize| {
            let x = if i & 1 == 1 { right } else { left };
            let (y, z) = if i & 4 == 4 {
                (top, ridge)
            } else {
                (EAVES - 0.25, z)
            };
            [x, if i & 2 == 2 { y + 0.25 } else { y }, z]
        };
        // Which end is far decides the winding: the slab on the far side is mirrored.
        let order = if z > ridge {
            [4, 5, 6, 7, 0, 1, 2, 3]
        } else {
            [0, 1, 2, 3, 4, 5, 6, 7]
        };
        obj.hexahedron(order.map(slab));
    }
    obj.object("gables");
    for (x, outward) in [(0.0, false), (8.0, true)] {
        let corners = [[x, EAVES, -1.0], [x, EAVES, -7.0], [x, top, ridge]];
        let [a, b, c] = corners.map(|p| obj.vertex(p));
        obj.face(&if outward { [a, b, c] } else { [c, b, a] });
    }
}

fn stairs(obj: &mut Obj) {
    obj.object("stairs");
    let steps = 5;
    for step in 0..steps {
        let up = f64::from(steps - step) / f64::from(steps + 1);
        let near = -0.2 + 0.5 * f64::from(step);
        obj.cuboid([2.8, 0.0, near], [5.2, FLOOR * up, near + 0.5]);
    }
}

/// Two rows of eight-sided pillars along the path, each on a base and under a cap.
fn pillars(obj: &mut Obj) {
    obj.object("pillars");
    for x in [1.8, 6.2] {
        for z in [3.6, 7.0, 10.4] {
            obj.cuboid([x - 0.45, 0.0, z - 0.45], [x + 0.45, 0.3, z + 0.45]);
            obj.cuboid([x - 0.42, 3.1, z - 0.42], [x + 0.42, 3.4, z + 0.42]);
            shaft(obj, x, z, 0.3, 0.3, 3.1);
        }
    }
}

fn shaft(obj: &mut Obj, x: f64, z: f64, radius: f64, bottom: f64, top: f64) {
    // The corners of a regular octagon: multiples of half the square root of 2.
    let d = radius * std::f64::consts::FRAC_1_SQRT_2;
    let rim = [
        [radius, 0.0],
        [d, -d],
        [0.0, -radius],
        [-d, -d],
        [-radius, 0.0],
        [-d, d],
        [0.0, radius],
        [d, d],
    ];
    let low = rim.map(|[u, v]| obj.vertex([x + u, bottom, z + v]));
    let high = rim.map(|[u, v]| obj.vertex([x + u, top, z + v]));
    for i in 0..8 {
        let j = (i + 1) % 8;
        obj.face(&[low[i], low[j], high[j], high[i]]);
    }
    obj.face(&high);
}
