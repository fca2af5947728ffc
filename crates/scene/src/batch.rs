//! Many casts of one shape against one scene.

use crate::{Motion, Query, Scene, SceneOutcome};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use swept_cast::InvalidSweep;
use swept_support::{InvalidShape, Placed, Real, Support};

/// Starts and displacements of one shape, each property in a list of its own.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, T: Real, S> {
    /// The shape.
    pub shape: &'a S,
    /// Where its origin starts, in world space.
    pub positions: &'a [Point3<T>],
    /// How it is rotated about its origin: from its own axes to those of the world. An empty list when it never is.
    pub rotations: &'a [UnitQuaternion<T>],
    /// How far it moves, in world space: the whole way.
    pub displacements: &'a [Vector3<T>],
}

/// In which order the casts of a batch are done. Answers always come in the order of the batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As they are given.
    #[default]
    Given,
    /// Neighbours one after the other: worth it when the casts are scattered over a scene that is far larger than the
    /// processor's cache, of a million triangles and more.
    Spatial,
}

/// Why a batch was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidBatch {
    /// Lists of different lengths.
    #[error("{list}: {found} is not one per position (expected {expected})")]
    Length {
        /// The name of the list.
        list: &'static str,
        /// How many it has.
        found: usize,
        /// How many positions there are.
        expected: usize,
    },
    /// A start that is no pose.
    #[error("cast {index}: {error}")]
    Pose {
        /// The number of the cast.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: InvalidShape,
    },
    /// A motion that is none.
    #[error("cast {index}: {error}")]
    Motion {
        /// The number of the cast.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: InvalidSweep,
    },
}

impl<'a, T: Real, S: Support> Batch<'a, T, S> {
    /// How many casts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Cast number `index`, which must exist.
    fn motion(&self, index: usize) -> Result<Motion<T, &'a S>, InvalidBatch> {
        let rotation = self.rotations.get(index).copied();
        let pose = Isometry3::from_parts(
            Translation3::from(self.positions[index].coords),
            rotation.unwrap_or_else(UnitQuaternion::identity),
        );
        let moving =
            Placed::new(self.shape, pose).map_err(|error| InvalidBatch::Pose { index, error })?;
        Motion::new(moving, self.displacements[index])
            .map_err(|error| InvalidBatch::Motion { index, error })
    }

    fn check(&self) -> Result<(), InvalidBatch> {
        let expected = self.len();
        let lists = [
            ("rotations", self.rotations.len()),
            ("displacements", self.displacements.len()),
        ];
        for (list, found) in lists {
            let may_be_left_out = list == "rotations" && found == 0;
            if found != expected && !may_be_left_out {
                return Err(InvalidBatch::Length {
                    list,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// The cells of the middles of the ways, where these order the casts and there are any.
    fn cells(&self, order: Order) -> Option<Cells> {
        if order == Order::Given {
            return None;
        }
        let middles = (0..self.len()).map(|i| self.middle(i));
        let (low, high) = middles.fold(None, |range: Option<(Centre, Centre)>, p| {
            let (low, high) = range.unwrap_or((p, p));
            Some((low.inf(&p), high.sup(&p)))
        })?;
        let size = (high - low).amax();
        Some(Cells { low, size })
    }

    fn middle(&self, index: usize) -> Centre {
        let way = self.displacements[index].map(Real::to_f64) * 0.5;
        self.positions[index].coords.map(Real::to_f64) + way
    }

    fn slot<'p, A>(&self, cells: &Cells, (index, answer): (usize, &'p mut A)) -> Slot<'p, A> {
        Slot {
            code: cells.code(&self.middle(index)),
            index,
            answer,
        }
    }
}

type Centre = Vector3<f64>;

/// A cube about all middles of a batch, in 1024 cells along each axis.
struct Cells {
    low: Centre,
    size: f64,
}

impl Cells {
    /// The Morton code of a cell: those of neighbours are often near each other.
    fn code(&self, p: &Centre) -> u32 {
        // A cast from float to integer saturates, and takes NaN to 0.
        let cell = (p - self.low).map(|x| (x / self.size * 1023.0) as u32);
        spread(cell.x) | spread(cell.y) << 1 | spread(cell.z) << 2
    }
}

/// When a cast of a batch is done, by the code of its cell.
struct Slot<'p, A> {
    code: u32,
    /// The number of the cast.
    index: usize,
    /// Where its answer belongs. What is written there at once need not be put back in order.
    answer: &'p mut A,
}

