//! Any other program as a caster: it reads casts and says what it finds, and how long it took.
//!
//! A peer is started in a shell for each workload. Every line that it reads is an object, and it answers each with one line: a cast in
//! the case format with its answer in the case format; `{"time":[3,4,5]}`, the numbers of casts that it has read, with `{"ns":840}`,
//! the nanoseconds that it took to cast these once more. It times them itself, as the way there and back would take longer than a cast.
//! When its input ends, it ends. One that falls silent has failed, like one that ends.

use crate::file::lines;
use crate::{Answer, Caster, Kind, Scalar, Solver, Way, Workload};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use swept::nalgebra::Vector3;

/// The longest answer that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// How much of a line is repeated in a message.
const SHOWN: usize = 120;

/// How long a peer may take for one line.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that casts.
#[derive(Clone, Debug)]
pub struct Peer {
    way: Way,
    command: String,
    patience: Duration,
}

/// Why a peer gave no answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}: {what}", way.solver.name())]
pub struct PeerError {
    /// The peer.
    pub way: Way,
    /// What it did, and what was expected.
    pub what: String,
}

impl Peer {
    /// The program that `command` starts. Its errors are told in units in the last place of `scalar`.
    pub fn new(name: &str, scalar: Scalar, command: impl Into<String>) -> Self {
        Self {
            way: Way {
                // A name is what tables and orders go by for as long as the program runs.
                solver: Solver::Peer(String::from(name).leak()),
                scalar,
            },
            command: command.into(),
            patience: PATIENCE,
        }
    }

    /// How long it may take for one line before it counts as failed: a minute, unless said otherwise here.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Who it is.
    pub fn way(&self) -> Way {
        self.way
    }

    /// Starts it on the casts of a workload, and hears its answers. `None` where it has none to the first of them: it does not know
    /// the shapes.
    ///
    /// # Errors
    /// [`PeerError`] when it cannot be started, ends, or says what is no answer.
    pub(crate) fn join(&self, workload: &Workload) -> Result<Option<Guest>, PeerError> {
        let mut talk = Talk::start(&self.command, self.patience).map_err(|e| self.error(&e))?;
        let mut answers = Vec::with_capacity(workload.casts().len());
        for line in lines(workload) {
            let said: Said = talk.ask(&line).map_err(|e| self.error(&e))?;
            if answers.is_empty() && said.error.is_some() {
                return Ok(None);
            }
            answers.push(said.answer().map_err(|e| self.error(&e))?);
        }
        Ok(Some(Guest {
            peer: self.clone(),
            talk: RefCell::new(talk),
            answers,
            broken: RefCell::new(None),
        }))
    }

    fn error(&self, what: &io::Error) -> PeerError {
        PeerError {
            way: self.way,
            what: what.to_string(),
        }
    }
}

/// A peer that has heard the casts of a workload.
pub(crate) struct Guest {
    peer: Peer,
    talk: RefCell<Talk>,
    answers: Vec<Answer>,
    /// Why it has stopped to tell times.
    broken: RefCell<Option<PeerError>>,
}

impl Caster for Guest {
    fn way(&self) -> Way {
        self.peer.way
    }

    fn run(&self, casts: &[usize]) {
        self.time(casts);
    }

