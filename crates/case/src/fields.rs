//! Reading fields, each with its path at hand for the error message.

use crate::CaseError;
use crate::error::Expected;
use crate::json::{Json, write_cut};
use nalgebra::{Point3, Vector3};
use std::fmt::{self, Display};
use swept::Real;

const LENGTH: Expected = Expected::new("a length", "a finite number >= 0");
pub(crate) const COORDINATE: Expected = Expected::new("a coordinate", "a finite number");
pub(crate) const POINT: Expected = Expected::new("a point", "three finite numbers");
pub(crate) const VECTOR: Expected = Expected::new("a vector", "three finite numbers");

/// Where a value stands in the line: a list of steps from the root, on the stack.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(crate) fn key(&'a self, key: &'a str) -> Self {
        Self::Key(self, key)
    }
    pub(crate) fn index(&'a self, index: usize) -> Self {
        Self::Index(self, index)
    }
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(Self::Root, key) => write_key(f, key),
            Self::Key(parent, key) => {
                write!(f, "{parent}.")?;
                write_key(f, key)
            }
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// Writes a key as it is; one that would leave no trace, or more than its letters, as JSON has it.
fn write_key(f: &mut fmt::Formatter, key: &str) -> fmt::Result {
    if key.is_empty() || key.contains(char::is_control) {
        Json::Text(key.into()).fmt(f)
    } else {
        write_cut(f, key)
    }
}

/// What to do with keys that are not asked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Unknown {
    Ignore,
    /// An error that names the key and says what it was found in.
    Refuse(&'static str),
}

/// The fields `names` of the object `json`, each at most once.
pub(crate) fn fields<'j, 'a, const N: usize>(
    json: &'j Json<'a>,
    path: &Path,
    what: Expected,
    names: [&'static str; N],
    unknown: Unknown,
) -> Result<[Option<&'j Json<'a>>; N], CaseError> {
    let Json::Object(entries) = json else {
        let error = CaseError::wrong(path, json, what);
        return Err(match path {
            Path::Root => CaseError {
                field: "line".into(),
                ..error
            },
            _ => error,
        });
    };
    let mut found = [None; N];
    for (key, value) in entries {
        match names.iter().position(|name| name == key) {
            Some(i) if found[i].is_some() => {
                return Err(CaseError::new(path.key(key), "this key is given twice"));
            }
            Some(i) => found[i] = Some(value),
            None => {
                if let Unknown::Refuse(inside) = unknown {
                    let expected = names.join(", ");
                    let reason = format!("unknown key in {inside} (expected {expected})");
                    return Err(CaseError::new(path.key(key), reason));
                }
            }
        }
    }
    Ok(found)
}

/// A number, rounded to the scalar.
pub(crate) fn scalar<T: Real>(json: &Json, path: &Path, what: Expected) -> Result<T, CaseError> {
    let x = json
        .number()
        .ok_or_else(|| CaseError::wrong(path, json, what))?;
    let rounded = T::nearest(x);
    if x.is_finite() && !rounded.to_f64().is_finite() {
        let reason = format!(
            "{json} is not a 32-bit number (expected a magnitude up to {:e})",
            f32::MAX
        );
        return Err(CaseError::new(path, reason));
    }
    Ok(rounded)
}

/// `N` numbers in an array, rounded to the scalar.
pub(crate) fn scalars<T: Real, const N: usize>(
    json: &Json,
    path: &Path,
    whole: Expected,
    each: Expected,
) -> Result<[T; N], CaseError> {
    let Json::Array(items) = json else {
        return Err(CaseError::wrong(path, json, whole));
    };
    if items.len() != N {
        return Err(CaseError::wrong(path, json, whole));
    }
    let mut numbers = [T::zero(); N];
    for (i, (item, number)) in items.iter().zip(&mut numbers).enumerate() {
        *number = scalar(item, &path.index(i), each)?;
    }
    Ok(numbers)
}

/// Fields of the object at this path.
impl Path<'_> {
    /// The length called `name`. Its sign and range are for the shape to check.
    pub(crate) fn length<T: Real>(&self, name: &str, json: Option<&Json>) -> Result<T, CaseError> {
        let path = self.key(name);
        let json = json.ok_or_else(|| CaseError::missing(path, LENGTH))?;
        scalar(json, &path, LENGTH)
    }

    /// The three lengths called `name`.
    pub(crate) fn lengths<T: Real>(
        &self,
        name: &str,
        json: Option<&Json>,
    ) -> Result<Vector3<T>, CaseError> {
        const LENGTHS: Expected = Expected::new("three lengths", "three finite numbers >= 0");
        self.triple(name, json, LENGTHS, LENGTH)
    }

    /// The point called `name`.
    pub(crate) fn point<T: Real>(
        &self,
        name: &str,
        json: Option<&Json>,
    ) -> Result<Point3<T>, CaseError> {
        self.triple(name, json, POINT, COORDINATE).map(Point3::from)
    }

    /// The three numbers called `name`.
    pub(crate) fn triple<T: Real>(
        &self,
        name: &str,
        json: Option<&Json>,
        whole: Expected,
        each: Expected,
    ) -> Result<Vector3<T>, CaseError> {
        let path = self.key(name);
        let json = json.ok_or_else(|| CaseError::missing(path, whole))?;
        scalars::<T, 3>(json, &path, whole, each).map(Vector3::from)
    }
}
