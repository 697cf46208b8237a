//! What the guide to robots says of paths of joints: how far the true way of a link may be from the motion
//! between its poses, and that what is clear by that is clear.

use std::path::Path;

use impinge::d3::f64::*;
use impinge::glam::DVec3;
use impinge_scene::robot::{Configuration, JointKind, Robot, RobotOptions};

type Tested = Result<(), Box<dyn std::error::Error>>;

/// From the shoulder to the tips of the fingers it is 0.92; no point is further from an axis, or from the
/// origin of its link.
const REACH: f64 = 0.95;
const JOINTS: [&str; 5] = ["waist", "shoulder", "elbow", "wrist", "grip"];
/// What stands around the arm: middle and size.
const CELL: [[[f64; 3]; 2]; 3] = [
    [[0.6, 0.0, 0.1], [0.4, 0.6, 0.2]],
    [[0.0, 0.6, 0.115], [0.6, 0.4, 0.23]],
    [[0.34, 0.34, 0.4], [0.06, 0.06, 0.8]],
];

struct Arm {
    robot: Robot,
    /// Links with the corners of their shapes.
    corners: Vec<(usize, Vec<DVec3>)>,
}

impl Arm {
    fn read() -> Result<Self, Box<dyn std::error::Error>> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenes/arm.urdf");
        let robot = Robot::read(&file)?;
        let bodies = robot.instances(&RobotOptions { parts: true, ..RobotOptions::default() })?;
        let corners = bodies.instances.iter().map(|body| {
            let positions = bodies.meshes[body.mesh].positions.iter();
            (body.link, positions.map(|&corner| body.transform.transform_point3(corner)).collect())
        });
        Ok(Arm { corners: corners.collect(), robot })
    }

    fn configuration(&self, values: [f64; 5]) -> Result<Configuration, impinge_scene::robot::JointError> {
        let mut configuration = self.robot.default_configuration();
        for (joint, value) in JOINTS.into_iter().zip(values) {
            self.robot.set(&mut configuration, joint, value)?;
        }
        Ok(configuration)
    }

    fn poses(&self, values: [f64; 5]) -> Result<Vec<Pose>, Box<dyn std::error::Error>> {
        let maps = self.robot.link_transforms(&self.configuration(values)?);
        let pose = |map: &impinge::glam::DAffine3| {
            let axes = map.matrix3;
            let rotation = Rotation::orthonormalize([axes.x_axis, axes.y_axis, axes.z_axis])?;
            Ok(Pose { rotation, translation: map.translation })
        };
        maps.iter().map(pose).collect()
    }

    /// The gap that the guide tells, from what the joints up to a link do.
    fn gap(&self, link: usize, from: [f64; 5], to: [f64; 5]) -> Result<f64, Box<dyn std::error::Error>> {
        let ends = [self.configuration(from)?, self.configuration(to)?];
        let (mut turned, mut slid, mut link) = (0.0, 0.0, link);
        while let Some(number) = self.robot.joints.iter().position(|joint| joint.child == link) {
            let [before, after] = [0, 1].map(|end| self.robot.value(&ends[end], number));
            match self.robot.joints[number].kind {
                JointKind::Prismatic => slid += (after - before).abs(),
                _ => turned += (after - before).abs(),
            }
            link = self.robot.joints[number].parent;
        }
        Ok((REACH * turned + slid) * turned / 4.0)
    }
}

/// Values between 0 and 1 (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Within the limits of the joints.
    fn values(&mut self) -> [f64; 5] {
        let [a, b, c, d, e] = [0; 5].map(|_| 2.0 * self.next() - 1.0);
        [3.0 * a, 1.9 * b, 3.0 * c, 1.8 * d, 0.02 + 0.02 * e]
    }
}

fn between(from: [f64; 5], to: [f64; 5], share: f64) -> [f64; 5] {
    std::array::from_fn(|joint| from[joint] + (to[joint] - from[joint]) * share)
}

