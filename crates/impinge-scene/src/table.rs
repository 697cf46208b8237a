//! Tables as people and spreadsheets write them: CSV with the names of the columns in its first row.
//!
//! Commas part the columns, or `;` or tabs where the first row has no comma; or what a line `sep=;` before it says. Lines that begin
//! with `#` are passed over, and so is a mark of the byte order.

use std::iter;

use csv::{Position, Reader, ReaderBuilder, StringRecord, Trim};

/// The place, and what is wrong there.
pub(crate) type Wrong = (String, String);

/// A table that is read row by row.
pub(crate) struct Table<'a> {
    reader: Reader<&'a [u8]>,
    /// The names of the columns,
    pub header: StringRecord,
    /// and the line that has them.
    pub header_line: u64,
    /// What the reader reads.
    rows: &'a [u8],
    /// How much of it lines were counted in,
    counted: usize,
    /// and the line there.
    line: u64,
}

impl<'a> Table<'a> {
    /// Reads the first row.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Wrong> {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(("line 1".to_owned(), "it is in UTF-16; save it in UTF-8".to_owned()));
        }
        let bytes = without_mark(bytes);
        let (delimiter, rows, line) = match said_delimiter(bytes) {
            Some((delimiter, rows)) => (delimiter, rows, 2),
            None => (delimiter(bytes), bytes, 1),
        };
        let mut builder = ReaderBuilder::new();
        let reader = builder.trim(Trim::All).comment(Some(b'#')).delimiter(delimiter).from_reader(rows);
        let mut table =
            Table { reader, header: StringRecord::new(), header_line: line, rows, counted: 0, line };
        table.header = table.reader.headers().cloned().map_err(|error| table.unreadable(&error))?;
        if table.header.is_empty() {
            let problem = "it is empty; a table begins with the names of its columns";
            return Err(("table".to_owned(), problem.to_owned()));
        }
        if let Some(position) = table.header.position().cloned() {
            table.header_line = table.line_of(&position);
        }
        Ok(table)
    }

    /// What is wrong with the names of the columns.
    pub fn in_header(&self, problem: String) -> Wrong {
        (format!("line {}", self.header_line), problem)
    }

    /// Reads the next row; its line, unless there is none. Rows of nothing but separators, as spreadsheets leave at the end, are none.
    pub fn read(&mut self, row: &mut StringRecord) -> Result<Option<u64>, Wrong> {
        let mut is_there = true;
        row.clear();
        while is_there && row.iter().all(str::is_empty) {
            is_there = self.reader.read_record(row).map_err(|error| self.unreadable(&error))?;
        }
        Ok(row.position().filter(|_| is_there).map(|position| self.line_of(position)))
    }

    /// The line of a row that comes after those before. The reader tells where it went on: there may be the rest of a line break, and empty
    /// lines and comments, before the row, and it takes `\r\n` for one line less.
    fn line_of(&mut self, position: &Position) -> u64 {
        let after = |start: usize| match self.rows.get(start)? {
            b'\r' | b'\n' => Some(start + 1),
            b'#' => Some(start + self.rows[start..].iter().position(|byte| *byte == b'\n')?),
            _ => None,
        };
        let start =
            usize::try_from(position.byte()).map_or(self.rows.len(), |byte| byte.min(self.rows.len()));
        let start = iter::successors(Some(start), |start| after(*start)).last().unwrap_or(start);
        let passed = self.rows.get(self.counted..start).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.counted = self.counted.max(start);
        self.line
    }

    /// The line, and what the reader of CSV could not read in it.
    fn unreadable(&mut self, error: &csv::Error) -> Wrong {
        let line = error.position().map(|position| self.line_of(position));
        let problem = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("it has {len} columns, where the first row names {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => "it is not in UTF-8; save it so".to_owned(),
            // Messages of the reader quote the file, at any length.
            _ => error.to_string().chars().take(200).flat_map(char::escape_debug).collect(),
        };
        (line.map_or("table".to_owned(), |line| format!("line {line}")), problem)
    }
}

/// The text itself, without the mark of the byte order that editors of Windows begin it with.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// What parts the columns, and the rest, if the first line says it as spreadsheets do.
fn said_delimiter(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let line = bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter @ (b',' | b';' | b'\t' | b'|')] => {
            Some((*delimiter, &bytes[end + 1..]))
        }
        _ => None,
    }
}

/// What parts the columns: of `;` and tabs, which spreadsheets write as well, that which the first row has, if it has no comma.
fn delimiter(bytes: &[u8]) -> u8 {
    let is_row = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let header = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).find(is_row).unwrap_or_default();
    let separates = |byte: &u8| !header.contains(&b',') && header.contains(byte);
    [b';', b'\t'].into_iter().find(separates).unwrap_or(b',')
}