    /// By the peer's own clock; NaN once it has failed.
    fn time(&self, casts: &[usize]) -> f64 {
        if self.broken.borrow().is_some() {
            return f64::NAN;
        }
        let request = serde_json::json!({ "time": casts }).to_string();
        match self.talk.borrow_mut().ask::<Time>(&request) {
            Ok(Time { ns }) => ns,
            Err(e) => {
                *self.broken.borrow_mut() = Some(self.peer.error(&e));
                f64::NAN
            }
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        self.answers[cast]
    }

    fn failure(&self) -> Option<PeerError> {
        self.broken.borrow().clone()
    }
}

/// A line there, a line back.
///
/// A thread writes and reads, so that whoever asks can give up: what it waits for may never come.
struct Talk {
    child: Child,
    questions: Option<Sender<String>>,
    answers: Receiver<io::Result<String>>,
    patience: Duration,
}

impl Talk {
    fn start(command: &str, patience: Duration) -> io::Result<Self> {
        let (shell, flag) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut child = Command::new(shell)
            .args([flag, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("its input and output are no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let (questions, asked) = channel();
        let (told, answers) = channel();
        thread::spawn(move || carry(&asked, (input, output), &told));
        Ok(Self {
            child,
            questions: Some(questions),
            answers,
            patience,
        })
    }

    fn ask<A: DeserializeOwned>(&mut self, line: &str) -> io::Result<A> {
        let closed = || io::Error::other("ended before it was asked");
        let questions = self.questions.as_ref().ok_or_else(closed)?;
        questions.send(format!("{line}\n")).map_err(|_| closed())?;
        let answer = match self.answers.recv_timeout(self.patience) {
            Ok(answer) => answer?,
            Err(RecvTimeoutError::Disconnected) => return Err(closed()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs_f64();
                return Err(io::Error::other(format!(
                    "said nothing for {seconds} seconds"
                )));
            }
        };
        serde_json::from_str(&answer).map_err(|e| {
            let shown: String = answer.trim().chars().take(SHOWN).collect();
            io::Error::other(format!("said what is no answer: {e}, in: {shown}"))
        })
    }
}

/// Carries lines there and back until there is no one who asks, or no one who answers.
fn carry(
    asked: &Receiver<String>,
    (mut input, mut output): (ChildStdin, BufReader<ChildStdout>),
    told: &Sender<io::Result<String>>,
) {
    let mut there_and_back = |line: String| {
        let unread = |_| io::Error::other("ended before it had read all lines");
        input.write_all(line.as_bytes()).map_err(unread)?;
        let mut answer = String::new();
        let mut limited = output.by_ref().take(LONGEST);
        if limited.read_line(&mut answer)? == 0 {
            return Err(io::Error::other("ended before it had answered all lines"));
        }
        Ok(answer)
    };
    for line in asked {
        let answer = there_and_back(line);
        let goes_on = answer.is_ok();
        if told.send(answer).is_err() || !goes_on {
            break;
        }
    }
}

impl Drop for Talk {
    /// What goes on after the end of its input is ended.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer to a cast. What else the case format has is not looked at.
#[derive(Deserialize)]
struct Said {
    outcome: Option<String>,
    fraction: Option<f64>,
    normal: Option<[f64; 3]>,
    error: Option<String>,
}

impl Said {
    fn answer(self) -> io::Result<Answer> {
        let kind = match (self.outcome.as_deref(), &self.error) {
            (Some("hit"), _) => Kind::Hit,
            (Some("miss"), _) => Kind::Miss,
            (Some("overlap"), _) => Kind::Overlap,
            (Some("unresolved"), _) | (None, Some(_)) => Kind::Unresolved,
            (other, _) => {
                let other = other.unwrap_or("none");
                return Err(io::Error::other(format!(
                    "outcome: {other} (expected hit, miss, overlap or unresolved)"
                )));
            }
        };
        let fraction = match (kind, self.fraction) {
            (Kind::Hit, Some(fraction)) => fraction,
            (Kind::Hit, None) => {
                return Err(io::Error::other("fraction: none (expected a number)"));
            }
            (Kind::Miss, _) => 1.0,
            _ => 0.0,
        };
        Ok(Answer {
            kind,
            fraction,
            normal: self.normal.map(Vector3::from).filter(|_| kind == Kind::Hit),
            work: None,
        })
    }
}

/// The answer to a request for a time.
#[derive(Deserialize)]
struct Time {
    ns: f64,
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Effort, Measured, PAIRS, measure};

    /// A peer that answers every cast by `cast` and every request for a time by `time`.
    fn says(cast: &str, time: &str) -> Peer {
        let command = format!(
            r#"while read -r line; do case "$line" in '{{"time"'*) {time};; *) {cast};; esac; done"#
        );
        Peer::new("guest", Scalar::F32, command)
    }

    fn measured(peer: Peer) -> Measured {
        let workload = PAIRS[0].workload(7, 40).unwrap();
        let effort = Effort {
            repeats: 3,
            rounds: 2,
            cold: 4,
        };
        measure(&workload, &[Way::BASE], &[peer], &effort, 0.0)
    }

    /// What it did; all others are measured as if it had not been there.
    fn failure(peer: Peer) -> String {
        let found = measured(peer);
        assert_eq!((found.cells.len(), found.failures.len()), (1, 1));
        found.failures[0].to_string()
    }

    #[test]
    fn a_peer_is_judged_and_timed_beside_the_others() {
        let miss = r#"echo '{"id":1,"outcome":"miss","gap":0.5}'"#;
        let found = measured(says(miss, r#"echo '{"ns":2000}'"#));
        let [base, guest] = &found.cells[..] else {
            panic!("{found:?}")
        };
        assert_eq!(guest.way.label(), "guest f32");
        assert_eq!((guest.ns, guest.p99, guest.cold), (50.0, 2000.0, 2000.0));
        assert_eq!(guest.ratio, Some(50.0 / base.ns));
        // It is wrong about what hits, and about nothing else.
        assert_eq!(
            (guest.errors.judged, guest.errors.wrong),
            (40, guest.hits.count)
        );
        assert!(guest.hits.count > 10 && guest.misses.count > 5);
    }

    #[test]
    fn what_a_peer_says_of_a_hit_is_what_is_judged() {
        let hit = r#"echo '{"outcome":"hit","fraction":0.25,"normal":[0,0,1]}'"#;
        let guest = says(hit, "echo").join(&PAIRS[0].workload(7, 3).unwrap());
        let answer = guest.unwrap().unwrap().answer(2);
        assert_eq!((answer.kind, answer.fraction), (Kind::Hit, 0.25));
        assert_eq!(answer.normal, Some(Vector3::z()));
    }

    #[test]
    fn a_peer_that_does_not_know_the_shapes_is_left_out() {
        let found = measured(says(r#"echo '{"error":"no boxes"}'"#, "exit"));
        assert_eq!((found.cells.len(), found.failures.len()), (1, 0));
    }

    /// Before it answers, and where it is asked for times.
    #[test]
    fn a_peer_that_falls_silent_is_not_waited_for() {
        let miss = r#"echo '{"outcome":"miss"}'"#;
        for (cast, time) in [("exec sleep 600", ""), (miss, "exec sleep 600")] {
            let peer = says(cast, time).with_patience(Duration::from_millis(300));
            assert_eq!(failure(peer), "guest: said nothing for 0.3 seconds");
        }
    }

    #[test]
    fn a_peer_that_fails_is_told_with_what_it_did() {
        let miss = r#"echo '{"outcome":"miss"}'"#;
        for (cast, time, expected) in [
            ("exit 3", "", "guest: ended before it had"),
            (
                "echo hello",
                "",
                "guest: said what is no answer: expected value",
            ),
            (
                r#"echo '{"outcome":"hit"}'"#,
                "",
                "guest: fraction: none (expected a number)",
            ),
            (
                r#"echo '{"outcome":"bounce"}'"#,
                "",
                "guest: outcome: bounce (expected hit, miss, overlap or unresolved)",
            ),
            (miss, "exit", "guest: ended before it had"),
            (
                miss,
                r#"echo '{"ms":1}'"#,
                "guest: said what is no answer: missing field `ns`",
            ),
        ] {
            let failure = failure(says(cast, time));
            assert!(failure.starts_with(expected), "{failure}");
        }
    }
}
