//! A shape cast through a scene.

use crate::args::{CastArgs, ShapeSpec, Triple};
use crate::failure::Failure;
use crate::{picture, report};
use nalgebra::{Isometry3, Point3, Vector3};
use std::fs;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use swept::{Aabb, CastOptions, Real, Shape};
use swept_case::{Answer, Body, Case, Geometry, Mesh};

/// The built-in level, made by `examples/make_level.rs`.
const LEVEL: &str = include_str!("../assets/level.obj");

/// One cast through a scene, and its answer.
pub struct Shown<'a, T: Real> {
    /// The scene in words.
    pub scene: String,
    /// The moving shape as it was asked for.
    pub spec: ShapeSpec,
    /// Where it starts and where it would end, as asked for.
    pub path: [Triple; 2],
    /// The moving shape.
    pub shape: Shape<T>,
    /// The scene's triangles.
    pub mesh: &'a Mesh<T>,
    /// The whole case.
    pub case: Case<T>,
    /// The answer.
    pub answer: Answer<T>,
}

/// Casts as the arguments say, reports on standard output and draws.
pub fn cast_through<T: Real>(args: &CastArgs, options: &CastOptions<T>) -> Result<(), Failure> {
    let (name, mesh) = level(args.scene.as_deref())?;
    let mesh = Arc::new(mesh);
    let default = Defaults::of(args, &mesh);
    let spec = args.shape.clone().unwrap_or(default.shape);
    let shape = spec
        .shape::<T>()
        .map_err(|e| Failure::Message(format!("--shape: {e}")))?;
    let (from, to) = (
        args.from.unwrap_or(default.from),
        args.to.unwrap_or(default.to),
    );
    let start = Vector3::from(from.0.map(T::nearest));
    let case = Case {
        id: None,
        moving: Body::new(shape.clone()).at(Isometry3::from(start)),
        fixed: Body {
            geometry: Geometry::Mesh {
                file: name.clone(),
                mesh: Arc::clone(&mesh),
            },
            pose: Isometry3::identity(),
        },
        displacement: (Vector3::from(to.0) - start.map(Real::to_f64)).map(T::nearest),
        turn: swept_case::Turn::none(),
    };
    let answer = case
        .cast(options)
        .map_err(|e| Failure::Message(e.to_string()))?;
    let shown = Shown {
        scene: format!("{name}, {} triangles", mesh.triangles().len()),
        spec,
        path: [from, to],
        shape,
        mesh: &mesh,
        case,
        answer,
    };
    let drawing = picture::draw(&shown);
    fs::write(&args.picture, drawing).map_err(|e| Failure::io(args.picture.display(), &e))?;
    let mut text = report::report(&shown);
    text.push_str(&report::row("picture", &args.picture.display().to_string()));
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The name and the triangles of a scene: those of an OBJ file, or of the built-in level.
pub fn level<T: Real>(file: Option<&Path>) -> Result<(String, Mesh<T>), Failure> {
    let (name, mesh) = match file {
        None => (
            "the built-in level".to_owned(),
            Mesh::read_obj(LEVEL.as_bytes()),
        ),
        Some(file) => {
            let opened = fs::File::open(file).map_err(|e| Failure::io(file.display(), &e))?;
            let read = Mesh::read_obj(BufReader::new(opened));
            (file.display().to_string(), read)
        }
    };
    match mesh {
        Ok(mesh) => Ok((name, mesh)),
        Err(why) => Err(Failure::Message(format!("{name}: {why}"))),
    }
}

/// Shape and path when none are asked for.
struct Defaults {
    shape: ShapeSpec,
    from: Triple,
    to: Triple,
}

impl Defaults {
    /// In the built-in level, a flight between the pillars and through the doorway that clips its post. In another
    /// scene, a capsule of a twelfth of its size, from outside an upper corner toward the centre.
    fn of<T: Real>(args: &CastArgs, mesh: &Mesh<T>) -> Self {
        if args.scene.is_none() {
            return Self {
                shape: ShapeSpec::capsule(0.9, 0.3),
                from: Triple([-5.3, 3.6, 13.0]),
                to: Triple([6.6, 1.7, -6.0]),
            };
        }
        let corners = mesh.boxes().iter().flat_map(|b| [b.min, b.max]);
        let whole = Aabb::around(corners).unwrap_or(Aabb {
            min: Point3::origin(),
            max: Point3::origin(),
        });
        let (centre, half) = (
            nalgebra::center(&whole.min, &whole.max),
            (whole.max - whole.min) / 2.0,
        );
        let size = half.norm();
        let start = centre
            + half.component_mul(&Vector3::new(-0.8, 0.9, 1.1))
            + Vector3::y() * (size / 4.0);
        // Rounded to a few digits, so that they can be read and repeated.
        let short = |x: f64| format!("{x:.3e}").parse().unwrap_or(x);
        Self {
            shape: ShapeSpec::capsule(short(size / 24.0), short(size / 48.0)),
            from: Triple([start.x, start.y, start.z].map(short)),
            to: Triple([centre.x, centre.y, centre.z].map(short)),
        }
    }
}
