//! `POST /cast`: a case line in, the program's answer line out, bad lines included.

use super::options::options;
use super::{Ask, Reply, State};
use swept_case::answer_line;

/// The answer line to the body's case line.
pub fn answer(state: &State, ask: &Ask) -> Result<Reply, Reply> {
    let options = options(&ask.query)?;
    let mut line = String::with_capacity(512);
    answer_line(&ask.body, 1, &mut state.meshes(), &options, &mut line);
    Ok(Reply::json(line))
}
