//! The level that is shipped is the one its generator makes.

#[path = "../../examples/make_level.rs"]
#[allow(dead_code)]
mod make_level;

use swept::scene::files::Soup;
use swept::scene::{MeshOptions, TriangleMesh};

const SHIPPED: &str = include_str!("../../assets/level.obj");

fn read(text: &str) -> TriangleMesh<f64> {
    let soup = Soup::obj(text.as_bytes()).unwrap();
    soup.mesh(&MeshOptions::default()).unwrap()
}

#[test]
fn the_generator_makes_the_shipped_file() {
    assert!(
        make_level::level() == SHIPPED,
        "run the generator again: see its first lines"
    );
}

#[test]
fn the_level_is_a_sound_mesh_of_moderate_size() {
    assert!(SHIPPED.len() < 250_000, "{} bytes", SHIPPED.len());
    let mesh = read(SHIPPED);
    let count = mesh.triangles().len() as u32;
    assert!(count > 2_000, "{count} triangles");
    assert!(
        (0..count).all(|i| mesh.normal(i).is_some()),
        "a triangle without area"
    );
}

/// The ground faces up, and every closed solid faces outward: its signed volume is positive.
#[test]
fn faces_are_wound_counter_clockwise_seen_from_outside() {
    for object in SHIPPED.split("\no ").skip(1) {
        let name = object.lines().next().unwrap();
        // Vertex numbers count over the whole file: keep all vertices, and this object's faces.
        let vertices = SHIPPED.lines().filter(|l| l.starts_with("v "));
        let faces = object.lines().filter(|l| l.starts_with("f "));
        let text: Vec<&str> = vertices.chain(faces).collect();
        let mesh = read(&text.join("\n"));
        let (mut volume, mut up) = (0.0, 0);
        for i in 0..mesh.triangles().len() as u32 {
            let [a, b, c] = mesh.corners(i).unwrap().map(|p| p.coords);
            volume += a.dot(&b.cross(&c)) / 6.0;
            up += usize::from(mesh.normal(i).unwrap().y > 0.0);
        }
        match name {
            "ground" => assert_eq!(up, mesh.triangles().len()),
            "gables" => {}
            _ => assert!(volume > 0.5, "{name}: {volume}"),
        }
    }
}
