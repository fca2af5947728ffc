//! Numbers that no text can hold and some formats can, in the place of each number of each shape: what a constructor takes comes in, and
//! what it refuses does not, for the same reason.

use crate::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, Real, Rounded,
    Segment, Shape, Sphere, Triangle,
};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Debug;
use nalgebra::Point3;
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

/// What a format that describes itself may hold.
#[derive(Clone)]
enum Node {
    Word(&'static str),
    Number(f64),
    List(Vec<Node>),
    Map(Vec<(&'static str, Node)>),
}

impl<'de> Deserializer<'de> for Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Word(word) => visitor.visit_borrowed_str(word),
            Self::Number(number) => visitor.visit_f64(number),
            Self::List(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            Self::Map(map) => visitor.visit_map(MapDeserializer::new(map.into_iter())),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Node {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

/// Three numbers from this one on.
fn three<T: Real>(x: &[f64], from: usize) -> [T; 3] {
    core::array::from_fn(|i| T::nearest(x[from + i]))
}

fn list(x: &[f64]) -> Node {
    Node::List(x.iter().map(|x| Node::Number(*x)).collect())
}

/// The shapes of nine numbers, as a format holds them and as their constructors make them.
#[allow(clippy::type_complexity)]
fn shapes<T: Real>(
    x: &[f64],
) -> Vec<(
    &'static str,
    Vec<(&'static str, Node)>,
    Result<Shape<T>, InvalidShape>,
)> {
    let (a, b) = (T::nearest(x[0]), T::nearest(x[1]));
    let high = || {
        Vec::from([
            ("half_height", Node::Number(x[0])),
            ("radius", Node::Number(x[1])),
        ])
    };
    let [p, q, r] = [0, 3, 6].map(|from| Point3::from(three::<T>(x, from)));
    let corner = |name, from: usize| (name, list(&x[from..from + 3]));
    let points = [0, 3, 6].map(|from| list(&x[from..from + 3])).into();
    let ball = Node::Map(
        [
            ("type", Node::Word("sphere")),
            ("radius", Node::Number(x[0])),
        ]
        .into(),
    );
    let grown = Sphere::new(a).and_then(|ball| Rounded::new(Shape::from(ball), b));
    [
        (
            "sphere",
            [("radius", Node::Number(x[0]))].into(),
            Sphere::new(a).map(Shape::from),
        ),
        (
            "cuboid",
            [("half_extents", list(&x[..3]))].into(),
            Cuboid::new(three::<T>(x, 0)).map(Shape::from),
        ),
        (
            "ellipsoid",
            [("radii", list(&x[..3]))].into(),
            Ellipsoid::new(three::<T>(x, 0)).map(Shape::from),
        ),
        (
            "half_space",
            [("normal", list(&x[..3]))].into(),
            HalfSpace::new(three::<T>(x, 0)).map(Shape::from),
        ),
        ("capsule", high(), Capsule::new(a, b).map(Shape::from)),
        ("cylinder", high(), Cylinder::new(a, b).map(Shape::from)),
        ("cone", high(), Cone::new(a, b).map(Shape::from)),
        (
            "segment",
            [corner("a", 0), corner("b", 3)].into(),
            Segment::new(p, q).map(Shape::from),
        ),
        (
            "triangle",
            [corner("a", 0), corner("b", 3), corner("c", 6)].into(),
            Triangle::new(p, q, r).map(Shape::from),
        ),
        (
            "convex_hull",
            [("points", Node::List(points))].into(),
            ConvexHull::from_corners([p, q, r]).map(Shape::from),
        ),
        (
            "rounded",
            [("shape", ball), ("radius", Node::Number(x[1]))].into(),
            grown.map(Shape::from),
        ),
    ]
    .into()
}

/// Holds what is read against what is made; whether that is a shape.
fn same<S: Debug + PartialEq>(read: Result<S, Error>, made: &Result<S, InvalidShape>) -> bool {
    match (&read, made) {
        (Ok(read), Ok(made)) => assert_eq!(read, made),
        (Err(read), Err(made)) => assert_eq!(read.to_string(), made.to_string()),
        other => panic!("{other:?}"),
    }
    read.is_ok()
}

fn hold<T: Real + for<'de> Deserialize<'de>>() {
    let plain = [0.5, 0.25, 1.0, 0.0, -2.0, 3.0, 1.0, 1.0, -1.0];
    let (least, most) = (T::MIN_LENGTH, T::MAX_LENGTH);
    let numbers = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        -f64::MAX,
        2.0 * most,
        most,
        -most,
        -1.0,
        -0.0,
        least,
        least / 2.0,
        -least / 2.0,
        f64::MIN_POSITIVE,
    ];
    let (mut taken, mut refused) = (0, 0);
    for place in 0..plain.len() {
        for number in numbers {
            let mut x = plain;
            x[place] = number;
            for (name, fields, made) in shapes::<T>(&x) {
                let kind = [("type", Node::Word(name))];
                let all = Node::Map(kind.into_iter().chain(fields.clone()).collect());
                match same(Shape::<T>::deserialize(all), &made) {
                    true => taken += 1,
                    false => refused += 1,
                }
                // As a type of its own, too.
                if let ("sphere", Ok(Shape::Sphere(ball))) = (name, made) {
                    let read = Sphere::<T>::deserialize(Node::Map(fields));
                    assert!(same(read, &Ok(ball)), "{}", format!("{number}"));
                }
            }
        }
    }
    // Of 1,386 casts of a number, about as many of each.
    assert!(taken > 400 && refused > 200, "{taken} {refused}");
}

#[test]
fn what_comes_in_is_what_constructors_take() {
    hold::<f64>();
    hold::<f32>();
}
