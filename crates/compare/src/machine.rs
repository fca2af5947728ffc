//! Where and with what a report was made.

use serde::Serialize;
use std::num::NonZero;

/// The version of parry3d and parry3d-f64 that is compared.
pub const PARRY: &str = "0.31.1";

/// Where and with what a report was made.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor as the system calls it.
    pub processor: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// System and architecture.
    pub system: String,
    /// Whether the program was compiled for fused multiply-add and for AVX2.
    pub compiled_for: String,
    /// Whether it was optimised.
    pub optimised: bool,
    /// The compiler.
    pub compiler: &'static str,
    /// The version of swept.
    pub swept: &'static str,
    /// The version of parry3d.
    pub parry: &'static str,
    /// The day, in universal time.
    pub date: String,
}

impl Machine {
    /// This one, now.
    pub fn here() -> Self {
        let features = [
            ("FMA", cfg!(target_feature = "fma")),
            ("AVX2", cfg!(target_feature = "avx2")),
        ];
        let found: Vec<&str> = features.iter().filter(|f| f.1).map(|f| f.0).collect();
        Self {
            processor: processor().unwrap_or_else(|| "unknown processor".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, NonZero::get),
            system: format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH),
            compiled_for: if found.is_empty() {
                "any processor of this architecture".to_owned()
            } else {
                format!("processors with {}", found.join(" and "))
            },
            optimised: !cfg!(debug_assertions),
            compiler: env!("SWEPT_COMPARE_RUSTC"),
            swept: env!("CARGO_PKG_VERSION"),
            parry: PARRY,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
        }
    }
}

/// The processor's name, on Linux; elsewhere the system is not asked.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_parry_is_the_one_that_is_linked() {
        // The workspace's.
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        for name in ["parry3d", "parry3d-f64"] {
            assert!(
                manifest.contains(&format!("{name} = \"={PARRY}\"")),
                "{name}"
            );
        }
    }

    #[test]
    fn the_date_is_one() {
        let date = Machine::here().date;
        assert!(date.len() == 10 && date.as_str() > "2026-01-01", "{date}");
    }
}
