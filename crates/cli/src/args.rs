//! The command line.

use crate::check::CheckArgs;
use crate::failure::Failure;
use crate::numbers::{Triple, in_range, length, numbers, whole};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use swept::{
    Capsule, CastOptions, Cone, Cuboid, Cylinder, Ellipsoid, InvalidShape, Method, PointShape,
    Real, Shape, Sphere, StartOverlap,
};
use swept_case::ANALYTIC;

/// Casts shapes with proof: what a moving convex shape touches first, when, where and in which direction.
#[derive(Debug, Parser)]
#[command(name = "swept", version, arg_required_else_help = false, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 when all went well; 1 when a check finds one of our methods wrong, or a move of a walk \
    leads into something; 2 when a flag, a file or a line of input is bad.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Cast a shape through a scene and draw it, or answer a file of cases
    Cast(CastArgs),
    /// Time the same casts by every method and by parry, with the work and the errors beside
    Compare(crate::compare::CompareArgs),
    /// Hold engines against the truth on generated or given casts
    Check(CheckArgs),
    /// Walk a shape through a scene by collide and slide, and check every move
    Walk(crate::walk::WalkArgs),
}

/// What to cast.
#[derive(Debug, Args)]
pub struct CastArgs {
    /// Answer the cases in FILE, one line of JSON each, on standard output (`-`: from standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scene", "all", "layers", "shape", "from", "to", "picture"])]
    pub queries: Option<PathBuf>,
    /// Cast through the scene in FILE: several shapes and meshes in JSON, or one mesh, glTF, GLB, STL, PLY or OBJ (default:
    /// a built-in level)
    #[arg(long, value_name = "FILE")]
    pub scene: Option<PathBuf>,
    /// Tell and draw everything that is met, in order, not only what comes first
    #[arg(long)]
    pub all: bool,
    /// Look only at objects on one of these layers, numbers from 0 to 31 (default: all)
    #[arg(
        long,
        value_name = "N,N..",
        default_value = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub layers: Layers,
    /// The shape to cast: capsule:HALF_HEIGHT,RADIUS, cylinder: and cone: likewise, sphere:RADIUS, cuboid:X,Y,Z,
    /// ellipsoid:X,Y,Z (half sizes) or point (default: a capsule that suits the scene)
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<ShapeSpec>,
    /// Where its origin starts (default: suits the scene)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub from: Option<Triple>,
    /// Where its origin would end (default: suits the scene)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub to: Option<Triple>,
    /// Where to draw the cast, as SVG
    #[arg(long, value_name = "FILE.svg", default_value = "swept-cast.svg", value_parser = picture_file)]
    pub picture: PathBuf,
    /// How to cast.
    #[command(flatten)]
    pub options: OptionArgs,
}

/// How to cast.
#[derive(Debug, Args)]
pub struct OptionArgs {
    /// The scalar in which shapes are stored and answers are given
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub scalar: Scalar,
    /// The method that solves the cast; `analytic` answers cases of --queries in closed form, where the pair has one
    #[arg(long, default_value = Method::Auto.name(), value_parser = solver)]
    pub method: Solver,
    /// Stop when the separation has come down to this length
    #[arg(long, value_name = "LENGTH", default_value = "0", value_parser = length, allow_hyphen_values = true)]
    pub target_distance: f64,
    /// What to do with shapes that interpenetrate at the start
    #[arg(long, value_enum, default_value_t = Start::Report)]
    pub start_overlap: Start,
    /// Give a cast up after this many support evaluations; one that turns after as many distance measurements, or 20000 at the default
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = CastOptions::<f64>::default().max_steps,
        value_parser = whole::<u32>(0..=u32::MAX.into()),
        allow_hyphen_values = true
    )]
    pub max_steps: u32,
}

impl OptionArgs {
    /// The options, in the scalar of the cast.
    pub fn cast_options<T: Real>(&self) -> Result<CastOptions<T>, Failure> {
        in_range::<T>("--target-distance", self.target_distance)?;
        Ok(CastOptions {
            method: match self.method {
                Solver::Cast(method) => method,
                Solver::Analytic => Method::Auto,
            },
            target_distance: T::nearest(self.target_distance),
            start_overlap: match self.start_overlap {
                Start::Report => StartOverlap::Report,
                Start::IgnoreIfReceding => StartOverlap::IgnoreIfReceding,
                Start::Ignore => StartOverlap::Ignore,
            },
            max_steps: self.max_steps,
            ..CastOptions::default()
        })
    }
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// A method that casts.
    Cast(Method),
    /// A closed form.
    Analytic,
}

