//! A number that no `f64` holds, such as `1e400`: which one it is, and where it stands.
//!
//! The reader of JSON stops at it before there is a tree, and tells line and column only. So the text before it, which has been
//! read without a fault, is gone through once more.

use crate::fields::Path;
use crate::json::{Json, MARK};

/// A number beyond all of `f64`.
#[derive(Debug, PartialEq)]
pub(crate) struct Beyond<'a> {
    /// The path of its field; `line` where it is the whole text.
    pub(crate) field: String,
    /// The number as it is written.
    pub(crate) number: &'a str,
    /// The text before it and behind it.
    around: [&'a [u8]; 2],
}

impl<'a> Beyond<'a> {
    /// The number at which reading `text` stopped with this error; `None` where it stopped at something else.
    pub(crate) fn of(text: &'a [u8], error: &serde_json::Error) -> Option<Self> {
        if !error.to_string().starts_with("number out of range") {
            return None;
        }
        let text = text.strip_prefix(MARK).unwrap_or(text);
        // The column is a count of bytes: of those up to the last one of the number that was read.
        let lines = text.split_inclusive(|&b| b == b'\n');
        let before: usize = lines
            .take(error.line().saturating_sub(1))
            .map(<[u8]>::len)
            .sum();
        let within = before + error.column().saturating_sub(1);
        let is_part = |b: &u8| b.is_ascii_digit() || b"+-.eE".contains(b);
        let (left, right) = text.split_at_checked(within)?;
        let from = left.iter().rposition(|b| !is_part(b)).map_or(0, |i| i + 1);
        let count = right.iter().position(|b| !is_part(b));
        let to = within + count.unwrap_or(right.len());
        Some(Self {
            field: field(&text[..from]),
            number: str::from_utf8(&text[from..to]).ok()?,
            around: [&text[..from], &text[to..]],
        })
    }

    /// What else the text holds, shown as a tree with null in the number's place, if it holds no other such number.
    pub(crate) fn beside<R>(&self, show: impl FnOnce(&Json) -> R) -> Option<R> {
        let [before, behind] = self.around;
        let text = [before, b"null", behind].concat();
        Json::parse(&text).ok().map(|json| show(&json))
    }
}

/// A step from a value to one inside.
enum Step {
    Key(String),
    Index(usize),
}

/// The path of the value that comes next, behind a text that JSON may begin with.
fn field(text: &[u8]) -> String {
    let mut steps = Vec::new();
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            b'{' => steps.push(Step::Key(String::new())),
            b'[' => steps.push(Step::Index(0)),
            b'}' | b']' => drop(steps.pop()),
            b',' => {
                if let Some(Step::Index(i)) = steps.last_mut() {
                    *i += 1;
                }
            }
            b'"' => {
                let (string, behind) = behind.split_at(inside(behind));
                rest = behind.get(1..).unwrap_or_default();
                // Of the strings of an object those are keys that a colon follows.
                if rest.trim_ascii_start().first() == Some(&b':')
                    && let Some(Step::Key(key)) = steps.last_mut()
                {
                    let quoted = [b"\"", string, b"\""].concat();
                    *key = serde_json::from_slice(&quoted).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    match &steps[..] {
        [] => "line".to_owned(),
        steps => shown(steps, &Path::Root),
    }
}

/// How many bytes of a string come before the quotation mark that ends it.
fn inside(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = text.iter().position(|&b| {
        let is_end = b == b'"' && !is_escaped;
        is_escaped = b == b'\\' && !is_escaped;
        is_end
    });
    end.unwrap_or(text.len())
}

/// The path that goes these steps from another one on.
fn shown(steps: &[Step], from: &Path) -> String {
    match steps {
        [] => from.to_string(),
        [Step::Key(key), rest @ ..] => shown(rest, &from.key(key)),
        [Step::Index(i), rest @ ..] => shown(rest, &from.index(*i)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (String, String) {
        let error = Json::parse(text.as_bytes()).unwrap_err();
        let beyond = Beyond::of(text.as_bytes(), &error).unwrap();
        (beyond.field, beyond.number.to_owned())
    }

    #[test]
    fn its_field_is_found_behind_whatever_comes_before_it() {
        let digits = "9".repeat(400);
        for number in ["1e400", "-1.5E+4000", "2e99999999999", &digits] {
            for (text, field) in [
                ("#", "line"),
                (" # ", "line"),
                ("[#]", "[0]"),
                (r#"{"a":#}"#, "a"),
                ("\u{feff}{\"a\":#}", "a"),
                ("{\"b\":[1,\n2],\r\n\"a\" :\n #\n}", "a"),
                (r#"{"a":{"b":[{"c":1},[[],#,2]]}}"#, "a.b[1][1]"),
                (r#"{"a":{"b":"x"},"c":[3,{"d":[]}],"e":#,"f":0}"#, "e"),
                // Strings that look like the rest of JSON, and a key that does.
                (r#"{"a":"]},{\\","b\"[,":["\"[",{},#]}"#, r#"b"[,[2]"#),
                (r#"{"\u00e4":["ä",#]}"#, "ä[1]"),
            ] {
                let expected = (field.to_owned(), number.to_owned());
                assert_eq!(told(&text.replace('#', number)), expected, "{text}");
            }
        }
    }

    #[test]
    fn other_faults_are_none_of_such_a_number() {
        for text in ["{", "[1e3x]", "[1e]", r#"{"a":1,}"#, ""] {
            let error = Json::parse(text.as_bytes()).unwrap_err();
            assert_eq!(Beyond::of(text.as_bytes(), &error), None, "{text}");
        }
    }

    #[test]
    fn what_stands_beside_one_alone_is_shown() {
        let show = |text: &str| {
            let error = Json::parse(text.as_bytes()).unwrap_err();
            let beyond = Beyond::of(text.as_bytes(), &error).unwrap();
            beyond.beside(|json| json.to_string())
        };
        assert_eq!(
            show(r#"{"id":7,"a":[1e400]}"#).as_deref(),
            Some(r#"{"id":7,"a":[null]}"#)
        );
        assert_eq!(show("[1e400,1e500]"), None);
    }
}
