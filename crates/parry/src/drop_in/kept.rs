//! Polyhedra that are cast often, as hulls of swept's own, which each thread keeps.
//!
//! How far a polyhedron reaches, where its middle is, and which of many corners can be the farthest, by direction: to find that out
//! takes as long as some casts, or some hundred. parry keeps nothing like it, and a cast is handed no more than a reference. So each
//! thread counts how often it has looked up the corners that lie at one place in memory, and makes a hull of them when that has cost
//! about as much as the hull does (to rent until one could have bought: A. Karlin, M. Manasse, L. Rudolph and D. Sleator,
//! *Competitive snoopy caching*, 1988). Memory may be given to another polyhedron: before each cast the hull's corners are compared
//! with those at hand, bit by bit. They are the same in the same order, so the hull answers as they do, in all bits, and no answer
//! depends on what was cast before.

use super::Scalar;
use super::convert::vector;
use super::parry::math::Vector;
use bytemuck::cast_slice;
use nalgebra::Point3;
use std::cell::RefCell;
use std::rc::Rc;
use swept_support::{ConvexHull, Real, Support};

/// Fewer corners than this are no polyhedron.
const FEW: usize = 4;
/// Hulls of fewer corners than this have no table by direction: to compare all of them takes no longer.
const WORTH_A_TABLE: usize = ConvexHull::<Scalar>::TABLE_FROM;
/// Of more corners than this no hull is made: it would take longer than a cast may on occasion, some milliseconds.
const MOST: usize = 1024;
/// So many lookups without a hull have cost about as much more as the hull does, or somewhat less: it takes 460 of them for 128 corners and
/// for 512, and a thousand for 40.
const WORTH_A_HULL: u32 = 512;
/// The same of corners without a table: their hull takes some microseconds, and saves some tens of nanoseconds of a cast.
const WORTH_A_PLAIN_HULL: u32 = 64;
/// Polyhedra, and corners of hulls, that a thread keeps; beyond either, all are forgotten. A corner takes 80 to 130 bytes, and up to
/// 480 where many are as far along most directions, as those of a polygon are.
const MOST_PLACES: usize = 256;
const MOST_CORNERS: usize = 1 << 14;
/// Where a place is looked for; half of them are free at least.
const SLOTS: usize = 2 * MOST_PLACES;

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept::new()) };
}

/// The hull of these corners, in their order, when they have been looked up often on this thread.
#[inline]
pub(super) fn hull(points: &[Vector]) -> Option<Rc<ConvexHull<Scalar>>> {
    if !(FEW..=MOST).contains(&points.len()) {
        return None;
    }
    let found = KEPT.try_with(|kept| kept.try_borrow_mut().ok()?.hull(points));
    found.ok().flatten()
}

/// What a thread knows of the polyhedra it has cast.
struct Kept {
    /// By place, in the first free slot from the one that the place is scattered to; twice as many as there may be polyhedra, or
    /// none yet.
    slots: Vec<Slot>,
    places: usize,
    /// Of all hulls.
    corners: usize,
}

#[derive(Clone)]
struct Slot {
    /// Where the corners begin; 0 when the slot is free.
    place: usize,
    count: usize,
    lookups: u32,
    /// So many make a hull.
    due: u32,
    hull: Option<Rc<ConvexHull<Scalar>>>,
}

impl Slot {
    const FREE: Self = Self {
        place: 0,
        count: 0,
        lookups: 0,
        due: WORTH_A_HULL,
        hull: None,
    };
}

impl Kept {
    const fn new() -> Self {
        Self {
            slots: Vec::new(),
            places: 0,
            corners: 0,
        }
    }

    fn hull(&mut self, points: &[Vector]) -> Option<Rc<ConvexHull<Scalar>>> {
        let index = self.find(points);
        let slot = self.slots.get_mut(index)?;
        if let Some(hull) = &slot.hull {
            if same(hull.corners(), points) {
                return Some(Rc::clone(hull));
            }
            self.corners -= slot.count;
            (slot.hull, slot.lookups) = (None, 0);
        }
        slot.lookups += 1;
        if slot.lookups < slot.due {
            return None;
        }
        if self.corners + points.len() > MOST_CORNERS {
            *self = Self::new();
            return None;
        }
        slot.hull = worth_keeping(points).map(Rc::new);
        if slot.hull.is_some() {
            self.corners += points.len();
        } else {
            // Other corners may come to lie there.
            (slot.lookups, slot.due) = (0, slot.due.saturating_mul(4));
        }
        slot.hull.clone()
    }

