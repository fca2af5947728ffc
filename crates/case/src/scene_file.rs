//! Several bodies in one file, as a scene.
//!
//! ```json
//! {"objects":[
//!   {"name":"hall","shape":{"type":"mesh","file":"hall.glb"}},
//!   {"name":"crate","layers":[0,3],"shape":{"type":"cuboid","half_extents":[1,1,1]},"position":[4,1,0]}]}
//! ```
//!
//! Each object is a fixed body of a case, with a `name` (default: empty) and `layers`, numbers from 0 to 31 (default: all).
//! Mesh files are looked for where [`Meshes`] says: for a scene in a file, in that file's folder.

use crate::error::Expected;
use crate::fields::{Path, Unknown, fields};
use crate::json::Json;
use crate::shapes::Context;
use crate::{Body, CaseError, Meshes};
use swept::Real;
use swept::scene::{Object, Scene};

/// Bodies that stand, with their names.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFile<T: Real> {
    /// The objects, in file order.
    pub objects: Vec<Named<T>>,
}

/// A body with a name, on some layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T: Real> {
    /// What reports call it; empty when it has no name.
    pub name: String,
    /// The layers that it is on, one per bit.
    pub layers: u32,
    /// What stands where.
    pub body: Body<T>,
}

impl<T: Real> SceneFile<T> {
    /// One body where it stands, on all layers.
    pub fn of_body(name: impl Into<String>, body: Body<T>) -> Self {
        Self {
            objects: vec![Named {
                name: name.into(),
                layers: u32::MAX,
                body,
            }],
        }
    }

    /// Reads the JSON of a scene file. Meshes are looked up in `meshes`.
    ///
    /// # Errors
    /// [`CaseError`] names the first field that is wrong: `objects[2].shape.radius`; for what is no JSON, the line.
    pub fn parse(text: &[u8], meshes: &mut Meshes<T>) -> Result<Self, CaseError> {
        const SCENE: Expected = Expected::new("a scene", "an object with objects");
        const OBJECTS: Expected = Expected::new("a list of objects", "at least one");
        let json = Json::parse(text)
            .map_err(|e| CaseError::malformed(format_args!("line {}", e.line()), text, &e))?;
        let root = Path::Root;
        let unknown = Unknown::Refuse("a scene");
        let [objects] = fields(&json, &root, SCENE, ["objects"], unknown)?;
        let at = root.key("objects");
        match objects {
            None => Err(CaseError::missing(at, OBJECTS)),
            Some(Json::Array(objects)) if !objects.is_empty() => {
                let objects = objects.iter().enumerate();
                let objects = objects.map(|(i, one)| Named::parse(one, &at.index(i), meshes));
                Ok(Self {
                    objects: objects.collect::<Result<_, _>>()?,
                })
            }
            Some(other) => Err(CaseError::wrong(at, other, OBJECTS)),
        }
    }

    /// The scene: each object's `user_data` is its index here.
    ///
    /// # Errors
    /// [`CaseError`] when parts of a compound leave the scalar's range of lengths.
    pub fn scene(&self) -> Result<Scene<T>, CaseError> {
        let object = |(i, named): (usize, &Named<T>)| {
            let geometry = named.body.in_scene(&format!("objects[{i}].shape"))?;
            Ok(Object::new(geometry)
                .at(named.body.pose)
                .on_layers(named.layers)
                .with_user_data(i as u64))
        };
        let objects = self.objects.iter().enumerate().map(object);
        let objects: Result<Vec<_>, CaseError> = objects.collect();
        Scene::of(objects?).map_err(|e| CaseError::placed::<T>(&e))
    }
}

impl<T: Real> Named<T> {
    fn parse(json: &Json, path: &Path, meshes: &mut Meshes<T>) -> Result<Self, CaseError> {
        const OBJECT: Expected = Expected::new("an object", "one with a shape");
        const NAME: Expected = Expected::new("a name", "a string");
        let names = ["name", "layers", "shape", "position", "rotation"];
        let unknown = Unknown::Refuse("an object");
        let [name, layers, shape, position, rotation] = fields(json, path, OBJECT, names, unknown)?;
        let name = match name {
            None => String::new(),
            Some(Json::Text(name)) => name.clone().into_owned(),
            Some(other) => return Err(CaseError::wrong(path.key("name"), other, NAME)),
        };
        let layers = match layers {
            None => u32::MAX,
            Some(json) => parse_layers(json, &path.key("layers"))?,
        };
        let context = Context {
            moving: false,
            depth: 0,
        };
        let body = Body::of([shape, position, rotation], path, context, meshes)?;
        Ok(Self { name, layers, body })
    }
}

