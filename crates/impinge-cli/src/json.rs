//! The report as JSON: one object, with one line for each thing that it lists, so that `diff` and `grep` are
//! of use.

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// The whole report, with a line break at the end.
pub(crate) fn report(report: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, OneItemPerLine::default());
    // Neither a report, whose keys are text, nor a vector has a way to fail.
    let written = report.serialize(&mut serializer);
    debug_assert!(written.is_ok(), "{written:?}");
    bytes.push(b'\n');
    bytes
}

/// Breaks lines before the keys of the outermost object and before the elements of its lists, nowhere else.
#[derive(Default)]
struct OneItemPerLine {
    /// How many objects and lists are open.
    depth: usize,
    /// Has the list that is about to end an element?
    has_element: bool,
}

impl Formatter for OneItemPerLine {
    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first, 1)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_element = false;
        writer.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first, 2)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_element = true;
        Ok(())
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth == 1 && self.has_element { b"\n]" } else { b"]" })
    }
}

impl OneItemPerLine {
    /// What stands before a key or element: a comma unless it is the first, a new line if it is at this
    /// depth.
    fn separate<W: ?Sized + io::Write>(&self, writer: &mut W, first: bool, depth: usize) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth == depth { writer.write_all(b"\n") } else { Ok(()) }
    }
}
