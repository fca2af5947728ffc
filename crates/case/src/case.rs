//! One cast, as a line of JSON gives it.

use crate::beyond::Beyond;
use crate::error::Expected;
use crate::fields::{COORDINATE, Path, Unknown, VECTOR, fields, scalars};
use crate::json::{Json, quoted};
use crate::shapes::Context;
use crate::{BadLine, Body, CaseError, Meshes};
use nalgebra::Vector3;
use std::fmt::{self, Display};
use swept::Real;

/// One cast.
#[derive(Clone, Debug, PartialEq)]
pub struct Case<T: Real> {
    /// The name that the answer repeats.
    pub id: Option<Id>,
    /// What moves.
    pub moving: Body<T>,
    /// What stands.
    pub fixed: Body<T>,
    /// The whole motion of `moving`, in world space.
    pub displacement: Vector3<T>,
    /// How both bodies turn meanwhile; see [`Case::cast_turning`].
    pub turn: Turn<T>,
}

/// Rotations of both bodies during the motion: rotation vectors in radians, world axes, each about its body's own
/// origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<T: Real> {
    /// Of the moving body.
    pub moving: Vector3<T>,
    /// Of the fixed body.
    pub fixed: Vector3<T>,
}

impl<T: Real> Turn<T> {
    /// No rotation.
    #[must_use]
    pub fn none() -> Self {
        Self {
            moving: Vector3::zeros(),
            fixed: Vector3::zeros(),
        }
    }

    /// Whether nothing turns.
    pub fn is_none(&self) -> bool {
        *self == Self::none()
    }
}

/// A case's name: a string or a number. It is printed as JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Id {
    /// A string.
    Text(String),
    /// A number.
    Number(serde_json::Number),
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl<T: Real> Case<T> {
    /// Reads one line. Meshes are looked up in `meshes`.
    ///
    /// # Errors
    /// [`BadLine`] names the first field that is wrong.
    pub fn parse(line: &[u8], meshes: &mut Meshes<T>) -> Result<Self, BadLine> {
        let json = Json::parse(line).map_err(|e| BadLine {
            id: Beyond::of(line, &e).and_then(|beyond| beyond.beside(id_of)?),
            // The line number is always 1.
            error: CaseError::malformed("line", line, &e),
        })?;
        let mut id = None;
        Self::walk(&json, &mut id, meshes).map_err(|error| BadLine { id, error })
    }

    fn walk(json: &Json, id: &mut Option<Id>, meshes: &mut Meshes<T>) -> Result<Self, CaseError> {
        const CASE: Expected =
            Expected::new("a case", "an object with moving, fixed, displacement");
        const BODY: Expected = Expected::new("a body", "an object with a shape");
        let root = Path::Root;
        let [name] = fields(json, &root, CASE, ["id"], Unknown::Ignore)?;
        *id = name.map(parse_id).transpose()?;
        let names = ["moving", "fixed", "displacement", "turn"];
        let [moving, fixed, displacement, turn] =
            fields(json, &root, CASE, names, Unknown::Ignore)?;
        let mut body = |name, json: Option<&Json>, moving| {
            let at = root.key(name);
            let json = json.ok_or_else(|| CaseError::missing(at, BODY))?;
            Body::parse(json, &at, Context { moving, depth: 0 }, meshes)
        };
        let moving = body("moving", moving, true)?;
        let fixed = body("fixed", fixed, false)?;
        let at = root.key("displacement");
        let displacement = displacement.ok_or_else(|| CaseError::missing(at, VECTOR))?;
        let displacement = scalars::<T, 3>(displacement, &at, VECTOR, COORDINATE)?.into();
        let turn = turn.map_or(Ok(Turn::none()), parse_turn)?;
        Ok(Self {
            id: id.clone(),
            moving,
            fixed,
            displacement,
            turn,
        })
    }
}

/// The id of a line of which something else is wrong, if it has a good one.
fn id_of(json: &Json) -> Option<Id> {
    const LINE: Expected = Expected::new("a line", "an object");
    let [id] = fields(json, &Path::Root, LINE, ["id"], Unknown::Ignore).ok()?;
    parse_id(id?).ok()
}

fn parse_id(json: &Json) -> Result<Id, CaseError> {
    const ID: Expected = Expected::new("an id", "a string or a number");
    match json {
        Json::Text(text) => Some(Id::Text(text.clone().into_owned())),
        Json::Unsigned(n) => Some(Id::Number((*n).into())),
        Json::Negative(n) => Some(Id::Number((*n).into())),
        Json::Float(x) => serde_json::Number::from_f64(*x).map(Id::Number),
        _ => None,
    }
    .ok_or_else(|| CaseError::wrong("id", json, ID))
}

fn parse_turn<T: Real>(json: &Json) -> Result<Turn<T>, CaseError> {
    const TURN: Expected = Expected::new("a turn", "an object with moving, fixed");
    const ROTATION: Expected = Expected::new("a rotation vector", "three finite numbers");
    const ANGLE: Expected = Expected::new("an angle", "a finite number");
    let at = Path::Key(&Path::Root, "turn");
    let names = ["moving", "fixed"];
    let [moving, fixed] = fields(json, &at, TURN, names, Unknown::Refuse("a turn"))?;
    let vector = |name, json: Option<&Json>| {
        json.map_or(Ok([T::zero(); 3]), |json| {
            scalars::<T, 3>(json, &at.key(name), ROTATION, ANGLE)
        })
    };
    Ok(Turn {
        moving: vector("moving", moving)?.into(),
        fixed: vector("fixed", fixed)?.into(),
    })
}