fn parse_layers(json: &Json, path: &Path) -> Result<u32, CaseError> {
    const LAYERS: Expected = Expected::new("a list of layers", "numbers from 0 to 31");
    const LAYER: Expected = Expected::new("a layer", "a number from 0 to 31");
    let Json::Array(items) = json else {
        return Err(CaseError::wrong(path, json, LAYERS));
    };
    items
        .iter()
        .enumerate()
        .try_fold(0, |mask, (i, item)| match item {
            Json::Unsigned(n @ 0..32) => Ok(mask | 1 << n),
            other => Err(CaseError::wrong(path.index(i), other, LAYER)),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SceneFile<f64>, CaseError> {
        SceneFile::parse(text.as_bytes(), &mut Meshes::default())
    }

    #[test]
    fn objects_have_names_layers_and_places() {
        let scene = read(
            r#"{"objects":[{"name":"a","shape":{"type":"point"}},
            {"layers":[0,3],"shape":{"type":"sphere","radius":1},"position":[4,1,0]}]}"#,
        );
        let scene = scene.unwrap();
        assert_eq!(scene.objects[0].name, "a");
        assert_eq!(
            (scene.objects[0].layers, scene.objects[1].layers),
            (u32::MAX, 0b1001)
        );
        let world = scene.scene().unwrap();
        let user_data: Vec<u64> = world
            .objects()
            .map(|(_, object)| object.user_data)
            .collect();
        assert_eq!(user_data, [0, 1]);
    }

    #[test]
    fn parts_that_leave_the_range_are_told_in_few_digits() {
        let text = r#"{"objects":[{"position":[1e30,0,0],"shape":{"type":"compound","parts":[
            {"shape":{"type":"point"},"position":[1e30,0,0]}]}}]}"#;
        let error = read(text).unwrap().scene().unwrap_err().to_string();
        let expected = "objects[0].parts[0].position[0]: 2e30 is not within this scalar's range";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn errors_name_the_field() {
        for (text, error) in [
            (
                "",
                "line 1: EOF while parsing a value at column 0 (expected one JSON object)",
            ),
            (
                "{\n\"objects\":[}",
                "line 2: expected value at column 12 (expected one JSON object)",
            ),
            (
                "{\n\"objects\":[{},{\"position\":[0,1e400,0]}]}",
                "objects[1].position[1]: 1e400 is not a 64-bit number (expected a magnitude up to 1.7976931348623157e308)",
            ),
            (
                "[]",
                "line: [] is not a scene (expected an object with objects)",
            ),
            ("{}", "objects: missing (expected at least one)"),
            (
                r#"{"objects":[]}"#,
                "objects: [] is not a list of objects (expected at least one)",
            ),
            (
                r#"{"objects":[{"shape":{"type":"point"}},{"name":"x"}]}"#,
                "objects[1].shape: missing (expected an object with a type)",
            ),
            (
                r#"{"objects":[{"shape":{"type":"point"},"layers":[1,32]}]}"#,
                "objects[0].layers[1]: 32 is not a layer (expected a number from 0 to 31)",
            ),
            (
                r#"{"objects":[{"shape":{"type":"sphere","radius":-1}}]}"#,
                "objects[0].shape.radius: -1 is not a length (expected a finite number >= 0)",
            ),
            (
                r#"{"objects":[{"shape":{"type":"point"},"mass":1}]}"#,
                "objects[0].mass: unknown key in an object (expected name, layers, shape, position, rotation)",
            ),
            // A key that is not seen is still the place, and one of several lines does not break the message's one.
            (
                r#"{"":1,"objects":[]}"#,
                "\"\": unknown key in a scene (expected objects)",
            ),
            (
                r#"{"objects":[{"shape":{"type":"point"},"a\n\u001b[31m":1}]}"#,
                "objects[0].\"a\\n\\u001b[31m\": unknown key in an object (expected name, layers, shape, position, rotation)",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), error);
        }
    }
}
