//! Many moves through generated levels and real ones: nothing is ever entered, nothing is left by more than planes take, nothing sticks.

use crate::common::{clearance, level, movers, normals_near, placed, vector};
use crate::environment::from_environment;
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use swept_cast::Distance;
use swept_scene::files::Soup;
use swept_scene::{MeshOptions, Object, Scene};
use swept_slide::{SlideOptions, SlideReport, Stop, move_and_slide, plane, slide};
use swept_support::{Real, Support};

/// Moves per scalar. `SWEPT_MOVES` asks for more.
fn moves() -> usize {
    from_environment("SWEPT_MOVES", 10_000) as usize
}

const SKIN: f64 = 1.0 / 64.0;

#[derive(Debug, Default)]
struct Counts {
    moves: usize,
    hits: usize,
    casts: Vec<u32>,
    arrived: usize,
    blocked: usize,
    out_of_casts: usize,
    stalled: usize,
    unresolved: usize,
    overlaps: usize,
    nearer: usize,
    stuck: usize,
    escaped: usize,
    least: f64,
}

/// A scene and the box in which walks begin.
struct World<T: Real> {
    scene: Scene<T>,
    low: Vector3<f64>,
    high: Vector3<f64>,
    /// Whether no way leads out of the box, but for a wall's distance of 1.
    closed: bool,
}

impl<T: Real> World<T> {
    fn room(rng: &mut ChaCha8Rng) -> Self {
        Self {
            scene: level(rng),
            low: Vector3::repeat(-5.0),
            high: Vector3::repeat(5.0),
            closed: true,
        }
    }

    /// A level from a file, 24 long.
    fn file(file: &Path) -> Self {
        let mut soup = Soup::read(file).expect("a level");
        let far = |f: fn(f64, f64) -> f64| {
            let all = soup.vertices.iter().map(|p| Vector3::from(*p));
            all.reduce(|a, b| a.zip_map(&b, f)).expect("vertices")
        };
        let (low, high) = (far(f64::min), far(f64::max));
        let scale = 24.0 / (high - low).amax();
        for p in &mut soup.vertices {
            *p = p.map(|x| x * scale);
        }
        let mesh = soup.mesh(&MeshOptions::default()).expect("a mesh");
        Self {
            scene: Scene::of([Object::new(mesh)]).expect("a scene"),
            low: low * scale,
            high: high * scale,
            closed: false,
        }
    }

    /// Whether a position is in the box, or at most `beyond` outside.
    fn holds(&self, at: &Vector3<T>, beyond: f64) -> bool {
        let at = at.map(Real::to_f64);
        (0..3).all(|i| (self.low[i] - beyond..=self.high[i] + beyond).contains(&at[i]))
    }
}

/// A free pose in a world.
fn start<T: Real>(world: &World<T>, shape: &dyn Support, rng: &mut ChaCha8Rng) -> Isometry3<T> {
    let scene = &world.scene;
    loop {
        let at = Vector3::from_fn(|i, _| rng.random_range(world.low[i]..=world.high[i]));
        let turn = if rng.random_bool(0.5) {
            vector(rng) * 3.0
        } else {
            Vector3::zeros()
        };
        let pose = Isometry3::new(at.map(T::nearest), turn.map(T::nearest));
        if clearance(scene, &placed(shape, &pose), 2.0 * SKIN).is_none() {
            return pose;
        }
    }
}

/// A displacement: random, into what was met, along it, along its creases, or tiny.
fn displacement<T: Real>(rng: &mut ChaCha8Rng, last: Option<&SlideReport<T>>) -> Vector3<f64> {
    let size = 10.0_f64.powf(rng.random_range(-2.0..1.0));
    let normals: Vec<Vector3<f64>> = last
        .map(|l| l.planes.iter().map(|n| n.map(Real::to_f64)).collect())
        .unwrap_or_default();
    let any = vector(rng).normalize();
    let toward = match (rng.random_range(0..6), normals.as_slice()) {
        (0, [n, ..]) => -*n,
        // Along, and a little in or out.
        (1, [n, ..]) => any.cross(n).normalize() - n * 10.0_f64.powf(rng.random_range(-9.0..-1.0)),
        (2, [n, ..]) => any.cross(n).normalize(),
        (3, [a, .., b]) if a.cross(b).norm() > 1e-6 => {
            a.cross(b).normalize() - (a + b) * rng.random_range(0.0..0.5)
        }
        (4, all) if !all.is_empty() => any * 0.1 - all.iter().sum::<Vector3<f64>>(),
        (5, _) => {
            [Vector3::x(), Vector3::y(), Vector3::z()][rng.random_range(0..3)]
                * if rng.random_bool(0.5) { -1.0 } else { 1.0 }
        }
        _ => any,
    };
    toward * size
}

