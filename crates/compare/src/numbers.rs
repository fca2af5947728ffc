//! How numbers are shown.

/// Whole nanoseconds, and a decimal where there are few.
pub(crate) fn nanoseconds(ns: f64) -> String {
    match ns {
        ns if ns.is_nan() => "–".to_owned(),
        ns if ns < 20.0 => format!("{ns:.1}"),
        ns => format!("{ns:.0}"),
    }
}

/// A ratio with two or three digits that count.
pub(crate) fn ratio(x: f64) -> String {
    match x {
        x if x < 0.1 => format!("{x:.3}"),
        x if x < 10.0 => format!("{x:.2}"),
        x => format!("{x:.1}"),
    }
}

/// A part as percent.
pub(crate) fn percent(x: f64) -> String {
    format!("{:.1} %", 100.0 * x)
}

/// Units in the last place.
pub(crate) fn ulps(x: f64) -> String {
    match x {
        x if x < 1000.0 => format!("{x:.1}"),
        x => format!("{x:.1e}"),
    }
}

/// An angle.
pub(crate) fn degrees(x: f64) -> String {
    match x {
        x if x.is_nan() => String::new(),
        x => format!("{x:.1e}°"),
    }
}

/// An error as a part of something.
pub(crate) fn error(x: f64) -> String {
    match x {
        0.0 => "0".to_owned(),
        x => format!("{x:.0e}"),
    }
}

/// Any number with about three digits.
pub(crate) fn times(x: f64) -> String {
    match x {
        x if x != 0.0 && !(1e-3..1e5).contains(&x) => format!("{x:.0e}"),
        x if x < 10.0 && x.fract() != 0.0 => format!("{x:.2}"),
        x if x < 100.0 && x.fract() != 0.0 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_three_digits() {
        assert_eq!(
            [
                nanoseconds(12.34),
                nanoseconds(1234.5),
                nanoseconds(f64::NAN)
            ],
            ["12.3", "1234", "–"]
        );
        assert_eq!(
            [ratio(0.0423), ratio(0.423), ratio(1.0), ratio(42.3)],
            ["0.042", "0.42", "1.00", "42.3"]
        );
        assert_eq!([percent(0.6714), percent(0.0)], ["67.1 %", "0.0 %"]);
        assert_eq!([ulps(0.25), ulps(123456.0)], ["0.2", "1.2e5"]);
        assert_eq!([error(0.0), error(1.6e-7)], ["0", "2e-7"]);
        assert_eq!(
            [
                times(4096.0),
                times(1e5),
                times(1e-12),
                times(3.456),
                times(34.56)
            ],
            ["4096", "1e5", "1e-12", "3.46", "34.6"]
        );
    }
}
