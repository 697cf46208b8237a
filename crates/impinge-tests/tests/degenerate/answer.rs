//! What is asked of a degenerate pair, and what must hold whatever the answer is.

use impinge::math::{Scalar, Vector};
use impinge::prelude::{Collide, Relation, Shape};

/// The answers of one pair.
#[derive(Clone, Debug)]
pub struct Answer {
    pub relation: Relation,
    /// Negative: minus the depth.
    pub distance: f64,
    pub normal: [f64; 3],
    /// Of the manifold without a margin.
    pub points: usize,
    dimension: usize,
}

/// Asks everything, and looks for contradictions.
pub fn answer<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> Answer {
    let found = one_way(a, b);
    let mirrored = one_way(b, a);
    assert_eq!((found.relation, found.distance), (mirrored.relation, mirrored.distance), "mirrored");
    found
}

fn one_way<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> Answer {
    let relation = a.relation(b);
    let nearest = a.closest_points(b);
    let distance: f64 = nearest.distance.into();
    let expected = match relation {
        Relation::Disjoint => distance > 0.0,
        Relation::Touching => distance == 0.0,
        Relation::Overlapping => distance < 0.0,
    };
    assert!(expected, "{relation:?} but {nearest:?}");
    let normal = nearest.normal.get();
    let unit: f64 = <A::Vector as Vector>::Scalar::UNIT_ROUNDOFF.into();
    assert!((normal.to_double().length() - 1.0).abs() <= 8.0 * unit, "normal: {nearest:?}");
    assert!(nearest.point_a.is_finite() && nearest.point_b.is_finite(), "points: {nearest:?}");
    assert_eq!(a.intersects(b), relation != Relation::Disjoint);
    assert_eq!(a.penetration(b).is_some(), relation == Relation::Overlapping, "penetration");
    let nothing = <A::Vector as Vector>::Scalar::ZERO;
    assert_eq!(a.contact(b, nothing).is_some(), relation != Relation::Disjoint, "contact");
    let manifold = a.manifold(b, nothing);
    assert_eq!(manifold.is_some(), relation != Relation::Disjoint, "manifold");
    let points = manifold.map_or(0, |manifold| {
        for point in manifold.points() {
            assert!(point.point_a.is_finite() && point.point_b.is_finite(), "{manifold:?}");
            assert!(point.distance.is_finite(), "{manifold:?}");
        }
        manifold.points().len()
    });
    Answer { relation, distance, normal: normal.to_f64(), points, dimension: A::Vector::DIMENSION }
}

impl Answer {
    /// As the cells of the table.
    pub fn cells(&self) -> String {
        let relation = match self.relation {
            Relation::Disjoint => "disjoint",
            Relation::Touching => "touching",
            Relation::Overlapping => "overlapping",
        };
        let normal: Vec<String> = self.normal[..self.dimension].iter().map(|&x| number(x)).collect();
        let points = if self.points == 0 { "–".to_string() } else { self.points.to_string() };
        format!("{relation} | {} | ({}) | {points}", number(self.distance), normal.join(", "))
    }
}

/// Up to four digits behind the point; powers of ten where these do not suffice.
fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".to_string();
    }
    if !(1e-3..1e6).contains(&x.abs()) {
        return format!("{x:.3e}").replace('-', "−");
    }
    let digits = format!("{x:.4}");
    digits.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}
