//! What the paths answer: the program's own lines, and numbers that agree among each other.

use crate::client::Server;
use serde_json::Value;
use swept::{CastOptions, Method};
use swept_case::{Meshes, answer_line};

/// A hit, misses, an overlap, a turning cast, a compound; all but the last two also unresolved after one support.
const CASES: [&str; 6] = [
    r#"{"id":"hit","moving":{"shape":{"type":"ellipsoid","radii":[0.9,0.3,0.5]},"position":[-2,2,0.3],"rotation":[0.2,0.3,0.25,0.9]},"fixed":{"shape":{"type":"cone","half_height":0.9,"radius":0.9}},"displacement":[3,-3,0]}"#,
    r#"{"moving":{"shape":{"type":"sphere","radius":0.5},"position":[0,4,0]},"fixed":{"shape":{"type":"cuboid","half_extents":[2,1,2]}},"displacement":[0.3,-5,0.1]}"#,
    r#"{"id":7,"moving":{"shape":{"type":"cylinder","half_height":0.8,"radius":0.35},"position":[-3,2.4,0]},"fixed":{"shape":{"type":"cuboid","half_extents":[1,1,1]}},"displacement":[6,0,0.5]}"#,
    r#"{"moving":{"shape":{"type":"capsule","half_height":0.8,"radius":0.35},"position":[-0.2,0.9,0.1]},"fixed":{"shape":{"type":"cuboid","half_extents":[1.2,0.5,0.9]}},"displacement":[2,1.4,0]}"#,
    r#"{"moving":{"shape":{"type":"cuboid","half_extents":[1.6,0.08,0.25]},"position":[-1.6,1.7,0]},"fixed":{"shape":{"type":"cuboid","half_extents":[0.5,0.6,0.5]},"position":[0.9,0,0]},"displacement":[1.2,-1,0],"turn":{"moving":[0,0,-2.6]}}"#,
    r#"{"moving":{"shape":{"type":"compound","parts":[{"shape":{"type":"cuboid","half_extents":[0.9,0.1,0.3]}},{"shape":{"type":"sphere","radius":0.4},"position":[0.9,-0.2,0]}]},"position":[0,3,0]},"fixed":{"shape":{"type":"half_space","normal":[0.1,1,0]}},"displacement":[0.5,-4,0]}"#,
];

/// The line that the program prints.
fn printed(line: &str, options: &CastOptions<f64>) -> String {
    let mut out = String::new();
    answer_line(
        line.as_bytes(),
        1,
        &mut Meshes::default(),
        options,
        &mut out,
    );
    out
}

#[test]
fn casts_are_answered_with_the_program_s_line_for_every_outcome_and_method() {
    let server = Server::start(&[]);
    let mut outcomes = Vec::new();
    for line in CASES {
        for method in Method::ALL {
            for max_steps in [1, 1_000] {
                let options = CastOptions {
                    method,
                    max_steps,
                    ..CastOptions::default()
                };
                let path = format!("/cast?method={}&max_steps={max_steps}", method.name());
                let answer = server.post(&path, line.as_bytes());
                assert_eq!(answer.text(), printed(line, &options), "{line}");
                let said: Value = serde_json::from_str(answer.text()).unwrap();
                outcomes.push(said["outcome"].as_str().unwrap().to_owned());
            }
        }
    }
    for outcome in ["hit", "miss", "overlap", "unresolved"] {
        assert!(outcomes.iter().any(|o| o == outcome), "{outcome}");
    }
}

#[test]
fn bad_lines_are_answered_with_the_program_s_errors() {
    let server = Server::start(&[]);
    let options = CastOptions::default();
    let sphere = r#"{"id":"x","moving":{"shape":{"type":"sphere","radius":R}},"fixed":{"shape":{"type":"point"}},"displacement":[1,0,0]}"#;
    for line in [
        "",
        "{",
        "null",
        "[1,2",
        "{}",
        &sphere.replace('R', "-1"),
        &sphere.replace('R', "\"wide\""),
        &sphere.replace('R', "1,\"radius\":2"),
        &sphere.replace('R', "1e999"),
        &sphere.replace("sphere", "blob"),
        &"[".repeat(100_000),
    ] {
        let answer = server.post("/cast", line.as_bytes());
        assert_eq!(answer.status, 200);
        assert_eq!(answer.text(), printed(line, &options));
        for path in ["/steps", "/truth"] {
            let answer = server.post(path, line.as_bytes());
            assert_eq!(
                (answer.status, answer.text()),
                (400, &*printed(line, &options))
            );
        }
    }
    assert!(server.is_well());
}

