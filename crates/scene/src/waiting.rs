//! A small priority queue of triangles. They are cast in the order of their bounds, so that an early hit saves the casts of later ones.

use crate::tolerance::MOST_WAITING;

/// Up to [`MOST_WAITING`] entries, each with a number; the lowest number comes out first.
pub(crate) struct Waiting<E> {
    entries: [(f64, E); MOST_WAITING],
    count: usize,
    /// The lowest of the numbers, infinite where there is none, and where it is.
    lowest: (f64, usize),
}

impl<E: Copy + Default> Waiting<E> {
    /// An empty queue.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            entries: [(0.0, E::default()); MOST_WAITING],
            count: 0,
            lowest: NONE,
        }
    }

    /// Empties the queue.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        (self.count, self.lowest) = (0, NONE);
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there is no room for another.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.count == MOST_WAITING
    }

    /// Adds `entry`, if there is room.
    #[inline]
    pub(crate) fn put(&mut self, number: f64, entry: E) {
        if let Some(place) = self.entries.get_mut(self.count) {
            *place = (number, entry);
            if number < self.lowest.0 {
                self.lowest = (number, self.count);
            }
            self.count += 1;
        }
    }

    /// The number of the next one to come out; infinite for an empty queue.
    #[inline(always)]
    pub(crate) fn lowest(&self) -> f64 {
        self.lowest.0
    }

    /// Takes out the entry with the lowest number.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(f64, E)> {
        let entries = self.entries.get_mut(..self.count)?;
        let last = *entries.last()?;
        let found = std::mem::replace(entries.get_mut(self.lowest.1)?, last);
        self.count -= 1;
        self.lowest = NONE;
        for (k, entry) in self.entries.iter().take(self.count).enumerate() {
            if entry.0 < self.lowest.0 {
                self.lowest = (entry.0, k);
            }
        }
        Some(found)
    }
}

/// The lowest number of nothing.
const NONE: (f64, usize) = (f64::INFINITY, 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_comes_first() {
        let mut waiting = Waiting::new();
        for (number, index) in [(0.5, 1), (0.25, 2), (0.75, 3)] {
            waiting.put(number, index);
        }
        for (number, index) in [(0.25, 2), (0.5, 1), (0.75, 3)] {
            assert_eq!(waiting.lowest(), number);
            assert_eq!(waiting.next(), Some((number, index)));
        }
        assert_eq!(waiting.lowest(), f64::INFINITY);
        assert_eq!(waiting.next(), None);
    }

    /// What has no number, or none that is finite, comes last.
    #[test]
    fn nothing_is_lost() {
        let mut waiting = Waiting::new();
        for (index, number) in [f64::NAN, f64::INFINITY, 0.5, f64::NAN]
            .into_iter()
            .enumerate()
        {
            waiting.put(number, index);
        }
        assert_eq!(waiting.next(), Some((0.5, 2)));
        let mut left: Vec<_> = std::iter::from_fn(|| waiting.next()).map(|e| e.1).collect();
        left.sort_unstable();
        assert_eq!(left, [0, 1, 3]);
        assert!(waiting.is_empty());
    }

    #[test]
    fn what_is_full_says_so() {
        let mut waiting = Waiting::new();
        for index in 0..MOST_WAITING as u32 {
            assert!(!waiting.is_full());
            waiting.put(0.0, index);
        }
        assert!(waiting.is_full());
    }
}
