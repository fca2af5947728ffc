//! Shapes from one scalar into another.

use swept::nalgebra::{Point3, Vector3};
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, Real, Rounded,
    Segment, Shape, Sphere, Triangle,
};

/// The same shape with its sizes rounded to another scalar.
///
/// # Errors
/// [`InvalidShape`] when a size is out of that scalar's range.
pub fn convert<T: Real, U: Real>(shape: &Shape<T>) -> Result<Shape<U>, InvalidShape> {
    let size = |x: T| U::nearest(x.to_f64());
    let sizes = |v: &Vector3<T>| v.map(size);
    let point = |p: &Point3<T>| p.map(size);
    Ok(match shape {
        Shape::Sphere(s) => Sphere::new(size(s.radius()))?.into(),
        Shape::Cuboid(s) => Cuboid::new(sizes(s.half_extents()))?.into(),
        Shape::Capsule(s) => Capsule::new(size(s.half_height()), size(s.radius()))?.into(),
        Shape::Cylinder(s) => Cylinder::new(size(s.half_height()), size(s.radius()))?.into(),
        Shape::Cone(s) => Cone::new(size(s.half_height()), size(s.radius()))?.into(),
        Shape::Ellipsoid(s) => Ellipsoid::new(sizes(s.radii()))?.into(),
        Shape::Segment(s) => {
            let [a, b] = s.ends().each_ref().map(point);
            Segment::new(a, b)?.into()
        }
        Shape::Triangle(s) => {
            let [a, b, c] = s.corners().each_ref().map(point);
            Triangle::new(a, b, c)?.into()
        }
        Shape::ConvexHull(s) => ConvexHull::new(s.corners().iter().map(point))?.into(),
        Shape::HalfSpace(s) => HalfSpace::new(sizes(s.normal()))?.into(),
        Shape::Rounded(s) => Rounded::new(convert(s.shape())?, size(s.added_radius()))?.into(),
        // A point has no sizes.
        _ => swept::PointShape.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_comes_back_from_f32_as_it_went() -> Result<(), InvalidShape> {
        let shapes: [Shape<f64>; 7] = [
            Sphere::new(0.5)?.into(),
            Cone::new(0.75, 0.5)?.into(),
            Ellipsoid::new([0.5, 0.75, 0.375])?.into(),
            Segment::new([0.0, 1.0, 2.0], [3.0, 4.0, 5.0])?.into(),
            Triangle::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])?.into(),
            ConvexHull::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]])?.into(),
            Rounded::new(Shape::from(Cylinder::new(1.0, 2.0)?), 0.25)?.into(),
        ];
        for shape in &shapes {
            assert_eq!(*shape, convert::<f32, f64>(&convert::<f64, f32>(shape)?)?);
        }
        assert!(convert::<f64, f32>(&Sphere::new(1e25)?.into()).is_err());
        Ok(())
    }
}
