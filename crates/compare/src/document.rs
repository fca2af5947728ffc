//! Headings, paragraphs and tables, as text, as markdown and as HTML: a report is laid out once.

use comfy_table::{CellAlignment, Table as Grid, TableStyle, presets};
use core::fmt::Write;

/// A piece of a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    /// A heading, level 1 to 3.
    Heading(usize, String),
    /// A paragraph.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Table(Table),
}

/// A table whose first columns hold words and whose other columns hold numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// How many columns hold words.
    pub(crate) words: usize,
    /// The heads of the columns.
    pub(crate) head: Vec<String>,
    /// The rows.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(words: usize, head: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            words,
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    fn grid(&self, style: TableStyle, escape: fn(&str) -> String) -> Grid {
        let mut grid = Grid::new();
        grid.load_style(style);
        grid.set_header(self.head.iter().map(|cell| escape(cell)));
        for row in &self.rows {
            grid.add_row(row.iter().map(|cell| escape(cell)));
        }
        for column in grid.column_iter_mut().skip(self.words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        grid
    }
}

/// For a terminal.
pub(crate) fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let _ = match block {
            Block::Heading(1, title) => writeln!(out, "{}\n", title.to_uppercase()),
            Block::Heading(_, title) => writeln!(out, "{title}\n"),
            Block::Text(text) => writeln!(out, "{text}\n"),
            Block::List(items) => writeln!(out, "{}\n", points(items)),
            Block::Table(table) => {
                let grid = table.grid(presets::NOTHING, str::to_owned);
                writeln!(out, "{}\n", grid.trim_fmt())
            }
        };
    }
    out
}

/// As markdown.
pub(crate) fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let _ = match block {
            Block::Heading(level, title) => writeln!(out, "{} {title}", "#".repeat(*level)),
            Block::Text(text) => writeln!(out, "{text}"),
            Block::List(items) => writeln!(out, "{}", points(items)),
            Block::Table(table) => {
                let bars = |cell: &str| cell.replace('|', "\\|");
                let grid = table.grid(presets::ASCII_MARKDOWN, bars);
                writeln!(out, "{}", aligned(&grid.trim_fmt(), table))
            }
        };
    }
    out
}

/// A list as markdown has it, an item to a line.
fn points(items: &[String]) -> String {
    let lines: Vec<String> = items.iter().map(|item| format!("- {item}")).collect();
    lines.join("\n")
}

/// Markdown's second row tells how columns are aligned: those of numbers to the right.
fn aligned(grid: &str, table: &Table) -> String {
    let mut lines: Vec<String> = grid.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let columns = rule.trim_matches('|').split('|').enumerate();
        let cells = columns.map(|(i, dashes)| match dashes.len() {
            n if i >= table.words && n > 1 => format!("{}:", "-".repeat(n - 1)),
            n => "-".repeat(n),
        });
        *rule = format!("|{}|", cells.collect::<Vec<_>>().join("|"));
    }
    lines.join("\n")
}

/// As HTML, without page around it.
pub(crate) fn html(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let _ = match block {
            Block::Heading(level, title) => {
                writeln!(out, "<h{level}>{}</h{level}>", escape(title))
            }
            Block::Text(text) => writeln!(out, "<p>{}</p>", escape(text)),
            Block::List(items) => {
                let item = |text: &String| format!("<li>{}</li>\n", escape(text));
                let items: String = items.iter().map(item).collect();
                writeln!(out, "<ul>\n{items}</ul>")
            }
            Block::Table(table) => {
                let cells = |row: &[String], tag: &str| {
                    let cell = |(i, text): (usize, &String)| {
                        let class = if i < table.words {
                            " class=\"word\""
                        } else {
                            ""
                        };
                        format!("<{tag}{class}>{}</{tag}>", escape(text))
                    };
                    row.iter().enumerate().map(cell).collect::<String>()
                };
                let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", cells(row, "td"));
                let body: String = table.rows.iter().map(row).collect();
                let head = cells(&table.head, "th");
                writeln!(
                    out,
                    "<div class=\"wide\"><table>\n<tr>{head}</tr>\n{body}</table></div>"
                )
            }
        };
    }
    out
}

/// Text that stands for itself in HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Vec<Block> {
        let mut table = Table::new(1, ["who", "ns"]);
        table.rows.push(vec!["a|b <i>".into(), "12".into()]);
        table.rows.push(vec!["c".into(), "3456".into()]);
        vec![
            Block::Heading(2, "Times & more".into()),
            Block::Table(table),
            Block::List(vec!["a < b".into(), "c".into()]),
        ]
    }

    #[test]
    fn one_document_in_three_forms() {
        assert_eq!(
            markdown(&blocks()),
            "## Times & more\n\n\
             | who      |   ns |\n\
             |----------|-----:|\n\
             | a\\|b <i> |   12 |\n\
             | c        | 3456 |\n\n\
             - a < b\n\
             - c\n"
        );
        let text = text(&blocks());
        assert!(text.starts_with("Times & more\n\n"), "{text}");
        assert!(text.lines().any(|l| l.trim() == "a|b <i>    12"), "{text}");
        assert!(text.ends_with("\n\n- a < b\n- c\n\n"), "{text}");
        let html = html(&blocks());
        assert!(html.contains("<h2>Times &amp; more</h2>"), "{html}");
        assert!(
            html.contains("<tr><td class=\"word\">a|b &lt;i&gt;</td><td>12</td></tr>"),
            "{html}"
        );
        assert!(
            html.ends_with("<ul>\n<li>a &lt; b</li>\n<li>c</li>\n</ul>\n"),
            "{html}"
        );
    }
}
