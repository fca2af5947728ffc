//! Workloads as files of the case format.

use crate::{Cast, Pose, Workload, WorkloadError};
use std::io::{self, BufRead, Read, Write};
use swept::Shape;
use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept_case::{Body, Case, Geometry, Id, Meshes, Turn};

/// Writes workloads, one cast per line; a cast's id is its pair's name, a slash, and its number.
///
/// # Errors
/// Those of the writer.
pub fn save(workloads: &[Workload], mut out: impl Write) -> io::Result<()> {
    for workload in workloads {
        for line in lines(workload) {
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()
}

/// The casts of a workload, a line each.
pub(crate) fn lines(workload: &Workload) -> impl Iterator<Item = String> {
    let mut case = Case {
        id: None,
        moving: Body::new(workload.moving().clone()),
        fixed: Body::new(workload.fixed().clone()),
        displacement: Default::default(),
        turn: Turn::none(),
    };
    workload
        .casts()
        .iter()
        .enumerate()
        .map(move |(number, cast)| {
            case.id = Some(Id::Text(format!("{}/{number}", workload.name())));
            case.moving.pose = isometry(&cast.moving);
            case.fixed.pose = isometry(&cast.fixed);
            case.displacement = cast.displacement.into();
            case.to_line()
        })
}

/// Why a file gives no workloads.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is no cast that can be compared.
    #[error(transparent)]
    Bad(#[from] WorkloadError),
}

/// The longest line that is read.
const LONGEST: u64 = 64 << 20;

/// Reads workloads: the casts whose ids agree up to the last slash are those of one pair, in any order of lines. Casts
/// without a slash in their id, or without one, are the pair `casts`. Blank lines are passed over.
///
/// # Errors
/// [`LoadError`] names the line and the field: a bad line, one of more than 64 MiB, a turn, a compound or a mesh, or shapes that differ from those
/// of the pair's first cast.
pub fn load(mut input: impl BufRead) -> Result<Vec<Workload>, LoadError> {
    let mut found = Found::default();
    let mut meshes = Meshes::<f64>::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut rest = input.by_ref().take(LONGEST + 1);
        if rest.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        line.pop_if(|end| *end == b'\n');
        let on_line = |e: WorkloadError| WorkloadError {
            place: match e.place.as_str() {
                "line" => format!("line {number}"),
                place => format!("line {number}: {place}"),
            },
            ..e
        };
        if line.len() as u64 > LONGEST {
            let why = format!("longer than {LONGEST} bytes");
            return Err(on_line(WorkloadError::new("line", why)).into());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let case = Case::parse(&line, &mut meshes)
            .map_err(|bad| on_line(WorkloadError::new(bad.error.field, bad.error.reason)))?;
        found.add(&case).map_err(on_line)?;
    }
    if found.workloads.is_empty() {
        return Err(WorkloadError::new("casts", "none (expected at least one line)").into());
    }
    Ok(found.workloads)
}

/// The pairs so far, and the shapes of each as they were written.
#[derive(Default)]
struct Found {
    workloads: Vec<Workload>,
    shapes: Vec<[Shape<f64>; 2]>,
}

impl Found {
    /// Adds a case to the workload of its pair.
    fn add(&mut self, case: &Case<f64>) -> Result<(), WorkloadError> {
        if !case.turn.is_none() {
            return Err(WorkloadError::new(
                "turn",
                "only straight casts are compared",
            ));
        }
        let shapes = [
            convex("moving", &case.moving)?,
            convex("fixed", &case.fixed)?,
        ];
        let name = match &case.id {
            Some(Id::Text(text)) => text.rsplit_once('/').map_or("casts", |(name, _)| name),
            _ => "casts",
        };
        let known = match self.workloads.iter().position(|w| w.name() == name) {
            Some(known) => known,
            None => {
                self.workloads
                    .push(Workload::new(name, shapes[0], shapes[1])?);
                self.shapes.push(shapes.map(Shape::clone));
                self.workloads.len() - 1
            }
        };
        for (place, mine, first) in [
            ("moving.shape", shapes[0], &self.shapes[known][0]),
            ("fixed.shape", shapes[1], &self.shapes[known][1]),
        ] {
            if mine != first {
                let reason = format!(
                    "not that of the first cast of '{name}' (expected one pair of shapes for all ids that begin so)"
                );
                return Err(WorkloadError::new(place, reason));
            }
        }
        self.workloads[known].push(&Cast {
            moving: pose(&case.moving),
            fixed: pose(&case.fixed),
            displacement: case.displacement.into(),
        })
    }
}

fn convex<'a>(place: &str, body: &'a Body<f64>) -> Result<&'a Shape<f64>, WorkloadError> {
    match &body.geometry {
        Geometry::Convex(shape) => Ok(shape),
        _ => Err(WorkloadError::new(
            format!("{place}.shape"),
            "only single convex shapes are compared",
        )),
    }
}

