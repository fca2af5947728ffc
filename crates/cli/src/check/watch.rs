//! The progress of a check, on a terminal only.

use crate::progress::on_terminal;
use indicatif::ProgressBar;
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
        let bar = on_terminal(ProgressBar::new(answers), template);
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
