//! The progress of a check, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use swept_oracle::Progress;

/// A bar of judged answers, with their rate and the wrong ones so far.
pub struct Watch {
    bar: ProgressBar,
    wrong: AtomicU64,
}

impl Watch {
    /// A bar that is full at `answers`; hidden where standard error is no terminal.
    pub fn new(answers: u64) -> Self {
        let template = "{wide_bar} {percent}% {human_pos} answers, {per_sec}, {msg}, {eta} left";
        let bar = if io::stderr().is_terminal() {
            ProgressBar::new(answers)
        } else {
            ProgressBar::hidden()
        };
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        bar.set_message("0 wrong");
        Self {
            bar,
            wrong: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Watch {
    fn done(&self, answers: u64, wrong: u64) {
        let wrong = wrong + self.wrong.fetch_add(wrong, Ordering::Relaxed);
        self.bar.set_message(format!("{wrong} wrong"));
        self.bar.inc(answers);
    }
}
