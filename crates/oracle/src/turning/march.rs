//! From sphere of safety to sphere of safety.

use super::Poses;
use super::pose::Separation;
use crate::tolerance::{CLEARLY_DEEP, LOOSE, MOST_POSES, TURNED};
use crate::truth::{NoTruth, Turned, TurnedFact};
use crate::{Body, Cast, Form};

/// The truth of a cast that turns.
pub(crate) fn march(cast: &Cast) -> Result<Turned, NoTruth> {
    let bounded = |body: &Body| !matches!(body.shape, Form::HalfSpace { .. });
    if !(bounded(&cast.moving) && bounded(&cast.fixed)) {
        return Err(NoTruth::Turning);
    }
    let poses = Poses::new(cast);
    let mut march = March {
        near: TURNED * poses.scale + 4.0 * poses.blur,
        poses,
        first: std::array::from_fn(|i| cast.moving.position[i] - cast.fixed.position[i]),
        last: f64::INFINITY,
        least: (0.0, f64::INFINITY),
        asked: 0,
    };
    let scale = march.poses.scale;
    march.whole().map(|(free_until, fact)| Turned {
        free_until,
        fact,
        least: march.least,
        scale,
    })
}

struct March<'a> {
    poses: Poses<'a>,
    /// Bodies this near count as touching until it is known better: a length.
    near: f64,
    /// The direction to begin the next search with.
    first: [f64; 3],
    /// The separation at the last pose.
    last: f64,
    /// The fraction of the least separation seen, and that.
    least: (f64, f64),
    asked: u32,
}

impl March<'_> {
    /// How long there is no contact, and what happens then.
    fn whole(&mut self) -> Result<(f64, TurnedFact), NoTruth> {
        let (mut s, mut grazed) = (0.0, None);
        loop {
            let at = self.look(s)?;
            if at.lower > self.near {
                let next = s + self.step(at.lower);
                if next >= 1.0 || s >= 1.0 {
                    return Ok(match grazed {
                        Some(first) => (first, TurnedFact::Grazes),
                        None => (1.0, TurnedFact::Apart),
                    });
                }
                s = next;
                continue;
            }
            let first = *grazed.get_or_insert(s);
            match self.behind(s)? {
                Behind::Overlap(at, depth) => {
                    return Ok((first, TurnedFact::Meets { at, depth }));
                }
                Behind::Free(next) => s = next,
                Behind::End => return Ok((first, TurnedFact::Grazes)),
            }
        }
    }

    /// What comes after a near touch at `s`: poses farther and farther on, until one tells. Of an overlap, the deepest.
    fn behind(&mut self, s: f64) -> Result<Behind, NoTruth> {
        let mut ahead = self.near / self.poses.speed;
        let mut deepest = (0.0, 0.0);
        loop {
            let at = (s + ahead).min(1.0);
            let apart = self.look(at)?.lower > self.near;
            let depth = if apart { 0.0 } else { self.poses.depth(at) };
            if depth > deepest.1 {
                deepest = (at, depth);
            }
            if apart || at >= 1.0 || depth > CLEARLY_DEEP * self.poses.scale {
                return Ok(match deepest {
                    (at, depth) if depth > self.near => Behind::Overlap(at, depth),
                    _ if apart => Behind::Free(at),
                    _ => Behind::End,
                });
            }
            ahead *= 2.0;
        }
    }

    fn look(&mut self, s: f64) -> Result<Separation, NoTruth> {
        self.asked += 1;
        if self.asked > MOST_POSES {
            return Err(NoTruth::TooWide(1.0 - s));
        }
        // Between spheres a rough distance will do; where it says little, a better one.
        let mut at = self.poses.separation(s, &self.first, LOOSE * self.last);
        if at.lower <= LOOSE * self.last {
            at = self.poses.separation(s, &self.first, 0.0);
        }
        self.last = at.lower.max(0.0);
        if at.upper < self.least.1 {
            self.least = (s, at.upper);
        }
        if at.normal != [0.0; 3] {
            self.first = at.normal;
        }
        Ok(at)
    }

    /// How long there is no contact from a pose with this separation on, rounded down.
    fn step(&self, separation: f64) -> f64 {
        separation / self.poses.speed * (1.0 - 4.0 * f64::EPSILON)
    }
}

/// What comes after a near touch.
enum Behind {
    /// An overlap at this fraction, and its depth.
    Overlap(f64, f64),
    /// At this fraction the bodies are apart again.
    Free(f64),
    /// The end of the sweep.
    End,
}
