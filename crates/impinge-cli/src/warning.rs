//! What was left out or looked wrong, told without ending the run.

use serde::Serialize;

/// The place of the warning that the check was interrupted.
pub(crate) const INTERRUPTED: &str = "interrupted";

/// The place of the warning that no pair was looked at.
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
        Warning {
            file: None,
            place: INTERRUPTED.to_owned(),
            message: format!(
                "of {found} pairs that collide {measured} were measured; the others are missing here"
            ),
        }
    }
}

impl From<impinge_scene::Warning> for Warning {
    fn from(warning: impinge_scene::Warning) -> Self {
        let file = Some(warning.file.display().to_string());
        Warning { file, place: warning.place, message: with_package_option(warning.message) }
    }
}

/// A message of the library with the option by which the program is told where a package is: the library has none.
pub(crate) fn with_package_option(message: String) -> String {
    // Only at its end, where the advice stands: names from files may be the same words.
    match message.rsplit_once("(package: ") {
        Some((before, advice)) if advice.ends_with(')') => format!("{before}(--package {advice}"),
        _ => message,
    }
}
