//! The rows after the header of a PLY file, number by number.
//!
//! All types of PLY fit into f64. Nothing is stored for what a row announces: numbers are handed on as they
//! are read, so that a list of four thousand million ends where the file does.

use super::header::{Element, Encoding, Kind, Number};
use crate::SceneError;
use crate::loading::Loading;
use crate::words::{excerpt, parse_coordinate};

pub(super) struct Numbers<'a> {
    encoding: Encoding,
    rest: &'a [u8],
    /// The number of the last line that was read, in text.
    line: usize,
}

impl<'a> Numbers<'a> {
    pub fn new(encoding: Encoding, body: &'a [u8], header_lines: usize) -> Self {
        Numbers { encoding, rest: body, line: header_lines }
    }

    /// How many bytes other than space are left.
    pub fn rest(&self) -> usize {
        if self.encoding == Encoding::Text { self.rest.trim_ascii().len() } else { self.rest.len() }
    }

    /// Reads a row and hands on its numbers, each with the place of its property.
    pub fn row(
        &mut self,
        element: &Element,
        row: u64,
        loading: &Loading,
        mut take: impl FnMut(usize, f64) -> Result<(), String>,
    ) -> Result<(), SceneError> {
        let Element { name, count, .. } = element;
        let mut words = Words::default();
        if self.encoding == Encoding::Text {
            let Some(line) = self.next_line() else {
                let problem = format!("the file ends after {row} of {count} rows of the element {name}");
                return Err(loading.malformed(format!("line {}", self.line), problem));
            };
            words = Words(line);
        }
        let mut number = |kind| match self.encoding {
            Encoding::Text => words.next(),
            Encoding::LittleEndian => binary(&mut self.rest, kind, false),
            Encoding::BigEndian => binary(&mut self.rest, kind, true),
        };
        let mut read = || {
            for (place, property) in element.properties.iter().enumerate() {
                match property.kind {
                    Kind::Number(kind) => take(place, number(kind)?)?,
                    Kind::List { count, item } => {
                        let length = number(count)?;
                        if !(length >= 0.0 && length.fract() == 0.0) {
                            return Err(format!("`{}` has {length} items", property.name));
                        }
                        for _ in 0..length as u64 {
                            take(place, number(item)?)?;
                        }
                    }
                }
            }
            Ok(())
        };
        read().map_err(|problem| {
            let line =
                if self.encoding == Encoding::Text { format!("line {}: ", self.line) } else { String::new() };
            loading.malformed(format!("{line}{name} {row}"), problem)
        })
    }

    /// The next line that is not empty.
    fn next_line(&mut self) -> Option<&'a [u8]> {
        while !self.rest.is_empty() {
            let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (line, rest) = match end {
                None => (self.rest, &self.rest[self.rest.len()..]),
                Some(end) => {
                    let is_pair = self.rest[end..].starts_with(b"\r\n");
                    (&self.rest[..end], &self.rest[end + 1 + usize::from(is_pair)..])
                }
            };
            self.rest = rest;
            self.line += 1;
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some(line);
            }
        }
        None
    }
}

/// The numbers of a line.
#[derive(Default)]
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn next(&mut self) -> Result<f64, String> {
        let line = self.0.trim_ascii_start();
        let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        self.0 = rest;
        if word.is_empty() {
            return Err("the line ends before its last number".to_owned());
        }
        let word = String::from_utf8_lossy(word);
        parse_coordinate(&word).ok_or_else(|| format!("`{}` is not a number", excerpt(&word)))
    }
}

/// Takes a number from the beginning of the bytes.
fn binary(rest: &mut &[u8], kind: Number, is_big_endian: bool) -> Result<f64, String> {
    fn bytes<const N: usize>(rest: &mut &[u8], is_big_endian: bool) -> Result<[u8; N], String> {
        let (head, tail) = rest.split_first_chunk::<N>().ok_or("the file ends within it")?;
        *rest = tail;
        let mut head = *head;
        if is_big_endian {
            head.reverse();
        }
        Ok(head)
    }
    Ok(match kind {
        Number::Int8 => i8::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Uint8 => u8::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Int16 => i16::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Uint16 => u16::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Int32 => i32::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Uint32 => u32::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Float32 => f32::from_le_bytes(bytes(rest, is_big_endian)?).into(),
        Number::Float64 => f64::from_le_bytes(bytes(rest, is_big_endian)?),
    })
}
