//! Movers that are worn against one plane after another, and what walkers make of walls that hold them.

use nalgebra::{Point3, Unit, Vector3};
use std::cell::Cell;
use swept_scene::{Object, Scene};
use swept_slide::kit::Slopes;
use swept_slide::{Response, SlideHit, SlideOptions, SlideReport, Stop, move_and_slide, slide};
use swept_support::{HalfSpace, Placed, Real, Sphere, Support};

/// A ball of radius 0.5 that counts what it is asked for.
struct Counting<'a>(&'a Cell<u32>);

impl Support for Counting<'_> {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        self.0.set(self.0.get() + 1);
        Point3::origin()
    }

    fn radius(&self) -> f64 {
        0.5
    }

    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }

    fn extent(&self) -> f64 {
        0.0
    }
}

/// A ball of radius 0.5 among half-spaces: their normals, and how many skins it is from each of them.
struct Among {
    planes: Vec<([f64; 3], f64)>,
}

impl Among {
    const SKIN: f64 = 1.0 / 256.0;

    fn moved<T: Real>(
        &self,
        way: [f64; 3],
        max_casts: u32,
        on_hit: impl FnMut(&SlideHit<T>) -> Response<T>,
    ) -> SlideReport<T> {
        self.moves(
            Sphere::new(T::nearest(0.5)).unwrap(),
            way,
            max_casts,
            on_hit,
        )
    }

    fn moves<T: Real>(
        &self,
        ball: impl Support,
        way: [f64; 3],
        max_casts: u32,
        on_hit: impl FnMut(&SlideHit<T>) -> Response<T>,
    ) -> SlideReport<T> {
        let t = T::nearest;
        let planes = self.planes.iter().map(|(normal, skins)| {
            let normal = Vector3::from(*normal);
            let at = normal.normalize() * -(0.5 + skins * Self::SKIN);
            Object::new(HalfSpace::new(normal.map(t)).unwrap()).at(at.map(t))
        });
        let scene = Scene::of(planes).unwrap();
        let ball = Placed::new(ball, [t(0.0); 3]).unwrap();
        let options = SlideOptions {
            max_casts,
            ..SlideOptions::default().with_skin(t(Self::SKIN))
        };
        move_and_slide(&scene, &ball, way.map(t), &options, on_hit).unwrap()
    }

    /// How many skins it is from the nearest plane after a move.
    fn nearest<T: Real>(&self, report: &SlideReport<T>) -> f64 {
        let moved = report.moved.map(Real::to_f64);
        let skins = self.planes.iter().map(|(normal, skins)| {
            skins + Vector3::from(*normal).normalize().dot(&moved) / Self::SKIN
        });
        skins.fold(f64::INFINITY, f64::min)
    }
}

/// A floor and a roof whose parts lean by what rounding of their normals comes to, and which leave twice the margin.
fn goes_on_between<T: Real>() {
    let among = Among {
        planes: vec![
            ([-4e-7, 1.0, -1.6e-6], 0.5009),
            ([1.1e-6, 1.0, 1.1e-6], 0.5004),
            ([7e-7, -1.0, -1e-7], 0.5024),
            ([1.4e-6, -1.0, -1.3e-6], 0.5002),
        ],
    };
    let report = among.moved::<T>([3.3, -1e-5, -3e-5], 64, slide);
    let went = report.moved.x.to_f64() / 3.3;
    assert!(went > 0.99 && report.stop == Stop::Arrived, "{report:?}");
    assert!(report.casts <= 16, "{}", report.casts);
    assert!(among.nearest(&report) > 0.499, "{report:?}");
}

#[test]
fn between_planes_that_wear_it_by_turns_it_goes_on() {
    goes_on_between::<f64>();
    goes_on_between::<f32>();
}

/// A floor and a roof that close, with a skin and a half between them, of which planes are made that do not stop the way: lifted
/// from the one, it is worn against the other.
fn is_not_lifted_to_and_fro<T: Real>() {
    for lean in [0.01, 0.02, 0.03] {
        let among = Among {
            planes: vec![([-lean, 1.0, 0.0], 0.501), ([-lean, -1.0, 0.0], 1.0005)],
        };
        let aside = Unit::new_unchecked(Vector3::z().map(T::nearest));
        let report = among.moved::<T>([2.0, 0.0, 0.0], 8, |_| Response::Normal(aside));
        assert_eq!(report.stop, Stop::Blocked, "{lean}: {report:?}");
        assert!(among.nearest(&report) > 0.499, "{lean}: {report:?}");
    }
}

#[test]
fn a_visitors_planes_do_not_have_it_lifted_to_and_fro() {
    is_not_lifted_to_and_fro::<f64>();
    is_not_lifted_to_and_fro::<f32>();
}

/// A wall that leans back by 39 degrees and is made upright, and one that leans over. What the second leaves of the way leads down
/// along it, and so into the first: there the visitor makes nothing of it.
fn holds_where_it_is<T: Real>() {
    let among = Among {
        planes: vec![
            ([-0.387, 0.629, -0.675], 1.0),
            ([0.114, -0.431, 0.895], 1.0),
        ],
    };
    let slopes = Slopes::<T>::new(Vector3::y(), T::nearest(0.5)).unwrap();
    for max_casts in [8, 64] {
        let way = [0.628, 0.0, -0.0912];
        let report = among.moved::<T>(way, max_casts, |hit| slopes.respond(hit));
        assert_eq!(report.stop, Stop::Blocked, "{report:?}");
        assert!(report.casts <= 4, "{}", report.casts);
        assert!(among.nearest(&report) > 0.99, "{report:?}");
    }
}

#[test]
fn a_wedge_of_a_wall_that_leans_back_and_one_that_leans_over_holds_a_walker_a_skin_away() {
    holds_where_it_is::<f64>();
    holds_where_it_is::<f32>();
}

#[test]
fn what_is_met_over_and_over_is_measured_once() {
    // Three walls that narrow: each cast goes half of the way that is left, and tells of one of them again.
    let among = Among {
        planes: vec![
            ([-1.945e-6, 1.0, -6.276e-6], 0.5034),
            ([5.608e-6, -0.500_005, 0.866_023], 0.5040),
            ([-1.1837e-5, -0.499_998, -0.866_026], 0.5053),
        ],
    };
    let asked = Cell::new(0);
    let way = [22.2, -1.4e-5, -3.5e-5];
    let report = among.moves::<f64>(Counting(&asked), way, 64, slide);
    assert!(report.hits.len() > 30, "{report:?}");
    assert!(
        asked.get() < 30 * report.casts,
        "{} {}",
        asked.get(),
        report.casts
    );
}
