//! JSON that has been read but not yet understood.
//!
//! Understanding it by hand, rather than by `serde` alone, lets every message name the place, what is there
//! and what is allowed there instead. A field that appears twice is refused: which of the two was meant?

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::problem::Problem;

/// More fields than any object of a request has; so many that looking for repeated ones could not take long.
const MOST_FIELDS: usize = 64;

/// A JSON value. Numbers are the nearest `f64`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Number(value as f64))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            check_new(&name, &fields)?;
            fields.push((name, entries.next_value()?));
        }
        Ok(Node::Object(fields))
    }
}

/// Refuses a field that is there already, and one too many.
pub(crate) fn check_new<E: Error>(name: &str, fields: &[(String, Node)]) -> Result<(), E> {
    if fields.iter().any(|(known, _)| known == name) {
        return Err(E::custom(format_args!("the field \"{name}\" appears twice")));
    }
    if fields.len() == MOST_FIELDS {
        return Err(E::custom(format_args!("an object has more than {MOST_FIELDS} fields")));
    }
    Ok(())
}

impl Node {
    /// What it is, in the words of a message.
    fn kind(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "true or false",
            Node::Number(_) => "a number",
            Node::Text(_) => "text",
            Node::List(_) => "a list",
            Node::Object(_) => "an object",
        }
    }

    /// What is wrong with what should be something else.
    pub fn is_not(&self, wanted: &str) -> Problem {
        Problem::new(format_args!("must be {wanted}, but is {}", self.kind()))
    }

    pub fn number(&self) -> Result<f64, Problem> {
        if let Node::Number(number) = self { Ok(*number) } else { Err(self.is_not("a number")) }
    }

    pub fn bool(&self) -> Result<bool, Problem> {
        if let Node::Bool(value) = self { Ok(*value) } else { Err(self.is_not("true or false")) }
    }

    pub fn list(&self) -> Result<&[Node], Problem> {
        if let Node::List(list) = self { Ok(list) } else { Err(self.is_not("a list")) }
    }

    /// What `understand` makes of each item of a list.
    pub fn each<'a, T>(
        &'a self,
        understand: impl Fn(&'a Node) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let understand = |(index, item)| understand(item).map_err(|problem: Problem| problem.at(index));
        self.list()?.iter().enumerate().map(understand).collect()
    }

    /// What belongs to the word that this text is.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, Problem> {
        let allowed = || words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let Node::Text(text) = self else { return Err(self.is_not(&format!("one of {}", allowed()))) };
        let found = words.iter().find(|(word, _)| word == text);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let hint = hint(text, words.iter().map(|(word, _)| *word));
            Problem::new(format_args!("must be one of {}, but is {}{hint}", allowed(), shown(text)))
        })
    }

    /// An object, for access to its fields.
    pub fn fields(&self) -> Result<Fields<'_>, Problem> {
        if let Node::Object(fields) = self { Ok(Fields(fields)) } else { Err(self.is_not("an object")) }
    }
}

/// The word that may be meant by another one: what others or version 0.1 call the same, or of which it is the
/// beginning, or which begins it, or which is spelt nearly so.
fn meant<'a>(text: &str, words: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    /// Words that are less alike than this are not what was meant: shorter ones than options of the program,
    /// of which more are alike.
    const ALIKE: f64 = 0.87;
    const ELSEWHERE: [(&str, &str); 35] = [
        ("sphere", "ball"),
        ("circle", "ball"),
        ("cuboid", "box"),
        ("cube", "box"),
        ("obb", "box"),
        ("rectangle", "box"),
        ("trimesh", "mesh"),
        ("convex_hull", "hull"),
        ("intersection", "relation"),
        ("intersects", "relation"),
        ("overlap", "relation"),
        ("overlaps", "relation"),
        ("touch", "relation"),
        ("collision", "relation"),
        ("collide", "relation"),
        ("nearest", "distance"),
        ("closest", "distance"),
        ("toi", "time_of_impact"),
        ("raycast", "cast_ray"),
        ("position", "translation"),
        ("orientation", "rotation"),
        // The names of 0.1.
        ("ray", "cast_ray"),
        ("sweep", "time_of_impact"),
        ("slide", "move_and_slide"),
        ("moving", "swept_sat"),
        ("steps", "gjk_trace"),
        ("funnel", "cascade"),
        ("bounds", "fit"),
        ("visited", "traversal"),
        ("ignore_leaving", "ignore_separating"),
        ("max_stops", "max_iterations"),
        ("spin", "angular_velocity"),
        ("one_sided", "one_way"),
        ("continuous", "ccd"),
        ("meets", "mask"),
    ];
    let text = text.to_ascii_lowercase();
    let same = ELSEWHERE.iter().find(|(other, _)| *other == text).map_or(text.as_str(), |(_, word)| *word);
    // Of shorter words, every other one may be the beginning.
    let begins = |word: &str, other: &str| word.len() >= 3 && other.starts_with(word);
    let is_meant = |word: &&str| *word == same || begins(same, word) || begins(word, same);
    let likeness = |word: &&str| strsim::jaro_winkler(word, same);
    let nearest = || words.clone().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    words.clone().find(is_meant).or_else(|| nearest().filter(|word| likeness(word) > ALIKE))
}

