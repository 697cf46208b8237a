//! Meshes of 100 thousand triangles against each other, against shapes that move, points and balls.
//!
//! Trees stand; each question is asked about the second mesh in many places. FCL computes in `f64`, all
//! others in `f32`. Meshes are surfaces to the peers and solid to us, which makes a difference where one lies
//! inside the other. parry3d is asked by its own queries, and by the join of its trees, which its users can
//! call (see [`super::check`]).

mod casts;
#[cfg(feature = "fcl")]
mod fcl;
#[cfg(feature = "jolt")]
pub mod jolt;
mod ours;
mod queries;

use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query;
use parry3d::shape::TriMesh;

use super::check::{self, by_edges, joined_pairs, peer_mesh};
use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::bumpy_sphere::{Surface, surface};
use crate::workload::random::SplitMix64;

/// Where the second mesh is.
pub struct Placement {
    /// Its rotation: x, y, z, w.
    pub quaternion: [f32; 4],
    /// Its place.
    pub translation: [f32; 3],
}

/// Rotations of the second mesh; the first is that of the group `check`.
const ROTATIONS: usize = 32;
/// The size of a mesh that has room inside the other one.
const SMALL: f32 = 0.8;

/// Measures pairs of meshes, then moving shapes, points and balls.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let (large, small) = (Meshes::new(&surface())?, Meshes::new(&surface().scaled(SMALL))?);
    let overlapping = Pairs::new("overlapping a little", [&large, &large], check::TRANSLATION)?;
    overlapping.first_contact(bench)?;
    overlapping.all_pairs(bench)?;
    let about_center = [0.02, 0.01, 0.03];
    Pairs::new("about one center", [&large, &large], about_center)?.first_contact(bench)?;
    Pairs::new("one inside the other", [&large, &small], about_center)?.first_contact(bench)?;
    let apart = Pairs::new("apart", [&large, &large], [2.2, 0.0, 0.0])?;
    apart.first_contact(bench)?;
    apart.distance(bench)?;
    casts::run(bench)?;
    queries::run(bench)
}

/// A mesh, for everybody.
struct Meshes {
    ours: ours::Mesh,
    parry: TriMesh,
    #[cfg(feature = "fcl")]
    boxes: fcl::Mesh,
    #[cfg(feature = "fcl")]
    rectangles: fcl::Mesh,
}

impl Meshes {
    fn new(surface: &Surface) -> Result<Self, Error> {
        Ok(Meshes {
            ours: ours::build(surface)?,
            parry: peer_mesh(surface)?,
            #[cfg(feature = "fcl")]
            boxes: fcl::Mesh::new(surface, fcl::Volumes::Boxes),
            #[cfg(feature = "fcl")]
            rectangles: fcl::Mesh::new(surface, fcl::Volumes::BoxesAndRectangles),
        })
    }
}

/// The second mesh in its place, for everybody.
struct Placed {
    ours: ours::Pair,
    parry: Pose,
    #[cfg(feature = "fcl")]
    fcl: fcl::Pose,
}

/// One library's answer to a question about a pair, as a number.
struct Way<'a> {
    name: &'static str,
    answer: Box<dyn Fn(&Placed) -> f64 + 'a>,
}

fn way<'a>(name: &'static str, answer: impl Fn(&Placed) -> f64 + 'a) -> Way<'a> {
    Way { name, answer: Box::new(answer) }
}

fn yes_no(answer: bool) -> f64 {
    f64::from(u8::from(answer))
}

/// Two meshes, the second in many places.
struct Pairs<'a> {
    name: &'static str,
    meshes: [&'a Meshes; 2],
    placed: Vec<Placed>,
}

