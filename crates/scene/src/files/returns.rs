//! PLY files whose lines end in carriage returns alone.

/// Line feeds in the place of carriage returns alone, in which lines ended when the format was made: in the header, and in a text.
pub(super) fn with_feeds(mut bytes: Vec<u8>) -> Vec<u8> {
    const END: &[u8] = b"end_header\r";
    let end = bytes.windows(END.len()).position(|w| w == END);
    let header = end.map_or(bytes.len(), |end| end + END.len());
    let ascii = b"format ascii";
    let is_text = bytes[..header].windows(ascii.len()).any(|w| w == ascii);
    let lines = if is_text { bytes.len() } else { header };
    for byte in &mut bytes[..lines] {
        if *byte == b'\r' {
            *byte = b'\n';
        }
    }
    bytes
}
