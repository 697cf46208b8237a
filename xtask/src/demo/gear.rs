//! Involute spur gears.
//!
//! The flank of a tooth is the involute of the base circle: the curve that the end of a taut string draws
//! while it is unwound from that circle. Two such flanks roll on each other with a constant ratio, which is
//! why nearly every gear has them. Source: Dudley, *Handbook of Practical Gear Design*, ch. 1; DIN 867 (20°
//! basic rack).
//!
//! The chords of a flank lie inside the tooth, because the flank is convex: the teeth are never too thick.

use super::mesh::Mesh;
use super::outline::{Outline, circle, circumscribed, extrude, hole, polar};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// 20 degrees, the usual one.
const PRESSURE_ANGLE: f64 = PI / 9.0;
/// Points along one flank.
const FLANK_POINTS: u32 = 8;

/// A spur gear around z, with the middle of its first tooth on the x axis.
#[derive(Clone, Copy, Debug)]
pub struct Gear {
    /// Diameter per tooth, in millimetres: gears mesh when theirs are equal.
    pub module: f64,
    /// How many.
    pub teeth: u32,
    /// How much thinner each tooth is than half the pitch, along the pitch circle: a pair has twice that of
    /// play.
    pub thinning: f64,
}

impl Gear {
    /// The circle on which two gears roll.
    pub fn pitch_radius(self) -> f64 {
        self.module * f64::from(self.teeth) / 2.0
    }

    /// Angle from the middle of a tooth to its flank at this radius.
    fn half_tooth(self, radius: f64) -> f64 {
        let involute = |angle: f64| libm::tan(angle) - angle;
        let pitch = self.pitch_radius();
        let base = pitch * libm::cos(PRESSURE_ANGLE);
        let at_pitch = (PI * self.module / 2.0 - self.thinning) / (2.0 * pitch);
        // The flank meets the base circle at radius = base: rounding must not leave the domain of acos.
        at_pitch + involute(PRESSURE_ANGLE) - involute(libm::acos((base / radius).min(1.0)))
    }

    /// The outline of the toothed rim, counter-clockwise.
    pub fn outline(self) -> Outline {
        let pitch = self.pitch_radius();
        let (tip, root) = (pitch + self.module, pitch - 1.25 * self.module);
        let base = pitch * libm::cos(PRESSURE_ANGLE);
        // Below the base circle there is no involute; the tooth goes straight to the root.
        let start = base.max(root);
        let radii: Vec<f64> = (0..=FLANK_POINTS)
            .map(|k| start + (tip - start) * f64::from(k) / f64::from(FLANK_POINTS))
            .collect();
        let mut outline = Outline::new();
        for tooth in 0..self.teeth {
            let middle = TAU * f64::from(tooth) / f64::from(self.teeth);
            let foot = self.half_tooth(start);
            if start > root {
                outline.push(polar(middle - foot, root));
            }
            outline.extend(radii.iter().map(|&r| polar(middle - self.half_tooth(r), r)));
            outline.extend(radii.iter().rev().map(|&r| polar(middle + self.half_tooth(r), r)));
            if start > root {
                outline.push(polar(middle + foot, root));
            }
            outline.push(polar(middle + PI / f64::from(self.teeth), root));
        }
        outline
    }

    /// The angle by which a gear must be turned to mesh with this one, which is itself turned by `own_angle`;
    /// the other's axis lies in the direction `towards` (radians) from this one's.
    pub fn meshing_angle(self, own_angle: f64, towards: f64, other: Gear) -> f64 {
        let ratio = f64::from(self.teeth) / f64::from(other.teeth);
        // Where this one has a tooth on the line of centres the other has a gap there; turning this one turns
        // the other the opposite way.
        towards + PI + PI / f64::from(other.teeth) - (own_angle - towards) * ratio
    }

    /// The whole wheel from `z0` to `z1`, with the given bore and a circle of lightening holes.
    pub fn mesh(self, bore: Outline, lightening: Option<(u32, f64, f64)>, z0: f64, z1: f64) -> Mesh {
        let mut holes = vec![bore];
        if let Some((count, on_radius, radius)) = lightening {
            // Half a step off the x axis, so that a keyway there meets no hole.
            let angle = |k: u32| TAU * (f64::from(k) + 0.5) / f64::from(count);
            holes.extend((0..count).map(|k| hole(polar(angle(k), on_radius), radius, 24)));
        }
        extrude(&self.outline(), &holes, z0, z1)
    }
}

/// A bore with a keyway towards +x: half as wide as `half_width`, up to `top` from the axis.
pub fn keyed_bore(radius: f64, half_width: f64, top: f64, segments: u32) -> Outline {
    let corner = circumscribed(radius, segments);
    let foot = libm::sqrt(corner * corner - half_width * half_width);
    let mut outline: Outline = circle(DVec2::ZERO, corner, segments)
        .into_iter()
        .filter(|p| p.x < 0.0 || p.y.abs() > half_width)
        .collect();
    // The circle starts at the x axis, so the keyway closes the loop.
    outline.extend([
        DVec2::new(foot, -half_width),
        DVec2::new(top, -half_width),
        DVec2::new(top, half_width),
        DVec2::new(foot, half_width),
    ]);
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance_to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
        let along = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a + (b - a) * along)
    }

    /// Even-odd rule.
    fn inside(p: DVec2, outline: &[DVec2]) -> bool {
        let crossings = (0..outline.len()).filter(|&i| {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
        });
        crossings.count() % 2 == 1
    }

    /// Smallest distance of two outlines, negative when a corner of one lies in the other.
    fn gap(first: &[DVec2], second: &[DVec2]) -> f64 {
        let one_way = |points: &[DVec2], outline: &[DVec2]| {
            points
                .iter()
                .map(|&p| {
                    let distance = (0..outline.len())
                        .map(|i| distance_to_segment(p, outline[i], outline[(i + 1) % outline.len()]))
                        .fold(f64::INFINITY, f64::min);
                    if inside(p, outline) { -distance } else { distance }
                })
                .fold(f64::INFINITY, f64::min)
        };
        one_way(first, second).min(one_way(second, first))
    }

    fn turned(outline: &[DVec2], angle: f64, centre: DVec2) -> Outline {
        outline.iter().map(|&p| centre + polar(angle, 1.0).rotate(p)).collect()
    }

    /// The gap between the flanks of the demo's gear pairs stays that of the play at every angle of rotation:
    /// half the play on each side, times the cosine of the pressure angle.
    #[test]
    fn meshing_gears_keep_their_play_through_a_whole_tooth() {
        for (module, first, second) in [(2.0, 24, 56), (2.5, 22, 50), (2.5, 50, 20)] {
            let first = Gear { module, teeth: first, thinning: 0.15 };
            let second = Gear { module, teeth: second, thinning: 0.15 };
            let towards = 0.7;
            let centre = polar(towards, first.pitch_radius() + second.pitch_radius());
            for step in 0..8 {
                let angle = TAU / f64::from(first.teeth) * f64::from(step) / 8.0;
                let other = first.meshing_angle(angle, towards, second);
                let found = gap(
                    &turned(&first.outline(), angle, DVec2::ZERO),
                    &turned(&second.outline(), other, centre),
                );
                assert!((0.13..0.16).contains(&found), "{first:?} {second:?} step {step}: gap {found}");
            }
        }
    }
}
