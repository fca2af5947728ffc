//! Order statistics.

/// The median: of an even count, the mean of the two in the middle. NaN of nothing.
pub fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let n = sorted.len();
    if n == 0 {
        return f64::NAN;
    }
    0.5 * (sorted[(n - 1) / 2] + sorted[n / 2])
}

/// The smallest value that at least the part `p` of all values does not exceed (nearest rank). NaN of nothing.
///
/// `sorted` must be in ascending order.
pub fn percentile(sorted: &[f64], p: f64) -> f64 {
    let rank = (p * sorted.len() as f64).ceil() as usize;
    match sorted.len() {
        0 => f64::NAN,
        n => sorted[rank.clamp(1, n) - 1],
    }
}

/// Half of the range between the quartiles (nearest rank): half of all values lie within about this of the median.
pub fn half_range(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    0.5 * (percentile(&sorted, 0.75) - percentile(&sorted, 0.25))
}

/// The mean; NaN of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values
        .into_iter()
        .fold((0.0, 0u32), |(sum, n), x| (sum + x, n + 1));
    sum / f64::from(count)
}

/// The values in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The tail of a distribution: pairs of a value and the share of all values that are greater, for shares that fall by
/// constant factors from 1 to none.
///
/// `sorted` must be in ascending order.
pub fn tail(sorted: &[f64]) -> Vec<[f64; 2]> {
    /// Points per power of ten.
    const PER_DECADE: i32 = 8;
    let n = sorted.len();
    if n == 0 {
        return Vec::new();
    }
    let decades = (n as f64).log10();
    let count = (decades * f64::from(PER_DECADE)).ceil() as i32;
    let mut points = vec![[sorted[0], 1.0]];
    for k in 0..=count {
        let share = 10_f64.powf(-f64::from(k) / f64::from(PER_DECADE));
        let value = percentile(sorted, 1.0 - share);
        points.push([value, share.max(1.0 / n as f64)]);
    }
    points.push([sorted[n - 1], 1.0 / n as f64]);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_both_middles() {
        assert_eq!(median(&[5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 100.0]), 3.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn percentiles_are_values_of_the_list() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile(&hundred, 0.5), 50.0);
        assert_eq!(percentile(&hundred, 0.99), 99.0);
        assert_eq!(percentile(&hundred, 0.991), 100.0);
        assert_eq!(percentile(&hundred, 0.0), 1.0);
        assert_eq!(percentile(&hundred, 1.0), 100.0);
        assert_eq!(percentile(&[7.0], 0.99), 7.0);
        assert!(percentile(&[], 0.5).is_nan());
    }

    #[test]
    fn half_the_range_between_the_quartiles() {
        assert_eq!(half_range(&[9.0, 1000.0, 10.0, 13.0]), 2.0);
        assert_eq!(half_range(&[1.0, 2.0, 4.0, 8.0, 1e9]), 3.0);
        assert_eq!(half_range(&[4.0, 4.0]), 0.0);
    }

    #[test]
    fn the_mean_is_the_sum_over_the_count() {
        assert_eq!(mean([1.0, 2.0, 6.0]), 3.0);
        assert!(mean([]).is_nan());
    }

    #[test]
    fn a_tail_runs_from_the_least_value_to_the_greatest() {
        let thousand: Vec<f64> = (1..=1000).map(f64::from).collect();
        let tail = tail(&thousand);
        assert_eq!(tail[0], [1.0, 1.0]);
        assert_eq!(tail[tail.len() - 1], [1000.0, 0.001]);
        assert!(
            tail.windows(2)
                .all(|w| w[0][0] <= w[1][0] && w[0][1] >= w[1][1])
        );
        // A tenth of all values is greater than 900.
        assert!(
            tail.iter()
                .any(|p| (p[1] - 0.1).abs() < 1e-12 && (p[0] - 900.0).abs() <= 1.0)
        );
    }
}
