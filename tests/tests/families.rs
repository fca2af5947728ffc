//! Guards against vacuity: every family still tests what it says, and its numbers are exact in both scalars.

use swept::Method;
use swept_tests::{FAMILIES, Kind, Source, survey};

/// 2,000 casts put a share within 0.034 of its expectation, three standard deviations at most.
const CASTS: u64 = 2_000;

#[test]
fn every_family_hits_overlaps_and_misses_as_often_as_it_should() {
    let sources = Source::families();
    let report = survey::<f64>(&sources, CASTS * sources.len() as u64, 1, Method::Auto);
    report.assert_clean();
    let mut out_of_bounds = Vec::new();
    for (family, (name, tally)) in FAMILIES.iter().zip(&report.tallies) {
        let within = |share: f64, (low, high): (f64, f64)| (low..=high).contains(&share);
        if !within(tally.hit_rate(), family.hits) || !within(tally.overlap_rate(), family.overlaps)
        {
            out_of_bounds.push(format!(
                "{name}: hits {:.3} (expected {:?}), overlaps {:.3} (expected {:?})",
                tally.hit_rate(),
                family.hits,
                tally.overlap_rate(),
                family.overlaps
            ));
        }
        assert_eq!(tally.casts(), CASTS);
    }
    assert!(out_of_bounds.is_empty(), "{out_of_bounds:#?}");
}

#[test]
fn every_pair_of_kinds_hits_and_misses() {
    let sources = Source::pairs();
    assert_eq!(sources.len(), 11 * 12);
    let report = survey::<f64>(&sources, 200 * sources.len() as u64, 2, Method::Auto);
    report.assert_clean();
    for (source, (name, tally)) in sources.iter().zip(&report.tallies) {
        let Source::Pair(a, b) = *source else {
            unreachable!()
        };
        assert_eq!(tally.overlaps, 0, "{name} starts apart");
        // A line that is aimed at a point or a segment passes it by the rounding of its own numbers.
        if !Kind::is_needle_in_haystack(a, b) {
            let rate = tally.hit_rate();
            assert!((0.45..0.95).contains(&rate), "{name}: hits {rate:.3}");
        }
    }
}

#[test]
fn every_number_is_exact_in_f32() {
    for family in FAMILIES {
        for case in family.casts(3).take(500) {
            assert_eq!(case, case.exact());
        }
    }
}

#[test]
fn a_case_can_be_made_again_from_its_number_alone() {
    for family in FAMILIES {
        let tenth = family.casts(4).nth(9).expect("families do not end");
        assert_eq!(tenth, family.cast(4, 9));
        assert_ne!(tenth, family.cast(5, 9));
    }
}
