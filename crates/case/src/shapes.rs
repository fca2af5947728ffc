//! Reading the shapes of the case format.

use crate::error::Expected;
use crate::fields::{COORDINATE, POINT, Path, Unknown, VECTOR, fields, scalars};
use crate::json::Json;
use crate::{Body, CaseError, Geometry, MAX_COMPOUND_DEPTH, Meshes};
use nalgebra::Point3;
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, PointShape,
    Real, Rounded, Segment, Shape, Sphere, Triangle,
};

/// Where in a case a shape stands, which decides whether it may be unbounded, a mesh or a compound.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    /// Whether it belongs to the moving side.
    pub(crate) moving: bool,
    /// How many compounds it is inside of.
    pub(crate) depth: usize,
}

const TYPE: Expected = Expected::new(
    "a shape's type",
    "point, sphere, cuboid, capsule, cylinder, cone, ellipsoid, segment, triangle, convex_hull, rounded, \
     half_space, mesh, compound",
);
const SHAPE: Expected = Expected::new("a shape", "an object with a type");

/// Any shape of the format.
pub(crate) fn parse_geometry<T: Real>(
    json: &Json,
    path: &Path,
    context: Context,
    meshes: &mut Meshes<T>,
) -> Result<Geometry<T>, CaseError> {
    match kind(json, path)? {
        "mesh" => parse_mesh(json, path, context, meshes),
        "compound" => parse_compound(json, path, context, meshes),
        kind => {
            let shape: Shape<T> = parse_convex(kind, json, path)?;
            if context.moving && swept::Support::unbounded_normal(&shape).is_some() {
                let reason = "a half_space cannot move (expected a bounded shape)";
                return Err(CaseError::new(path, reason));
            }
            Ok(Geometry::Convex(shape))
        }
    }
}

fn kind<'j>(json: &'j Json, path: &Path) -> Result<&'j str, CaseError> {
    let [found] = fields(json, path, SHAPE, ["type"], Unknown::Ignore)?;
    let at = path.key("type");
    match found {
        None => Err(CaseError::missing(at, TYPE)),
        Some(Json::Text(kind)) => Ok(kind),
        Some(other) => Err(CaseError::wrong(at, other, TYPE)),
    }
}

