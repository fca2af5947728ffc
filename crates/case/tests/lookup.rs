//! Meshes that come from elsewhere than a folder.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use swept::scene::files::Soup;
use swept_case::{Case, Meshes};

#[test]
fn a_lookup_is_asked_once_for_a_name_and_decides_alone() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let floor = Soup::obj(&b"v -9 0 -9\nv 9 0 -9\nv 0 0 9\nf 1 3 2\n"[..]).unwrap();
    let floor = Arc::new(floor.mesh::<f64>(&Meshes::<f64>::options()).unwrap());
    let mut meshes = Meshes::from_lookup(move |name| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        match name {
            "floor" => Ok(Arc::clone(&floor)),
            _ => Err("nobody knows it".to_owned()),
        }
    });
    let line = |file: &str| {
        format!(
            r#"{{"moving":{{"shape":{{"type":"point"}},"position":[0,1,0]}},
            "fixed":{{"shape":{{"type":"mesh","file":"{file}"}}}},"displacement":[0,-4,0]}}"#
        )
    };
    for _ in 0..2 {
        let case = Case::parse(line("floor").as_bytes(), &mut meshes).unwrap();
        let answer = case.cast(&Default::default()).unwrap();
        // From height 1 down by 4.
        let hit = answer.certified.outcome.hit().unwrap();
        assert!(
            hit.fraction <= 0.25 && 0.25 <= hit.fraction_upper,
            "{hit:?}"
        );
        // A file that is there, but that the lookup does not give.
        let bad = Case::parse(line("Cargo.toml").as_bytes(), &mut meshes).unwrap_err();
        assert!(
            bad.to_line(1).contains("nobody knows it"),
            "{}",
            bad.to_line(1)
        );
    }
    assert_eq!(ASKED.load(Ordering::Relaxed), 2);
}