/// The end of a message about an unknown word.
fn hint<'a>(text: &str, words: impl Iterator<Item = &'a str> + Clone) -> String {
    meant(text, words).map(|word| format!("; did you mean \"{word}\"?")).unwrap_or_default()
}

/// Text from a request in a message: as JSON, and not all of it if it is long.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// The fields of an object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(pub &'a [(String, Node)]);

impl<'a> Fields<'a> {
    /// Refuses fields other than these; `what` is what has them.
    pub fn only(&self, what: &str, allowed: &[&str]) -> Result<(), Problem> {
        match self.0.iter().find(|(name, _)| !allowed.contains(&name.as_str())) {
            None => Ok(()),
            Some((unknown, _)) => {
                let hint = hint(unknown, allowed.iter().copied());
                let allowed = allowed.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
                let unknown = shown(unknown);
                Err(Problem::new(format_args!("unknown field {unknown}; {what} can have {allowed}{hint}")))
            }
        }
    }

    /// A field that may be missing.
    pub fn get(&self, name: &str) -> Option<&'a Node> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, node)| node)
    }

    /// What `understand` makes of a field, if it is there.
    pub fn optional<T>(
        &self,
        name: &str,
        understand: impl FnOnce(&'a Node) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        let understood = self.get(name).map(understand).transpose();
        understood.map_err(|problem| problem.within(name))
    }

    /// What `understand` makes of a field that must be there.
    pub fn required<T>(
        &self,
        name: &str,
        understand: impl FnOnce(&'a Node) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.optional(name, understand)?.ok_or_else(|| {
            let is_meant = |other: &&str| meant(other, [name].into_iter()).is_some();
            let other = self.0.iter().map(|(other, _)| other.as_str()).find(is_meant);
            let hint =
                other.map(|other| format!("; did you mean it by {}?", shown(other))).unwrap_or_default();
            Problem::new(format_args!("\"{name}\" is missing{hint}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_fields_are_refused_and_deep_nesting_ends() {
        let read = |text: &str| serde_json::from_str::<Node>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"a":1,"b":{"a":2}}"#).is_ok());
        assert!(read(r#"{"a":1,"b":2,"a":3}"#).is_err_and(|message| message.contains("\"a\" appears twice")));
        assert!(read(&"[".repeat(1 << 20)).is_err_and(|message| message.contains("recursion limit")));
        let many: Vec<String> = (0..100).map(|i| format!("\"{i}\":0")).collect();
        assert!(
            read(&format!("{{{}}}", many.join(","))).is_err_and(|message| message.contains("more than 64"))
        );
    }

    #[test]
    fn messages_say_what_is_there_and_what_is_allowed() {
        let node: Node =
            serde_json::from_str(r#"{"sides":[1,"two"],"word":"no"}"#).expect("the test's own text");
        let fields = node.fields().expect("an object");
        let message = |problem: Problem| problem.to_string();
        assert_eq!(
            fields.required("sides", |sides| sides.each(Node::number)).map_err(message),
            Err("sides[1]: must be a number, but is text".to_owned())
        );
        assert_eq!(
            fields.required("word", |word| word.one_of(&[("yes", 1), ("maybe", 2)])).map_err(message),
            Err("word: must be one of \"yes\", \"maybe\", but is \"no\"".to_owned())
        );
        for (text, word) in [
            ("sphere", Some("ball")),
            ("Dist", Some("distance")),
            ("closest", Some("distance")),
            ("distnace", Some("distance")),
            ("di", None),
            ("bowl", None),
        ] {
            assert_eq!(meant(text, ["ball", "distance"].into_iter()), word, "{text}");
        }
        let known = ["id", "op", "a", "b", "max_time", "translation"];
        for (text, word) in [
            ("axis", None),
            ("begin", None),
            ("options", None),
            ("max_distance", None),
            ("max_tme", Some("max_time")),
            ("position", Some("translation")),
        ] {
            assert_eq!(meant(text, known.into_iter()), word, "{text}");
        }
        assert_eq!(meant("convex_hull", ["cone", "hull"].into_iter()), Some("hull"));
        let operations = ["ccd", "project_point", "move_and_slide", "fit"];
        for (text, word) in [("project", "project_point"), ("slide", "move_and_slide"), ("bounds", "fit")] {
            assert_eq!(meant(text, operations.into_iter()), Some(word), "{text}");
        }
        assert_eq!(
            fields.required("other", Node::number).map_err(message),
            Err("\"other\" is missing".to_owned())
        );
        assert_eq!(
            fields.only("a thing", &["sides"]).map_err(message),
            Err("unknown field \"word\"; a thing can have \"sides\"".to_owned())
        );
        assert_eq!(
            fields.only("a thing", &["side", "word"]).map_err(message),
            Err("unknown field \"sides\"; a thing can have \"side\", \"word\"; did you mean \"side\"?"
                .to_owned())
        );
    }
}