impl<A> Slot<'_, A> {
    fn key(&self) -> (u32, usize) {
        (self.code, self.index)
    }
}

/// The ten low bits, two zeros between each and the next.
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

impl<T: Real> Scene<T> {
    /// What each motion of a batch meets first: for each the answer that [`cast_closest`](Self::cast_closest) gives.
    ///
    /// # Errors
    /// [`InvalidBatch`] when the lists differ in length, and for the first cast that is none.
    pub fn cast_batch<S: Support>(
        &self,
        batch: &Batch<'_, T, S>,
        query: &Query<'_, T>,
        order: Order,
    ) -> Result<Vec<SceneOutcome<T>>, InvalidBatch> {
        batch.check()?;
        let mut answers = vec![SceneOutcome::Miss; batch.len()];
        let mut places = answers.iter_mut().enumerate();
        let refused = match batch.cells(order) {
            Some(cells) => {
                let mut turns: Vec<_> = places.map(|place| batch.slot(&cells, place)).collect();
                turns.sort_unstable_by_key(Slot::key);
                let turns = turns.into_iter();
                turns
                    .filter_map(|turn| self.answer(batch, query, turn.index, turn.answer))
                    .min_by_key(number)
            }
            None => places.find_map(|(index, place)| self.answer(batch, query, index, place)),
        };
        refused.map_or(Ok(answers), |(_, error)| Err(error))
    }

    /// [`cast_batch`](Self::cast_batch) on all processors that the current thread pool of `rayon` has. The answers are the same, bit
    /// by bit.
    ///
    /// # Errors
    /// As for [`cast_batch`](Self::cast_batch).
    #[cfg(feature = "rayon")]
    pub fn par_cast_batch<S: Support + Sync>(
        &self,
        batch: &Batch<'_, T, S>,
        query: &Query<'_, T>,
        order: Order,
    ) -> Result<Vec<SceneOutcome<T>>, InvalidBatch> {
        use rayon::prelude::*;
        batch.check()?;
        let mut answers = Vec::new();
        // In parallel, since the memory of a long list is first written to here.
        (0..batch.len())
            .into_par_iter()
            .map(|_| SceneOutcome::Miss)
            .collect_into_vec(&mut answers);
        let places = answers.par_iter_mut().enumerate();
        let refused = match batch.cells(order) {
            Some(cells) => {
                let mut turns: Vec<_> = places.map(|place| batch.slot(&cells, place)).collect();
                turns.par_sort_unstable_by_key(Slot::key);
                let turns = turns.into_par_iter();
                turns
                    .filter_map(|turn| self.answer(batch, query, turn.index, turn.answer))
                    .min_by_key(number)
            }
            None => places
                .filter_map(|(index, place)| self.answer(batch, query, index, place))
                .min_by_key(number),
        };
        refused.map_or(Ok(answers), |(_, error)| Err(error))
    }

    /// Writes the answer of cast number `index` to its place; or tells why there is none.
    fn answer<S: Support>(
        &self,
        batch: &Batch<'_, T, S>,
        query: &Query<'_, T>,
        index: usize,
        place: &mut SceneOutcome<T>,
    ) -> Option<Refused> {
        match batch.motion(index) {
            Ok(motion) => {
                *place = self.cast_closest(&motion, query);
                None
            }
            Err(error) => Some((index, error)),
        }
    }
}

/// A cast that is none, by its number.
type Refused = (usize, InvalidBatch);

fn number(refused: &Refused) -> usize {
    refused.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_by_three() {
        assert_eq!(spread(0b1), 0b1);
        assert_eq!(spread(0b101), 0b1_000_001);
        assert_eq!(spread(1023), 0b001_001_001_001_001_001_001_001_001_001);
    }
}
