//! How to cast, as the query of a request says it: the flags of `swept cast`, without their dashes.

use super::Reply;
use percent_encoding::percent_decode_str;
use swept::{CastOptions, Method, StartOverlap};

/// The largest step limit: what a cast may cost is bounded.
const MOST_STEPS: u32 = 100_000;

/// The pairs of a query, decoded.
pub fn pairs(query: &str) -> Result<Vec<(String, String)>, Reply> {
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8();
        let bad = |_| Reply::bad("the query is not UTF-8");
        decoded.map(|text| text.into_owned()).map_err(bad)
    };
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((decode(name)?, decode(value)?))
        })
        .collect()
}

/// The options that a query names; the program's defaults for the others.
pub fn options(query: &str) -> Result<CastOptions<f64>, Reply> {
    let mut options = CastOptions::default();
    for (name, value) in pairs(query)? {
        let bad = |what: &str| Err(Reply::bad(format!("{name}: '{value}' is not {what}")));
        match name.as_str() {
            "method" => match Method::ALL.into_iter().find(|m| m.name() == value) {
                Some(method) => options.method = method,
                None => {
                    let all = Method::ALL.map(Method::name).join(", ");
                    return bad(&format!("one of {all}"));
                }
            },
            "start_overlap" => {
                options.start_overlap = match value.as_str() {
                    "report" => StartOverlap::Report,
                    "ignore-if-receding" => StartOverlap::IgnoreIfReceding,
                    "ignore" => StartOverlap::Ignore,
                    _ => return bad("one of report, ignore-if-receding, ignore"),
                }
            }
            "target_distance" => match value.parse::<f64>() {
                Ok(length) if length >= 0.0 && length.is_finite() => {
                    options.target_distance = length;
                }
                _ => return bad("a finite number >= 0"),
            },
            "max_steps" => match value.parse() {
                Ok(count) if count <= MOST_STEPS => options.max_steps = count,
                _ => return bad(&format!("a whole number up to {MOST_STEPS}")),
            },
            _ => {
                let expected = "method, start_overlap, target_distance, max_steps";
                let why = format!("{name}: no such option (expected {expected})");
                return Err(Reply::bad(why));
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_program_s_flags() {
        let read =
            options("method=gjk-ray-cast&max_steps=7&target_distance=0.5&start_overlap=ignore");
        let Ok(read) = read else { panic!() };
        assert_eq!(read.method, Method::GjkRayCast);
        assert_eq!((read.max_steps, read.target_distance), (7, 0.5));
        assert_eq!(read.start_overlap, StartOverlap::Ignore);
        assert!(options("").is_ok_and(|o| o == CastOptions::default()));
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        for (query, why) in [
            (
                "scalar=f32",
                "scalar: no such option (expected method, start_overlap, target_distance, max_steps)",
            ),
            ("method=magic", "method: 'magic' is not one of auto, "),
            (
                "start_overlap=no",
                "start_overlap: 'no' is not one of report, ignore-if-receding, ignore",
            ),
            (
                "target_distance=-1",
                "target_distance: '-1' is not a finite number >= 0",
            ),
            (
                "max_steps=1e3",
                "max_steps: '1e3' is not a whole number up to 100000",
            ),
        ] {
            let refused = options(query).err();
            let told = refused.map(|r| String::from_utf8_lossy(&r.body).into_owned());
            let told = told.unwrap_or_default();
            assert!(told.starts_with(why), "{told}");
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for query in [
            "method=magic",
            "method=closed-form",
            "max_steps=-1",
            "max_steps=100001",
            "max_steps=1e3",
            "target_distance=NaN",
            "target_distance=-1",
            "target_distance=1e999",
            "start_overlap=",
            "scalar=f32",
            "=",
            "%ff=1",
        ] {
            let refused = options(query).err();
            assert!(refused.is_some_and(|r| r.status == 400), "{query}");
        }
    }
}
