//! Lines of input, one at a time, so that a stream without end needs no more memory than its longest line.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read, in bytes: a mesh of some million triangles.
pub(super) const LONGEST: usize = 1 << 28;
/// The memory that a line may leave behind for the next.
const KEPT: usize = 1 << 16;

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A line, without the line feed that ends it.
    Text(&'a [u8]),
    /// A line that is longer than allowed; it has been passed over.
    TooLong,
}

/// A stream, line by line.
pub(super) struct Lines<R> {
    source: BufReader<R>,
    longest: usize,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub fn new(source: R, longest: usize) -> Self {
        Lines { source: BufReader::with_capacity(KEPT, source), longest, line: Vec::new() }
    }

    /// Is the next line not yet buffered? Then pending answers are flushed first.
    pub fn must_wait(&self) -> bool {
        !self.source.buffer().contains(&b'\n')
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        let (mut is_begun, mut is_too_long) = (false, false);
        loop {
            let available = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                break;
            }
            is_begun = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            is_too_long |= self.line.len() + part.len() > self.longest;
            if !is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (is_begun, is_too_long) {
            (false, _) => None,
            (true, true) => Some(Line::TooLong),
            (true, false) => Some(Line::Text(&self.line)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_lengths() -> io::Result<()> {
        let text = format!("one\r\n\n{}\nabcd\nabcde\nlast", "x".repeat(3 * KEPT));
        let mut lines = Lines::new(text.as_bytes(), 4);
        for expected in [
            Line::Text(b"one\r"),
            Line::Text(b""),
            Line::TooLong,
            Line::Text(b"abcd"),
            Line::TooLong,
            Line::Text(b"last"),
        ] {
            assert_eq!(lines.next()?, Some(expected));
        }
        assert_eq!(lines.next()?, None);
        Ok(())
    }

    /// What arrives piece by piece is answered piece by piece: only then is there a wait.
    #[test]
    fn waiting_is_foreseen() -> io::Result<()> {
        let mut lines = Lines::new((&b"a\nb\nc"[..]).chain(&b"d\n"[..]), 9);
        let mut waits = Vec::new();
        loop {
            waits.push(lines.must_wait());
            if lines.next()?.is_none() {
                break;
            }
        }
        assert_eq!(waits, [true, false, true, true]);
        Ok(())
    }
}
