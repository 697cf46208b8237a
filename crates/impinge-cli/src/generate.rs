//! `impinge generate`: manual pages and completions, out of the same words as the help.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::arguments::{Arguments, GenerateArguments, What};
use crate::error::Error;
use crate::notices;
use crate::output::Output;
use crate::wording::written_to;

/// Writes the selected output.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<(), Error> {
    let shell = match arguments.what {
        What::Man => return manual(arguments.output.as_deref()),
        What::Bash => Shell::Bash,
        What::Zsh => Shell::Zsh,
        What::Fish => Shell::Fish,
        What::Elvish => Shell::Elvish,
        What::Powershell => Shell::PowerShell,
    };
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "impinge", &mut bytes);
    let folder = arguments.output.as_deref();
    folder.map_or(Ok(()), make)?;
    let file = folder.map(|folder| folder.join(shell_file(shell)));
    Output::new(file.as_deref(), &[])?.write(&bytes)?;
    file.iter().for_each(|file| notices::say(&written_to(file)));
    Ok(())
}

/// What shells call the file.
fn shell_file(shell: Shell) -> &'static str {
    match shell {
        Shell::Zsh => "_impinge",
        Shell::Fish => "impinge.fish",
        Shell::Elvish => "impinge.elv",
        Shell::PowerShell => "impinge.ps1",
        _ => "impinge",
    }
}

/// The pages of all commands, or the first one.
fn manual(folder: Option<&Path>) -> Result<(), Error> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let mut pages = vec![page(&command)];
    let Some(folder) = folder else { return Output::Standard.write(&pages[0].1) };
    pages.extend(command.get_subcommands().map(page));
    make(folder)?;
    for (name, bytes) in pages {
        Output::new(Some(&folder.join(name)), &[])?.write(&bytes)?;
    }
    notices::say(&written_to(folder));
    Ok(())
}

/// Makes a folder, and those above it: those for manuals and completions are not there on a fresh account.
fn make(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| Error::Folder { folder: folder.to_owned(), source })
}

/// A page and the name of its file.
fn page(command: &Command) -> (String, Vec<u8>) {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut bytes = Vec::new();
    // A vector takes everything.
    let written = clap_mangen::Man::new(command.clone()).render(&mut bytes);
    debug_assert!(written.is_ok(), "{written:?}");
    (format!("{name}.1"), bytes)
}
