//! A shape cast through a scene.

use crate::args::{CastArgs, ShapeSpec};
use crate::facets::Facets;
use crate::failure::Failure;
use crate::numbers::Triple;
use crate::{drawing, report, text};
use nalgebra::{Isometry3, Point3, Vector3};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use swept::scene::files::Soup;
use swept::scene::{MeshOptions, Motion, Query, Scene, SceneCertified, SceneOutcome, SubShape};
use swept::{Aabb, CastOptions, Certified, Placed, Real, Shape};
use swept_case::{Body, CaseError, Geometry, Meshes, SceneFile};

/// The built-in level, made by `examples/make_level.rs`.
const LEVEL: &str = include_str!("../assets/level.obj");

/// One cast through a scene, and its answer.
pub struct Shown<'a, T: Real> {
    /// The scene in words.
    pub words: String,
    /// Its objects, and their names.
    pub file: SceneFile<T>,
    /// The same to cast into; an object's user data is its index in the file.
    pub world: Scene<T>,
    /// The same as triangles.
    pub facets: Facets,
    /// The moving shape as it was asked for.
    pub spec: ShapeSpec,
    /// Where it starts and where it would end, as asked for.
    pub path: [Triple; 2],
    /// What moves.
    pub motion: Motion<T, &'a Shape<T>>,
    /// What comes first, or the miss that came nearest to being none.
    pub first: SceneCertified<Certified<T>>,
    /// Everything that is met, in order, when it was asked for.
    pub all: Option<Vec<SceneOutcome<T>>>,
}

impl<T: Real> Shown<'_, T> {
    /// What an answer is about, in words: `triangle 7 of hall`; nothing for the only object of a scene without names.
    pub fn name(&self, at: &SubShape) -> String {
        let index = at.user_data as usize;
        let object = &self.file.objects[index];
        let mut words = match at.triangle {
            Some(triangle) => format!("triangle {triangle}"),
            None => String::new(),
        };
        let mut of = |name: String| {
            let between = if words.is_empty() { "" } else { " of " };
            words = format!("{words}{between}{name}");
        };
        if matches!(object.body.geometry, Geometry::Compound(_)) {
            of(format!("part {}", at.part));
        }
        if !object.name.is_empty() {
            of(report::shown(&object.name));
        } else if self.file.objects.len() > 1 {
            of(format!("object {index}"));
        }
        words
    }
}

