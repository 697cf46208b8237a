//! Which animations of a file are played.

use std::fmt;
use std::path::PathBuf;

/// The animations that are wanted: by their names or numbers, or all. Where an animation of a file has a number for a name, that means
/// it, and not the one with that number.
///
/// ```
/// use impinge_scene::motion::Animations;
/// let wanted = Animations::named(vec!["open".to_owned(), "2".to_owned()]);
/// assert_eq!(wanted.words(), ["open", "2"]);
/// // None are named: all are played.
/// assert!(Animations::all().words().is_empty());
/// ```
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

    /// Which animations of a file are wanted, by their names.
    pub(crate) fn among(&self, names: &[&str]) -> Vec<bool> {
        let mut wanted = vec![self.0.is_empty(); names.len()];
        for word in &self.0 {
            let mut named = (0..names.len()).filter(|&number| names[number] == word).peekable();
            let by_number = if named.peek().is_none() { word.parse().ok() } else { None };
            for number in named.chain(by_number).filter(|&number| number < names.len()) {
                wanted[number] = true;
            }
        }
        wanted
    }
}

impl Animation {
    /// Is it meant by a word: its name, or its number?
    ///
    /// ```
    /// use impinge_scene::motion::Animation;
    /// let door = Animation { file: "house.glb".into(), number: 2, name: "open".to_owned(), is_played: true };
    /// assert!(door.is_meant_by("open") && door.is_meant_by("2") && !door.is_meant_by("close"));
    /// ```
    pub fn is_meant_by(&self, word: &str) -> bool {
        word == self.name || word.parse() == Ok(self.number)
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