/// The scalars.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Scalar {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

/// [`StartOverlap`] as an argument.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Start {
    /// Answer with the overlap.
    Report,
    /// Let the moving shape leave, and stop it only from going deeper.
    IgnoreIfReceding,
    /// Act as if it were not there.
    Ignore,
}

/// Layers, one per bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers(pub u32);

impl FromStr for Layers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mask = text.split(',').try_fold(0, |mask, word| {
            let layer = word.trim().parse::<u32>().ok();
            let bit = layer.and_then(|layer| 1u32.checked_shl(layer));
            bit.map(|bit| mask | bit)
                .ok_or_else(|| format!("'{word}' is not a layer (expected a number from 0 to 31)"))
        });
        mask.map(Self)
    }
}

/// A shape as it is written on the command line; [`ShapeSpec::shape`] makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeSpec {
    kind: Kind,
    sizes: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Point,
    Sphere,
    Cuboid,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
}

/// The shapes' names, kinds and sizes.
const KINDS: [(&str, Kind, &[&str]); 7] = [
    ("point", Kind::Point, &[]),
    ("sphere", Kind::Sphere, &["radius"]),
    ("cuboid", Kind::Cuboid, &["x", "y", "z"]),
    ("capsule", Kind::Capsule, &["half_height", "radius"]),
    ("cylinder", Kind::Cylinder, &["half_height", "radius"]),
    ("cone", Kind::Cone, &["half_height", "radius"]),
    ("ellipsoid", Kind::Ellipsoid, &["x", "y", "z"]),
];

impl ShapeSpec {
    /// A capsule along y.
    pub fn capsule(half_height: f64, radius: f64) -> Self {
        Self {
            kind: Kind::Capsule,
            sizes: vec![half_height, radius],
        }
    }

    /// The shape in the scalar of the cast.
    pub fn shape<T: Real>(&self) -> Result<Shape<T>, InvalidShape> {
        let size = |i: usize| T::nearest(self.sizes[i]);
        let triple = || [size(0), size(1), size(2)];
        Ok(match self.kind {
            Kind::Point => PointShape.into(),
            Kind::Sphere => Sphere::new(size(0))?.into(),
            Kind::Cuboid => Cuboid::new(triple())?.into(),
            Kind::Capsule => Capsule::new(size(0), size(1))?.into(),
            Kind::Cylinder => Cylinder::new(size(0), size(1))?.into(),
            Kind::Cone => Cone::new(size(0), size(1))?.into(),
            Kind::Ellipsoid => Ellipsoid::new(triple())?.into(),
        })
    }

    /// The shape's name.
    pub fn name(&self) -> &'static str {
        KINDS
            .iter()
            .find(|k| k.1 == self.kind)
            .map_or("shape", |k| k.0)
    }

    /// The shape in words: `capsule, half_height 0.9, radius 0.3`.
    pub fn words(&self) -> String {
        let fields = KINDS
            .iter()
            .find(|k| k.1 == self.kind)
            .map_or(&[][..], |k| k.2);
        let sizes = fields.iter().zip(&self.sizes);
        let sizes: Vec<_> = sizes
            .map(|(field, size)| format!(", {field} {size}"))
            .collect();
        format!("{}{}", self.name(), sizes.concat())
    }
}

impl FromStr for ShapeSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some((_, kind, fields)) = KINDS.iter().find(|k| k.0 == name) else {
            let names: Vec<_> = KINDS.iter().map(|k| k.0).collect();
            return Err(format!(
                "no such shape (expected one of {})",
                names.join(", ")
            ));
        };
        let sizes = if rest.is_empty() {
            Vec::new()
        } else {
            numbers(rest)?
        };
        if sizes.len() != fields.len() {
            let form = format!("{name}:{}", fields.join(","));
            return Err(format!("expected {}", form.trim_end_matches(':')));
        }
        let spec = Self { kind: *kind, sizes };
        spec.shape::<f64>().map_err(|e| e.to_string())?;
        Ok(spec)
    }
}

fn solver(name: &str) -> Result<Solver, String> {
    if name == ANALYTIC {
        return Ok(Solver::Analytic);
    }
    Method::ALL
        .into_iter()
        .find(|m| m.name() == name)
        .map(Solver::Cast)
        .ok_or_else(|| format!("no such method (expected one of {})", method_names()))
}

fn method_names() -> String {
    format!("{}, {ANALYTIC}", Method::ALL.map(Method::name).join(", "))
}

