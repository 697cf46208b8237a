//! Values for all files, or for the files that a pattern matches: `mm`, `left.stl=mm`.

use std::ffi::OsStr;

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command, ValueEnum};

/// A value for files.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OfFiles<T> {
    /// The pattern that they match; without one it is all files.
    pub files: Option<String>,
    /// The value for these files.
    pub value: T,
}

/// The value for all files, if there is one.
pub(crate) fn of_all<T: Copy>(words: &[OfFiles<T>]) -> Option<T> {
    words.iter().find(|word| word.files.is_none()).map(|word| word.value)
}

/// The pattern and the rest of `FILE=REST`. Names of files may have a `=` as well, so it is the last that
/// parts them.
pub(super) fn parted(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once('=')
}

/// Parses `WORD` and `FILE=WORD`. It lists the possible words, for completions and messages.
#[derive(Clone)]
pub(super) struct OfFilesParser<T: ValueEnum + Clone + Send + Sync + 'static>(EnumValueParser<T>);

impl<T: ValueEnum + Clone + Send + Sync + 'static> OfFilesParser<T> {
    pub fn new() -> Self {
        OfFilesParser(EnumValueParser::new())
    }
}

impl<T: ValueEnum + Clone + Send + Sync + 'static> TypedValueParser for OfFilesParser<T> {
    type Value = OfFiles<T>;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let (files, word) = match value.to_str().and_then(parted) {
            Some((files, word)) => (Some(files.to_owned()), OsStr::new(word)),
            None => (None, value),
        };
        Ok(OfFiles { files, value: self.0.parse_ref(command, argument, word)? })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
