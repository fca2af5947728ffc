//! Where casts come from.

use crate::{Body, Cast, Dice, FAMILIES, Family, Form, HALF_SPACES, Kind, TURNING_FAMILIES, pair};
use std::sync::Arc;

/// Where casts come from: a generator, or a list.
#[derive(Clone, Debug)]
pub enum Source {
    /// One family of the generators.
    Family(&'static Family),
    /// Every ordered pair of kinds of shapes in turn.
    Pairs,
    /// Balls that come down obliquely on boxes up to 10,000 times their size.
    ObliqueBalls,
    /// Casts from elsewhere, under a name.
    List(String, Arc<Vec<Cast>>),
}

impl Source {
    /// Every generator.
    pub fn all() -> Vec<Self> {
        let mut all = Self::straight();
        all.extend(TURNING_FAMILIES.iter().map(Self::Family));
        all
    }

    /// Every generator of casts that do not turn.
    pub fn straight() -> Vec<Self> {
        let families = FAMILIES.iter().map(Self::Family);
        [Self::Pairs, Self::ObliqueBalls]
            .into_iter()
            .chain(families)
            .chain([Self::Family(&HALF_SPACES)])
            .collect()
    }

    /// The generator of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|s| s.name() == name)
    }

    /// Its name in reports and flags.
    pub fn name(&self) -> &str {
        match self {
            Self::Family(family) => family.name,
            Self::Pairs => "pairs",
            Self::ObliqueBalls => "oblique-balls",
            Self::List(name, _) => name,
        }
    }

    /// How many casts it gives when `wanted` are asked for: a list gives all it has.
    pub fn count(&self, wanted: u64) -> u64 {
        match self {
            Self::List(_, casts) => casts.len() as u64,
            _ => wanted,
        }
    }

    /// Cast number `index` under `seed`, which a list passes over.
    pub fn cast(&self, seed: u64, index: u64) -> Cast {
        match self {
            Self::Family(family) => family.cast(seed, index),
            Self::Pairs => kinds(seed, index),
            Self::ObliqueBalls => oblique_ball(seed, index),
            Self::List(_, casts) => casts[index as usize].clone(),
        }
    }
}

fn kinds(seed: u64, index: u64) -> Cast {
    let pairs: Vec<_> = Kind::pairs().collect();
    let (moving, fixed) = pairs[(index % pairs.len() as u64) as usize];
    pair(moving, fixed, seed, index)
}

fn oblique_ball(seed: u64, index: u64) -> Cast {
    let mut dice = Dice::new(seed, index);
    let radius = dice.between(0.25, 2.0);
    let size = radius * dice.log_between(10.0, 10_000.0);
    let height = dice.between(0.5, 2.0);
    let fixed = Body::new(Form::cuboid([size, height, size]));
    // It meets the upper face somewhere in the inner half, from so far up, at up to 80 degrees from straight down.
    let target = dice.three(|d| d.between(-0.5, 0.5)).map(|x| x * size);
    let slope = dice.between(0.0, 80.0).to_radians().tan();
    let bearing = dice.between(0.0, std::f64::consts::TAU);
    let drop = radius * dice.between(0.5, 8.0);
    let way = [
        slope * bearing.cos() * drop,
        -drop,
        slope * bearing.sin() * drop,
    ];
    let from = [
        target[0] - way[0],
        height + radius + drop,
        target[2] - way[2],
    ];
    let moving = Body::new(Form::sphere(radius)).at(from);
    let displacement = way.map(|x| x * 1.5);
    let mut cast = Cast::new(moving, displacement, fixed).exact();
    cast.id = format!("oblique-balls/{seed}-{index}");
    cast
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_are_found_by_name_and_give_named_casts() {
        for source in Source::all() {
            let again = Source::named(source.name()).unwrap();
            let cast = again.cast(7, 3);
            assert_eq!(cast, source.cast(7, 3));
            assert!(cast.is_exact_in_f32(), "{}", source.name());
            assert!(!cast.id.is_empty());
        }
        assert!(Source::named("no-such-family").is_none());
    }

    #[test]
    fn all_pairs_of_kinds_come_by() {
        let names = |i| {
            let id = kinds(1, i).id;
            id.split('/').next().map(str::to_owned)
        };
        let count = Kind::pairs().count();
        let seen: std::collections::BTreeSet<_> = (0..count as u64).map(names).collect();
        assert_eq!(seen.len(), count);
    }
}