#[test]
fn every_method_shows_its_steps_and_its_own_answer() {
    let server = Server::start(&[]);
    for line in CASES {
        let told: Value =
            serde_json::from_str(server.post("/steps", line.as_bytes()).text()).unwrap();
        let turning = line.contains("turn");
        assert_eq!(told["turning"], turning);
        assert_eq!(told["of_parts"], line.contains("compound"));
        let methods = told["methods"].as_array().unwrap();
        assert_eq!(methods.len(), if turning { 2 } else { Method::ALL.len() });
        for work in methods {
            let method = Method::ALL.into_iter().find(|m| work["asked"] == m.name());
            let options = CastOptions {
                method: method.unwrap(),
                ..CastOptions::default()
            };
            let expected: Value = serde_json::from_str(&printed(line, &options)).unwrap();
            assert_eq!(work["answer"], expected);
            let steps = work["steps"].as_array().unwrap();
            let Some(fraction) = expected["fraction"].as_f64() else {
                continue;
            };
            // A half-space has one plane, and nothing is searched for.
            let searched = !line.contains("half_space");
            assert_eq!(!steps.is_empty(), searched, "{} on {line}", work["asked"]);
            // What a step calls proven, before rounding, is not above the contact by more than the bracket's last places.
            let most = steps
                .iter()
                .map(|s| s["lower"].as_f64().unwrap())
                .fold(0.0, f64::max);
            let slack = 64.0 * f64::EPSILON * 8.0;
            assert!(
                most <= expected["fraction_upper"].as_f64().unwrap() + slack,
                "{most} {fraction}"
            );
        }
        let engines = told["engines"].as_array().unwrap();
        assert_eq!(engines.len(), 2);
        assert_eq!(engines[0]["answer"].is_null(), turning);
        let bounded = !line.contains("half_space");
        assert_eq!(told["obstacle"]["unbounded"].is_null(), bounded);
        assert_eq!(
            told["obstacle"]["points"].as_array().unwrap().len() > 1,
            bounded
        );
    }
}

#[test]
fn the_truth_holds_the_answer() {
    let server = Server::start(&[]);
    let told = |line: &str| -> Value {
        serde_json::from_str(server.post("/truth", line.as_bytes()).text()).unwrap()
    };
    // A ball of radius 1/2 falls 4 − 1 − 1/2 = 5/2 of 5: contact at exactly 1/2.
    let hit = told(CASES[1]);
    for (by, off) in [("exact", f64::EPSILON), ("conic", 1e-6)] {
        let number = &hit[by]["numbers"][0];
        assert_eq!(number["name"], "fraction");
        let [lower, upper] = ["lower", "upper"].map(|end| number[end].as_f64().unwrap());
        assert!(
            lower <= 0.5 + off && upper >= 0.5 - off && upper - lower < 2.0 * off,
            "{number}"
        );
    }
    assert!(hit["certificate"]["proven"]["lower"].as_f64().unwrap() <= 0.5);
    assert_eq!(hit["verdicts"][0]["right"], true);
    assert_eq!(hit["verdicts"].as_array().unwrap().len(), 3);
    assert_eq!(told(CASES[2])["exact"]["fact"], "apart");
    assert_eq!(told(CASES[3])["exact"]["fact"], "inside");
    let turning = told(CASES[4]);
    assert_eq!(turning["exact"]["none"], "the cast turns");
    assert!(turning["certificate"]["proven"]["lower"].is_number());
    assert_eq!(told(CASES[5])["of_parts"], true);
}

#[test]
fn many_tabs_are_answered_at_once() {
    let server = Server::start(&[]);
    let expected = printed(CASES[0], &CastOptions::default());
    std::thread::scope(|scope| {
        for _ in 0..24 {
            scope.spawn(|| {
                for _ in 0..10 {
                    assert_eq!(server.post("/cast", CASES[0].as_bytes()).text(), expected);
                }
            });
        }
    });
}

#[test]
fn the_page_is_there_or_says_what_to_install() {
    let server = Server::start(&[]);
    let page = server.get("/");
    match page.status {
        200 => {
            assert!(page.text().contains("page.js"));
            assert!(server.get("/page.js").body.len() > 100_000);
            assert_eq!(server.get("/page.css").status, 200);
        }
        _ => {
            assert_eq!(page.status, 503);
            assert!(page.text().contains("Install Node.js"), "{}", page.text());
        }
    }
}
