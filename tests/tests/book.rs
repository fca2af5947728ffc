//! The book against the tree: links lead somewhere, what the map of the source names is there, code is tried, and packages have what
//! they include.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use swept::scene::TriangleMesh;
use swept_case::{Case, Meshes, SceneFile};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// All files below a folder whose names end so, but for what is built or fetched, and for links.
fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        let name = entry.file_name().into_string().unwrap();
        let is_kept = !name.starts_with('.') && name != "target" && name != "node_modules";
        if kind.is_dir() && is_kept {
            below(&path, ending, found);
        } else if kind.is_file() && name.ends_with(ending) {
            found.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    below(&root(), ".md", &mut found);
    assert!(found.len() > 30, "{found:?}");
    found
}

/// A page without its blocks of code; and these, each with the word that says what it is.
fn taken_apart(text: &str) -> (String, Vec<(String, String)>) {
    let (mut prose, mut blocks) = (String::new(), Vec::new());
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(word) => {
                inside = true;
                blocks.push((word.to_owned(), String::new()));
            }
            None => {
                let to = match blocks.last_mut().filter(|_| inside) {
                    Some((_, block)) => block,
                    None => &mut prose,
                };
                *to += line;
                to.push('\n');
            }
        }
    }
    (prose, blocks)
}

/// What stands between backticks, and what does not.
fn quoted(prose: &str) -> (Vec<&str>, String) {
    let parts: Vec<&str> = prose.split('`').collect();
    let code = parts.iter().skip(1).step_by(2).copied().collect();
    let plain: Vec<&str> = parts.iter().step_by(2).copied().collect();
    (code, plain.join("`"))
}

/// What the links of a page lead to.
fn links(page: &Path) -> Vec<String> {
    let (prose, _) = taken_apart(&read(page));
    let (_, plain) = quoted(&prose);
    let targets = plain.split("](").skip(1);
    let targets = targets.map(|part| part.split(')').next().unwrap());
    targets.map(str::to_owned).collect()
}

/// The folders of the crates that are published.
fn packages() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let is_private = |folder: &PathBuf| {
        let manifest = read(&folder.join("Cargo.toml"));
        manifest.contains("\npublish = false")
    };
    let found: Vec<_> = folders.filter(|folder| !is_private(folder)).collect();
    assert!(found.len() > 5, "{found:?}");
    found
}

