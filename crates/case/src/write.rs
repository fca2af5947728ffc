//! A case as a line of JSON.

use crate::json::quoted;
use crate::print::{push_key, push_number, push_triple};
use crate::{Body, Case, Geometry};
use nalgebra::{Isometry3, Vector3};
use std::fmt::Write;
use swept::{Real, Shape};

impl<T: Real> Case<T> {
    /// The line of JSON, without a line end, that [`Case::parse`] reads back to the same case, bit for bit.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(400);
        line.push('{');
        if let Some(id) = &self.id {
            let _ = write!(line, "\"id\":{id},");
        }
        line.push_str("\"moving\":");
        push_body(&mut line, &self.moving);
        push_key(&mut line, "fixed");
        push_body(&mut line, &self.fixed);
        push_key(&mut line, "displacement");
        push_triple(&mut line, &self.displacement);
        if !self.turn.is_none() {
            push_key(&mut line, "turn");
            line.push_str("{\"moving\":");
            push_triple(&mut line, &self.turn.moving);
            push_key(&mut line, "fixed");
            push_triple(&mut line, &self.turn.fixed);
            line.push('}');
        }
        line.push('}');
        line
    }
}

fn push_body<T: Real>(line: &mut String, body: &Body<T>) {
    line.push_str("{\"shape\":");
    match &body.geometry {
        Geometry::Convex(shape) => push_shape(line, shape),
        Geometry::Compound(parts) => {
            line.push_str("{\"type\":\"compound\",\"parts\":[");
            for (i, part) in parts.iter().enumerate() {
                line.push_str(if i > 0 { "," } else { "" });
                push_body(line, part);
            }
            line.push_str("]}");
        }
        Geometry::Mesh { file, .. } => {
            let _ = write!(line, "{{\"type\":\"mesh\",\"file\":{}}}", quoted(file));
        }
    }
    push_pose(line, &body.pose);
    line.push('}');
}

fn push_pose<T: Real>(line: &mut String, pose: &Isometry3<T>) {
    push_key(line, "position");
    push_triple(line, &pose.translation.vector);
    push_key(line, "rotation");
    line.push('[');
    for (i, x) in pose.rotation.as_ref().coords.iter().enumerate() {
        line.push_str(if i > 0 { "," } else { "" });
        push_number(line, x.to_f64());
    }
    line.push(']');
}

fn push_shape<T: Real>(line: &mut String, shape: &Shape<T>) {
    let numbers = |line: &mut String, kind: &str, fields: &[(&str, T)]| {
        let _ = write!(line, "{{\"type\":\"{kind}\"");
        for (key, x) in fields {
            push_key(line, key);
            push_number(line, x.to_f64());
        }
    };
    let triples = |line: &mut String, kind: &str, fields: &[(&str, &Vector3<T>)]| {
        let _ = write!(line, "{{\"type\":\"{kind}\"");
        for (key, v) in fields {
            push_key(line, key);
            push_triple(line, v);
        }
    };
    let upright = |line: &mut String, kind: &str, half_height: T, radius: T| {
        numbers(
            line,
            kind,
            &[("half_height", half_height), ("radius", radius)],
        );
    };
    match shape {
        Shape::Point(_) => numbers(line, "point", &[]),
        Shape::Sphere(s) => numbers(line, "sphere", &[("radius", s.radius())]),
        Shape::Cuboid(s) => triples(line, "cuboid", &[("half_extents", s.half_extents())]),
        Shape::Capsule(s) => upright(line, "capsule", s.half_height(), s.radius()),
        Shape::Cylinder(s) => upright(line, "cylinder", s.half_height(), s.radius()),
        Shape::Cone(s) => upright(line, "cone", s.half_height(), s.radius()),
        Shape::Ellipsoid(s) => triples(line, "ellipsoid", &[("radii", s.radii())]),
        Shape::Segment(s) => {
            let [a, b] = s.ends();
            triples(line, "segment", &[("a", &a.coords), ("b", &b.coords)]);
        }
        Shape::Triangle(s) => {
            let [a, b, c] = s.corners();
            let corners = [("a", &a.coords), ("b", &b.coords), ("c", &c.coords)];
            triples(line, "triangle", &corners);
        }
        Shape::ConvexHull(s) => {
            line.push_str("{\"type\":\"convex_hull\",\"points\":[");
            for (i, p) in s.corners().iter().enumerate() {
                line.push_str(if i > 0 { "," } else { "" });
                push_triple(line, &p.coords);
            }
            line.push(']');
        }
        Shape::HalfSpace(s) => triples(line, "half_space", &[("normal", s.normal())]),
        Shape::Rounded(s) => {
            line.push_str("{\"type\":\"rounded\",\"shape\":");
            push_shape(line, s.shape());
            push_key(line, "radius");
            push_number(line, s.added_radius().to_f64());
        }
        // The library may grow a shape before this format does: such a line is refused when it is read.
        _ => numbers(line, "unknown", &[]),
    }
    line.push('}');
}
