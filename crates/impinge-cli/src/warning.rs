//! Warnings: objects left out, or suspicious input, that do not end the run.

use serde::Serialize;

use crate::wording::grouped;

/// The place of the warning that the check was interrupted.
pub(crate) const INTERRUPTED: &str = "interrupted";

/// The place of the warning that no pair was tested.
pub(crate) const NOTHING_CHECKED: &str = "nothing was checked";

/// Something that was left out or looked wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Warning {
    /// The file; null if it is about the arguments.
    pub file: Option<String>,
    /// The place in the file, or the argument.
    pub place: String,
    /// What it was.
    pub message: String,
}

impl Warning {
    /// The check was interrupted when some of the pairs were measured.
    pub fn interrupted(measured: usize, found: usize) -> Self {
        let number = grouped(measured as u64);
        let message = match (measured, found) {
            (0, 1) => "the only pair that collides was not measured, and is missing here".to_owned(),
            (0, _) => format!(
                "of {} pairs that collide none was measured; all are missing here",
                grouped(found as u64)
            ),
            _ if measured >= found => {
                "all pairs that collide were measured; gaps narrower than the clearance are missing here"
                    .to_owned()
            }
            _ => {
                let were = if measured == 1 { "was" } else { "were" };
                let others = if found - measured == 1 { "the other is" } else { "the others are" };
                format!(
                    "of {} pairs that collide {number} {were} measured; {others} missing here",
                    grouped(found as u64)
                )
            }
        };
        Warning { file: None, place: INTERRUPTED.to_owned(), message }
    }
}

impl From<impinge_scene::Warning> for Warning {
    fn from(warning: impinge_scene::Warning) -> Self {
        let file = Some(warning.file.display().to_string());
        Warning { file, place: warning.place, message: with_package_option(warning.message) }
    }
}

/// Adds to a message of the library the option that gives the folder of a package: the library has
/// none.
pub(crate) fn with_package_option(message: String) -> String {
    // Only at its end, where the advice stands: names from files may be the same words.
    match message.rsplit_once("(package: ") {
        Some((before, advice)) if advice.ends_with(')') => format!("{before}(--package {advice}"),
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_interruption_agree() {
        let message = |measured, found| Warning::interrupted(measured, found).message;
        assert_eq!(message(0, 1), "the only pair that collides was not measured, and is missing here");
        assert_eq!(message(0, 7), "of 7 pairs that collide none was measured; all are missing here");
        assert_eq!(message(1, 2), "of 2 pairs that collide 1 was measured; the other is missing here");
        assert_eq!(
            message(3, 9999),
            "of 9,999 pairs that collide 3 were measured; the others are missing here"
        );
        assert!(message(1, 1).starts_with("all pairs that collide were measured; gaps"));
    }
}
