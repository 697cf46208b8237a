//! Bytes of a file → its text.

use std::borrow::Cow;
use std::path::Path;

use crate::Warning;

/// The text of a file, and a warning if it is not all in UTF-8.
///
/// Bytes that are not are read as Latin-1, in which most such files are written. So no two names become the
/// same one, as they would if a mark stood for what cannot be read.
pub(crate) fn read<'a>(file: &Path, bytes: &'a [u8]) -> (Cow<'a, str>, Option<Warning>) {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return (Cow::Borrowed(text), None),
        Err(error) => error,
    };
    let mut text = String::with_capacity(bytes.len());
    let mut count = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
        count += chunk.invalid().len();
    }
    let is_end = |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let line = 1 + (0..error.valid_up_to()).filter(is_end).count();
    let bytes_are = if count == 1 { "1 byte is".to_owned() } else { format!("{count} bytes are") };
    let warning = Warning {
        file: file.to_path_buf(),
        place: format!("line {line}"),
        message: format!(
            "from here on {bytes_are} not UTF-8, and read as Latin-1: names may look wrong; save the file in UTF-8"
        ),
    };
    (Cow::Owned(text), Some(warning))
}

/// The lines of a text. They may end with \n, \r\n or, in old files, with \r alone.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('\r'))
}

/// The file without the mark of the byte order that editors of Windows begin a text with.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf_8_is_latin_1() {
        let read = |bytes| read("a.obj".as_ref(), bytes);
        assert_eq!(read("Tür\n".as_bytes()), (Cow::Borrowed("Tür\n"), None));
        // Both in one file: what is UTF-8 stays.
        let (text, warning) = read(b"o T\xc3\xbcr\no T\xfcr\r\no T\xf6\xe4");
        assert_eq!(text, "o Tür\no Tür\r\no Töä");
        let warning = warning.map(|warning| warning.to_string()).unwrap_or_default();
        assert!(warning.starts_with("a.obj: line 2: from here on 3 bytes are not UTF-8"), "{warning}");
        let (_, warning) = read(b"o a\ro b\r\no T\xfcr");
        assert!(warning.is_some_and(|warning| warning.place == "line 3"));
        let (text, warning) = read(b"\xe9");
        assert_eq!(text, "é");
        assert!(warning.is_some_and(|warning| warning.message.contains("1 byte is")));
    }
}
