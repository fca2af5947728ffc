//! Any program that speaks the case format.

use super::conversation::{Broken, converse};
use super::{Engine, NoAnswer};
use crate::{Cast, Claim, Precision};
use serde::Deserialize;
use std::time::Duration;

/// A program that reads cases from its standard input and writes an answer for each to its standard output, in order, in
/// the case format.
///
/// It is started in a shell for every block of casts. It may answer line by line or read everything first. When it ends or
/// falls silent, the cast that it owes an answer for is called the cause, and it is started again for those after it.
#[derive(Clone, Debug)]
pub struct Program {
    name: String,
    command: String,
    precision: Precision,
    patience: Duration,
}

/// How often a program is started again within one block.
const RESTARTS: usize = 3;

/// How much of a line is repeated in a message.
const SHOWN: usize = 120;

impl Program {
    /// The program that `command` starts, held to what `precision` owes; `patience` is the longest wait for an answer.
    pub fn new(
        name: impl Into<String>,
        command: impl Into<String>,
        precision: Precision,
        patience: Duration,
    ) -> Self {
        Self {
            name: name.into(),
            command: command.into(),
            precision,
            patience,
        }
    }
}

impl Engine for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.command
    }

    fn precision(&self) -> Precision {
        self.precision
    }

    fn answer(&self, cast: &Cast) -> Result<Claim, NoAnswer> {
        let mut answers = self.answer_all(std::slice::from_ref(cast));
        answers.pop().unwrap_or_else(|| Err(unanswered()))
    }

    fn answer_all(&self, casts: &[Cast]) -> Vec<Result<Claim, NoAnswer>> {
        let mut answers = Vec::with_capacity(casts.len());
        for _ in 0..=RESTARTS {
            let rest = &casts[answers.len()..];
            if rest.is_empty() {
                return answers;
            }
            // The program must name what it answers: names are given by position, whatever the casts are called.
            let first = answers.len();
            let lines: Vec<_> = rest
                .iter()
                .enumerate()
                .map(|(i, cast)| {
                    let id = name(first + i);
                    Cast { id, ..cast.clone() }.to_json()
                })
                .collect();
            let heard = converse(&self.command, &lines, self.patience);
            for line in &heard.answers {
                let answer = read(line, &name(answers.len()));
                let lost = matches!(answer, Err(Misread::OutOfOrder(_)));
                answers.push(answer.map_err(|e| e.no_answer()).and_then(|a| a));
                if lost {
                    // Nothing after it can be trusted to belong to what was asked.
                    answers.resize(casts.len(), Err(unanswered()));
                    return answers;
                }
            }
            match heard.broken {
                Some(surplus @ Broken::Surplus(_)) => {
                    if let Some(last) = answers.last_mut() {
                        *last = Err(NoAnswer::Broken(how(&surplus)));
                    }
                }
                Some(broken) if answers.len() < casts.len() => {
                    answers.push(Err(NoAnswer::Broken(how(&broken))));
                }
                _ => {}
            }
        }
        answers.resize(casts.len(), Err(unanswered()));
        answers
    }
}

fn name(position: usize) -> String {
    format!("case-{position}")
}

fn unanswered() -> NoAnswer {
    NoAnswer::Broken("not asked any more: the program had failed before".into())
}

fn how(broken: &Broken) -> String {
    match broken {
        Broken::NotStarted(why) => format!("the shell could not be started: {why}"),
        Broken::Ended(status) => format!("the program ended before it answered: {status}"),
        Broken::Silent(patience) => format!("no answer within {} s", patience.as_secs_f64()),
        Broken::Surplus(line) => format!("answered more lines than cases: {}", shown(line)),
    }
}

fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    text
}

/// Why a line is no answer.
enum Misread {
    OutOfOrder(String),
    Malformed(String),
}

impl Misread {
    fn no_answer(self) -> NoAnswer {
        match self {
            Self::OutOfOrder(what) | Self::Malformed(what) => NoAnswer::Broken(what),
        }
    }
}

/// What every answer has, beside the outcome.
#[derive(Deserialize)]
struct Head {
    id: Option<serde_json::Value>,
    error: Option<String>,
    outcome: Option<String>,
}