/// Casts as the arguments say, reports on standard output and draws.
pub fn cast_through<T: Real>(args: &CastArgs, options: &CastOptions<T>) -> Result<(), Failure> {
    let (name, file) = read_scene::<T>(args.scene.as_deref(), &Meshes::<T>::options())?;
    let failed = |e: CaseError| Failure::Message(format!("{name}: {e}"));
    let world = file.scene().map_err(failed)?;
    let facets = Facets::of(&world);
    let default = Defaults::of(args, &facets);
    let spec = args.shape.clone().unwrap_or(default.shape);
    let shape = shape_of::<T>(&spec, args.shape.is_some(), &name)?;
    let (from, to) = (
        args.from.unwrap_or(default.from),
        args.to.unwrap_or(default.to),
    );
    let start = Vector3::from(from.rounded::<T>("--from")?);
    to.rounded::<T>("--to")?;
    if args.to.is_some() {
        to.in_range::<T>("--to")?;
    }
    let displacement = (Vector3::from(to.0) - start.map(Real::to_f64)).map(T::nearest);
    let ends = [("--from", args.from.is_some()), ("--to", args.to.is_some())];
    let moving = Placed::new(&shape, Isometry3::from(start))
        .map_err(|e| refused(format!("moving.{e}"), &ends[..1], &name))?;
    let motion =
        Motion::new(moving, displacement).map_err(|e| refused(e.to_string(), &ends, &name))?;
    let query = Query::default()
        .with_cast(*options)
        .on_layers(args.layers.0);
    let first = world.cast_certified(&motion, &query);
    let first = first.ok_or_else(|| nothing_met(&name, &file))?;
    let all = args.all.then(|| world.cast_list(&motion, &query));
    let shown = Shown {
        words: words(&name, &file),
        file,
        world,
        facets,
        spec,
        path: [from, to],
        motion,
        first,
        all,
    };
    let drawing = swept_picture::draw(&drawing::subject(&shown));
    fs::write(&args.picture, drawing).map_err(|e| Failure::io(args.picture.display(), &e))?;
    let mut text = report::report(&shown);
    text.push_str(&report::row("picture", &args.picture.display().to_string()));
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Why no object of a scene was looked at: the file keeps them off all layers, or the arguments look at others.
fn nothing_met<T: Real>(name: &str, file: &SceneFile<T>) -> Failure {
    let why = if file.objects.iter().all(|one| one.layers == 0) {
        "objects[0].layers: [] puts it on no layer, and no other object is on one (expected numbers from 0 to 31)"
    } else {
        "no object is on the layers of --layers"
    };
    Failure::Message(format!("{name}: {why}"))
}

/// The shape in the scalar of the cast; it was asked for, or is the default for the scene.
pub fn shape_of<T: Real>(spec: &ShapeSpec, asked: bool, scene: &str) -> Result<Shape<T>, Failure> {
    spec.shape().map_err(|e| match asked {
        true => Failure::Message(format!("--shape: {e}")),
        false => refused(e.to_string(), &[("--shape", false)], scene),
    })
}

/// What was refused of values that these flags gave, or did not give: then it is a default that is unfit.
pub fn refused(why: String, flags: &[(&str, bool)], scene: &str) -> Failure {
    let missing = flags.iter().filter(|(_, given)| !given);
    let missing: Vec<&str> = missing.map(|(flag, _)| *flag).collect();
    Failure::Message(match missing.as_slice() {
        [] => why,
        missing => format!(
            "{scene}: no default suits it, give {} ({why})",
            missing.join(" and ")
        ),
    })
}

/// The scene in words: `town.json, 3 objects, 1204 triangles`.
pub fn words<T: Real>(name: &str, file: &SceneFile<T>) -> String {
    fn count<T: Real>(body: &Body<T>) -> usize {
        match &body.geometry {
            Geometry::Convex(_) => 0,
            Geometry::Mesh { mesh, .. } => mesh.triangles().len(),
            Geometry::Compound(parts) => parts.iter().map(count).sum(),
        }
    }
    let count: usize = file.objects.iter().map(|o| count(&o.body)).sum();
    let (name, triangles) = (report::shown(name), report::counted(count, "triangle"));
    match file.objects.len() {
        1 if count > 0 => format!("{name}, {triangles}"),
        1 => format!("{name}, 1 object"),
        n => format!("{name}, {n} objects, {triangles}"),
    }
}

/// The scene of a file, and what to call it: one of the case format's bodies, in JSON, or a mesh, made as the options say. Without
/// a file, the built-in level.
pub fn read_scene<T: Real>(
    file: Option<&Path>,
    options: &MeshOptions,
) -> Result<(String, SceneFile<T>), Failure> {
    let name = file.map_or("the built-in level".to_owned(), |f| f.display().to_string());
    let is_json = |f: &&Path| {
        f.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("json"))
    };
    if let Some(file) = file.filter(is_json) {
        let text = text::bytes(file)?;
        let mut meshes = Meshes::in_folder(file.parent().unwrap_or(Path::new("")));
        let scene = SceneFile::parse(&text, &mut meshes);
        let scene = scene.map_err(|e| Failure::Message(format!("{name}: {}", e.what())))?;
        return Ok((name, scene));
    }
    let soup = match file {
        None => Soup::obj(LEVEL.as_bytes()),
        Some(file) => Soup::read(file),
    };
    let mesh = soup.and_then(|soup| soup.mesh(options));
    let mesh = mesh.map_err(|e| Failure::Message(format!("{name}: {}", e.what())))?;
    let body = Body {
        geometry: Geometry::Mesh {
            file: name.clone(),
            mesh: Arc::new(mesh),
        },
        pose: Isometry3::identity(),
    };
    Ok((name, SceneFile::of_body("", body)))
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
    fn of(args: &CastArgs, facets: &Facets) -> Self {
        if args.scene.is_none() {
            return Self {
                shape: ShapeSpec::capsule(0.9, 0.3),
                from: Triple([-5.3, 3.6, 13.0]),
                to: Triple([6.6, 1.7, -6.0]),
            };
        }
        let whole = facets.bounds().unwrap_or(Aabb {
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
