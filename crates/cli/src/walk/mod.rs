//! `swept walk`: a shape walks through a scene by collide and slide, each move is checked, the path is drawn.

mod draw;
mod path;
mod tally;
mod wander;

use crate::args::{Scalar, ShapeSpec, picture_file};
use crate::facets::Facets;
use crate::failure::{Failure, check_writable};
use crate::numbers::{Triple, in_range, length, whole};
use crate::report::row;
use crate::scene::{read_scene, shape_of, words};
use clap::Args;
use nalgebra::{Isometry3, Point3, Vector3};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use swept::scene::{MeshOptions, Scene, TriangleMesh};
use swept::{Aabb, Real};
use swept_case::{CaseError, Geometry};
use tally::Tally;
use wander::Wander;

/// How to walk.
#[derive(Debug, Args)]
pub struct WalkArgs {
    /// Walk through the scene in FILE: several shapes and meshes in JSON, or one mesh, glTF, GLB, STL, PLY or OBJ (default: a
    /// built-in level)
    #[arg(long, value_name = "FILE")]
    pub scene: Option<PathBuf>,
    /// The shape that walks, as for `swept cast` (default: a capsule that suits the scene)
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<ShapeSpec>,
    /// Where its origin starts (default: above the scene)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub from: Option<Triple>,
    /// Make the moves in FILE, one displacement x,y,z a line, over and over (default: random ones, half of them into, along and
    /// between what was met)
    #[arg(long, value_name = "FILE")]
    pub path: Option<PathBuf>,
    /// How many moves
    #[arg(long, value_name = "COUNT", default_value_t = 20_000, value_parser = whole::<usize>(0..=usize::MAX as u64), allow_hyphen_values = true)]
    pub moves: usize,
    /// The length of a random move (default: two thirds of the shape's size)
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub step: Option<f64>,
    /// The distance to keep from what is met (default: a 128th of the shape's size)
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub skin: Option<f64>,
    /// Which random moves
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub seed: u64,
    /// The scalar of the scene and the moves
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub scalar: Scalar,
    /// Walk an ellipsoid by the method of 2003 beside it, through a scene of one mesh, and tell what became of its triangles
    #[arg(long)]
    pub fauerby: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
    /// Where to draw the path over the scene, as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = picture_file)]
    pub picture: Option<PathBuf>,
}

/// Walks as the arguments say. The exit code is 1 when a move led into something that it did not begin in.
pub fn walk(args: &WalkArgs) -> Result<ExitCode, Failure> {
    match args.scalar {
        Scalar::F32 => walk_in::<f32>(args),
        Scalar::F64 => walk_in::<f64>(args),
    }
}

/// A scene to walk in.
pub struct World<T: Real> {
    /// The name of its file, or what it is called without one.
    pub name: String,
    /// The same, and what is in it.
    pub words: String,
    pub scene: Scene<T>,
    /// What is in it, as triangles.
    pub facets: Facets,
    /// Its mesh, where it is one mesh that has not been moved, and nothing else.
    pub mesh: Option<Arc<TriangleMesh<T>>>,
    pub bounds: Aabb,
}

impl<T: Real> World<T> {
    fn read(file: Option<&Path>) -> Result<Self, Failure> {
        let (name, file) = read_scene::<T>(file, &MeshOptions::default())?;
        let refused = |e: CaseError| Failure::Message(format!("{name}: {e}"));
        let scene = file.scene().map_err(refused)?;
        let facets = Facets::of(&scene);
        let mesh = match file.objects.as_slice() {
            [one] if one.body.pose == Isometry3::identity() => match &one.body.geometry {
                Geometry::Mesh { mesh, .. } => Some(Arc::clone(mesh)),
                _ => None,
            },
            _ => None,
        };
        let nowhere = Aabb {
            min: Point3::origin(),
            max: Point3::origin(),
        };
        Ok(Self {
            words: words(&name, &file),
            name,
            bounds: facets.bounds().unwrap_or(nowhere),
            scene,
            facets,
            mesh,
        })
    }
}

fn walk_in<T: Real>(args: &WalkArgs) -> Result<ExitCode, Failure> {
    for (flag, length) in [("--step", args.step), ("--skin", args.skin)] {
        length.map_or(Ok(()), |length| in_range::<T>(flag, length))?;
    }
    let world = World::<T>::read(args.scene.as_deref())?;
    let diagonal = (world.bounds.max - world.bounds.min).norm();
    // Rounded to a few digits, so that it can be read and repeated.
    let short = |x: f64| format!("{x:.2e}").parse().unwrap_or(x);
    let default = match args.scene {
        None => ShapeSpec::capsule(0.6, 0.3),
        Some(_) => ShapeSpec::capsule(short(diagonal / 60.0), short(diagonal / 120.0)),
    };
    let spec = args.shape.clone().unwrap_or(default);
    let shape = shape_of::<T>(&spec, args.shape.is_some(), &world.name)?;
    let start = args.from.unwrap_or_else(|| above(&world.bounds));
    let moves = args.path.as_deref().map(path::read).transpose()?;
    let wander = Wander {
        args,
        world: &world,
        shape: &shape,
        start,
        moves,
    };
    let space = || match &world.mesh {
        Some(mesh) => wander.ellipsoidal(mesh),
        None => {
            let why = "--fauerby needs a scene that is one mesh, not moved";
            Err(Failure::Message(why.to_owned()))
        }
    };
    let space = args.fauerby.then(space).transpose()?;
    args.picture.as_deref().map(check_writable).transpose()?;
    let tally = wander.walk()?;
    let statistics = space.map(|space| wander.fauerby(&space, &tally));
    let statistics = statistics.transpose()?;
    if let Some(file) = &args.picture {
        let drawing = draw::draw(&world, &shape, spec.name(), &tally);
        std::fs::write(file, drawing).map_err(|e| Failure::io(file.display(), &e))?;
    }
    let text = if args.json {
        let json = tally.json(&world.words, &spec.words(), statistics.as_ref());
        format!("{json:#}\n")
    } else {
        let mut text = row("walk", &spec.words()) + &row("through", &world.words);
        text += &tally.report(statistics.as_ref());
        if let Some(file) = &args.picture {
            text += &row("picture", &file.display().to_string());
        }
        text
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::from(u8::from(tally.entered > 0)))
}

/// A little above the middle of the scene.
fn above(bounds: &Aabb) -> Triple {
    let centre = nalgebra::center(&bounds.min, &bounds.max);
    let up = Vector3::y() * ((bounds.max - bounds.min).norm() / 12.0);
    let at = Point3::new(centre.x, bounds.max.y, centre.z) + up;
    Triple([at.x, at.y, at.z])
}