fn pose(body: &Body<f64>) -> Pose {
    Pose {
        position: body.pose.translation.vector.into(),
        rotation: body.pose.rotation.as_ref().coords.into(),
    }
}

fn isometry(pose: &Pose) -> Isometry3<f64> {
    let [x, y, z, w] = pose.rotation;
    Isometry3::from_parts(
        Translation3::from(pose.position),
        UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PAIRS;

    #[test]
    fn every_pair_comes_back_from_its_file_bit_for_bit() {
        let small = PAIRS
            .iter()
            .filter(|pair| !pair.name.starts_with("hull1024"));
        let workloads: Vec<Workload> = small.map(|p| p.workload(7, 20).unwrap()).collect();
        let mut file = Vec::new();
        save(&workloads, &mut file).unwrap();
        let read = load(&file[..]).unwrap();
        assert_eq!(read, workloads);
        let mut again = Vec::new();
        save(&read, &mut again).unwrap();
        assert_eq!(file, again);
    }

    #[test]
    fn a_number_that_is_no_f32_number_is_rounded_to_one() {
        let line = r#"{"moving":{"shape":{"type":"sphere","radius":0.1}},"fixed":{"shape":{"type":"sphere","radius":1},"position":[3.3,0,0]},"displacement":[1,0,0]}"#;
        let workloads = load(line.as_bytes()).unwrap();
        let Shape::Sphere(ball) = workloads[0].moving() else {
            panic!()
        };
        assert_eq!(ball.radius(), f64::from(0.1_f32));
        assert_eq!(
            workloads[0].casts()[0].fixed.position[0],
            f64::from(3.3_f32)
        );
        assert_eq!(workloads[0].name(), "casts");
    }

    #[test]
    fn what_cannot_be_compared_is_told_with_its_line_and_field() {
        let good = r#"{"id":"a/0","moving":{"shape":{"type":"sphere","radius":1}},"fixed":{"shape":{"type":"point"}},"displacement":[1,0,0]}"#;
        for (from, to, expected) in [
            (
                "radius\":1",
                "radius\":2",
                "line 3: moving.shape: not that of the first cast of 'a'",
            ),
            (
                "radius\":1",
                "radius\":-1",
                "line 3: moving.shape.radius: -1 is not a length",
            ),
            (
                "[1,0,0]",
                "[1e30,0,0]",
                "line 3: displacement[0]: 1e30 is not a finite number within",
            ),
            (
                "[1,0,0]",
                "[0,1e308,0]",
                "line 3: displacement[1]: 1e308 is not a finite number within",
            ),
            (
                "[1,0,0]",
                "[1,0,0],\"turn\":{\"moving\":[0,1,0]}",
                "line 3: turn: only straight casts",
            ),
            (
                "{\"type\":\"point\"}",
                "{\"type\":\"compound\",\"parts\":[{\"shape\":{\"type\":\"point\"}}]}",
                "line 3: fixed.shape: only single convex shapes",
            ),
        ] {
            let file = format!("{good}\n\n{}\n", good.replace(from, to));
            let error = load(file.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        let huge = good.replace("radius\":1", "radius\":1e30");
        let error = load(huge.as_bytes()).unwrap_err().to_string();
        assert!(
            error.starts_with("line 1: moving.shape.radius: 1e30 is not"),
            "{error}"
        );
        let error = load(&b"\nno JSON\n"[..]).unwrap_err().to_string();
        assert!(error.starts_with("line 2: expected ident"), "{error}");
        let empty = load(&b"\n \n"[..]).unwrap_err().to_string();
        assert_eq!(empty, "casts: none (expected at least one line)");
    }
}
