//! The figure of `docs/meshes.md`: two meshes, and which of their triangles each stage of the cascade left.

use std::sync::{Mutex, PoisonError};

use glam::DVec3;
use impinge::assembly::{Cascade, Instance, Model, Observer, Stage, StageReport, find_collisions};
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::{Pose, Rotation, Unit};
use impinge::narrow::{Collide, Relation};
use impinge::shape::{Aabb, Mesh, MeshError, ShapeError, Triangle};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 1] = [("meshes-stages", stages)];

/// A ring of triangles.
fn ring() -> Result<Mesh<DVec3>, MeshError> {
    const AROUND: u32 = 16;
    const ACROSS: u32 = 7;
    let turn = |i: u32, of: u32| libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(of));
    let corner = |number: u32| {
        let ((sine, cosine), (up, out)) = (turn(number / ACROSS, AROUND), turn(number % ACROSS, ACROSS));
        let distance = 1.0 + 0.36 * out;
        DVec3::new(distance * cosine, distance * sine, 0.36 * up)
    };
    let number = |i: u32, j: u32| i % AROUND * ACROSS + j % ACROSS;
    let quad = |k: u32| {
        let (i, j) = (k / ACROSS, k % ACROSS);
        [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)]
    };
    let triangles = (0..AROUND * ACROSS).map(quad).flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Mesh::new((0..AROUND * ACROSS).map(corner).collect(), triangles.collect())
}

/// What a run tells.
#[derive(Default)]
struct Heard {
    stages: Mutex<Vec<StageReport>>,
    meetings: Mutex<Vec<[u32; 2]>>,
}

impl Observer for Heard {
    fn on_stage(&self, report: StageReport) {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }
    fn on_triangle_pair(&self, _objects: [u32; 2], triangles: [u32; 2], _relation: Relation) {
        self.meetings.lock().unwrap_or_else(PoisonError::into_inner).push(triangles);
    }
}

impl Heard {
    /// How many a stage looked at, and how many it left.
    fn counts(&self, stage: Stage) -> [u64; 2] {
        let stages = self.stages.lock().unwrap_or_else(PoisonError::into_inner);
        let told = stages.iter().find(|report| report.stage == stage);
        told.map_or([0; 2], |report| [report.entered, report.left])
    }
}

/// A triangle where it is placed.
#[derive(Clone, Copy)]
struct Part {
    number: u32,
    triangle: Triangle<DVec3>,
    bounds: Aabb<DVec3>,
}

fn placed(body: &Instance<DVec3>, count: u32) -> Result<Vec<Part>, ShapeError> {
    let part = |(number, triangle): (u32, Triangle<DVec3>)| {
        Ok(Part { number, triangle, bounds: Aabb::from_points(triangle.points())? })
    };
    (0..count).filter_map(|number| Some((number, body.triangle(number)?))).map(part).collect()
}

/// Two rings that cut into each other, a panel for each stage that looks at triangles.
fn stages() -> Result<String, Failure> {
    let model = Model::new(ring()?);
    let tilt = Rotation::<DVec3>::from_axis_angle(Unit::new(DVec3::new(1.0, 0.3, 0.0))?, 0.9);
    let pose = Pose { rotation: tilt, translation: DVec3::new(2.2, 0.35, 0.2) };
    let bodies = [Instance::new(&model, Pose::identity()), Instance::new(&model, pose)];
    let heard = Heard::default();
    let found = find_collisions(&bodies, &Cascade::default(), &heard);
    let _ = found.first().ok_or("they collide")?;

    let count = model.mesh().triangles().len() as u32;
    let placed = [placed(&bodies[0], count)?, placed(&bodies[1], count)?];
    let [of_a, of_b] = bodies.each_ref().map(Instance::aabb);
    let shared = of_a.zip(of_b).and_then(|(a, b)| a.intersection(&b)).ok_or("their boxes overlap")?;
    let near = near(&placed, &shared).ok_or("some are near")?;
    let pairs: Vec<[u32; 2]> = (near[0].iter())
        .flat_map(|one| {
            let near = near[1].iter().filter(|other| one.bounds.intersects(&other.bounds));
            near.map(|other| [one.number, other.number])
        })
        .collect();
    let meetings = heard.meetings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let [all, in_region] = heard.counts(Stage::Region);
    let [boxes, in_boxes] = heard.counts(Stage::TriangleBoxes);
    let [_, met] = heard.counts(Stage::Triangles);
    let drawn = [near[0].len() + near[1].len(), pairs.len(), meetings.len()];
    if drawn != [in_region, in_boxes, met].map(|count| count as usize) {
        return Err(format!("what is drawn, {drawn:?}, is not what the engine found").into());
    }

    let mut sheet = Sheet::new(shared.center())?;
    let all_of = [0, 1].map(|side| placed[side].iter().map(|part| part.number).collect::<Vec<u32>>());
    sheet.title(0, [&format!("{all} triangles,"), "and the box that both boxes share"]);
    sheet.front(0, &placed, &all_of);
    for edge in shared.edges() {
        sheet.line(0, edge.a(), edge.b(), Stroke::Contact);
    }
    sheet.title(1, ["region:", &format!("{in_region} triangles are in it")]);
    sheet.triangles(1, &placed, &near.map(|side| side.iter().map(|part| part.number).collect()));
    let of_pairs = format!("boxes: of {boxes} pairs {in_boxes} are left,");
    sheet.title(2, [&of_pairs, &format!("of which {met} meet")]);
    sheet.triangles(2, &placed, &[0, 1].map(|side| distinct(&meetings, side)));
    for curve in bodies[0].mesh_pair(&bodies[1]).intersection().curves {
        let points: Vec<DVec3> = curve.points.iter().map(|found| found.point).collect();
        for ends in points.windows(2) {
            sheet.line(2, ends[0], ends[1], Stroke::Contact);
        }
        if let (true, [first, .., last]) = (curve.is_closed, &points[..]) {
            sheet.line(2, *last, *first, Stroke::Contact);
        }
    }
    Ok(sheet.picture.finish())
}

