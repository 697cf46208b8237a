use glam::{DVec2, DVec3};

use super::*;
use crate::narrow::distance::support::Corners;

#[derive(Default)]
struct End(Option<EpaEnd>);

impl<D: Vector<Scalar = f64>> Observer<D> for End {
    fn epa_ended(&mut self, end: EpaEnd) {
        self.0 = Some(end);
    }
}

#[test]
fn epa_reports_why_it_ends() {
    let triangle =
        |x: f64| Corners([DVec2::new(x, 0.0), DVec2::new(x + 2.0, -1.0), DVec2::new(x + 2.0, 1.0)]);
    let mut end = End::default();
    let found = penetration(&triangle(0.0), &triangle(1.5), Simplex::empty(), 0.0, None, &mut end);
    assert_eq!(end.0, Some(EpaEnd::Converged));
    assert!(found.depth > 0.0 && found.depth <= 0.5, "{}", found.depth);
    // The difference of two crossing segments is flat.
    let segments = [Corners([-DVec3::X, DVec3::X]), Corners([-DVec3::Y, DVec3::Y])];
    let found = penetration(&segments[0], &segments[1], Simplex::empty(), 0.0, None, &mut end);
    assert_eq!((end.0, found.depth), (Some(EpaEnd::Flat), 0.0));
}
