//! Any bytes as a line of the case format: read or refused, never a panic; what is read is written so that it reads back
//! to the same case, and is answered.

#![no_main]

use libfuzzer_sys::fuzz_target;
use swept::{CastOptions, Real};
use swept_case::{Case, Meshes, answer_line};

fuzz_target!(|line: &[u8]| {
    // A mesh names a file, and a fuzzer should open none. An escape could spell the word.
    let names_a_file = |word: &[u8]| line.windows(word.len()).any(|w| w == word);
    if names_a_file(b"mesh") || names_a_file(b"\\u") {
        return;
    }
    check::<f32>(line);
    check::<f64>(line);
});

fn check<T: Real>(line: &[u8]) {
    let mut meshes = Meshes::<T>::default();
    let mut out = String::new();
    let good = answer_line(line, 1, &mut meshes, &CastOptions::default(), &mut out);
    assert!(
        out.ends_with('\n') && out.matches('\n').count() == 1,
        "{out:?}"
    );
    match Case::<T>::parse(line, &mut meshes) {
        Ok(case) => {
            let written = case.to_line();
            let again = Case::parse(written.as_bytes(), &mut meshes);
            assert_eq!(again.as_ref(), Ok(&case), "{written}");
        }
        Err(bad) => {
            assert!(!good);
            assert!(!bad.error.field.is_empty() && !bad.error.reason.is_empty());
        }
    }
}