/// The answer on a line, if it is that to the case called `name`: a claim, or that the program refused the case.
fn read(line: &str, name: &str) -> Result<Result<Claim, NoAnswer>, Misread> {
    let malformed = |why: String| Misread::Malformed(format!("{why}: {}", shown(line)));
    let head: Head =
        serde_json::from_str(line).map_err(|e| malformed(format!("not an answer ({e})")))?;
    let found = match &head.id {
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "none".to_owned(),
    };
    if found != name {
        let what = format!("expected the id {name}, found {found}: {}", shown(line));
        return Err(Misread::OutOfOrder(what));
    }
    if let Some(error) = head.error {
        return Ok(Err(NoAnswer::Refused(error)));
    }
    if head.outcome.is_none() {
        return Err(malformed("neither an outcome nor an error".to_owned()));
    }
    let claim = serde_json::from_str(line);
    claim
        .map(Ok)
        .map_err(|e| malformed(format!("not an answer ({e})")))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Body, Form};

    fn ask(command: &str, count: usize) -> Vec<Result<Claim, NoAnswer>> {
        let patience = Duration::from_millis(1_500);
        let program = Program::new("it", command, Precision::of::<f64>(), patience);
        let cast = Cast::new(
            Body::new(Form::Point),
            [1.0, 0.0, 0.0],
            Body::new(Form::Point),
        );
        program.answer_all(&vec![cast; count])
    }

    /// A program that answers each line by `body`, a part of an awk script in which `id` is the case's id.
    fn awk(body: &str) -> String {
        let id = r#"match($0,/"id":"[^"]*"/); id=substr($0,RSTART,RLENGTH)"#;
        format!("awk '{{ {id}; {body} }}'")
    }

    fn complaint(answer: &Result<Claim, NoAnswer>) -> &str {
        match answer {
            Err(NoAnswer::Broken(what)) => what,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn answers_are_read_with_whatever_they_say() {
        let says = awk(
            r#"print "{" id ",\"outcome\":\"hit\",\"fraction\":0.25,\"normal\":[0,1,0],\"steps\":3}""#,
        );
        let answers = ask(&says, 3);
        let expected = Claim::Hit {
            fraction: 0.25,
            fraction_upper: None,
            normal: Some([0.0, 1.0, 0.0]),
            point_moving: None,
            point_fixed: None,
        };
        assert_eq!(answers, vec![Ok(expected); 3]);
    }

    #[test]
    fn an_error_line_is_a_refusal() {
        let answers = ask(&awk(r#"print "{" id ",\"error\":\"too flat\"}""#), 2);
        assert_eq!(answers, vec![Err(NoAnswer::Refused("too flat".into())); 2]);
    }

    #[test]
    fn one_that_dies_is_started_again_after_the_cast_it_died_of() {
        let dies =
            awk(r#"if (id ~ /case-1"/) exit 9; print "{" id ",\"outcome\":\"miss\"}"; fflush()"#);
        let answers = ask(&dies, 4);
        assert_eq!(answers[0], Ok(Claim::miss()));
        assert!(
            complaint(&answers[1]).contains("ended before it answered"),
            "{answers:?}"
        );
        assert_eq!(answers[2..], [Ok(Claim::miss()), Ok(Claim::miss())]);
    }

    #[test]
    fn one_that_always_dies_is_given_up() {
        let answers = ask("exit 1", 9);
        assert_eq!(answers.len(), 9);
        assert!(complaint(&answers[3]).contains("ended before"));
        assert!(complaint(&answers[8]).contains("not asked any more"));
    }

    #[test]
    fn one_that_hangs_is_sent_away() {
        let answers = ask("sleep 30", 1);
        assert_eq!(complaint(&answers[0]), "no answer within 1.5 s");
    }

    #[test]
    fn answers_out_of_order_end_the_block() {
        let swapped = format!(
            "{} | sort -r",
            awk(r#"print "{" id ",\"outcome\":\"miss\"}""#)
        );
        let answers = ask(&swapped, 2);
        let what = complaint(&answers[0]);
        assert!(
            what.starts_with("expected the id case-0, found case-1"),
            "{what}"
        );
        assert!(complaint(&answers[1]).contains("not asked any more"));
    }

    #[test]
    fn what_is_no_answer_is_shown() {
        let what = ask("sed s/.*/hello/", 1);
        assert!(
            complaint(&what[0]).starts_with("not an answer ("),
            "{what:?}"
        );
        let what = ask(&awk(r#"print "{" id ",\"outcome\":\"hit\"}""#), 1);
        assert!(
            complaint(&what[0]).contains("missing field `fraction`"),
            "{what:?}"
        );
        let what = ask(&awk(r#"print "{" id "}""#), 1);
        assert!(
            complaint(&what[0]).starts_with("neither an outcome"),
            "{what:?}"
        );
    }

    #[test]
    fn a_line_too_many_is_a_fault() {
        let answers = ask(
            &format!(
                "{}; echo more",
                awk(r#"print "{" id ",\"outcome\":\"miss\"}""#)
            ),
            1,
        );
        assert_eq!(
            complaint(&answers[0]),
            "answered more lines than cases: more"
        );
    }
}