/// The fields of a shape beside its type, and nothing else.
fn of<'j, 'a, const N: usize>(
    json: &'j Json<'a>,
    path: &Path,
    article: &'static str,
    names: [&'static str; N],
) -> Result<[Option<&'j Json<'a>>; N], CaseError> {
    let Json::Object(entries) = json else {
        return Err(CaseError::wrong(path, json, SHAPE));
    };
    let known = |key: &str| key == "type" || names.contains(&key);
    if let Some((key, _)) = entries.iter().find(|(key, _)| !known(key)) {
        let expected: Vec<_> = ["type"].into_iter().chain(names).collect();
        let reason = format!(
            "unknown key in {article} (expected {})",
            expected.join(", ")
        );
        return Err(CaseError::new(path.key(key), reason));
    }
    fields(json, path, SHAPE, names, Unknown::Ignore)
}

fn parse_convex<T: Real>(kind: &str, json: &Json, path: &Path) -> Result<Shape<T>, CaseError> {
    let refused = |e: InvalidShape| CaseError::shape::<T>(path, &e);
    Ok(match kind {
        "point" => {
            let [] = of(json, path, "a point", [])?;
            PointShape.into()
        }
        "sphere" => {
            let [r] = of(json, path, "a sphere", ["radius"])?;
            Sphere::new(path.length("radius", r)?)
                .map_err(refused)?
                .into()
        }
        "cuboid" => {
            let [h] = of(json, path, "a cuboid", ["half_extents"])?;
            Cuboid::new(path.lengths("half_extents", h)?)
                .map_err(refused)?
                .into()
        }
        "ellipsoid" => {
            let [radii] = of(json, path, "an ellipsoid", ["radii"])?;
            Ellipsoid::new(path.lengths("radii", radii)?)
                .map_err(refused)?
                .into()
        }
        "capsule" => {
            let [h, r] = upright(json, path, "a capsule")?;
            Capsule::new(h, r).map_err(refused)?.into()
        }
        "cylinder" => {
            let [h, r] = upright(json, path, "a cylinder")?;
            Cylinder::new(h, r).map_err(refused)?.into()
        }
        "cone" => {
            let [h, r] = upright(json, path, "a cone")?;
            Cone::new(h, r).map_err(refused)?.into()
        }
        "segment" => {
            let [a, b] = of(json, path, "a segment", ["a", "b"])?;
            let (a, b): (Point3<T>, Point3<T>) = (path.point("a", a)?, path.point("b", b)?);
            Segment::new(a, b).map_err(refused)?.into()
        }
        "triangle" => {
            let [a, b, c] = of(json, path, "a triangle", ["a", "b", "c"])?;
            let (a, b): (Point3<T>, Point3<T>) = (path.point("a", a)?, path.point("b", b)?);
            Triangle::new(a, b, path.point("c", c)?)
                .map_err(refused)?
                .into()
        }
        "convex_hull" => {
            let [points] = of(json, path, "a convex_hull", ["points"])?;
            ConvexHull::new(parse_points::<T>(points, &path.key("points"))?)
                .map_err(refused)?
                .into()
        }
        "half_space" => {
            let [normal] = of(json, path, "a half_space", ["normal"])?;
            let normal = path.triple("normal", normal, VECTOR, COORDINATE)?;
            HalfSpace::new(normal).map_err(refused)?.into()
        }
        "rounded" => parse_rounded(json, path)?,
        _ => {
            return Err(CaseError::wrong(
                path.key("type"),
                &Json::Text(kind.into()),
                TYPE,
            ));
        }
    })
}

/// Half height and radius: what capsules, cylinders and cones have in common.
fn upright<T: Real>(json: &Json, path: &Path, article: &'static str) -> Result<[T; 2], CaseError> {
    let [h, r] = of(json, path, article, ["half_height", "radius"])?;
    Ok([path.length("half_height", h)?, path.length("radius", r)?])
}

fn parse_points<T: Real>(json: Option<&Json>, path: &Path) -> Result<Vec<Point3<T>>, CaseError> {
    const POINTS: Expected = Expected::new("a list of points", "arrays of three finite numbers");
    match json {
        None => Err(CaseError::missing(path, POINTS)),
        Some(Json::Array(items)) => {
            let point = |(i, item)| scalars::<T, 3>(item, &path.index(i), POINT, COORDINATE);
            items
                .iter()
                .enumerate()
                .map(|item| point(item).map(Point3::from))
                .collect()
        }
        Some(other) => Err(CaseError::wrong(path, other, POINTS)),
    }
}

fn parse_rounded<T: Real>(json: &Json, path: &Path) -> Result<Shape<T>, CaseError> {
    let [inner, r] = of(json, path, "a rounded", ["shape", "radius"])?;
    let at = path.key("shape");
    let inner = inner.ok_or_else(|| CaseError::missing(at, SHAPE))?;
    let kind = kind(inner, &at)?;
    if matches!(kind, "mesh" | "compound") {
        let reason = format!("a {kind} cannot be rounded (expected a convex shape)");
        return Err(CaseError::new(at, reason));
    }
    let inner: Shape<T> = parse_convex(kind, inner, &at)?;
    let radius = path.length("radius", r)?;
    let rounded = Rounded::new(inner, radius).map_err(|e| CaseError::shape::<T>(path, &e))?;
    Ok(rounded.into())
}

fn parse_mesh<T: Real>(
    json: &Json,
    path: &Path,
    context: Context,
    meshes: &mut Meshes<T>,
) -> Result<Geometry<T>, CaseError> {
    const FILE: Expected = Expected::new("a file name", "a string");
    if context.moving {
        let reason = "a mesh cannot move (expected a convex shape or a compound of them)";
        return Err(CaseError::new(path, reason));
    }
    let [file] = of(json, path, "a mesh", ["file"])?;
    let at = path.key("file");
    match file {
        None => Err(CaseError::missing(at, FILE)),
        Some(Json::Text(file)) => match meshes.get(file) {
            Ok(mesh) => Ok(Geometry::Mesh {
                file: file.clone().into_owned(),
                mesh,
            }),
            Err(why) => {
                let file = Json::Text(file.as_ref().into());
                Err(CaseError::new(
                    at,
                    format!("{file} is not a readable mesh ({why})"),
                ))
            }
        },
        Some(other) => Err(CaseError::wrong(at, other, FILE)),
    }
}

fn parse_compound<T: Real>(
    json: &Json,
    path: &Path,
    context: Context,
    meshes: &mut Meshes<T>,
) -> Result<Geometry<T>, CaseError> {
    const PARTS: Expected = Expected::new("a list of parts", "at least one body");
    if context.depth == MAX_COMPOUND_DEPTH {
        let reason =
            format!("compounds are nested too deep (expected at most {MAX_COMPOUND_DEPTH} levels)");
        return Err(CaseError::new(path, reason));
    }
    let [parts] = of(json, path, "a compound", ["parts"])?;
    let at = path.key("parts");
    match parts {
        None => Err(CaseError::missing(at, PARTS)),
        Some(Json::Array(parts)) if !parts.is_empty() => {
            let inside = Context {
                depth: context.depth + 1,
                ..context
            };
            let part = |(i, part)| Body::parse(part, &at.index(i), inside, meshes);
            parts
                .iter()
                .enumerate()
                .map(part)
                .collect::<Result<_, _>>()
                .map(Geometry::Compound)
        }
        Some(other) => Err(CaseError::wrong(at, other, PARTS)),
    }
}
