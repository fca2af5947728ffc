//! One conversation with a program: lines in, lines out, in order.
//!
//! Every line is written without waiting for an answer, then the input is closed: programs that read all before they
//! answer, and programs whose output is buffered, work as well as those that answer line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest answer that is read.
const LONGEST: u64 = 1 << 20;

/// How much of the end of standard error is kept.
const STDERR_KEPT: usize = 600;

/// Why a conversation ended before every line was answered, or went on after that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The shell could not be started.
    NotStarted(String),
    /// The output ended; with what is known of the end: exit status and last words on standard error.
    Ended(String),
    /// No answer came for so long.
    Silent(Duration),
    /// A line came for which nothing had been asked.
    Surplus(String),
}

/// What came back: as many answers as came in order, and what broke.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) answers: Vec<String>,
    pub(crate) broken: Option<Broken>,
}

/// Runs `command` in a shell, writes `lines` to it, and reads one answer line for each; blank lines are passed over.
/// `patience` is the longest wait for any one answer.
pub(crate) fn converse(command: &str, lines: &[String], patience: Duration) -> Heard {
    let mut child = match start(command) {
        Ok(child) => child,
        Err(e) => {
            let broken = Some(Broken::NotStarted(e.to_string()));
            return Heard {
                answers: Vec::new(),
                broken,
            };
        }
    };
    let stderr = Arc::new(Mutex::new(String::new()));
    let heard = spawn_pumps(&mut child, lines, &stderr);
    let mut answers = Vec::with_capacity(lines.len());
    let broken = listen(&heard, lines.len(), patience, &mut answers);
    let status = finish(&mut child, broken.as_ref(), patience);
    let broken = broken.map(|broken| match broken {
        Broken::Ended(_) => Broken::Ended(epitaph(&status, &stderr)),
        other => other,
    });
    Heard { answers, broken }
}

fn start(command: &str) -> std::io::Result<Child> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut shell = Command::new(shell);
    shell
        .args([flag, command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // A group of its own, so that what the shell has started can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn()
}

/// Starts the threads that write, read and keep the last words. They end when their pipes do, and nobody waits for them:
/// a grandchild may hold a pipe open for ever.
fn spawn_pumps(
    child: &mut Child,
    lines: &[String],
    last_words: &Arc<Mutex<String>>,
) -> Receiver<String> {
    if let Some(mut stdin) = child.stdin.take() {
        let mut text = lines.join("\n");
        text.push('\n');
        // A program that has gone away is noticed by its output's end.
        thread::spawn(move || stdin.write_all(text.as_bytes()));
    }
    let (send, heard) = channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || read_lines(stdout, &send));
    }
    if let Some(stderr) = child.stderr.take() {
        let last_words = Arc::clone(last_words);
        thread::spawn(move || keep_end(stderr, &last_words));
    }
    heard
}

fn read_lines(stdout: impl Read, send: &Sender<String>) {
    let mut input = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if !text.is_empty() && send.send(text.to_owned()).is_err() {
            return;
        }
    }
}

fn keep_end(mut stderr: impl Read, kept: &Mutex<String>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(&buffer[..count]));
        let mut cut = kept.len().saturating_sub(STDERR_KEPT);
        while !kept.is_char_boundary(cut) {
            cut += 1;
        }
        kept.drain(..cut);
    }
}

/// Collects up to `count` answers, then waits for the end.
fn listen(
    heard: &Receiver<String>,
    count: usize,
    patience: Duration,
    answers: &mut Vec<String>,
) -> Option<Broken> {
    while answers.len() < count {
        match heard.recv_timeout(patience) {
            Ok(line) => answers.push(line),
            Err(RecvTimeoutError::Timeout) => return Some(Broken::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => return Some(Broken::Ended(String::new())),
        }
    }
    match heard.recv_timeout(patience) {
        Ok(line) => Some(Broken::Surplus(line)),
        // One that answers everything and does not leave is sent away, and that is no fault of its answers.
        Err(_) => None,
    }
}

/// Sends the program away unless it went by itself, and collects its exit status in words.
fn finish(child: &mut Child, broken: Option<&Broken>, patience: Duration) -> String {
    if matches!(broken, Some(Broken::Ended(_))) {
        // Its output has ended; it may need a moment to go.
        let step = Duration::from_millis(10);
        let mut waited = Duration::ZERO;
        while waited < patience {
            if let Ok(Some(status)) = child.try_wait() {
                return status.to_string();
            }
            thread::sleep(step);
            waited += step;
        }
    }
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
    let _ = child.kill();
    match child.wait() {
        Ok(status) => status.to_string(),
        Err(e) => e.to_string(),
    }
}

fn epitaph(status: &str, stderr: &Mutex<String>) -> String {
    // The other thread may not have read the last of it yet.
    thread::sleep(Duration::from_millis(20));
    let stderr = stderr.lock().unwrap_or_else(PoisonError::into_inner);
    let words: Vec<_> = stderr.lines().rev().take(3).collect();
    let words: Vec<_> = words.into_iter().rev().map(str::trim).collect();
    if words.is_empty() {
        status.to_owned()
    } else {
        format!("{status}, saying: {}", words.join(" | "))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_millis(2_000);

    fn ask(command: &str, lines: &[&str]) -> Heard {
        let lines: Vec<_> = lines.iter().map(|l| (*l).to_owned()).collect();
        converse(command, &lines, PATIENCE)
    }

    #[test]
    fn every_line_is_answered_in_order() {
        let lines: Vec<_> = (0..20_000).map(|i| format!("line {i}")).collect();
        let heard = converse("cat", &lines, PATIENCE);
        assert_eq!((heard.answers, heard.broken), (lines, None));
    }

    #[test]
    fn a_program_may_read_everything_first() {
        let heard = ask("sort", &["b", "a"]);
        assert_eq!((heard.answers.len(), heard.broken), (2, None));
    }

    #[test]
    fn the_end_of_a_program_is_told_with_its_last_words() {
        let heard = ask("read x; echo $x; echo no more >&2; exit 3", &["a", "b"]);
        assert_eq!(heard.answers, ["a"]);
        let Some(Broken::Ended(how)) = heard.broken else {
            panic!("{:?}", heard.broken)
        };
        assert!(
            how.contains('3') && how.ends_with("saying: no more"),
            "{how}"
        );
    }

    #[test]
    fn silence_is_noticed() {
        let patience = Duration::from_millis(100);
        let heard = converse("sleep 60", &["a".to_owned()], patience);
        assert_eq!(heard.broken, Some(Broken::Silent(patience)));
    }

    #[test]
    fn a_line_too_many_is_noticed() {
        let heard = ask("cat; echo more", &["a"]);
        assert_eq!(heard.broken, Some(Broken::Surplus("more".into())));
    }

    #[test]
    fn a_command_that_does_not_exist_ends_at_once() {
        let heard = ask("no-such-program-anywhere", &["a"]);
        assert!(matches!(heard.broken, Some(Broken::Ended(how)) if how.contains("127")));
    }
}
