//! The page's files, as they were bundled when the program was built.

use crate::api::Reply;
use hyper::StatusCode;

/// Path, type, content. The content of all is empty when the page could not be bundled.
const FILES: [(&str, &str, &[u8]); 3] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_bytes!(concat!(env!("OUT_DIR"), "/page/index.html")),
    ),
    (
        "/page.js",
        "text/javascript; charset=utf-8",
        include_bytes!(concat!(env!("OUT_DIR"), "/page/page.js")),
    ),
    (
        "/page.css",
        "text/css; charset=utf-8",
        include_bytes!(concat!(env!("OUT_DIR"), "/page/page.css")),
    ),
];

/// Why there is no page, as the build has told it; empty when there is one.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/page/missing.txt"));

/// Why there is no page, and what to do about it.
pub fn missing() -> Option<&'static str> {
    Some(MISSING).filter(|why| !why.is_empty())
}

/// Whether `path` is one of the page's files.
pub fn has(path: &str) -> bool {
    FILES.iter().any(|file| file.0 == path)
}

/// The file at `path`.
pub fn file(path: &str) -> Option<Reply> {
    let (_, kind, content) = FILES.iter().find(|file| file.0 == path)?;
    if let Some(why) = missing() {
        return Some(Reply::text(StatusCode::SERVICE_UNAVAILABLE, why));
    }
    Some(Reply::new(kind, *content))
}
