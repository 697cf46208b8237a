//! The figures of `docs/distance.md`: the Minkowski difference, GJK and EPA step by step as the engine tells
//! them, and how a manifold is clipped.

use glam::{DVec2, DVec3};
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::{Rotation, Unit};
use impinge::narrow::trace::{EpaStep, GjkStep, GjkTrace, MinkowskiPoint, gjk_trace};
use impinge::narrow::{Clip, Collide, ManifoldPoint};
use impinge::shape::{Aabb, Bounded, Hull, Obb, Segment, ShapeError};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 5] = [
    ("distance-difference", difference),
    ("distance-gjk", search),
    ("distance-epa", expansion),
    ("distance-clipping", clipping),
    ("distance-four-points", four_points),
];

type Pair = [Hull<DVec2>; 2];

fn polygon(points: &[(f64, f64)]) -> Result<Hull<DVec2>, ShapeError> {
    Hull::new(&points.iter().copied().map(DVec2::from).collect::<Vec<_>>())
}

/// Two polygons that are apart.
fn apart() -> Result<Pair, ShapeError> {
    Ok([
        polygon(&[(0.0, 1.1), (0.7, 0.2), (1.7, 0.3), (1.9, 1.8), (0.5, 1.9)])?,
        polygon(&[(2.6, 2.0), (2.7, 0.8), (3.7, 0.5), (4.5, 1.4), (4.4, 2.0), (3.2, 2.6)])?,
    ])
}

/// Two polygons that overlap.
fn overlapping() -> Result<Pair, ShapeError> {
    Ok([
        polygon(&[(0.0, 1.0), (0.5, 0.2), (2.0, 0.6), (2.1, 1.6), (0.7, 2.0)])?,
        polygon(&[(0.5, 1.1), (1.2, 0.4), (2.4, 1.6), (2.0, 2.5), (0.8, 2.0)])?,
    ])
}

/// All differences of a corner of A and a corner of B, and what lies between them.
fn difference_of([a, b]: &Pair) -> Result<Hull<DVec2>, ShapeError> {
    let differences = |&corner: &DVec2| b.vertices().iter().map(move |&other| corner - other);
    Hull::new(&a.vertices().iter().flat_map(differences).collect::<Vec<_>>())
}

fn told([a, b]: &Pair) -> Result<GjkTrace<DVec2>, Failure> {
    Ok(gjk_trace(a, b).ok_or("polygons are convex")?)
}

/// Two polygons, and beside them their difference: whose edges are whose, and the same distance in both.
fn difference() -> Result<String, Failure> {
    let pair = apart()?;
    let [a, b] = &pair;
    let difference = difference_of(&pair)?;
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.3, -0.85), DVec2::new(10.1, 3.8))?, 85.0);
    let nearest = a.closest_points(b);
    let length = format!("{:.2}", nearest.distance);

    let up = DVec2::new(0.0, 0.7);
    let lifted = |hull: &Hull<DVec2>| hull.vertices().iter().map(|&corner| corner + up).collect::<Vec<_>>();
    picture.area(&lifted(a), Stroke::First);
    picture.area(&lifted(b), Stroke::Second);
    picture.text(a.center() + up, "A", Stroke::Outline);
    picture.text(b.center() + up, "B", Stroke::Outline);
    picture.line(nearest.point_a + up, nearest.point_b + up, Stroke::Contact);
    picture.point(nearest.point_a + up, Stroke::Contact);
    picture.point(nearest.point_b + up, Stroke::Contact);
    picture.text(
        (nearest.point_a + nearest.point_b) / 2.0 + up + DVec2::new(0.0, 0.15),
        &length,
        Stroke::Contact,
    );

    // Beside it, the origin to the right of the difference, as B is to the right of A.
    let origin = DVec2::new(9.55, 2.15);
    let corners: Vec<DVec2> = difference.vertices().iter().map(|&corner| corner + origin).collect();
    let edges = |hull: &Hull<DVec2>| {
        let corners = hull.vertices();
        (0..corners.len()).map(|i| corners[(i + 1) % corners.len()] - corners[i]).collect::<Vec<_>>()
    };
    for (i, edge) in edges(&difference).into_iter().enumerate() {
        let is_of_a = edges(a).iter().any(|other| (*other - edge).length() < 1e-9);
        let role = if is_of_a { Stroke::First } else { Stroke::Second };
        picture.line(corners[i], corners[(i + 1) % corners.len()], role);
    }
    picture.text(difference.center() + origin, "A − B", Stroke::Outline);
    picture.point(origin, Stroke::Outline);
    picture.text(origin + DVec2::new(0.05, -0.2), "origin", Stroke::Outline);
    let end = origin + nearest.point_a - nearest.point_b;
    picture.line(origin, end, Stroke::Contact);
    picture.point(end, Stroke::Contact);
    picture.text((origin + end) / 2.0 + DVec2::new(0.0, 0.15), &length, Stroke::Contact);
    picture.text(DVec2::new(7.3, -0.6), "edges of A, and those of B turned round", Stroke::Outline);
    Ok(picture.finish())
}

