//! Bundles the page, `web/`, into one script and one style sheet that the program carries.
//!
//! It takes Node.js with npm, and works in Cargo's own folder: nothing is written beside the sources. Where that is not to be
//! had, or takes too long, the program is built all the same, without its page; the build, the program and its address then say
//! what to install. `SWEPT_VIEW_PAGE=none` leaves the page out without trying.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What goes from `web/` into the bundle.
const INPUTS: [&str; 4] = ["package.json", "package-lock.json", "index.html", "src"];

/// The oldest Node.js that the bundler runs on.
const NODE: u32 = 18;

/// How long a command may take. It is npm that may need it, to fetch the bundler and three.js.
const LONGEST: Duration = Duration::from_secs(90);

fn main() {
    for input in INPUTS {
        println!("cargo:rerun-if-changed=web/{input}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SWEPT_VIEW_PAGE");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by Cargo"));
    let page = out.join("page");
    let bundled = bundle(&out.join("web"), &page);
    let missing = match &bundled {
        Ok(()) => String::new(),
        Err(why) => {
            let why = format!(
                "the page is missing: {why}. Install Node.js {NODE} or newer with npm (on Debian: apt-get install nodejs npm) \
                 and build swept-view again"
            );
            println!("cargo:warning={}", why.replace('\n', " "));
            // A file that never is: the next build tries again.
            println!("cargo:rerun-if-changed={}", out.join("again").display());
            for file in ["index.html", "page.js", "page.css"] {
                write(&page, file, "");
            }
            why
        }
    };
    write(&page, "missing.txt", &missing);
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(folder.join(file), text))
        .unwrap_or_else(|e| panic!("{}: {e}", folder.join(file).display()));
}

/// Copies the inputs to `work`, fetches what the lock file names, and bundles into `page`.
fn bundle(work: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    if std::env::var_os("SWEPT_VIEW_PAGE").is_some_and(|v| v == "none") {
        return Err("it was left out (SWEPT_VIEW_PAGE=none)".into());
    }
    fs::create_dir_all(page)?;
    let said = page.with_file_name("said.txt");
    let output = |command: &mut Command, name: &str| output(command, name, &said);
    let said = output(Command::new("node").arg("--version"), "Node.js")?;
    let version = said.trim().trim_start_matches('v').split('.').next();
    if version
        .and_then(|v| v.parse().ok())
        .is_none_or(|v: u32| v < NODE)
    {
        return Err(format!("this Node.js is {}", said.trim()).into());
    }
    let lock = fs::read_to_string("web/package-lock.json")?;
    let fetched = work.join("fetched.txt");
    if fs::read_to_string(&fetched).ok().as_ref() != Some(&lock) {
        let _ = fs::remove_dir_all(work);
        fs::create_dir_all(work)?;
    }
    for input in INPUTS {
        copy(&Path::new("web").join(input), &work.join(input))?;
    }
    if !fetched.exists() {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let flags = [
            "ci",
            "--omit=dev",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefer-offline",
            "--fetch-retries=1",
            "--fetch-timeout=20000",
            "--loglevel=error",
        ];
        output(Command::new(npm).args(flags).current_dir(work), "npm")?;
        fs::write(&fetched, lock)?;
    }
    let esbuild = Path::new("node_modules/esbuild/bin/esbuild");
    let flags = [
        "src/page.js",
        "src/page.css",
        "--bundle",
        "--minify",
        "--format=esm",
        "--target=es2022",
        "--legal-comments=eof",
        "--log-level=error",
        "--outdir=../page",
    ];
    output(
        Command::new("node")
            .arg(esbuild)
            .args(flags)
            .current_dir(work),
        "esbuild",
    )?;
    fs::copy(work.join("index.html"), page.join("index.html"))?;
    Ok(())
}

/// What a command prints, if it ends well and in time. It prints into the file `said`, where nothing fills up.
fn output(command: &mut Command, name: &str, said: &Path) -> Result<String, Box<dyn Error>> {
    let file = fs::File::create(said)?;
    let mut child = command
        .stdin(Stdio::null())
        .stderr(file.try_clone()?)
        .stdout(file)
        .spawn()
        .map_err(|e| format!("{name} did not start ({e})"))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > LONGEST {
            child.kill()?;
            child.wait()?;
            return Err(format!("{name} took more than {} s", LONGEST.as_secs()).into());
        }
        sleep(Duration::from_millis(10));
    };
    let said = String::from_utf8_lossy(&fs::read(said)?).into_owned();
    if status.success() {
        return Ok(said);
    }
    let lines: Vec<_> = said.trim().lines().take(8).collect();
    Err(format!("{name} failed: {}", lines.join("; ")).into())
}

/// Copies a file, or a folder with all that it holds; what is gone from the source goes from the copy too.
fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    if !from.is_dir() {
        fs::copy(from, to).map_err(|e| format!("{}: {e}", from.display()))?;
        return Ok(());
    }
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
