//! A shape of one's own: three methods make it cast like any other.
//!
//! `cargo run -p swept --example own_shape`

use std::error::Error;
use swept::{Generator, prelude::*};

/// Two discs of different radii across y, and everything between them: a truncated cone.
struct Frustum {
    half_height: f64,
    bottom: f64,
    top: f64,
}

impl Support for Frustum {
    /// The farther of the two discs' rim points: each reaches ±h·n_y + r·|n_xz|.
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let across = n.x.hypot(n.z);
        let up = self.half_height * n.y + self.top * across;
        let down = -self.half_height * n.y + self.bottom * across;
        let (y, radius) = if up >= down {
            (self.half_height, self.top)
        } else {
            (-self.half_height, self.bottom)
        };
        let scale = if across > 0.0 { radius / across } else { 0.0 };
        Point3::new(n.x * scale, y, n.z * scale)
    }

    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }

    /// Not required: it is the convex hull of two discs, and casts that know of which take a third of the support points.
    fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
        let rim = self.support_point(n);
        let radius = if rim.y > 0.0 { self.top } else { self.bottom };
        Some(Generator {
            centre: Vector3::new(0.0, rim.y, 0.0),
            radii: Vector3::new(radius, 0.0, radius),
        })
    }

    /// An upper bound: the sum of two legs is longer than the hypotenuse, rounding included.
    fn extent(&self) -> f64 {
        self.half_height + self.bottom.max(self.top)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let bucket = Frustum {
        half_height: 0.5,
        bottom: 0.25,
        top: 0.75,
    };
    let floor = Cuboid::new([50.0, 1.0, 50.0])?;

    // Known at compile time: the solver is specialised to the pair.
    let moving = Placed::new(&bucket, [0.0, 4.0, 0.0])?;
    let fixed = Placed::new(&floor, [0.0, 0.0, 0.0])?;
    let sweep: Sweep<f64, _, _> = Sweep::new(moving, [0.0, -10.0, 0.0], fixed)?;
    let outcome = sweep.cast();
    println!("static: {outcome:?}");
    sweep
        .cast_certified(&CastOptions::default())
        .certificate
        .verify(&sweep)?;
    // The bucket's bottom falls from 3.5 to the floor's top at 1.
    let hit = outcome.hit().ok_or("expected a hit")?;
    assert!((hit.fraction - 0.25).abs() < 1e-9 && hit.normal.y > 0.999);

    // Known at run time only: trait objects cast like any other shape. The bucket lies on its side
    // and moves toward the end of the floor.
    let shapes: [&dyn Support; 2] = [&bucket, &floor];
    let turned = Isometry3::new(
        Vector3::new(-60.0, 0.0, 0.0),
        Vector3::z() * std::f64::consts::FRAC_PI_2,
    );
    let moving = Placed::new(shapes[0], turned)?;
    let wall = Placed::new(shapes[1], [0.0, 0.0, 0.0])?;
    let sweep = Sweep::new(moving, [20.0, 0.0, 0.0], wall)?;
    let outcome = sweep.cast();
    println!("dynamic: {outcome:?}");
    // A quarter turn about z sends the bucket's y to -x: its bottom leads, 59.5 from the origin, and the wall ends at 50.
    let hit = outcome.hit().ok_or("expected a hit")?;
    assert!((hit.fraction - 9.5 / 20.0).abs() < 1e-9 && hit.normal.x < -0.999);
    Ok(())
}