/// Panels of one size in rows, in each of which the origin of the difference has the same place.
struct Sheet {
    picture: Svg,
    outline: Vec<DVec2>,
    /// Of the first panel: where the origin of the difference is.
    first: DVec2,
    size: DVec2,
    columns: u8,
    /// Where all of it ends above.
    top: f64,
}

impl Sheet {
    /// Panels around a difference, with a line of text above each.
    fn new(difference: &Hull<DVec2>, [columns, rows]: [u8; 2], scale: f64) -> Result<Self, ShapeError> {
        let bounds = difference.aabb();
        let margin = DVec2::new(0.35, 0.35);
        let (min, max) = (bounds.min().min(DVec2::ZERO) - margin, bounds.max().max(DVec2::ZERO) + margin);
        let size = max - min + DVec2::new(0.0, 28.0 / scale);
        let all = size * DVec2::new(columns.into(), rows.into());
        let view = Aabb::new(DVec2::ZERO, all)?;
        let first = DVec2::new(-min.x, all.y - size.y - min.y);
        let outline = difference.vertices().to_vec();
        Ok(Sheet { picture: Svg::new(&view, scale), outline, first, size, columns, top: all.y })
    }

    /// Draws what all panels have; where the origin of the difference is in this one.
    fn panel(&mut self, number: u8, title: &str) -> DVec2 {
        let (column, row) = (f64::from(number % self.columns), f64::from(number / self.columns));
        let origin = self.first + self.size * DVec2::new(column, -row);
        let outline: Vec<DVec2> = self.outline.iter().map(|&corner| corner + origin).collect();
        self.picture.outline(&outline, Stroke::Secondary);
        let above = DVec2::new((column + 0.5) * self.size.x, self.top - row * self.size.y - 0.3);
        self.picture.text(above, title, Stroke::Outline);
        origin
    }

    fn origin(&mut self, origin: DVec2) {
        self.picture.point(origin, Stroke::Outline);
    }

    /// A line through a point, across a direction.
    fn across(&mut self, point: DVec2, direction: DVec2, half: f64, role: Stroke) {
        let along = direction.normalize_or_zero().perp() * half;
        self.picture.line(point - along, point + along, role);
    }
}

fn of(points: &[MinkowskiPoint<DVec2>], origin: DVec2) -> Vec<DVec2> {
    points.iter().map(|point| point.difference + origin).collect()
}

/// GJK's way to the nearest point, a panel for each step.
fn search() -> Result<String, Failure> {
    let pair = apart()?;
    let told = told(&pair)?;
    let mut sheet = Sheet::new(&difference_of(&pair)?, [3, 2], 54.0)?;
    for (number, step) in (0..).zip(&told.gjk) {
        search_step(&mut sheet, number, step);
    }
    // The last panel is free.
    let corner = sheet.size * DVec2::new(2.5, 0.75);
    let legend = [
        ("the difference", Stroke::Secondary),
        ("the simplex in it", Stroke::Second),
        ("to its point nearest to the origin", Stroke::First),
        ("the point that is found against it", Stroke::Contact),
    ];
    for (line, (text, role)) in (0..).zip(legend) {
        sheet.picture.text(corner - DVec2::new(0.0, 0.5 * f64::from(line)), text, role);
    }
    Ok(sheet.picture.finish())
}

