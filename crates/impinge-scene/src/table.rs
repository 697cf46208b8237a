//! Tables as people and spreadsheets write them: CSV with the names of the columns in its first row.
//!
//! Commas separate the columns, or `;` or tabs where the first row has no comma; a line `sep=;` before
//! it sets another separator. Lines that begin with `#` are skipped, and so is a byte order mark.

use csv::{Position, Reader, ReaderBuilder, StringRecord, Trim};

use crate::text::without_mark;
use crate::words::{counted, excerpt};

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
    delimiter: u8,
    /// The line of the first comment below the header that has as many columns as that, and how many there
    /// are.
    comments_like_rows: Option<(u64, usize)>,
    is_below_header: bool,
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
        let reader = builder
            .trim(Trim::All)
            .comment(Some(b'#'))
            .delimiter(delimiter)
            .from_reader(without_last_comment(rows));
        let mut table = Table {
            reader,
            header: StringRecord::new(),
            header_line: line,
            rows,
            counted: 0,
            line,
            delimiter,
            comments_like_rows: None,
            is_below_header: false,
        };
        table.header = table.reader.headers().cloned().map_err(|error| table.unreadable(&error))?;
        if table.header.is_empty() {
            let problem = "it is empty; add a first row with the names of its columns";
            return Err(("table".to_owned(), problem.to_owned()));
        }
        if let Some(position) = table.header.position().cloned() {
            table.header_line = table.line_of(&position);
        }
        table.is_below_header = true;
        Ok(table)
    }

    /// What is wrong with the names of the columns.
    pub fn in_header(&self, problem: String) -> Wrong {
        (format!("line {}", self.header_line), problem)
    }

    /// Reads the next row; its line, unless there is none. Rows of nothing but separators, as spreadsheets
    /// leave at the end, are none.
    pub fn read(&mut self, row: &mut StringRecord) -> Result<Option<u64>, Wrong> {
        let mut is_there = true;
        row.clear();
        while is_there && row.iter().all(str::is_empty) {
            is_there = self.reader.read_record(row).map_err(|error| self.unreadable(&error))?;
        }
        let line = row.position().map(|position| self.line_of(position));
        Ok(line.filter(|_| is_there))
    }

    /// What is wrong with comments that could be rows, once all rows are read: names as `#12` begin like
    /// them.
    pub fn about_comments(&self) -> Option<Wrong> {
        let (line, number) = self.comments_like_rows?;
        let more = match number - 1 {
            0 => String::new(),
            1 => ", and so is 1 more line".to_owned(),
            more => format!(", and so are {more} more lines"),
        };
        let problem = format!(
            "begins with `#` and is skipped as a comment, but has the same number of columns as the first row{more}; put names that begin with # in quotes"
        );
        Some((format!("line {line}"), problem))
    }

    /// The line of a row that comes after the rows before. The position of the reader is where it
    /// continued: the rest of a line break, empty lines and comments may precede the row, and it counts
    /// `\r\n` as one line less.
    fn line_of(&mut self, position: &Position) -> u64 {
        let mut start =
            usize::try_from(position.byte()).map_or(self.rows.len(), |byte| byte.min(self.rows.len()));
        loop {
            match self.rows.get(start) {
                Some(b'\r' | b'\n') => start += 1,
                Some(b'#') => {
                    let rest = &self.rows[start..];
                    let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    self.look_at_comment(start, &rest[..length]);
                    start += length;
                }
                _ => break,
            }
        }
        let passed = self.rows.get(self.counted..start).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.counted = self.counted.max(start);
        self.line
    }

    /// A comment that begins at a byte: could it be a row?
    fn look_at_comment(&mut self, start: usize, comment: &[u8]) {
        let columns = comment.iter().filter(|byte| **byte == self.delimiter).count() + 1;
        if !self.is_below_header || start < self.counted || columns != self.header.len() || columns == 1 {
            return;
        }
        let before = &self.rows[self.counted..start];
        let line = || self.line + before.iter().filter(|byte| **byte == b'\n').count() as u64;
        match &mut self.comments_like_rows {
            Some((_, number)) => *number += 1,
            none => *none = Some((line(), 1)),
        }
    }

    /// The line, and what the reader of CSV could not read in it.
    fn unreadable(&mut self, error: &csv::Error) -> Wrong {
        let line = error.position().map(|position| self.line_of(position));
        let problem = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                let advice = match len < expected_len {
                    true => "add the missing values",
                    false => "remove the extra values, or put values that contain the separator in quotes",
                };
                let columns = counted(*len, "column");
                format!("it has {columns}, but the first row has {expected_len}; {advice}")
            }
            csv::ErrorKind::Utf8 { .. } => "it is not in UTF-8; save it in UTF-8".to_owned(),
            // Messages of the reader quote the file, at any length.
            _ => error.to_string().chars().take(200).flat_map(char::escape_debug).collect(),
        };
        (line.map_or("table".to_owned(), |line| format!("line {line}")), problem)
    }
}

/// What is wrong with a cell that does not contain a number of this kind, such as `finite number`.
pub(crate) fn not_a_number(cell: &str, column: &str, kind: &str) -> String {
    let column = excerpt(column);
    if cell.is_empty() {
        return format!("column {column} is empty; write a {kind}");
    }
    let advice =
        if cell.contains(',') { "use a decimal point, as in 1.5" } else { "write a number such as 1.5" };
    format!("`{}` in column {column} is not a {kind}; {advice}", excerpt(cell))
}

/// What the reader of CSV is given: a comment in the last line that nothing ends it takes for a row.
fn without_last_comment(rows: &[u8]) -> &[u8] {
    let last = rows.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    // Within quotes it is none.
    let is_quoted = || rows[..last].iter().filter(|byte| **byte == b'"').count() % 2 == 1;
    if rows[last..].starts_with(b"#") && !is_quoted() { &rows[..last] } else { rows }
}

/// The separator that the first line sets as spreadsheets do (`sep=;`), and the rest.
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

/// What parts the columns: of `;` and tabs, which spreadsheets write as well, that which the first row has,
/// if it has no comma.
fn delimiter(bytes: &[u8]) -> u8 {
    let is_row = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let header = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).find(is_row).unwrap_or_default();
    let separates = |byte: &u8| !header.contains(&b',') && header.contains(byte);
    [b';', b'\t'].into_iter().find(separates).unwrap_or(b',')
}
