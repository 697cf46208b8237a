//! The documents of a BCF file.

use std::io;

use impinge::glam::DVec3;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use uuid::Uuid;

use super::Version;
use crate::report::{Group, ObjectName, Pair, Report, Status};
use crate::rules::Severity;
use crate::snapshot::{FIELD_OF_VIEW, View};
use crate::summary;
use crate::table::rounded;
use crate::wording::{count, printable};

/// The author of all topics.
const AUTHOR: &str = "impinge";
const TYPE: &str = "Clash";
const OPEN: &str = "Open";
const CLOSED: &str = "Closed";
/// The colours of the pictures.
const COLORS: [&str; 2] = ["E69F00", "0072B2"];

/// What all documents have in common.
pub(super) struct Pen<'a> {
    pub version: Version,
    /// As XML writes dates.
    pub date: &'a str,
    /// What the scene files are called.
    pub files: &'a [String],
    pub is_y_up: bool,
}

type Inner<'a> = &'a mut Writer<Vec<u8>>;

impl Pen<'_> {
    /// Which version it is.
    pub fn version(&self) -> Vec<u8> {
        let number = if self.version == Version::Two { "2.1" } else { "3.0" };
        document(|writer| {
            let root = writer.create_element("Version").with_attribute(("VersionId", number));
            match self.version {
                Version::Two => root.write_inner_content(|writer| text(writer, "DetailedVersion", number))?,
                Version::Three => root.write_empty()?,
            };
            Ok(())
        })
    }

    /// The words that topics use, which 3.0 has listed.
    pub fn extensions(&self) -> Vec<u8> {
        let severities = [Severity::Error, Severity::Warning, Severity::Info].map(priority);
        let kinds = crate::report::Kind::ALL.map(|kind| kind.name());
        let lists: [(&str, &str, &[&str]); 7] = [
            ("TopicTypes", "TopicType", &[TYPE]),
            ("TopicStatuses", "TopicStatus", &[OPEN, CLOSED]),
            ("Priorities", "Priority", &severities),
            ("TopicLabels", "TopicLabel", &kinds),
            ("Users", "User", &[AUTHOR]),
            ("SnippetTypes", "SnippetType", &[]),
            ("Stages", "Stage", &[]),
        ];
        document(|writer| {
            writer.create_element("Extensions").write_inner_content(|writer| {
                lists.iter().try_for_each(|(list, item, words)| {
                    let list = writer.create_element(*list);
                    list.write_inner_content(|writer| {
                        words.iter().try_for_each(|word| text(writer, item, word))
                    })?;
                    Ok(())
                })
            })?;
            Ok(())
        })
    }

    /// The contents of a topic.
    pub fn markup(
        &self,
        report: &Report,
        group: &Group,
        pairs: &[&Pair],
        name: Uuid,
        viewpoint: Uuid,
    ) -> Vec<u8> {
        let is_two = self.version == Version::Two;
        let status = if group.status == Some(Status::Accepted) { CLOSED } else { OPEN };
        let name = name.to_string();
        document(|writer| {
            writer.create_element("Markup").write_inner_content(|writer| {
                let files = |writer: Inner| self.files.iter().try_for_each(|file| self.file(writer, file));
                let header = writer.create_element("Header");
                if is_two {
                    header.write_inner_content(files)?;
                } else {
                    header.write_inner_content(|writer| inside(writer, "Files", files))?;
                }
                let topic = writer.create_element("Topic").with_attribute(("Guid", name.as_str()));
                let topic = topic.with_attributes([("TopicType", TYPE), ("TopicStatus", status)]);
                topic.write_inner_content(|writer| {
                    text(writer, "Title", &title(report, group, pairs))?;
                    text(writer, "Priority", priority(group.severity))?;
                    text(writer, "Index", &group.id.to_string())?;
                    let kind = group.kind.name();
                    if is_two {
                        text(writer, "Labels", kind)?;
                    } else {
                        inside(writer, "Labels", |writer| text(writer, "Label", kind))?;
                    }
                    text(writer, "CreationDate", self.date)?;
                    text(writer, "CreationAuthor", AUTHOR)?;
                    text(writer, "Description", &self.description(group, pairs))?;
                    if is_two {
                        return Ok(());
                    }
                    inside(writer, "Viewpoints", |writer| self.reference(writer, "ViewPoint", viewpoint))
                })?;
                if is_two { self.reference(writer, "Viewpoints", viewpoint) } else { Ok(()) }
            })?;
            Ok(())
        })
    }

    /// What is in each of its pairs, with points in the axes of the camera.
    fn description(&self, group: &Group, pairs: &[&Pair]) -> String {
        let mut text = String::new();
        for pair in pairs {
            let [x, y, z] = self.z_up(pair.place()).map(|coordinate| rounded(coordinate, 4));
            let (a, b) = (&pair.a.path, &pair.b.path);
            let reason =
                pair.reason.as_ref().map(|reason| format!("; accepted: {reason}")).unwrap_or_default();
            text += &format!("{a} × {b}: {}, at {x} {y} {z} ({}){reason}\n", summary::of_pair(pair), pair.id);
        }
        let more = group.pairs - pairs.len();
        if more > 0 {
            text += &format!("and {}\n", count(more, "more pair"));
        }
        text
    }

    /// The position of the camera, and its target.
    pub fn viewpoint(&self, pairs: &[&Pair], view: &View, name: Uuid) -> Vec<u8> {
        let mut sides: [Vec<&ObjectName>; 2] =
            [pairs.iter().map(|pair| &pair.a).collect(), pairs.iter().map(|pair| &pair.b).collect()];
        for side in &mut sides {
            side.sort_by_key(|object| object.id);
            side.dedup();
        }
        sides[1] = sides[1].iter().copied().filter(|object| !sides[0].contains(object)).collect();
        let name = name.to_string();
        document(|writer| {
            let root = writer.create_element("VisualizationInfo").with_attribute(("Guid", name.as_str()));
            root.write_inner_content(|writer| {
                inside(writer, "Components", |writer| {
                    inside(writer, "Selection", |writer| {
                        sides.iter().flatten().try_for_each(|object| component(writer, object))
                    })?;
                    writer
                        .create_element("Visibility")
                        .with_attribute(("DefaultVisibility", "true"))
                        .write_empty()?;
                    inside(writer, "Coloring", |writer| {
                        let colored = sides.iter().zip(COLORS).filter(|(side, _)| !side.is_empty());
                        colored.into_iter().try_for_each(|(side, color)| {
                            let list = writer.create_element("Color").with_attribute(("Color", color));
                            let components = |writer: Inner, list: &[&ObjectName]| {
                                list.iter().try_for_each(|object| component(writer, object))
                            };
                            if self.version == Version::Two {
                                list.write_inner_content(|writer| components(writer, side))?;
                            } else {
                                list.write_inner_content(|writer| {
                                    inside(writer, "Components", |writer| components(writer, side))
                                })?;
                            }
                            Ok(())
                        })
                    })
                })?;
                inside(writer, "PerspectiveCamera", |writer| {
                    self.vector(writer, "CameraViewPoint", view.eye)?;
                    self.vector(writer, "CameraDirection", view.direction)?;
                    self.vector(writer, "CameraUpVector", view.up)?;
                    text(writer, "FieldOfView", &FIELD_OF_VIEW.to_string())?;
                    if self.version == Version::Three {
                        text(writer, "AspectRatio", "1.3333333333333333")?;
                    }
                    Ok(())
                })
            })?;
            Ok(())
        })
    }

    /// The viewpoint of a topic.
    fn reference(&self, writer: Inner, element: &str, name: Uuid) -> io::Result<()> {
        let name = name.to_string();
        let element = writer.create_element(element).with_attribute(("Guid", name.as_str()));
        element.write_inner_content(|writer| {
            text(writer, "Viewpoint", "viewpoint.bcfv")?;
            text(writer, "Snapshot", "snapshot.png")?;
            text(writer, "Index", "0")
        })?;
        Ok(())
    }

    fn file(&self, writer: Inner, file: &str) -> io::Result<()> {
        let is_external = if self.version == Version::Two { "isExternal" } else { "IsExternal" };
        let element = writer.create_element("File").with_attribute((is_external, "true"));
        element.write_inner_content(|writer| {
            text(writer, "Filename", file)?;
            text(writer, "Date", self.date)
        })?;
        Ok(())
    }

    /// A point or a direction of the scene as BCF has it.
    fn z_up(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        if self.is_y_up { [x, -z, y] } else { [x, y, z] }
    }

    /// Its numbers are never −0.
    fn vector(&self, writer: Inner, element: &str, vector: DVec3) -> io::Result<()> {
        let [x, y, z] = self.z_up(vector.to_array());
        inside(writer, element, |writer| {
            [("X", x), ("Y", y), ("Z", z)]
                .iter()
                .try_for_each(|(name, number)| text(writer, name, &(number + 0.0).to_string()))
        })
    }
}