fn search_step(sheet: &mut Sheet, number: u8, step: &GjkStep<DVec2>) {
    let bounds = match step.upper_bound {
        Some(upper_bound) => format!("{}: {:.2} ≤ distance ≤ {upper_bound:.2}", number + 1, step.lower_bound),
        None => format!("{}: {:.2} ≤ distance", number + 1, step.lower_bound),
    };
    let origin = sheet.panel(number, &bounds);
    let simplex = of(&step.simplex, origin);
    match simplex[..] {
        [] => {}
        [only] => sheet.picture.point(only, Stroke::Second),
        _ => sheet.picture.area(&simplex, Stroke::Second),
    }
    for &corner in &simplex {
        sheet.picture.point(corner, Stroke::Second);
    }
    let found = step.found.difference + origin;
    sheet.picture.arrow(origin, origin + step.nearest, 0.12, Stroke::First);
    sheet.across(found, step.nearest, 0.7, Stroke::Contact);
    sheet.picture.point(found, Stroke::Contact);
    sheet.origin(origin);
}

/// EPA's way out, a panel for each step.
fn expansion() -> Result<String, Failure> {
    let pair = overlapping()?;
    let told = told(&pair)?;
    let mut sheet = Sheet::new(&difference_of(&pair)?, [4, 1], 52.0)?;
    for (number, step) in (0..).zip(&told.epa) {
        expansion_step(&mut sheet, number, step, &told.vertices);
    }
    Ok(sheet.picture.finish())
}

fn expansion_step(sheet: &mut Sheet, number: u8, step: &EpaStep<DVec2>, vertices: &[MinkowskiPoint<DVec2>]) {
    let bounds = format!("{}: {:.2} ≤ depth ≤ {:.2}", number + 1, step.lower_bound, step.upper_bound);
    let origin = sheet.panel(number, &bounds);
    let place = |vertex: u16| vertices[usize::from(vertex)].difference + origin;
    if let [from, to] = step.nearest[..] {
        // Straight from the origin to the line of the facet, and on to where the difference ends.
        let along = (place(to) - place(from)).normalize_or_zero();
        let foot = place(from) + along * (origin - place(from)).dot(along);
        let way = (foot - origin).normalize_or_zero();
        let end = origin + way * step.upper_bound;
        sheet.picture.arrow(origin, end, 0.12, Stroke::First);
        sheet.across(end, way, 0.7, Stroke::First);
    }
    for facet in &step.facets {
        if let [from, to] = facet[..] {
            let role = if *facet == step.nearest { Stroke::Contact } else { Stroke::Second };
            sheet.picture.line(place(from), place(to), role);
            sheet.picture.point(place(from), Stroke::Second);
        }
    }
    sheet.picture.point(step.found.difference + origin, Stroke::First);
    sheet.origin(origin);
}

