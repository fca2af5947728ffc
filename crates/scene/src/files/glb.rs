//! The header of a binary glTF file.

use super::FileError;

/// Bytes of the header: the letters glTF, a version, and the length of the whole file.
const HEADER: usize = 12;

/// Whether all of a binary glTF file is there, if it is one. Its length counts the header, too: the parser takes that for granted.
pub(super) fn check(bytes: &[u8]) -> Result<(), FileError> {
    let Some(rest) = bytes.strip_prefix(b"glTF") else {
        return Ok(());
    };
    let length = rest.get(4..).and_then(<[u8]>::first_chunk);
    let length = length.map_or(0, |n| u32::from_le_bytes(*n) as usize);
    if length < HEADER {
        return Err(FileError::at("header", "no length of a binary glTF file"));
    }
    if length > bytes.len() {
        let reason = format!("the file ends here (expected {length} bytes)");
        return Err(FileError::at(format!("byte {}", bytes.len()), reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_is_told_with_its_place() {
        let whole = [b"glTF\x02\0\0\0\x14\0\0\0", &[0; 8][..]].concat();
        assert!(check(&whole).is_ok() && check(b"{}").is_ok() && check(b"").is_ok());
        for cut in 4..whole.len() {
            let error = check(&whole[..cut]).unwrap_err().to_string();
            let expected = match cut {
                ..12 => "header: no length of a binary glTF file".to_owned(),
                _ => format!("byte {cut}: the file ends here (expected 20 bytes)"),
            };
            assert_eq!(error, expected);
        }
        for length in [0, 11] {
            let short = [b"glTF\x02\0\0\0", &[length, 0, 0, 0][..]].concat();
            assert!(check(&short).is_err());
        }
    }
}
