//! What the figures alone do not say: where the time goes, and what was tried.

use crate::document::{Block, Table};

/// Written by hand, in the part of markdown that a document has.
const PROFILE: &str = include_str!("profile.md");

/// The section.
pub(crate) fn section() -> Vec<Block> {
    let mut blocks = vec![Block::Heading(2, "Where the time goes".into())];
    blocks.extend(written(PROFILE));
    blocks
}

/// Headings, paragraphs, lists and tables, with an empty line between them.
fn written(text: &str) -> Vec<Block> {
    let blocks = text.split("\n\n").map(str::trim);
    blocks
        .filter(|block| !block.is_empty())
        .map(block)
        .collect()
}

fn block(text: &str) -> Block {
    if let Some(title) = text.strip_prefix("### ") {
        return Block::Heading(3, title.to_owned());
    }
    if let Some(items) = text.strip_prefix("- ") {
        return Block::List(items.split("\n- ").map(on_one_line).collect());
    }
    if !text.starts_with('|') {
        return Block::Text(on_one_line(text));
    }
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim().trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = text.lines();
    let mut table = Table::new(1, cells(lines.next().unwrap_or_default()));
    table.rows = lines.skip(1).map(cells).collect();
    Block::Table(table)
}

fn on_one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_text_becomes_headings_paragraphs_lists_and_tables() {
        let blocks = written(
            "### One\n\nA line,\nand another.\n\n- an item\n  of two lines\n- another - item\n\n| a | b |\n|---|--:|\n| x | 1 |\n",
        );
        let mut table = Table::new(1, ["a", "b"]);
        table.rows.push(vec!["x".into(), "1".into()]);
        let expected = [
            Block::Heading(3, "One".into()),
            Block::Text("A line, and another.".into()),
            Block::List(vec!["an item of two lines".into(), "another - item".into()]),
            Block::Table(table),
        ];
        assert_eq!(blocks, expected);
    }

    #[test]
    fn every_mark_in_the_profile_is_understood() {
        let marked = |text: &String| text.starts_with(['#', '-', '|', '*']) || text.contains(" - ");
        for block in section() {
            let fits = match &block {
                Block::Heading(level, title) => *level <= 3 && !marked(title),
                Block::Text(text) => !marked(text),
                Block::List(items) => !items.iter().any(marked),
                Block::Table(table) => table.rows.iter().all(|r| r.len() == table.head.len()),
            };
            assert!(fits, "{block:?}");
        }
    }
}
