//! How groups of pairs look: a place from which both sides of a group are seen, and a picture from there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use impinge::assembly::InstancePair;
use impinge::glam::DVec3;
use impinge_scene::UpAxis;
use rayon::prelude::*;

use crate::geometry::Geometry;
use crate::progress::Progress;
use crate::report::{Group, Pair, Report};
use crate::snapshot::{Subject, View};

/// At most this many groups get a picture.
const MOST_GROUPS: usize = 500;
/// Pairs of a group that are drawn and named.
const MOST_PAIRS: usize = 50;

/// A group of pairs, as it is seen.
pub(crate) struct GroupView {
    /// From where.
    pub view: View,
    /// A PNG.
    pub picture: Vec<u8>,
}

/// Of each group, the first so many.
pub(crate) fn of_groups(geometry: &Geometry, report: &Report, progress: &Progress) -> Vec<GroupView> {
    let groups: Vec<(&Group, Vec<&Pair>)> =
        report.groups.iter().zip(pairs_of_groups(report)).take(MOST_GROUPS).collect();
    progress.drawing(groups.len());
    let drawn = groups.par_iter().map(|(group, pairs)| view(geometry, group, pairs));
    drawn.inspect(|_| progress.advance()).collect()
}

/// How many groups have none.
pub(crate) fn left_out(report: &Report) -> usize {
    report.groups.len().saturating_sub(MOST_GROUPS)
}

/// Up to a limit of pairs of each group, the most severe first: for all groups at once, as there may be
/// one group for each pair.
pub(crate) fn pairs_of_groups(report: &Report) -> Vec<Vec<&Pair>> {
    let mut of_groups = vec![Vec::new(); report.groups.len()];
    for pair in &report.pairs {
        let of_group = &mut of_groups[pair.group];
        if of_group.len() < MOST_PAIRS {
            of_group.push(pair);
        }
    }
    of_groups
}

/// A name for the picture of each group: its number, and the id of its most severe pair.
pub(crate) fn names(report: &Report) -> impl Iterator<Item = PathBuf> + use<'_> {
    report.groups.iter().zip(pairs_of_groups(report)).map(|(group, pairs)| {
        let gravest = pairs.first().map_or("", |pair| &pair.id);
        format!("{:04}-{gravest}.png", group.id).into()
    })
}

/// Pictures in a folder from earlier runs, by name: they have the same form of name as the pictures of
/// this run, and would be mistaken for them.
pub(crate) fn of_earlier_runs(folder: &Path, report: &Report) -> Vec<String> {
    let now: BTreeSet<PathBuf> = names(report).take(MOST_GROUPS).collect();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let there = entries.map(|entry| entry.file_name()).filter(|name| !now.contains(Path::new(name)));
    let mut earlier: Vec<String> = there.filter_map(|name| name.into_string().ok()).collect();
    earlier.retain(|name| is_of_picture(name));
    earlier.sort();
    earlier
}

/// Is it a name as [`names`] gives them?
fn is_of_picture(name: &str) -> bool {
    let parts = name.strip_suffix(".png").and_then(|name| name.split_once('-'));
    parts.is_some_and(|(number, id)| {
        let are_digits = |text: &str, digit: fn(&u8) -> bool| text.bytes().all(|byte| digit(&byte));
        number.len() >= 4
            && are_digits(number, u8::is_ascii_digit)
            && id.len() == 16
            && are_digits(id, u8::is_ascii_hexdigit)
    })
}

fn view(geometry: &Geometry, group: &Group, pairs: &[&Pair]) -> GroupView {
    let mut sides: [Vec<u32>; 2] = Default::default();
    for pair in pairs {
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
            let count = body.model.mesh().triangles().len() as u32;
            (0..count).filter_map(|triangle| body.triangle(triangle)).map(|triangle| triangle.points())
        };
        numbers.into_iter().flat_map(of).collect()
    });
    let curves = pairs.iter().flat_map(|pair| {
        let [a, b] = [pair.a.id, pair.b.id].map(|number| &geometry.bodies[number as usize]);
        let curves = if pair.triangle_pairs > 0 { InstancePair::new(a, b).curves() } else { Vec::new() };
        curves.into_iter().flat_map(|curve| {
            let points: Vec<DVec3> = curve.points.iter().map(|point| point.point).collect();
            let last = curve.is_closed.then(|| [points[points.len() - 1], points[0]]);
            points.windows(2).map(|ends| [ends[0], ends[1]]).chain(last).collect::<Vec<_>>()
        })
    });
    let up = match geometry.up {
        UpAxis::Y => DVec3::Y,
        UpAxis::Z => DVec3::Z,
    };
    let subject = Subject { triangles, curves: curves.collect(), ends: ends(pairs), up };
    let view = subject.view();
    GroupView { view, picture: subject.picture(&view) }
}

/// The box that the camera shows: around the places of the pairs, enlarged by their depth or distance.
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