/// A document with its first line.
fn document(content: impl FnOnce(Inner) -> io::Result<()>) -> Vec<u8> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let declaration = writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    // A vector takes everything.
    let written = declaration.and_then(|()| content(&mut writer));
    debug_assert!(written.is_ok(), "{written:?}");
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    bytes
}

fn inside(writer: Inner, element: &str, content: impl FnOnce(Inner) -> io::Result<()>) -> io::Result<()> {
    writer.create_element(element).write_inner_content(content)?;
    Ok(())
}

fn text(writer: Inner, element: &str, content: &str) -> io::Result<()> {
    let lines: Vec<_> = content.trim_end().split('\n').map(printable).collect();
    writer.create_element(element).write_text_content(BytesText::new(&lines.join("\n")))?;
    Ok(())
}

/// An object, by the identifier of IFC if its name is one, and by its path.
fn component(writer: Inner, object: &ObjectName) -> io::Result<()> {
    let element = writer.create_element("Component");
    let element = match ifc_guid(&object.name) {
        Some(guid) => element.with_attribute(("IfcGuid", guid)),
        None => element,
    };
    element.write_inner_content(|writer| {
        text(writer, "OriginatingSystem", AUTHOR)?;
        text(writer, "AuthoringToolId", &object.path)
    })?;
    Ok(())
}

