//! Tells the program which compiler made it.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(compiler).arg("--version").output();
    let version = said.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    println!(
        "cargo:rustc-env=SWEPT_COMPARE_RUSTC={}",
        version.unwrap_or_default()
    );
}
