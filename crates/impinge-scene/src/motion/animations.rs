//! Which animations of a file are played.

use std::fmt;
use std::path::PathBuf;

/// The animations that are wanted: by their names or numbers, or all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Animations(Vec<String>);

/// An animation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The file.
    pub file: PathBuf,
    /// Its place in the file, from 0.
    pub number: usize,
    /// Its name; empty if it has none.
    pub name: String,
    /// Is it played?
    pub is_played: bool,
}

impl Animations {
    /// All of a file together. Programs often write one for each thing that moves.
    pub fn all() -> Self {
        Animations::default()
    }

    /// Those with these names or numbers; all if there are none.
    pub fn named(words: Vec<String>) -> Self {
        Animations(words)
    }

    /// The names and numbers.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    pub(crate) fn has(&self, number: usize, name: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| means(word, number, name))
    }
}

impl Animation {
    /// Is it meant by a word: its name, or its number?
    pub fn is_meant_by(&self, word: &str) -> bool {
        means(word, self.number, &self.name)
    }
}

impl fmt::Display for Animation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => write!(formatter, "{}", self.number),
            name => write!(formatter, "{name}"),
        }
    }
}

fn means(word: &str, number: usize, name: &str) -> bool {
    word == name || word.parse() == Ok(number)
}
