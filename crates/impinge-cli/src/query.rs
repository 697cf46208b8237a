//! Questions about pairs of shapes: JSON lines in, JSON lines out. docs/query.md is the manual.
//!
//! `lines` splits the input; `impinge_query` answers the lines.

mod lines;

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::arguments::QueryArguments;
use crate::error::Error;
use crate::notices;
use lines::{LONGEST, Line, Lines};

/// What some programs put before text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers every line of all files. Was there an answer to all of them?
pub(crate) fn run(arguments: &QueryArguments) -> Result<bool, Error> {
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input } else { &arguments.files[..] };
    // A name that was mistyped is told before the first answer.
    for file in files.iter().filter(|file| !is_standard(file)) {
        let found = fs::metadata(file);
        let is_folder = found.as_ref().is_ok_and(fs::Metadata::is_dir);
        let refused = if is_folder { Err(io::ErrorKind::IsADirectory.into()) } else { found.map(|_| ()) };
        refused.map_err(|source| Error::Read { file: file.display().to_string(), source })?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    let mut are_all_answered = true;
    for file in files {
        match answer_file(file, arguments.quiet, &mut output) {
            Ok(are_answered) => are_all_answered &= are_answered,
            // A reader who has seen enough and closes the pipe makes no error.
            Err(Error::Answers { source }) if source.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => {
                let _ = output.flush();
                return Err(error);
            }
        }
    }
    // What could not be written has been told above; dropped as it is, it would be tried again.
    let _ = output.into_parts();
    Ok(are_all_answered)
}

fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn answer_file(file: &Path, is_quiet: bool, output: &mut impl Write) -> Result<bool, Error> {
    if !is_standard(file) {
        let opened = File::open(file);
        let name = file.display().to_string();
        return match opened {
            Ok(source) => answer_all(source, &name, output),
            Err(source) => Err(Error::Read { file: name, source }),
        };
    }
    if io::stdin().is_terminal() && !is_quiet {
        notices::say("reading requests from the terminal, one JSON object per line; Ctrl-D ends\n");
    }
    answer_all(io::stdin().lock(), "standard input", output)
}

/// Answers the lines of a stream, each as soon as it is there. Was there an answer to all of them?
fn answer_all(source: impl Read, name: &str, output: &mut impl Write) -> Result<bool, Error> {
    let cannot_write = |source| Error::Answers { source };
    let mut lines = Lines::new(source, LONGEST);
    let mut are_all_answered = true;
    for number in 1.. {
        // Who waits for an answer before the next request must get it.
        if lines.must_wait() {
            output.flush().map_err(cannot_write)?;
        }
        let line = lines.next().map_err(|source| Error::Read { file: name.to_owned(), source })?;
        let answer = match line {
            None => break,
            Some(Line::Text(text)) => {
                let text =
                    if number == 1 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
                if text.trim_ascii().is_empty() {
                    continue;
                }
                impinge_query::answer(text, number)
            }
            Some(Line::TooLong) => {
                let message = format!("line {number} is longer than {LONGEST} bytes; send a smaller request");
                impinge_query::error_answer(number, &message)
            }
        };
        are_all_answered &= !answer.is_error();
        writeln!(output, "{answer}").map_err(cannot_write)?;
    }
    Ok(are_all_answered)
}
