//! The sets of the file of settings: which of them, and of their patterns, are for nothing.
//!
//! A set stands for all its patterns, so a rule is used although one of them matches nothing: what it was for
//! has been renamed, and is silently not covered any more.

use impinge_scene::Object;

use crate::error::Error;
use crate::patterns::{self, Patterns};
use crate::settings::Settings;
use crate::warning::Warning;

/// Warnings about patterns that match no object, and about sets that nothing names. A pattern that is none is
/// an error.
pub(crate) fn unused(settings: &Settings, objects: &[Object]) -> Result<Vec<Warning>, Error> {
    let listed: Vec<(&String, &String)> = settings
        .sets
        .iter()
        .flat_map(|(name, patterns)| patterns.iter().map(move |pattern| (name, pattern)))
        .collect();
    let place_of = |name: &str| settings.place_of(&format!("sets.{name}"));
    let place_in_file = |name: &str| settings.place_in_file(&format!("sets.{name}"));
    let patterns = Patterns::new(listed.iter().map(|(name, pattern)| (|| place_of(name), pattern.as_str())))?;
    let mut is_matched = vec![false; listed.len()];
    patterns.matching(objects).flatten().for_each(|number| is_matched[number] = true);
    let warning =
        |place: String, message: &str| Warning { file: settings.place(), place, message: message.to_owned() };
    let unmatched = listed.iter().zip(is_matched).filter(|(_, is_matched)| !is_matched);
    let unmatched = unmatched.map(|((name, pattern), _)| {
        if settings.sets.contains_key(*pattern) {
            let message =
                "matches no object: it is a set, and sets contain only patterns; list the patterns of that set here";
            return warning(format!("{} '{pattern}'", place_in_file(name)), message);
        }
        let meant = patterns::meant(pattern, objects).map(|meant| format!("; {meant}")).unwrap_or_default();
        let message = format!("matches no object{meant}; correct it, or remove it from the set");
        warning(format!("{} '{pattern}'", place_in_file(name)), &message)
    });
    let unnamed = settings.sets.keys().filter(|name| !is_named(settings, name));
    let unnamed = unnamed.map(|name| {
        warning(
            place_in_file(name),
            "no rule and no accepted pair uses it; remove it, or correct their `between`",
        )
    });
    Ok(unmatched.chain(unnamed).collect())
}

/// Does a rule, an accepted pair or `--between` name a set?
fn is_named(settings: &Settings, name: &str) -> bool {
    let of_rules = settings.rule.iter().map(|rule| &rule.between);
    let of_accepted = settings.accept.iter().filter_map(|accepted| accepted.between.as_ref());
    of_rules.chain(of_accepted).chain(&settings.between).flatten().any(|named| named == name)
}
