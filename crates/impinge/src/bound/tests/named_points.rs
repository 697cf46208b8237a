//! Reference points of many shapes, to compare volumes around them.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

/// Pseudorandom numbers, equal on every platform (Steele, Lea & Flood's SplitMix).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Returns a number from 0 to 1.
    pub(super) fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a point in the cube from −1 to 1.
    pub(super) fn in_cube(&mut self) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.number() * 2.0 - 1.0))
    }

    fn in_ball(&mut self) -> DVec3 {
        loop {
            let point = self.in_cube();
            if point.length() <= 1.0 {
                return point;
            }
        }
    }

    pub(super) fn turn(&mut self) -> DQuat {
        let (axis, angle) = (self.in_ball().normalize(), self.number() * TAU);
        DQuat::from_axis_angle(axis, angle)
    }
}

/// Returns the point of a number.
type PointOf = Box<dyn Fn(&mut Random, usize) -> DVec3>;

/// Returns named sets of few points each, tilted, none in a plane.
pub(super) fn reference_set() -> Vec<(String, Vec<DVec3>)> {
    let mut random = Random::new(1);
    let mut sets = Vec::new();
    for (name, points) in solids() {
        for copy in 0..2 {
            let turn = if copy == 0 { DQuat::IDENTITY } else { random.turn() };
            sets.push((format!("{name}, copy {copy}"), points.iter().map(|&p| turn * p).collect()));
        }
    }
    for copy in 0..12 {
        let turn = random.turn();
        let count = 5 + copy;
        let size = DVec3::new(1.0, random.number() + 0.05, 0.3 * random.number() + 0.02);
        let axis = random.in_ball().normalize();
        let ends = [random.in_cube(), random.in_cube(), random.in_cube()];
        let mut add = |name: &str, point: PointOf| {
            let points = (0..count).map(|i| turn * point(&mut random, i)).collect();
            sets.push((format!("{name}, {count} points"), points));
        };
        add("points in a cube", Box::new(|random, _| random.in_cube()));
        add("points in a flat box", Box::new(move |random, _| random.in_cube() * size));
        add("points in a ball", Box::new(|random, _| random.in_ball()));
        add("points on a ball", Box::new(|random, _| random.in_ball().normalize()));
        add(
            "points along a sliver",
            Box::new(move |random, _| axis * random.number() + random.in_ball() * 0.01),
        );
        add("three clusters", Box::new(move |random, i| ends[i % 3] + random.in_ball() * 0.2));
    }
    sets
}

/// Returns named solids.
fn solids() -> Vec<(&'static str, Vec<DVec3>)> {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let signs = |p: DVec3| {
        (0..8)
            .map(move |i| p * DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { -1.0 } else { 1.0 })))
    };
    let turned = |p: DVec3| [p, DVec3::new(p.y, p.z, p.x), DVec3::new(p.z, p.x, p.y)];
    let corners = |p: DVec3| -> Vec<DVec3> {
        let mut all: Vec<DVec3> = turned(p).into_iter().flat_map(signs).map(|p| p + DVec3::ZERO).collect();
        all.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z)));
        all.dedup();
        all
    };
    let ring = |sides: u32, radius: f64, height: f64, phase: f64| {
        (0..sides).map(move |i| {
            let angle = TAU * f64::from(i) / f64::from(sides) + phase;
            DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), height)
        })
    };
    let cube = corners(DVec3::ONE);
    let tetrahedron = [0, 3, 5, 6].map(|i| cube[i]).to_vec();
    let dodecahedron = [cube.clone(), corners(DVec3::new(0.0, 1.0 / golden, golden))].concat();
    let prism =
        |sides: u32, height: f64| ring(sides, 1.0, 0.0, 0.0).chain(ring(sides, 1.0, height, 0.0)).collect();
    let pyramid = |sides: u32, apex: DVec3| ring(sides, 1.0, 0.0, 0.0).chain([apex]).collect();
    vec![
        ("cube", cube.clone()),
        ("plank", signs(DVec3::new(5.0, 1.0, 0.2)).collect()),
        ("sheet", signs(DVec3::new(1.0, 0.7, 1e-3)).collect()),
        ("tetrahedron", tetrahedron),
        ("octahedron", corners(DVec3::X)),
        ("icosahedron", corners(DVec3::new(0.0, 1.0, golden))),
        ("dodecahedron", dodecahedron),
        ("triangular prism", prism(3, 2.0)),
        ("pentagonal rod", prism(5, 8.0)),
        ("hexagonal nut", prism(6, 0.5)),
        ("antiprism", ring(4, 1.0, 0.0, 0.0).chain(ring(4, 1.0, 1.2, 0.4)).collect()),
        ("square pyramid", pyramid(4, DVec3::Z)),
        ("leaning pyramid", pyramid(5, DVec3::new(1.5, 0.3, 0.8))),
        (
            "wedge",
            vec![
                DVec3::ZERO,
                DVec3::X,
                DVec3::Y * 2.0,
                DVec3::new(1.0, 2.0, 0.0),
                DVec3::new(0.0, 0.0, 0.3),
                DVec3::new(0.0, 2.0, 0.3),
            ],
        ),
        ("corner of a cube", vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]),
        ("stretched corner", vec![DVec3::ZERO, DVec3::X * 3.0, DVec3::Y * 2.0, DVec3::Z]),
        ("cone", pyramid(12, DVec3::Z * 2.0)),
    ]
}