/// In the plane: an edge is cut at the sides of the edge that it rests on.
fn clipping() -> Result<String, Failure> {
    let a = Obb::new(DVec2::new(0.0, -0.6), DVec2::new(2.0, 0.6), Rotation::identity())?;
    let b = Obb::new(DVec2::new(1.25, 0.72), DVec2::new(1.5, 0.8), Rotation::<DVec2>::from_angle(0.1))?;
    let manifold = a.manifold(&b, 0.0).ok_or("they overlap")?;
    let normal = manifold.normal.get();
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-2.4, -1.35), DVec2::new(3.5, 2.0))?, 120.0);
    let corners = |obb: &Obb<DVec2>| [0, 1, 3, 2].map(|index| obb.corner(index));
    picture.area(&corners(&a), Stroke::First);
    picture.area(&corners(&b), Stroke::Second);
    picture.text(DVec2::new(-1.6, -0.9), "A", Stroke::First);
    picture.text(b.center() + DVec2::new(0.0, 0.4), "B", Stroke::Second);
    // The sides of the reference, along the normal through the ends of its edge.
    for end in [a.corner(2), a.corner(3)] {
        picture.line(end - normal * 0.7, end + normal * 1.6, Stroke::Secondary);
    }
    picture.text(DVec2::new(-2.0, 1.75), "side", Stroke::Outline);
    picture.text(DVec2::new(2.0, 1.75), "side", Stroke::Outline);
    let reference = (a.corner(2) + a.corner(3)) / 2.0 - DVec2::new(0.7, 0.0);
    picture.arrow(reference, reference + normal * 0.6, 0.12, Stroke::Outline);
    picture.text(reference + DVec2::new(0.0, 0.72), "normal", Stroke::Outline);
    picture.text(reference + DVec2::new(-0.45, -0.18), "the reference", Stroke::First);
    let mut kept: Vec<&ManifoldPoint<DVec2>> = manifold.points().iter().collect();
    kept.sort_by(|p, q| p.point_b.x.total_cmp(&q.point_b.x));
    if let [left, right] = kept[..] {
        picture.line(left.point_b, right.point_b, Stroke::Contact);
    }
    for point in kept {
        picture.line(point.point_a, point.point_b, Stroke::Contact);
        picture.point(point.point_a, Stroke::Contact);
        picture.point(point.point_b, Stroke::Contact);
        let depth = format!("{:.2} deep", point.depth());
        picture.text(point.point_b - normal * 0.18 - DVec2::new(0.4, 0.0), &depth, Stroke::Contact);
    }
    picture.text(DVec2::new(2.9, -0.1), "cut off", Stroke::Second);
    Ok(picture.finish())
}

/// In space, seen along the normal: eight corners are left of the face, four of them are kept.
fn four_points() -> Result<String, Failure> {
    let a = Obb::new(DVec3::new(0.0, 0.0, -0.5), DVec3::new(1.7, 1.4, 0.5), Rotation::identity())?;
    let turned = Rotation::<DVec3>::from_axis_angle(Unit::axis(2), 0.7);
    let tilted = Rotation::<DVec3>::from_axis_angle(Unit::axis(0), 0.03);
    let rotation = tilted * turned;
    let b = Obb::new(DVec3::new(0.1, 0.05, 0.44), DVec3::new(1.5, 1.5, 0.5), rotation)?;
    let manifold = a.manifold(&b, 0.1).ok_or("they overlap")?;
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-2.9, -2.3), DVec2::new(2.9, 2.4))?, 90.0);
    let flat = |point: DVec3| point.truncate();
    let top = [4, 5, 7, 6].map(|index| flat(a.corner(index)));
    let bottom = [0, 1, 3, 2].map(|index| flat(b.corner(index)));
    picture.area(&top, Stroke::First);
    picture.area(&bottom, Stroke::Second);
    let reference = Aabb::new(top[0], top[2])?;
    // What each edge of the one has within the other ends at a corner of what is left.
    for i in 0..4 {
        let edge = Segment::new(bottom[i], bottom[(i + 1) % 4])?;
        if let Some(crossing) = edge.clip(&reference) {
            for corner in [crossing.entry, crossing.exit] {
                picture.point(corner, Stroke::Outline);
            }
        }
    }
    let kept: Vec<DVec2> = manifold.points().iter().map(|point| flat(point.point_b)).collect();
    picture.outline(&kept, Stroke::Contact);
    for (point, &at) in manifold.points().iter().zip(&kept) {
        picture.point(at, Stroke::Contact);
        let label = if point.distance < 0.0 {
            format!("{:.3} deep", point.depth())
        } else {
            format!("{:.3} above", point.distance)
        };
        let outwards = DVec2::new(at.x.signum() * 0.62, at.y.signum() * 0.16);
        picture.text(at + outwards, &label, Stroke::Contact);
    }
    picture.text(DVec2::new(1.33, -1.25), "face of A", Stroke::First);
    picture.text(DVec2::new(0.25, 1.62), "face of B", Stroke::Second);
    Ok(picture.finish())
}
