//! A small priority queue of triangles. They are cast in the order of their bounds, so that an early hit saves the casts of later ones.

/// Up to [`MOST`] indices, each with a number; the lowest number comes out first.
pub(crate) struct Waiting {
    entries: [(f64, u32); MOST],
    count: usize,
    /// The lowest of the numbers: infinite where there is none.
    lowest: f64,
}

/// The most entries. Only crowds of triangles that are met at once need more.
const MOST: usize = 8;

impl Waiting {
    /// An empty queue.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            entries: [(0.0, 0); MOST],
            count: 0,
            lowest: f64::INFINITY,
        }
    }

    /// Empties the queue.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        (self.count, self.lowest) = (0, f64::INFINITY);
    }

    /// Whether there is no room for another.
    pub(crate) fn is_full(&self) -> bool {
        self.count == MOST
    }

    /// Adds `index`, if there is room.
    #[inline]
    pub(crate) fn put(&mut self, number: f64, index: u32) {
        if let Some(entry) = self.entries.get_mut(self.count) {
            *entry = (number, index);
            self.count += 1;
            self.lowest = self.lowest.min(number);
        }
    }

    /// The number of the next one to come out; infinite for an empty queue.
    #[inline(always)]
    pub(crate) fn lowest(&self) -> f64 {
        self.lowest
    }

    /// Takes out the index with the lowest number.
    pub(crate) fn next(&mut self) -> Option<(f64, u32)> {
        let entries = &mut self.entries[..self.count];
        let lowest = (0..entries.len()).min_by(|&i, &j| entries[i].0.total_cmp(&entries[j].0))?;
        let found = entries[lowest];
        entries[lowest] = entries[self.count - 1];
        self.count -= 1;
        let left = self.entries[..self.count].iter().map(|e| e.0);
        self.lowest = left.fold(f64::INFINITY, f64::min);
        Some(found)
    }
}

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

    #[test]
    fn what_is_full_says_so() {
        let mut waiting = Waiting::new();
        for index in 0..MOST as u32 {
            assert!(!waiting.is_full());
            waiting.put(0.0, index);
        }
        assert!(waiting.is_full());
    }
}
