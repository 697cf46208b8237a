//! The header of a PLY file: lines of text up to `end_header`.

use crate::SceneError;
use crate::loading::Loading;
use crate::words::excerpt;

/// How the numbers after the header are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Float32,
    Float64,
}

/// What a property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number(Number),
    /// A list: the first number is the count of the others.
    List {
        count: Number,
        item: Number,
    },
}

#[derive(Debug)]
pub(super) struct Property {
    pub name: String,
    pub kind: Kind,
}

/// So many rows with these properties.
#[derive(Debug)]
pub(super) struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
}

#[derive(Debug)]
pub(super) struct Header {
    pub encoding: Encoding,
    pub elements: Vec<Element>,
    /// How many lines it has.
    pub lines: usize,
}

/// The header, and the bytes after it.
pub(super) fn read<'a>(bytes: &'a [u8], loading: &Loading) -> Result<(Header, &'a [u8]), SceneError> {
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut rest = bytes;
    let mut lines = 0;
    loop {
        let place = format!("line {}", lines + 1);
        // A line may end with \n, \r\n or, in old files, with \r alone.
        let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            return Err(loading.malformed(place, "the header does not end with `end_header`"));
        };
        let line = String::from_utf8_lossy(&rest[..end]);
        let is_pair = rest[end..].starts_with(b"\r\n");
        rest = &rest[end + 1 + usize::from(is_pair)..];
        lines += 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        let refuse = |problem: String| Err(loading.malformed(place.clone(), problem));
        match words[..] {
            [] | ["ply"] | ["comment" | "obj_info", ..] => {}
            ["format", name, ..] => match encoding_of(name) {
                Some(known) => encoding = Some(known),
                None => return refuse(format!("`{}` is not a format of PLY", excerpt(name))),
            },
            ["element", name, count] => match count.parse() {
                Ok(count) => {
                    elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
                }
                Err(_) => return refuse(format!("`{}` is not a number of rows", excerpt(count))),
            },
            ["property", .., name] => {
                let Some(element) = elements.last_mut() else {
                    return refuse("a property before the first element".to_owned());
                };
                let Some(kind) = kind_of(&words[1..words.len() - 1]) else {
                    return refuse(format!("the type of property `{}` is not known", excerpt(name)));
                };
                element.properties.push(Property { name: name.to_owned(), kind });
            }
            ["end_header"] => break,
            [word, ..] => return refuse(format!("`{}` is misplaced in a header", excerpt(word))),
        }
    }
    let Some(encoding) = encoding else {
        return Err(loading.malformed("header", "there is no `format` line"));
    };
    Ok((Header { encoding, elements, lines }, rest))
}

fn encoding_of(name: &str) -> Option<Encoding> {
    match name {
        "ascii" => Some(Encoding::Text),
        "binary_little_endian" => Some(Encoding::LittleEndian),
        "binary_big_endian" => Some(Encoding::BigEndian),
        _ => None,
    }
}

fn kind_of(words: &[&str]) -> Option<Kind> {
    match words {
        [number] => number_of(number).map(Kind::Number),
        ["list", count, item] => Some(Kind::List { count: number_of(count)?, item: number_of(item)? }),
        _ => None,
    }
}

/// Both families of names.
fn number_of(name: &str) -> Option<Number> {
    match name {
        "char" | "int8" => Some(Number::Int8),
        "uchar" | "uint8" => Some(Number::Uint8),
        "short" | "int16" => Some(Number::Int16),
        "ushort" | "uint16" => Some(Number::Uint16),
        "int" | "int32" => Some(Number::Int32),
        "uint" | "uint32" => Some(Number::Uint32),
        "float" | "float32" => Some(Number::Float32),
        "double" | "float64" => Some(Number::Float64),
        _ => None,
    }
}