impl OptionArgs {
    /// Refuses what a closed form has no use for.
    pub fn check_closed(&self) -> Result<(), String> {
        let refused = |flag: &str| Err(format!("--method {ANALYTIC} cannot be used with {flag}"));
        if self.target_distance != 0.0 {
            return refused("--target-distance");
        }
        if self.start_overlap != Start::Report {
            return refused("--start-overlap");
        }
        if self.max_steps != CastOptions::<f64>::default().max_steps {
            return refused("--max-steps");
        }
        Ok(())
    }
}

pub fn picture_file(name: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(name);
    match file.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(file),
        _ => Err("pictures are SVG (expected a name that ends in .svg)".to_owned()),
    }
}

/// A usage error in one line: what comes before the usage and the hints, joined.
pub fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let before_usage = lines.take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more"));
    let said: Vec<_> = before_usage.filter(|l| !l.is_empty()).collect();
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<CastArgs, String> {
        let args = ["swept", "cast"].iter().chain(args);
        match Cli::try_parse_from(args) {
            Ok(Cli {
                command: Command::Cast(args),
            }) => Ok(args),
            Ok(other) => panic!("{other:?}"),
            Err(e) => Err(one_line(&e.to_string())),
        }
    }

    #[test]
    fn negative_coordinates_need_no_quoting() {
        let args = parse(&["--from", "-1,2,-3.5", "--to=-1,-1e3,0"]).unwrap();
        assert_eq!(args.from, Some(Triple([-1.0, 2.0, -3.5])));
        assert_eq!(args.to, Some(Triple([-1.0, -1000.0, 0.0])));
    }

    #[test]
    fn shapes_are_read_and_named() {
        let shape: ShapeSpec = "cone:1,0.5".parse().unwrap();
        assert_eq!(shape.words(), "cone, half_height 1, radius 0.5");
        assert_eq!("point".parse::<ShapeSpec>().unwrap().words(), "point");
    }

    #[test]
    fn every_bad_argument_is_told_in_one_line() {
        for (args, expected) in [
            (
                &["--from", "1,2"][..],
                "error: invalid value '1,2' for '--from <X,Y,Z>': expected three numbers x,y,z, found 2",
            ),
            (
                &["--to", "1,2,nan"],
                "error: invalid value '1,2,nan' for '--to <X,Y,Z>': 'nan' is not a finite number",
            ),
            (
                &["--shape", "blob:1"],
                "error: invalid value 'blob:1' for '--shape <SHAPE>': no such shape (expected one of point, sphere, cuboid, capsule, cylinder, cone, ellipsoid)",
            ),
            (
                &["--shape", "capsule:1"],
                "error: invalid value 'capsule:1' for '--shape <SHAPE>': expected capsule:half_height,radius",
            ),
            (
                &["--shape", "sphere:-1"],
                "error: invalid value 'sphere:-1' for '--shape <SHAPE>': radius: -1 is not a length (expected a finite number >= 0)",
            ),
            (
                &["--scalar", "f16"],
                "error: invalid value 'f16' for '--scalar <SCALAR>' [possible values: f32, f64]",
            ),
            (
                &["--target-distance", "-1"],
                "error: invalid value '-1' for '--target-distance <LENGTH>': not a length (expected a finite number >= 0)",
            ),
            (
                &["--max-steps", "-1"],
                "error: invalid value '-1' for '--max-steps <COUNT>': expected a whole number from 0 to 4294967295",
            ),
            (
                &["--picture", "a.bmp"],
                "error: invalid value 'a.bmp' for '--picture <FILE.svg>': pictures are SVG (expected a name that ends in .svg)",
            ),
            (
                &["--queries", "a", "--scene", "b"],
                "error: the argument '--queries <FILE>' cannot be used with '--scene <FILE>'",
            ),
            (
                &["--layers", "1,32"],
                "error: invalid value '1,32' for '--layers <N,N..>': '32' is not a layer (expected a number from 0 to 31)",
            ),
            (
                &["--nonsense"],
                "error: unexpected argument '--nonsense' found",
            ),
        ] {
            let found = parse(args).unwrap_err();
            assert!(
                found.starts_with(expected) && !found.contains('\n'),
                "{args:?}: {found}"
            );
        }
        let names = method_names();
        let found = parse(&["--method", "guess"]).unwrap_err();
        assert!(
            found.ends_with(&format!("no such method (expected one of {names})")),
            "{found}"
        );
    }
}