/// The identifier that IFC gives an object, where its name is one, or ends with one after a `/`, as
/// converters write it: 22 digits to the base 64, which are 128 bits, so that the first is at most 3.
fn ifc_guid(name: &str) -> Option<&str> {
    let name = name.rsplit('/').next()?;
    let is_digit = |digit: u8| digit.is_ascii_alphanumeric() || digit == b'_' || digit == b'$';
    let is_guid = name.len() == 22 && name.bytes().all(is_digit) && matches!(name.as_bytes()[0], b'0'..=b'3');
    is_guid.then_some(name)
}

fn priority(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Major",
        Severity::Warning => "Normal",
        Severity::Info => "Minor",
    }
}

fn title(report: &Report, group: &Group, pairs: &[&Pair]) -> String {
    let sides = match (group.object, pairs.first()) {
        (Some(id), _) => format!("{} × {}", report.objects[id as usize].name, count(group.pairs, "object")),
        (None, Some(pair)) => format!("{} × {}", pair.a.name, pair.b.name),
        (None, None) => String::new(),
    };
    format!("{sides}: {}", pairs.first().map(|pair| summary::of_pair(pair)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_no_negative_zero() {
        let pen = Pen { version: Version::Two, date: "", files: &[], is_y_up: true };
        let text = document(|writer| pen.vector(writer, "CameraViewPoint", DVec3::ZERO));
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(">0<") && !text.contains(">-0<"), "{text}");
    }
}