#[test]
fn no_link_is_further_from_the_motion_than_the_gap() -> Tested {
    let arm = Arm::read()?;
    let mut random = Random(22);
    let mut greatest: f64 = 0.0;
    for scale in [1.0, 0.25, 1.0 / 16.0, 1.0 / 64.0] {
        for _ in 0..50 {
            let from = random.values();
            let to = between(from, random.values(), scale);
            let [start, end] = [arm.poses(from)?, arm.poses(to)?];
            let true_ways = (1..8).map(|step| {
                let share = f64::from(step) / 8.0;
                Ok((share, arm.poses(between(from, to, share))?))
            });
            let true_ways: Vec<(f64, Vec<Pose>)> =
                true_ways.collect::<Result<_, Box<dyn std::error::Error>>>()?;
            for (link, corners) in &arm.corners {
                let motion = Motion::from_poses(&start[*link], &end[*link])?;
                let gap = arm.gap(*link, from, to)?;
                for (share, poses) in &true_ways {
                    for &corner in corners {
                        let off = poses[*link]
                            .transform_point(corner)
                            .distance(motion.point_at(*share, start[*link].transform_point(corner)));
                        assert!(
                            off <= gap + 1e-12,
                            "link {link}: {off} is more than {gap}, from {from:?} to {to:?}"
                        );
                        greatest = greatest.max(off / gap.max(1e-12));
                    }
                }
            }
        }
    }
    println!("at most {greatest:.3} of the gap");
    // No bound for nothing: on some paths a fair part of it is needed.
    assert!(greatest > 0.2, "{greatest}");
    Ok(())
}

#[test]
fn what_is_clear_is_clear_all_the_way() -> Tested {
    let arm = Arm::read()?;
    let cell = CELL.map(|[middle, size]| {
        let (middle, half) = (DVec3::from(middle), DVec3::from(size) / 2.0);
        Aabb::new(middle - half, middle + half)
    });
    let cell = cell.into_iter().collect::<Result<Vec<Aabb>, _>>()?;
    let hulls = arm.corners.iter().map(|(link, corners)| Ok((*link, AnyShape::from(Hull::new(corners)?))));
    let hulls: Vec<(usize, AnyShape)> = hulls.collect::<Result<_, ShapeError>>()?;
    let tolerance = 1e-4;
    let options = TimeOfImpactOptions::new(tolerance)?;
    let mut random = Random(7);
    let (mut clear, mut met) = (0, 0);
    for _ in 0..10 {
        let way = [random.values(), random.values()];
        let parts = 100;
        for part in 0..parts {
            let at = |share: f64| between(way[0], way[1], (f64::from(part) + share) / f64::from(parts));
            let [start, end] = [arm.poses(at(0.0))?, arm.poses(at(1.0))?];
            let samples = (0..10).map(|step| arm.poses(at(f64::from(step) / 10.0)));
            let samples: Vec<Vec<Pose>> = samples.collect::<Result<_, _>>()?;
            for (link, hull) in &hulls {
                let gap = arm.gap(*link, at(0.0), at(1.0))?;
                let grown = hull.with_rounding(gap)?.at(&start[*link]);
                let motion = Motion::from_poses(&start[*link], &end[*link])?;
                for thing in &cell {
                    match time_of_impact(&grown, &motion, thing, &Motion::fixed(), &options) {
                        TimeOfImpact::Disjoint => {
                            clear += 1;
                            let is_met = samples.iter().any(|poses| hull.at(&poses[*link]).intersects(thing));
                            assert!(!is_met, "link {link} in part {part} from {:?} to {:?}", way[0], way[1]);
                        }
                        // Who is not clear is near: the grown shape touches, and the link is no more than two
                        // gaps from its face.
                        impact => {
                            met += 1;
                            let poses = arm.poses(at(impact.time().unwrap_or_default()))?;
                            let distance = hull.at(&poses[*link]).distance(thing);
                            assert!(
                                distance <= 2.0 * gap + tolerance + 1e-9,
                                "{distance} with a gap of {gap}"
                            );
                        }
                    }
                }
            }
        }
    }
    println!("{clear} clear, {met} not");
    assert!(clear > 1000 && met > 100, "{clear} clear, {met} not");
    Ok(())
}