impl<'a> Pairs<'a> {
    fn new(name: &'static str, meshes: [&'a Meshes; 2], translation: [f32; 3]) -> Result<Self, Error> {
        let mut random = SplitMix64::new(check::ROTATION_SEED);
        let mut place = |_| {
            let placement = Placement { quaternion: random.quaternion(), translation };
            Ok(Placed {
                ours: ours::Pair::new(&meshes[0].ours, &meshes[1].ours, &placement)?,
                parry: Pose::from_parts(
                    Vector::from_array(translation),
                    Rotation::from_array(placement.quaternion),
                ),
                #[cfg(feature = "fcl")]
                fcl: fcl::pose(&placement),
            })
        };
        let placed = (0..ROTATIONS).map(&mut place).collect::<Result<_, Error>>()?;
        Ok(Pairs { name, meshes, placed })
    }

    fn first_contact(&self, bench: &mut Bench) -> Result<(), Error> {
        let [first, second] = self.meshes;
        #[allow(unused_mut)]
        let mut peers = vec![
            way("parry3d join + edge rays", |placed| {
                let mut found = joined_pairs(&first.parry, &second.parry, &placed.parry, 0.0, by_edges);
                yes_no(found.next().is_some())
            }),
            way("parry3d intersection_test", |placed| {
                let found =
                    query::intersection_test(&Pose::IDENTITY, &first.parry, &placed.parry, &second.parry);
                found.map_or(f64::NAN, |found| yes_no(found.intersecting))
            }),
        ];
        #[cfg(feature = "fcl")]
        peers.extend([
            way("FCL OBB", |placed| yes_no(first.boxes.meets(&second.boxes, &placed.fcl))),
            way("FCL OBBRSS", |placed| yes_no(first.rectangles.meets(&second.rectangles, &placed.fcl))),
        ]);
        let ours = way("impinge", |placed| yes_no(placed.ours.meets()));
        self.measure(bench, "first contact", &self.placed, Some(ours), peers)
    }

    /// Of the first place only: with the others, as many more.
    fn all_pairs(&self, bench: &mut Bench) -> Result<(), Error> {
        let [first, second] = self.meshes;
        #[allow(unused_mut)]
        let mut peers = vec![way("parry3d join + edge rays", |placed| {
            joined_pairs(&first.parry, &second.parry, &placed.parry, 0.0, by_edges).count() as f64
        })];
        #[cfg(feature = "fcl")]
        peers.extend([
            way("FCL OBB", |placed| first.boxes.pairs(&second.boxes, &placed.fcl) as f64),
            way("FCL OBBRSS", |placed| first.rectangles.pairs(&second.rectangles, &placed.fcl) as f64),
        ]);
        let ours = way("impinge", |placed| placed.ours.pairs() as f64);
        self.measure(bench, "all pairs of triangles that meet", &self.placed[..1], Some(ours), peers)
    }

    /// Of surfaces that are apart. parry's query does not descend both trees at once, and takes many seconds
    /// for each pair.
    fn distance(&self, bench: &mut Bench) -> Result<(), Error> {
        #[cfg(not(feature = "fcl"))]
        let peers = Vec::new();
        #[cfg(feature = "fcl")]
        let [first, second] = self.meshes;
        #[cfg(feature = "fcl")]
        let peers = vec![way("FCL OBBRSS", |placed: &Placed| {
            first.rectangles.distance(&second.rectangles, &placed.fcl)
        })];
        let ours = way("impinge", |placed| placed.ours.distance());
        self.measure(bench, "distance", &self.placed, Some(ours), peers)
    }

    /// Measures, and says who answers otherwise than the first.
    fn measure(
        &self,
        bench: &mut Bench,
        question: &str,
        placed: &[Placed],
        ours: Option<Way>,
        peers: Vec<Way>,
    ) -> Result<(), Error> {
        let mut answers = ours.iter().chain(&peers).map(|way| {
            let given: Vec<f64> = placed.iter().map(&way.answer).collect();
            (way.name, given)
        });
        let (name, first) = answers.next().unwrap_or_default();
        let sum: f64 = first.iter().sum();
        let mut remark = format!("{name}: first result {}, sum {sum}", first.first().unwrap_or(&f64::NAN));
        for (name, given) in answers {
            let apart = given.iter().zip(&first).map(|(a, b)| (a - b).abs()).filter(|&apart| apart != 0.0);
            let (count, most) =
                apart.fold((0, 0.0), |(count, most), apart| (count + 1, f64::max(most, apart)));
            if count > 0 {
                remark += &format!("\n{name} differs in {count} of {}, by up to {most:.1e}", given.len());
            }
        }
        fn contender<'a>(way: Way<'a>, placed: &'a [Placed]) -> Contender<'a> {
            Contender::new(way.name, move || placed.iter().map(&way.answer).sum::<f64>().to_bits())
        }
        bench.measure(Task {
            name: format!("{question}, {}", self.name),
            unit: Unit::MicrosecondsPerQuery(placed.len()),
            ours: ours.map(|ours| contender(ours, placed)),
            peers: peers.into_iter().map(|peer| contender(peer, placed)).collect(),
            remark,
        })
    }
}
