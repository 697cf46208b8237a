//! What was meant by an option that a command does not have: a form of the report, as in `--html page.html`,
//! or an option of another command; and by a file where a command has to stand.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use impinge_scene::Format;

use super::Arguments;
use crate::wording::ALIKE;

/// A message that an option is not known, with the way to what was meant by it; any other message as it is.
pub(crate) fn lead_to_option(mut message: clap::Error, words: &[OsString]) -> clap::Error {
    if let Some(tip) = tip(&message, words) {
        // What is guessed otherwise is only alike in its letters.
        message.remove(ContextKind::SuggestedArg);
        message.remove(ContextKind::SuggestedSubcommand);
        message.remove(ContextKind::Usage);
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if unknown(&message).is_some_and(|word| !Path::new(word).exists()) {
        // That it could be passed as the name of a file helps only where there is such a file.
        message.remove(ContextKind::Suggested);
    }
    message
}

/// The option that is not known, if that is what a message is about.
fn unknown(message: &clap::Error) -> Option<&str> {
    match (message.kind(), message.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) => Some(unknown),
        _ => None,
    }
}

fn tip(message: &clap::Error, words: &[OsString]) -> Option<String> {
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (message.kind(), message.get(ContextKind::InvalidSubcommand))
    {
        let is_misspelt = message.get(ContextKind::SuggestedSubcommand).is_some();
        let is_file =
            Format::from_path(Path::new(word)).is_some() || !is_misspelt && Path::new(word).exists();
        return is_file.then(|| format!("put a command first, as in 'impinge check {word}'"));
    }
    let unknown = unknown(message)?;
    if unknown.strip_prefix('-').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit())) {
        return Some("write a list of numbers without spaces, as in '40,-12'".to_owned());
    }
    let option = unknown.strip_prefix("--")?;
    let all = Arguments::command();
    let command = words.iter().skip(1).find_map(|word| all.find_subcommand(word))?;
    // A misspelt form, unless an option is alike.
    let forms_here = forms(command);
    let misspelt = forms_here.iter().find(|form| strsim::jaro_winkler(form, option) > ALIKE);
    let option = match misspelt.filter(|_| message.get(ContextKind::SuggestedArg).is_none()) {
        Some(form) => form,
        None => option,
    };
    let takes = |command: &Command| forms(command).iter().any(|form| form == option);
    if !takes(command) {
        if !forms_here.is_empty() && all.get_subcommands().any(takes) {
            return Some(format!("'--format' takes {} here", forms_here.join(", ")));
        }
        let others = all.get_subcommands().filter(|other| has(other, option));
        let others: Vec<String> = others.map(|other| format!("'impinge {}'", other.get_name())).collect();
        return (!others.is_empty()).then(|| format!("'{unknown}' is an option of {}", others.join(", ")));
    }
    Some(match (command.get_name(), has(command, "export")) {
        ("view", _) => {
            format!("the page is always written; '--export {option}=FILE' writes another format in addition")
        }
        (_, true) => {
            format!("use '--format {option}', or '--export {option}=FILE' to write it to an additional file")
        }
        (_, false) => format!("use '--format {option}'"),
    })
}

/// Hidden options exist only for a message with the replacement.
fn has(command: &Command, option: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(option) && !argument.is_hide_set())
}

/// What `--format` of a command takes.
fn forms(command: &Command) -> Vec<String> {
    let format = command.get_arguments().find(|argument| argument.get_id() == "format");
    let values = format.map(|format| format.get_possible_values()).unwrap_or_default();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn told(words: &str) -> String {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let message = Arguments::try_parse_from(&words).err();
        message.map(|message| lead_to_option(message, &words).to_string()).unwrap_or_default()
    }

    #[test]
    fn forms_and_options_of_other_commands_are_told() {
        for (words, tip) in [
            ("impinge check a.glb --html page.html", "'--format html', or '--export html=FILE'"),
            ("impinge check a.glb --json", "'--format json', or '--export json=FILE'"),
            ("impinge check --csv=b.csv a.glb", "'--format csv', or '--export csv=FILE'"),
            ("impinge view a.glb --bcf b.bcf", "'--export bcf=FILE'"),
            ("impinge sweep a.glb --html b.html", "'--format html', or '--export html=FILE'"),
            ("impinge fit a.glb --json", "use '--format json'"),
            ("impinge fit a.glb --csv", "'--format' takes table, json here"),
            (
                "impinge sweep a.glb --min-depth 1",
                "'--min-depth' is an option of 'impinge check', 'impinge view'",
            ),
            ("impinge check a.glb --trajectory b.csv", "is an option of 'impinge sweep'"),
            ("impinge sweep a.glb --watch", "'--watch' is an option of 'impinge check'\n"),
            ("impinge check a.glb --jsn", "'--format json', or '--export json=FILE'"),
            ("impinge fit a.glb --jsom", "use '--format json'"),
            ("impinge mask a.png b.png --offset 40, -12", "without spaces, as in '40,-12'"),
            ("impinge hall.glb", "put a command first, as in 'impinge check hall.glb'"),
        ] {
            let told = told(words);
            assert!(told.contains(tip) && told.matches("tip:").count() == 1, "{words}: {told}");
        }
    }

    #[test]
    fn other_messages_stay() {
        assert!(told("impinge check a.glb --touchin").contains("'--touching'"));
        let told_nothing = told("impinge check a.glb --quux");
        assert!(told_nothing.contains("unexpected argument '--quux'") && !told_nothing.contains("tip:"));
        assert_eq!(told("impinge check a.glb --format json"), "");
    }
}
