//! Lines of bounded length.

use std::io::{self, BufRead};

/// The longest line that is read, and the longest file that is read as a whole: 64 MiB, room for a hull of a million points.
pub const LONGEST: usize = 64 << 20;

/// One line of input.
#[derive(Debug, PartialEq)]
pub enum Line {
    /// The buffer holds a whole line, without its end.
    Whole,
    /// The line was longer than the limit, and has been passed over.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads the next line into `line`, which never grows beyond `longest` bytes. Returns it with the count of bytes
/// taken from `input`.
pub fn next(
    input: &mut impl BufRead,
    longest: usize,
    line: &mut Vec<u8>,
) -> io::Result<(Line, u64)> {
    line.clear();
    // A rare giant should not hold its memory for the rest of the file.
    line.shrink_to(1 << 20);
    let (mut taken, mut too_long) = (0, false);
    loop {
        let buffer = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if buffer.is_empty() && taken == 0 {
            return Ok((Line::End, 0));
        }
        let newline = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..newline.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > longest;
        if !too_long {
            line.extend_from_slice(part);
        }
        let done = newline.is_some() || buffer.is_empty();
        let count = part.len() + usize::from(newline.is_some());
        input.consume(count);
        taken += count as u64;
        if done {
            return Ok((if too_long { Line::TooLong } else { Line::Whole }, taken));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_come_whole_in_order_and_bounded() {
        let text = b"one\n\r\nthirteen bytes\n1234567890\nlast";
        // A buffer of 4 bytes, so that lines span several fills.
        let mut input = BufReader::with_capacity(4, &text[..]);
        let (mut line, mut seen, mut bytes) = (Vec::new(), Vec::new(), 0);
        loop {
            let (kind, count) = next(&mut input, 10, &mut line).unwrap();
            bytes += count;
            match kind {
                Line::Whole => seen.push(String::from_utf8(line.clone()).unwrap()),
                Line::TooLong => seen.push("too long".to_owned()),
                Line::End => break,
            }
            assert!(line.len() <= 10);
        }
        assert_eq!(seen, ["one", "\r", "too long", "1234567890", "last"]);
        assert_eq!(bytes, text.len() as u64);
    }
}
