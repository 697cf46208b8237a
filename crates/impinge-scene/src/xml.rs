//! XML: what 3MF, COLLADA and robots share.

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::words::excerpt;

/// A namespace prefix that the file uses and does not declare.
pub(crate) struct UndeclaredPrefix {
    pub prefix: String,
    /// The line of its first use, from 1.
    pub line: u32,
    /// Is it the prefix of the root element, so that it stands for the language of the file?
    is_of_root: bool,
}

impl UndeclaredPrefix {
    /// The place and the text of the warning about it. `known` are prefixes that count without a declaration,
    /// each with the extension that it stands for.
    pub fn warning(&self, known: &[(&str, &str)]) -> (String, String) {
        let prefix = excerpt(&self.prefix);
        let known = known.iter().find(|(known, _)| *known == self.prefix);
        let effect = match known {
            Some((_, extension)) => format!("it is read as the one of {extension}"),
            None if self.is_of_root => "it is read as the one of the root element".to_owned(),
            None => "its elements and attributes are ignored".to_owned(),
        };
        let message = format!(
            "the prefix `{prefix}` is not declared; {effect}; declare it in the root element \
             (xmlns:{prefix}=\"…\")"
        );
        (format!("line {}", self.line), message)
    }
}

/// Undeclared prefixes get namespaces that begin so. Their own prefix follows.
const UNDECLARED: &str = "undeclared:";
/// Each undeclared prefix takes one more pass over the text.
const MAX_UNDECLARED: usize = 64;

/// The prefix that the namespace stands for, if it is one of an undeclared prefix.
pub(crate) fn undeclared_prefix(namespace: &str) -> Option<&str> {
    namespace.strip_prefix(UNDECLARED)
}

/// A namespace whose elements and attributes count beside the namespace of the root element, also where
/// the root element has none: the core of 3MF.
const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";

/// Selects the elements of the language of the file. Elements of other namespaces are notes of other
/// programs, even where they have the name of an element of the language.
#[derive(Clone, Copy)]
struct Language<'a>(Option<&'a str>);

impl<'a> Language<'a> {
    fn of(node: Node<'a, '_>) -> Self {
        Language(node.document().root_element().tag_name().namespace())
    }

    fn has_namespace(self, namespace: &str) -> bool {
        self.0 == Some(namespace) || namespace == CORE
    }

    /// Robots have no namespace, and their other readers compare names with prefixes as text: where the root
    /// element has no namespace, an element without a prefix counts even if it declares a default namespace.
    fn has_element(self, node: Node) -> bool {
        let is_own = |namespace| self.has_namespace(namespace) || self.0.is_none() && !has_prefix(node);
        node.is_element() && node.tag_name().namespace().is_none_or(is_own)
    }
}

/// The tree has namespaces in place of prefixes, so the text decides.
fn has_prefix(element: Node) -> bool {
    let text = &element.document().input_text()[element.range()];
    let is_end = |letter: char| letter.is_whitespace() || "/>".contains(letter);
    text.split(is_end).next().is_some_and(|name| name.contains(':'))
}

/// The document of a file, and the prefixes that it does not declare. Entities are not expanded
/// (`allow_dtd`), as a few of them could grow to any size.
///
/// `repaired` has to be empty. Where prefixes are undeclared, it receives the text with declarations of them
/// in the root element: the document borrows from it, and its positions after the root's name are greater by
/// what was added. Lines stay the same.
///
/// The error is the place and the problem.
pub(crate) fn parse<'a>(
    text: &'a str,
    repaired: &'a mut String,
) -> Result<(Document<'a>, Vec<UndeclaredPrefix>), (String, String)> {
    let mut error = match parse_once(text) {
        Ok(document) => return Ok((document, Vec::new())),
        Err(error) => error,
    };
    let mut found: Vec<UndeclaredPrefix> = Vec::new();
    while let Error::UnknownNamespace(prefix, position) = &error
        && found.len() < MAX_UNDECLARED
        && let Some(root) = root_name_end(text)
    {
        let start = text[..root].rfind('<').map_or(root, |start| start + 1);
        let is_of_root =
            text[start..root].strip_prefix(&prefix[..]).is_some_and(|rest| rest.starts_with(':'));
        found.push(UndeclaredPrefix { prefix: prefix.clone(), line: position.row, is_of_root });
        let declaration = |UndeclaredPrefix { prefix, .. }: &UndeclaredPrefix| {
            format!(" xmlns:{prefix}=\"{UNDECLARED}{prefix}\"")
        };
        let declarations: String = found.iter().map(declaration).collect();
        *repaired = [&text[..root], &declarations, &text[root..]].concat();
        match parse_once(repaired).err() {
            Some(next) => error = next,
            None => {
                let document = parse_once(repaired).map_err(|error| problem(text, &error))?;
                return Ok((document, found));
            }
        }
    }
    Err(problem(text, &error))
}

fn parse_once(text: &str) -> Result<Document<'_>, Error> {
    Document::parse_with_options(text, ParsingOptions { allow_dtd: false, ..ParsingOptions::default() })
}

