//! A line of JSON as a tree that borrows from the line.
//!
//! `serde_json::Value` sorts keys and drops repeated ones without a word; this tree keeps both as they were
//! written, so that the walk over it can refuse a key given twice.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// The byte order mark.
pub(crate) const MARK: &[u8] = "\u{feff}".as_bytes();

/// Any JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    Float(f64),
    Text(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The tree of one whole line, or of a file. A byte order mark, with which some programs begin a file, is passed over.
    pub(crate) fn parse(text: &'a [u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text.strip_prefix(MARK).unwrap_or(text))
    }

    /// The number, if it is one, as the nearest `f64`.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Unsigned(n) => Some(*n as f64),
            Self::Negative(n) => Some(*n as f64),
            Self::Float(x) => Some(*x),
            _ => None,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Json<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E>(self, b: bool) -> Result<Self::Value, E> {
        Ok(Json::Bool(b))
    }
    fn visit_u64<E>(self, n: u64) -> Result<Self::Value, E> {
        Ok(Json::Unsigned(n))
    }
    fn visit_i64<E>(self, n: i64) -> Result<Self::Value, E> {
        Ok(Json::Negative(n))
    }
    fn visit_f64<E>(self, x: f64) -> Result<Self::Value, E> {
        Ok(Json::Float(x))
    }
    fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Self::Value, E> {
        Ok(Json::Text(Cow::Borrowed(s)))
    }
    fn visit_str<E>(self, s: &str) -> Result<Self::Value, E> {
        Ok(Json::Text(Cow::Owned(s.to_owned())))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            entries.push((key, map.next_value()?));
        }
        Ok(Json::Object(entries))
    }
}

/// A key, borrowed unless it holds escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_str(Tree)? {
            Json::Text(key) => Ok(Self(key)),
            _ => Err(serde::de::Error::custom("a key is not a string")),
        }
    }
}

/// How many characters of a value, or of a key, an error message shows.
const SHOWN: usize = 60;

/// Writes a text, cut short where it is long.
pub(crate) fn write_cut(f: &mut fmt::Formatter, text: &str) -> fmt::Result {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => write!(f, "{}...", &text[..end]),
        None => f.write_str(text),
    }
}

/// A text, cut short where it is long: for error messages.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_cut(f, self.0)
    }
}

/// The value as compact JSON, cut short after a few dozen characters: for error messages.
impl Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        write_compact(self, &mut text, 2 * SHOWN);
        write_cut(f, &text)
    }
}

fn write_compact(json: &Json, out: &mut String, most: usize) {
    if out.len() > most {
        return;
    }
    match json {
        Json::Null => out.push_str("null"),
        Json::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Json::Unsigned(n) => drop(write!(out, "{n}")),
        Json::Negative(n) => drop(write!(out, "{n}")),
        Json::Float(x) => drop(write!(out, "{x:?}")),
        Json::Text(s) => out.push_str(&quoted(s)),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                write_compact(item, out, most);
                if out.len() > most {
                    break;
                }
            }
            out.push(']');
        }
        Json::Object(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(&quoted(key));
                out.push(':');
                write_compact(value, out, most);
                if out.len() > most {
                    break;
                }
            }
            out.push('}');
        }
    }
}

/// `s` as a JSON string, quotes and escapes included.
pub(crate) fn quoted(s: &str) -> String {
    serde_json::Value::from(s).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_keeps_order_and_repeated_keys() {
        let json = Json::parse(br#"{"b":1,"a":-2,"b":[0.5,"x\n",null,true]}"#).unwrap();
        let Json::Object(entries) = &json else {
            panic!("{json:?}")
        };
        let keys: Vec<_> = entries.iter().map(|(k, _)| &**k).collect();
        assert_eq!(keys, ["b", "a", "b"]);
        assert_eq!(
            json.to_string(),
            r#"{"b":1,"a":-2,"b":[0.5,"x\n",null,true]}"#
        );
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_at_the_beginning_alone() {
        let marked = Json::parse("\u{feff}{\"a\":1}".as_bytes()).unwrap();
        assert_eq!(marked, Json::parse(b"{\"a\":1}").unwrap());
        for text in ["{\u{feff}}", "\u{feff}\u{feff}{}", "\u{feff}"] {
            assert!(Json::parse(text.as_bytes()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn long_values_are_cut_in_messages() {
        let text = format!("\"{}\"", "ä".repeat(500));
        let shown = Json::parse(text.as_bytes()).unwrap().to_string();
        assert_eq!(shown.chars().count(), 63);
        assert!(shown.ends_with("..."));
    }

    #[test]
    fn numbers_are_read_to_the_last_bit() {
        for text in [
            "0.10000000149011612",
            "2.2250738585072014e-308",
            "-0.0",
            "9007199254740993",
        ] {
            let read = Json::parse(text.as_bytes()).unwrap().number().unwrap();
            assert_eq!(
                read.to_bits(),
                text.parse::<f64>().unwrap().to_bits(),
                "{text}"
            );
        }
    }
}
