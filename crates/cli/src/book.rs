//! The commands of the book, as the program reads them.

use crate::args::{Cli, one_line};
use clap::Parser;

const PAGES: [&str; 6] = [
    include_str!("../../../README.md"),
    include_str!("../../../docs/case-format.md"),
    include_str!("../../../docs/check.md"),
    include_str!("../../../docs/compare.md"),
    include_str!("../../../docs/slide.md"),
    include_str!("../../../tests/corpus/README.md"),
];

/// The lines of a page's blocks for the shell.
fn lines(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```sh\n").skip(1);
    blocks.flat_map(|block| block.split("```").next().unwrap_or("").lines())
}

#[test]
fn every_command_of_the_book_is_one() {
    let mut count = 0;
    for line in PAGES.iter().flat_map(|page| lines(page)) {
        let command = line.split('#').next().unwrap_or("");
        let starts = ["cargo run --release -- ", "swept "];
        let Some(flags) = starts.iter().find_map(|start| command.strip_prefix(start)) else {
            continue;
        };
        count += 1;
        let words = flags.split_whitespace().map(|word| word.trim_matches('"'));
        if let Err(e) = Cli::try_parse_from(["swept"].into_iter().chain(words)) {
            panic!("{line}: {}", one_line(&e.to_string()));
        }
    }
    assert!(count > 15, "{count}");
}
