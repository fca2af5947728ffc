//! How large a test is, from the environment. ARCHITECTURE.md has a table of the names.

/// The number in an environment variable, underscores allowed, or `default` where there is none.
///
/// # Panics
/// When there is something else in it.
pub fn from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .replace('_', "")
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => default,
    }
}
