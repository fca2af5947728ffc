//! Panics as answers.

use super::NoAnswer;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `engine`, and turns a panic into [`NoAnswer::Panicked`]. Its message goes there and not to standard error.
pub(super) fn guarded<A>(engine: impl FnOnce() -> Result<A, NoAnswer>) -> Result<A, NoAnswer> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                loud(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    // What the engine was working on is thrown away with it.
    let result = catch_unwind(AssertUnwindSafe(engine));
    GUARDED.set(outer);
    result.unwrap_or_else(|panic| Err(NoAnswer::Panicked(message(&*panic))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let panicked = guarded::<()>(|| panic!("at {}", 7));
        assert_eq!(panicked, Err(NoAnswer::Panicked("at 7".into())));
        assert_eq!(guarded(|| Ok(1)), Ok(1));
    }
}
