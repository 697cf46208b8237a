//! Two shapes, at random: apart, nearly touching or deep in each other.

use glam::DVec3;
use impinge::math::Vector;

use super::random::{Axes, Random, after};
use super::shapes::{Kind, Plan, Style, TestShape};

/// Two shapes and where they are.
#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Plan,
    pub b: Plan,
    pub place_a: DVec3,
    pub place_b: DVec3,
    pub style: Style,
}

impl Pair {
    pub fn draw(kind_a: Kind, kind_b: Kind, dimension: usize, random: &mut Random) -> Self {
        let style = match random.below(4) {
            0 => Style::NearlyParallel,
            1 => Style::Lattice,
            _ => Style::Random,
        };
        let a = Plan::draw(kind_a, dimension, style, random);
        let mut b = Plan::draw(kind_b, dimension, style, random);
        if style == Style::NearlyParallel {
            let angle = random.decades(1e-8, 1e-2);
            b.axes = after(&random.rotation_by(dimension, angle), &a.axes);
        }
        let round = |v: DVec3| if style == Style::Lattice { (v * 4.0).round() / 4.0 } else { v };
        let place_a = round(random.point(dimension));
        // Along an axis of one of them, faces come to lie on faces.
        let heading = match random.below(3) {
            0 => a.axes[random.below(dimension)],
            1 => b.axes[random.below(dimension)],
            _ => random.direction(dimension),
        };
        let heading = if kind_a == Kind::Plane || kind_a == Kind::HalfSpace { a.axes[1] } else { heading };
        let heading = if kind_b == Kind::Plane || kind_b == Kind::HalfSpace { -b.axes[1] } else { heading };
        let size = a.reach(heading) + b.reach(-heading);
        let gap = match random.below(3) {
            0 => size * random.between(0.0, 2.0),
            1 => size * random.sign() * random.decades(1e-9, 1e-1) * random.below(4).min(1) as f64,
            _ => -size * random.between(0.0, 1.2),
        };
        let across = random.point(dimension) * (size * 0.5 * random.below(2) as f64);
        let across = across - heading * heading.dot(across);
        let place_b = round(place_a + heading * (size + gap) + across);
        Pair { a, b, place_a, place_b, style }
    }

    pub fn shapes<V: Vector>(&self) -> (TestShape<V>, TestShape<V>) {
        (self.a.place(self.place_a), self.b.place(self.place_b))
    }

    /// The second shape moved.
    pub fn moved(&self, by: DVec3) -> Self {
        Pair { place_b: self.place_b + by, ..self.clone() }
    }

    /// Both turned about the origin, then moved.
    pub fn carried(&self, axes: &Axes, by: DVec3) -> Self {
        let place = |place: DVec3| super::random::turned(axes, place) + by;
        Pair {
            a: self.a.turned(axes),
            b: self.b.turned(axes),
            place_a: place(self.place_a),
            place_b: place(self.place_b),
            style: self.style,
        }
    }

    /// Can it be turned and stay what it is?
    pub fn can_turn(&self) -> bool {
        self.a.kind != Kind::Aabb && self.b.kind != Kind::Aabb
    }
}