fn survey<T: Real>(
    moves: usize,
    seed: u64,
    mut world: impl FnMut(&mut ChaCha8Rng) -> World<T>,
) -> Counts {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shapes = movers::<T>();
    let options = SlideOptions::default().with_skin(T::nearest(SKIN));
    let mut counts = Counts {
        least: f64::INFINITY,
        ..Counts::default()
    };
    while counts.moves < moves {
        let world = world(&mut rng);
        let scene = &world.scene;
        for shape in &shapes {
            let shape = &**shape;
            let mut pose = start(&world, shape, &mut rng);
            let mut last: Option<SlideReport<T>> = None;
            for _ in 0..40 {
                let way = displacement(&mut rng, last.as_ref()).map(T::nearest);
                let mover = placed(shape, &pose);
                let report = move_and_slide(scene, &mover, way, &options, slide).unwrap();
                pose.translation.vector = report.position.coords;
                check(&world, shape, &pose, &way, &report, &mut counts);
                if !report.planes.is_empty() {
                    last = Some(report);
                }
                // Out of an open level, where there is nothing to meet.
                if !world.closed && !world.holds(&pose.translation.vector, 2.0) {
                    break;
                }
            }
        }
    }
    counts.casts.sort_unstable();
    counts
}

fn check<T: Real>(
    world: &World<T>,
    shape: &dyn Support,
    pose: &Isometry3<T>,
    way: &Vector3<T>,
    report: &SlideReport<T>,
    counts: &mut Counts,
) {
    let scene = &world.scene;
    counts.moves += 1;
    counts.hits += report.hits.len();
    counts.casts.push(report.casts);
    match report.stop {
        Stop::Arrived => counts.arrived += 1,
        Stop::Blocked => counts.blocked += 1,
        Stop::Casts => counts.out_of_casts += 1,
        Stop::Stalled => counts.stalled += 1,
        _ => counts.unresolved += 1,
    }
    let mover = placed(shape, pose);
    match clearance(scene, &mover, SKIN) {
        Some(Distance::Overlap(_)) => counts.overlaps += 1,
        Some(Distance::Apart(apart)) => {
            let apart = apart.separation_upper.to_f64();
            counts.least = counts.least.min(apart / SKIN);
            // Half the skin, but for the rounding of positions.
            let size = world.low.amax().max(world.high.amax()) + 6.0;
            counts.nearer += usize::from(apart < 0.5 * SKIN - 64.0 * T::EPSILON * size);
        }
        None => {}
    }
    let outside = world.closed && !world.holds(&report.position.coords, 1.0);
    counts.escaped += usize::from(outside);
    let size = way.norm();
    assert!(
        report.moved.norm() <= size * T::nearest(1.0001) + T::nearest(SKIN),
        "{report:?}"
    );
    if report.stop != Stop::Arrived && report.moved.norm() < size * T::nearest(1e-3) {
        // Nothing was moved: then what is near leaves nothing.
        let normals = normals_near(scene, &mover, 1.25 * SKIN);
        let best = plane::solve(*way, &normals).norm();
        if best > size * T::nearest(0.05) {
            counts.stuck += 1;
            if std::env::var_os("SWEPT_SHOW").is_some() {
                println!(
                    "stuck: {best} of {size}, {:?} {:?}\n{report:?}\n{normals:?}",
                    pose, way
                );
            }
        }
    }
}

/// `hits` guards against vacuity: more than one hit in so many moves.
fn assert_sound(counts: &Counts, hits: usize) {
    let median = counts.casts[counts.casts.len() / 2];
    println!(
        "{:?}",
        Counts {
            casts: vec![median],
            ..Counts {
                casts: Vec::new(),
                ..*counts
            }
        }
    );
    assert_eq!((counts.overlaps, counts.nearer, counts.escaped), (0, 0, 0));
    assert_eq!((counts.stuck, counts.stalled, counts.unresolved), (0, 0, 0));
    assert!(median < 3);
    assert!(counts.out_of_casts < counts.moves / 50);
    assert!(counts.hits > counts.moves / hits && counts.blocked > counts.moves / 50);
}

#[test]
fn nothing_is_entered_and_nothing_sticks() {
    assert_sound(&survey(moves(), 1, World::<f64>::room), 3);
}

#[test]
fn nothing_is_entered_and_nothing_sticks_in_f32() {
    assert_sound(&survey(moves(), 2, World::<f32>::room), 3);
}

#[test]
fn nothing_is_entered_in_real_levels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        assert!(std::env::var_os("CI").is_none(), "no {folder:?}");
        println!("no {folder:?}: skipped");
        return;
    }
    for (i, name) in ["building.obj", "test_map01.obj", "stairs.obj"]
        .iter()
        .enumerate()
    {
        let (file, seed) = (folder.join(name), 3 + i as u64);
        println!("{name}");
        // Open levels: much of their boxes is empty.
        assert_sound(&survey(moves() / 4, seed, |_| World::<f64>::file(&file)), 5);
        assert_sound(&survey(moves() / 4, seed, |_| World::<f32>::file(&file)), 5);
    }
}
