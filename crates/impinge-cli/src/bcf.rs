//! The report as BCF, which programs for buildings exchange their findings in: a zip with one topic per group.
//!
//! A topic has a camera on the clash, the objects it is about, and a picture. It is known by a name that is made of the group, so that the same
//! clash of tomorrow is the same topic. Dates are those of the scene files, so that the same files make the same bytes. Coordinates are in metres,
//! with z up, as BCF asks for.
//!
//! buildingSMART, "BCF-XML" 2.1 (2017) and 3.0 (2021). What both have in common is written once; what differs is named where it does.

mod xml;

use std::io::{Cursor, Write};
use std::time::SystemTime;

use glam::DVec3;
use impinge::cull::Body;
use impinge::tree::MeshPair;
use impinge_scene::Object;
use rayon::prelude::*;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::report::{Group, Pair, Report};
use crate::snapshot::{Subject, View};

/// Nobody looks through more topics than this.
const MOST_TOPICS: usize = 500;
/// Pairs of a group that are drawn and named.
const MOST_PAIRS: usize = 50;

/// The version of BCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// 2.1, which most programs read.
    Two,
    /// 3.0.
    Three,
}

/// A group of pairs, as it is seen.
struct Topic {
    view: View,
    picture: Vec<u8>,
}

/// All topics.
pub(crate) struct Topics {
    topics: Vec<Topic>,
    is_y_up: bool,
}

/// What the topics are made of.
pub(crate) struct Geometry<'a> {
    pub objects: &'a [Object],
    pub bodies: &'a [Body<'a, DVec3>],
}

/// A topic for each group, the first so many.
pub(crate) fn topics(geometry: &Geometry, report: &Report) -> Topics {
    let groups: Vec<&Group> = report.groups.iter().take(MOST_TOPICS).collect();
    let topics = groups.par_iter().map(|group| topic(geometry, report, group)).collect();
    Topics { topics, is_y_up: up(geometry.objects) == DVec3::Y }
}

/// How many groups have no topic.
pub(crate) fn left_out(report: &Report) -> usize {
    report.groups.len().saturating_sub(MOST_TOPICS)
}

/// The pairs of a group, the gravest first, no more than some.
fn pairs_of<'a>(report: &'a Report, group: &Group) -> impl Iterator<Item = &'a Pair> + use<'a> {
    let id = group.id;
    report.pairs.iter().filter(move |pair| pair.group == id).take(MOST_PAIRS)
}

fn topic(geometry: &Geometry, report: &Report, group: &Group) -> Topic {
    let pairs: Vec<&Pair> = pairs_of(report, group).collect();
    let mut sides: [Vec<u32>; 2] = Default::default();
    for pair in &pairs {
        // What all share is in front.
        let is_turned = group.object == Some(pair.b.id);
        let [one, other] = if is_turned { [pair.b.id, pair.a.id] } else { [pair.a.id, pair.b.id] };
        sides[0].push(one);
        sides[1].push(other);
    }
    let triangles = sides.map(|mut numbers| {
        numbers.sort_unstable();
        numbers.dedup();
        let of = |number: u32| {
            let body = &geometry.bodies[number as usize];
            (0..body.model.mesh().triangles().len() as u32).map(|triangle| body.triangle(triangle).points())
        };
        numbers.into_iter().flat_map(of).collect()
    });
    let curves = pairs.iter().flat_map(|pair| {
        let [a, b] = [pair.a.id, pair.b.id].map(|number| &geometry.bodies[number as usize]);
        let meshes = MeshPair::new(a.model.ray_tree(), a.map, b.model.ray_tree(), b.map);
        let curves = if pair.triangle_pairs > 0 { meshes.intersection().curves } else { Vec::new() };
        curves.into_iter().flat_map(|curve| {
            let points: Vec<DVec3> = curve.points.iter().map(|point| point.point).collect();
            let last = curve.is_closed.then(|| [points[points.len() - 1], points[0]]);
            points.windows(2).map(|ends| [ends[0], ends[1]]).chain(last).collect::<Vec<_>>()
        })
    });
    let subject =
        Subject { triangles, curves: curves.collect(), ends: ends(&pairs), up: up(geometry.objects) };
    let view = subject.view();
    Topic { view, picture: subject.picture(&view) }
}

/// The box that is looked at: around the places of the pairs, and as much more as they are deep or apart.
fn ends(pairs: &[&Pair]) -> [DVec3; 2] {
    let mut ends = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let mut add = |point: DVec3| ends = [ends[0].min(point), ends[1].max(point)];
    for pair in pairs {
        let of_box = pair.overlap_box.map(|bounds| [bounds.min, bounds.max]);
        for point in [pair.point_a, pair.point_b].into_iter().chain(of_box.into_iter().flatten()) {
            add(DVec3::from_array(point));
        }
    }
    ends
}

/// glTF has y up; what does not say it is taken to have z up.
fn up(objects: &[Object]) -> DVec3 {
    let is_gltf = |object: &Object| {
        let ending = object.file.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("glb") || ending.eq_ignore_ascii_case("gltf")
    };
    if objects.iter().any(is_gltf) { DVec3::Y } else { DVec3::Z }
}

/// A name that is made of other names, always the same.
fn name_of(what: &str) -> Uuid {
    Uuid::new_v5(&Uuid::new_v5(&Uuid::NAMESPACE_URL, b"impinge:bcf"), what.as_bytes())
}

/// The name of a group: of the object that all pairs share, or else of the gravest pair.
fn name_of_group(report: &Report, group: &Group) -> Uuid {
    let shared = group.object.map(|id| format!("{}:{}", group.kind.word(), report.objects[id as usize].path));
    let gravest = || pairs_of(report, group).next().map(|pair| pair.id.clone());
    name_of(&shared.or_else(gravest).unwrap_or_default())
}

/// The file.
pub(crate) fn report(report: &Report, topics: &Topics, date: SystemTime, version: Version) -> Vec<u8> {
    // A vector takes everything.
    written(report, topics, date, version).unwrap_or_default()
}

fn written(
    report: &Report,
    topics: &Topics,
    date: SystemTime,
    version: Version,
) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &[u8]| {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(content)?;
        zip::result::ZipResult::Ok(())
    };
    let date = humantime::format_rfc3339_seconds(date).to_string();
    let pen = xml::Pen { version, date: &date, is_y_up: topics.is_y_up };
    add("bcf.version", &pen.version())?;
    if version == Version::Three {
        add("extensions.xml", &pen.extensions())?;
    }
    for (group, topic) in report.groups.iter().zip(&topics.topics) {
        let name = name_of_group(report, group);
        let viewpoint = name_of(&format!("viewpoint:{name}"));
        let pairs: Vec<&Pair> = pairs_of(report, group).collect();
        add(&format!("{name}/markup.bcf"), &pen.markup(report, group, &pairs, name, viewpoint))?;
        add(&format!("{name}/viewpoint.bcfv"), &pen.viewpoint(&pairs, &topic.view, viewpoint))?;
        add(&format!("{name}/snapshot.png"), &topic.picture)?;
    }
    Ok(archive.finish()?.into_inner())
}