    /// The slot of the corners that lie there.
    #[inline]
    fn find(&mut self, points: &[Vector]) -> usize {
        if self.slots.is_empty() {
            self.slots = vec![Slot::FREE; SLOTS];
        }
        let (place, count) = (points.as_ptr() as usize, points.len());
        // Fibonacci hashing (D. Knuth, The Art of Computer Programming, volume 3, section 6.4): high bits of a product.
        let product = (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut index = (product >> 40) as usize % SLOTS;
        loop {
            let slot = &self.slots[index];
            if slot.place == place && slot.count == count {
                return index;
            }
            if slot.place == 0 {
                break;
            }
            index = (index + 1) % SLOTS;
        }
        if self.places == MOST_PLACES {
            *self = Self::new();
            return self.find(points);
        }
        self.places += 1;
        self.slots[index] = Slot {
            place,
            count,
            due: if count < WORTH_A_TABLE {
                WORTH_A_PLAIN_HULL
            } else {
                WORTH_A_HULL
            },
            ..Slot::FREE
        };
        index
    }
}

/// The hull of these corners, if it answers as they do and sooner: not of corners that are no numbers, nor where products of their
/// coordinates would be lost below the smallest numbers, nor of many without a table.
#[cold]
fn worth_keeping(points: &[Vector]) -> Option<ConvexHull<Scalar>> {
    let corners = points.iter().map(|&p| Point3::from(vector(p)));
    let hull = ConvexHull::from_corners(corners).ok()?;
    let sooner = points.len() < WORTH_A_TABLE || hull.has_table();
    (sooner && hull.extent() >= Scalar::MIN_LENGTH).then_some(hull)
}

/// Whether these are the same points, bit by bit.
#[inline]
fn same(corners: &[Point3<Scalar>], points: &[Vector]) -> bool {
    let (corners, points): (&[u8], &[u8]) = (cast_slice(corners), cast_slice(points));
    corners == points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often corners are asked for until there is a hull of them; `None` when there is none after many times.
    fn casts_until_hull(kept: &mut Kept, points: &[Vector]) -> Option<u32> {
        (1..=3 * WORTH_A_HULL).find(|_| kept.hull(points).is_some())
    }

    /// Along a spiral around a ball.
    fn points(count: usize) -> Vec<Vector> {
        let point = |i: usize| {
            let (a, y) = (i as f64 * 2.4, (2 * i + 1) as f64 / count as f64 - 1.0);
            let r = (1.0 - y * y).sqrt();
            Vector::from([r * a.cos(), y, r * a.sin()].map(|x| x as Scalar))
        };
        (0..count).map(point).collect()
    }

    #[test]
    fn a_hull_is_made_once_and_has_the_corners_in_their_order() {
        let (mut kept, points) = (Kept::new(), points(40));
        assert_eq!(casts_until_hull(&mut kept, &points), Some(WORTH_A_HULL));
        let (one, two) = (kept.hull(&points).unwrap(), kept.hull(&points).unwrap());
        assert!(Rc::ptr_eq(&one, &two));
        assert!(same(one.corners(), &points));
        assert_eq!((kept.places, kept.corners), (1, 40));
    }

    #[test]
    fn corners_without_a_table_are_kept_sooner() {
        for (count, due) in [
            (FEW, WORTH_A_PLAIN_HULL),
            (WORTH_A_TABLE - 1, WORTH_A_PLAIN_HULL),
            (WORTH_A_TABLE, WORTH_A_HULL),
        ] {
            let due_in = casts_until_hull(&mut Kept::new(), &points(count));
            assert_eq!(due_in, Some(due), "{count}");
        }
    }

    #[test]
    fn memory_that_holds_another_polyhedron_is_noticed() {
        // At every place of four, and in what is left.
        for i in [0, 17, 18, 39, 40, 41] {
            for k in 0..3 {
                let (mut kept, mut points) = (Kept::new(), points(42));
                points[i][k] = 0.0;
                assert!(casts_until_hull(&mut kept, &points).is_some());
                points[i][k] = -0.0;
                let again = casts_until_hull(&mut kept, &points);
                assert_eq!(again, Some(WORTH_A_HULL), "{i} {k}");
                assert!(same(kept.hull(&points).unwrap().corners(), &points));
                assert_eq!((kept.places, kept.corners), (1, 42));
            }
        }
    }

    #[test]
    fn of_many_polyhedra_no_more_is_kept_than_there_is_room_for() {
        let (mut kept, points) = (Kept::new(), points(MOST + 4 * MOST_PLACES));
        // More places than fit, a few casts of each.
        for round in 0..4 {
            for i in 0..4 * MOST_PLACES {
                assert!(kept.hull(&points[i..i + FEW]).is_none(), "{round} {i}");
                assert!(kept.places <= MOST_PLACES);
            }
        }
        // As many casts of each as make a hull: more corners than fit.
        let (mut hulls, mut most) = (0, 0);
        for i in 0..2 * MOST_CORNERS / MOST {
            hulls += u32::from(casts_until_hull(&mut kept, &points[i..i + MOST]).is_some());
            most = most.max(kept.corners);
            let all = kept.slots.iter().filter_map(|slot| slot.hull.as_ref());
            let all: usize = all.map(|hull| hull.corners().len()).sum();
            assert_eq!(kept.corners, all);
        }
        assert_eq!(
            (hulls as usize, most),
            (2 * MOST_CORNERS / MOST, MOST_CORNERS)
        );
    }

    #[test]
    fn corners_that_are_no_numbers_or_all_but_one_point_or_line_have_no_hull() {
        let mut no_number = points(50);
        no_number[49].y = Scalar::NAN;
        let tiny = points(50)
            .into_iter()
            .map(|p| p * Scalar::MIN_POSITIVE.sqrt() * 1e-10);
        let line = (0..400).map(|i| Vector::new(i as Scalar, 0.0, 0.0));
        for mut points in [no_number, tiny.collect(), line.collect()] {
            let mut kept = Kept::new();
            assert_eq!(casts_until_hull(&mut kept, &points), None);
            assert_eq!(kept.corners, 0);
            // Later on, other corners lie there.
            let count = points.len();
            points.copy_from_slice(&super::tests::points(count));
            let tries = (0..4).find_map(|_| casts_until_hull(&mut kept, &points));
            assert!(tries.is_some());
        }
    }

    #[test]
    fn too_few_and_too_many_are_not_counted() {
        for count in [FEW - 1, MOST + 1] {
            let points = points(count);
            assert!((0..2 * WORTH_A_HULL).all(|_| hull(&points).is_none()));
        }
        let points = points(FEW);
        assert!((0..2 * WORTH_A_HULL).any(|_| hull(&points).is_some()));
    }
}
