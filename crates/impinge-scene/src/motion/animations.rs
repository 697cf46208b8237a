//! Selection of the animations of a file.

use std::fmt;
use std::path::PathBuf;

/// A selection of animations: by names or numbers, or all. A word that is the name of an animation selects
/// that one, not the animation with that number.
///
/// ```
/// use impinge_scene::motion::Animations;
/// let wanted = Animations::from_names(vec!["open".to_owned(), "2".to_owned()]);
/// assert_eq!(wanted.names(), ["open", "2"]);
/// // Without names, all animations are played.
/// assert!(Animations::all().names().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Animations(Vec<String>);

/// An animation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The file.
    pub file: PathBuf,
    /// Its index in the file, from 0.
    pub number: usize,
    /// Its name; empty if it has none.
    pub name: String,
    /// Whether it is played.
    pub is_played: bool,
}

impl Animations {
    /// Selects all animations of a file together. Programs often write one for each moving object.
    pub fn all() -> Self {
        Animations::default()
    }

    /// Selects animations by names or numbers; all if the list is empty.
    pub fn from_names(names: Vec<String>) -> Self {
        Animations(names)
    }

    /// Returns the names and numbers.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// The selected animations of a file, by their names.
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
    /// Returns whether a word is the name or the number of this animation.
    ///
    /// ```
    /// use impinge_scene::motion::Animation;
    /// let door = Animation { file: "house.glb".into(), number: 2, name: "open".to_owned(), is_played: true };
    /// assert!(door.matches("open") && door.matches("2") && !door.matches("close"));
    /// ```
    pub fn matches(&self, word: &str) -> bool {
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