/// The triangles of one side of some pairs, each once.
fn distinct(pairs: &[[u32; 2]], side: usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = pairs.iter().map(|pair| pair[side]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

type Placed = Vec<Part>;

fn around(placed: &Placed) -> Option<Aabb<DVec3>> {
    placed.iter().map(|part| part.bounds).reduce(|all, next| all.merge(&next))
}

/// The triangles of both in a box, which what is found of either makes smaller for the other.
fn near(placed: &[Placed; 2], shared: &Aabb<DVec3>) -> Option<[Placed; 2]> {
    let within = |side: usize, region: &Aabb<DVec3>| -> Placed {
        placed[side].iter().filter(|part| part.bounds.intersects(region)).copied().collect()
    };
    let region = around(&within(1, shared))?.intersection(shared)?;
    let near_a = within(0, &region);
    let region = around(&near_a)?.intersection(&region)?;
    Some([near_a, within(1, &region)])
}

/// Panels side by side, in each of which the scene is seen from the same direction.
struct Sheet {
    picture: Svg,
    view: Rotation<DVec3>,
    /// What is seen in the middle.
    middle: DVec3,
}

const WIDTH: f64 = 5.2;
/// By how much the panels after the first are enlarged.
const LARGER: f64 = 1.45;

impl Sheet {
    fn new(middle: DVec3) -> Result<Self, Failure> {
        let view = Aabb::new(DVec3::new(0.0, 0.0, 0.0), DVec3::new(3.0 * WIDTH, 4.4, 0.0))?;
        let turned = Rotation::<DVec3>::from_axis_angle(Unit::axis(2), -0.35);
        let tilted = Rotation::<DVec3>::from_axis_angle(Unit::axis(0), -0.75);
        Ok(Sheet { picture: Svg::new(&view, 60.0), view: tilted * turned, middle })
    }

    /// Where a point of the scene is in a panel.
    fn at(&self, column: u8, point: DVec3) -> DVec3 {
        let scale = if column == 0 { 1.0 } else { LARGER };
        let center = DVec3::new(WIDTH * (f64::from(column) + 0.5), 1.75, 0.0);
        self.view.rotate(point - self.middle) * scale + center
    }

    fn title(&mut self, column: u8, lines: [&str; 2]) {
        let above = DVec3::new(WIDTH * (f64::from(column) + 0.5), 4.15, 0.0);
        self.picture.text(above, lines[0], Stroke::Outline);
        self.picture.text(above - DVec3::Y * 0.3, lines[1], Stroke::Outline);
    }

    fn line(&mut self, column: u8, from: DVec3, to: DVec3, role: Stroke) {
        let (from, to) = (self.at(column, from), self.at(column, to));
        self.picture.line(from, to, role);
    }

    fn triangles(&mut self, column: u8, placed: &[Placed; 2], numbers: &[Vec<u32>; 2]) {
        self.some(column, placed, numbers, |_| true);
    }

    /// Those that face whoever looks.
    fn front(&mut self, column: u8, placed: &[Placed; 2], numbers: &[Vec<u32>; 2]) {
        self.some(column, placed, numbers, |[a, b, c]| (b - a).cross(c - a).z > 0.0);
    }

    fn some(
        &mut self,
        column: u8,
        placed: &[Placed; 2],
        numbers: &[Vec<u32>; 2],
        is_drawn: impl Fn([DVec3; 3]) -> bool,
    ) {
        for ((placed, numbers), role) in placed.iter().zip(numbers).zip([Stroke::First, Stroke::Second]) {
            for part in placed.iter().filter(|part| numbers.contains(&part.number)) {
                let corners = part.triangle.points().map(|corner| self.at(column, corner));
                if is_drawn(corners) {
                    self.picture.area(&corners, role);
                }
            }
        }
    }
}