/// The name that a heading is linked by.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().to_lowercase();
    let letters = letters.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    letters.collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut headings: HashMap<PathBuf, Vec<String>> = HashMap::new();
    for page in pages() {
        let (prose, _) = taken_apart(&read(&page));
        let titles = prose.lines().filter(|line| line.starts_with('#'));
        let titles = titles.map(|line| anchor(line.trim_start_matches('#')));
        headings.insert(page.canonicalize().unwrap(), titles.collect());
    }
    let mut count = 0;
    for page in pages() {
        for target in links(&page) {
            if target.starts_with("http") {
                continue;
            }
            count += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let to = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            let to = to.canonicalize();
            let to = to.unwrap_or_else(|e| panic!("{}: {target}: {e}", page.display()));
            let is_there = heading.is_empty()
                || headings
                    .get(&to)
                    .is_some_and(|all| all.iter().any(|h| h == heading));
            assert!(is_there, "{}: {target}", page.display());
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn what_the_map_of_the_source_names_is_there() {
    let map = read(&root().join("ARCHITECTURE.md"));
    let (prose, _) = taken_apart(&map);
    let mut files = Vec::new();
    below(&root(), "", &mut files);
    let mut count = 0;
    for word in quoted(&prose).0 {
        let is_path = word.ends_with(".rs") || word.contains('/') && !word.contains(' ');
        if !is_path || word.contains('*') {
            continue;
        }
        count += 1;
        // A name without its folders is that of a file or a folder somewhere.
        let is_there = if word.contains("/src/") || word.starts_with("crates/") {
            root().join(word).exists() || root().join("crates").join(word).exists()
        } else {
            files
                .iter()
                .any(|file| file.ancestors().any(|path| path.ends_with(word)))
        };
        assert!(is_there, "{word}");
    }
    assert!(count > 80, "{count}");
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(map.contains(&format!("| `crates/{name}` |")), "{name}");
    }
}

/// The commands for cargo in a text, each in words, without what is passed on to the program.
fn commands(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let starts = text.match_indices("cargo ").map(|(at, _)| &text[at..]);
    let words = starts.map(|rest| {
        let command = rest.split(['`', '#', '\n']).next().unwrap();
        let words = command.split_whitespace();
        words.take_while(|&word| word != "--").collect::<Vec<_>>()
    });
    words.filter(|words| {
        let verb = words.get(1).copied().unwrap_or_default();
        ["run", "test", "bench", "build"].contains(&verb)
    })
}

/// Of the workspace's packages, without one the default members are built: no tests, no benches.
#[test]
fn commands_name_packages_and_targets_that_are_there() {
    let mut manifests = Vec::new();
    below(&root(), "Cargo.toml", &mut manifests);
    let package = |name: &str| {
        let line = format!("name = \"{name}\"");
        let mut found = manifests.iter().filter(|file| {
            let text = read(file);
            text.lines().nth(1) == Some(&line)
        });
        found.next().map(|file| file.parent().unwrap())
    };
    let mut texts = pages();
    below(&root(), ".rs", &mut texts);
    let mut count = 0;
    for file in texts {
        let text = read(&file);
        for words in commands(&text) {
            let shown = || format!("{}: {}", file.display(), words.join(" "));
            let mut folder = None;
            for pair in words.windows(2) {
                let [flag, name] = [pair[0], pair[1]];
                if flag == "-p" {
                    folder = package(name);
                    assert!(folder.is_some(), "{}", shown());
                    count += 1;
                }
                let kinds = [
                    ("--example", "examples"),
                    ("--bench", "benches"),
                    ("--test", "tests"),
                ];
                if let Some((_, kind)) = kinds.iter().find(|kind| kind.0 == flag) {
                    let folder = folder.unwrap_or_else(|| panic!("{}: of which?", shown()));
                    let kind = folder.join(kind);
                    let alone = kind.join(format!("{name}.rs")).exists();
                    assert!(
                        alone || kind.join(name).join("main.rs").exists(),
                        "{}",
                        shown()
                    );
                }
                if flag == "--features" {
                    let manifest = read(&folder.unwrap().join("Cargo.toml"));
                    assert!(manifest.contains(&format!("\n{name} = [")), "{}", shown());
                }
            }
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn all_code_of_the_book_is_tried() {
    let mut libraries = Vec::new();
    below(&root().join("crates"), "lib.rs", &mut libraries);
    let mut documented = Vec::new();
    for library in libraries {
        let text = read(&library);
        for page in text.split("include_str!(\"").skip(1) {
            let page = page.split('"').next().unwrap();
            documented.push(library.parent().unwrap().join(page).canonicalize().unwrap());
        }
    }
    // But for layout and comments.
    let dense = |code: &str| -> String {
        let code = code.lines().map(|line| line.split("//").next().unwrap());
        let code: String = code.collect();
        let code: String = code.split_whitespace().collect();
        code.replace(",)", ")").replace(";}", "}")
    };
    let tried = dense(include_str!("glam.rs"));
    for page in pages() {
        for (word, block) in taken_apart(&read(&page)).1 {
            match word.as_str() {
                "rust" => {
                    let page = page.canonicalize().unwrap();
                    assert!(documented.contains(&page), "{}", page.display());
                }
                _ if word.starts_with("rust") => assert!(tried.contains(&dense(&block)), "{block}"),
                _ => {}
            }
        }
    }
}

#[test]
fn the_json_of_the_book_is_read() {
    let blocks = taken_apart(&read(&root().join("docs/case-format.md"))).1;
    let mut json = blocks.iter().filter(|(word, _)| word == "json");
    let (_, case) = json.next().unwrap();
    Case::<f64>::parse(case.as_bytes(), &mut Meshes::default()).unwrap();
    let (_, scene) = json.next().unwrap();
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]].map(Into::into);
    let mesh = TriangleMesh::<f64>::new(corners.to_vec(), vec![[0, 2, 1]]).unwrap();
    let mesh = Arc::new(mesh);
    let mut meshes = Meshes::from_lookup(move |_| Ok(Arc::clone(&mesh)));
    let scene = SceneFile::parse(scene.as_bytes(), &mut meshes).unwrap();
    assert_eq!(scene.objects.len(), 2);
    assert!(json.next().is_none());
}

/// A package is a crate's folder alone.
#[test]
fn packages_have_what_they_include() {
    for folder in packages() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let whole = read(&root().join(licence));
            assert_eq!(read(&folder.join(licence)), whole, "{}", folder.display());
        }
        let mut sources = Vec::new();
        below(&folder, ".rs", &mut sources);
        for source in sources {
            let text = read(&source);
            // What only the documentation's tests include is not compiled elsewhere.
            let text = text.split("#[cfg(all(doctest").next().unwrap();
            for included in text.split("include_str!(\"").skip(1) {
                let included = included.split('"').next().unwrap();
                let depth = source.strip_prefix(&folder).unwrap().components().count() - 1;
                let up = included.matches("../").count();
                assert!(up <= depth, "{}: {included}", source.display());
            }
        }
    }
}

/// It is read where the files beside it are not: a link to one of them would lead nowhere.
#[test]
fn the_page_of_a_package_stands_alone() {
    for folder in packages() {
        let page = folder.join("README.md");
        let outward: Vec<_> = links(&page)
            .into_iter()
            .filter(|target| !target.starts_with("http") && !target.starts_with('#'))
            .collect();
        assert!(outward.is_empty(), "{}: {outward:?}", page.display());
    }
}
