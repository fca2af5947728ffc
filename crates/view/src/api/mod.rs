//! What can be asked, by path. Bodies are lines of the case format, or files of meshes; answers are JSON.

mod cast;
mod convex;
mod meshes;
mod options;
mod steps;
mod store;
mod truth;

pub use store::State;

use crate::page;
use bytes::Bytes;
use hyper::{Method, StatusCode};
use swept_case::BadLine;

/// The longest case line: room for a hull of some 50,000 points.
const LINE: usize = 4 << 20;
/// The longest mesh file.
const MESH: usize = 64 << 20;

/// A request that has come through the gate, with its whole body.
pub struct Ask {
    /// The path.
    pub path: String,
    /// What follows the question mark, as it came.
    pub query: String,
    /// The body.
    pub body: Bytes,
}

/// An answer.
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The content's type.
    pub kind: &'static str,
    /// The content.
    pub body: Bytes,
}

const JSON: &str = "application/json";

impl Reply {
    /// A good answer.
    pub fn new(kind: &'static str, body: impl Into<Bytes>) -> Self {
        Self {
            status: StatusCode::OK,
            kind,
            body: body.into(),
        }
    }

    /// A sentence.
    pub fn text(status: StatusCode, text: impl Into<String>) -> Self {
        Self {
            status,
            kind: "text/plain; charset=utf-8",
            body: Bytes::from(text.into() + "\n"),
        }
    }

    fn json(text: String) -> Self {
        Self::new(JSON, text)
    }

    /// The line that the program answers a bad line with.
    fn bad_line(bad: &BadLine) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: JSON,
            body: Bytes::from(bad.to_line(1) + "\n"),
        }
    }

    fn bad(why: impl Into<String>) -> Self {
        Self::text(StatusCode::BAD_REQUEST, why)
    }
}

/// How long a request's body may be.
///
/// # Errors
/// The refusal, when there is nothing at `path`, or not by this method.
pub fn limit(method: &Method, path: &str) -> Result<usize, Reply> {
    let allowed: &[(Method, usize)] = match path {
        "/cast" | "/steps" | "/truth" => &[(Method::POST, LINE)],
        "/mesh" => &[(Method::GET, 0), (Method::POST, MESH)],
        path if page::has(path) => &[(Method::GET, 0)],
        _ => return Err(Reply::text(StatusCode::NOT_FOUND, "there is nothing here")),
    };
    let found = allowed.iter().find(|(allowed, _)| allowed == method);
    found.map(|(_, limit)| *limit).ok_or_else(|| {
        let names: Vec<_> = allowed.iter().map(|(m, _)| m.as_str()).collect();
        let message = format!("expected {}", names.join(" or "));
        Reply::text(StatusCode::METHOD_NOT_ALLOWED, message)
    })
}

/// Answers a request whose path and method `limit` has let through.
pub fn answer(state: &State, ask: &Ask) -> Reply {
    let answered = match ask.path.as_str() {
        "/cast" => cast::answer(state, ask),
        "/steps" => steps::answer(state, ask),
        "/truth" => truth::answer(state, ask),
        "/mesh" => meshes::answer(state, ask),
        path => Ok(page::file(path)
            .unwrap_or_else(|| Reply::text(StatusCode::NOT_FOUND, "there is nothing here"))),
    };
    answered.unwrap_or_else(|refusal| refusal)
}