/// Where the name of the root element ends: after the declaration of XML, comments and other instructions.
fn root_name_end(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('<')?;
        let rest = &text[at..];
        let end = match rest.as_bytes().get(1)? {
            b'?' => "?>",
            b'!' if rest.starts_with("<!--") => "-->",
            b'!' => return None,
            _ => {
                return rest
                    .find(|letter: char| letter.is_whitespace() || "/>".contains(letter))
                    .map(|end| at + end);
            }
        };
        at += rest.find(end)? + end.len();
    }
}

fn problem(text: &str, error: &Error) -> (String, String) {
    if matches!(error, Error::UnexpectedEndOfStream | Error::UnclosedRootNode) {
        let last = text.trim_end().lines().count();
        return (format!("line {last}"), "it ends within an element: the file is cut off".to_owned());
    }
    let position = error.pos();
    // The place has the line already.
    let message = error.to_string().replacen(&format!(" at {position}"), "", 1);
    (format!("line {}", position.row), excerpt_of(&message))
}

/// Messages of the reader quote the file, at any length.
fn excerpt_of(message: &str) -> String {
    let shown = |letter: char| match letter {
        '\'' | '"' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    message.chars().take(200).map(shown).collect()
}

/// The name of the root element without its prefix, as far as the beginning of a file shows it: after the
/// declaration, comments and a document type. For recognising formats, not for reading.
pub(crate) fn root_name(beginning: &[u8]) -> Option<&str> {
    let mut rest = beginning.trim_ascii_start();
    loop {
        rest = rest.strip_prefix(b"<")?;
        let end: &[u8] = match rest {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b">",
            _ => break,
        };
        let at = rest.windows(end.len()).position(|window| window == end)?;
        rest = rest[at + end.len()..].trim_ascii_start();
    }
    let length = rest.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))?;
    let name = std::str::from_utf8(&rest[..length]).ok()?;
    Some(name.rsplit_once(':').map_or(name, |(_, local)| local))
}

/// `line 12: <mesh>`, with the name if it has one: `line 12: <link base>`.
pub(crate) fn place(node: Node) -> String {
    let name = attribute(node, "name").map(|name| format!(" {}", excerpt(name))).unwrap_or_default();
    format!("line {}: <{}{name}>", line(node), excerpt(node.tag_name().name()))
}

/// The children that are elements of the language of the file.
pub(crate) fn elements<'a, 'b>(node: Node<'a, 'b>) -> impl Iterator<Item = Node<'a, 'b>> {
    let language = Language::of(node);
    node.children().filter(move |&child| language.has_element(child))
}

/// The child elements with that name.
pub(crate) fn children<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// The elements of the language of the file, from the root element downwards in the order of the text. What
/// elements of other namespaces hold is skipped with them.
pub(crate) fn all_elements<'a, 'b>(document: &'a Document<'b>) -> impl Iterator<Item = Node<'a, 'b>> {
    let root = document.root_element();
    let language = Language::of(root);
    let mut skipped_end = 0;
    root.descendants().filter(Node::is_element).filter(move |&node| {
        if node.range().start < skipped_end {
            return false;
        }
        let is_own = language.has_element(node);
        if !is_own {
            skipped_end = node.range().end;
        }
        is_own
    })
}

/// The first child with that name.
pub(crate) fn child<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> Option<Node<'a, 'b>> {
    children(node, name).next()
}

/// An attribute without a prefix; one with a prefix of the namespace of the file where there is none without.
pub(crate) fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let find = |is_meant: &dyn Fn(Option<&str>) -> bool| {
        let mut attributes = node.attributes();
        attributes.find(|attribute| attribute.name() == name && is_meant(attribute.namespace()))
    };
    let plain = find(&|namespace| namespace.is_none());
    let prefixed = || find(&|namespace| namespace.is_some_and(|name| Language::of(node).has_namespace(name)));
    plain.or_else(prefixed).map(|attribute| attribute.value())
}

/// An attribute that has to be there.
pub(crate) fn required<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, String> {
    attribute(node, name).ok_or_else(|| format!("it has no attribute `{name}`"))
}

/// An attribute that has to be an index.
pub(crate) fn index(node: Node, name: &str) -> Result<usize, String> {
    let text = required(node, name)?;
    text.trim().parse().map_err(|_| format!("`{}` is not a number from 0 upwards", excerpt(text)))
}

/// The line that an element begins in, from 1. It is counted from the beginning of the file: for a message,
/// not for each element.
fn line(node: Node) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

/// The ends of the lines of a document, for a fast lookup of the line in which an element begins.
pub(crate) struct LineEnds(Vec<usize>);

impl LineEnds {
    pub fn of(document: &Document) -> Self {
        LineEnds(document.input_text().match_indices('\n').map(|(place, _)| place).collect())
    }

    /// The line that an element begins in, from 1.
    pub fn line(&self, node: Node) -> u32 {
        self.0.partition_point(|&end| end < node.range().start) as u32 + 1
    }
}
