//! Shapes with a radius around them.

use super::*;

#[test]
fn rounding_adds_up() {
    let inner = Rounded::new(Sphere::new(0.25).unwrap(), 0.5).unwrap();
    let outer = Rounded::new(inner, 0.125).unwrap();
    assert_eq!(Support::radius(&outer), 0.875);
    assert_eq!(at(&outer, [1.0, 2.0, 3.0]), [0.0; 3]);
}

#[test]
fn a_rounded_shape_of_a_known_kind_is_a_shape() {
    let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    let whole = Rounded::new(Shape::from(cuboid), 0.5).unwrap();
    let expected = Shape::Rounded(alloc::boxed::Box::new(whole));
    let rounded = Rounded::new(cuboid, 0.5).unwrap();
    assert_eq!(Shape::from(rounded), expected);
    // Inside out.
    let Shape::Rounded(outer) = Rounded::new(rounded, 0.25).unwrap().into() else {
        panic!("no rounded shape");
    };
    assert_eq!((outer.shape(), outer.added_radius()), (&expected, 0.25));
}
