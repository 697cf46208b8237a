//! Ball bearings: two grooved rings and the balls between them.

use super::mesh::Mesh;
use super::outline::{circumscribed, polar, revolve};
use glam::DVec2;
use std::f64::consts::PI;

/// Corners around a ring; shafts and housings that fit it use as many.
pub const SEGMENTS: u32 = 48;
/// Gap between a ball and its grooves. Their flat facets use up less than half of it.
pub const BALL_GAP: f64 = 0.3;

/// A deep-groove ball bearing around z, its middle at z = 0.
#[derive(Clone, Copy, Debug)]
pub struct Bearing {
    /// Radius of the bore.
    pub bore: f64,
    /// Outer radius.
    pub outer: f64,
    /// Radius of a ball.
    pub ball: f64,
}

impl Bearing {
    /// Half the width along z.
    pub const HALF_WIDTH: f64 = 5.0;
    /// How many balls.
    pub const BALLS: u32 = 9;

    /// Radius of the circle on which the balls run.
    pub fn pitch_radius(self) -> f64 {
        (self.bore + self.outer) / 2.0
    }

    /// The groove, as (radius, z) from its lower to its upper end; `side` is +1 on the outer ring.
    fn groove(self, side: f64) -> impl Iterator<Item = DVec2> {
        const STEPS: u32 = 8;
        // The shoulders of the ring stand half a ball radius away from the pitch circle.
        let radius = self.ball + BALL_GAP;
        let reach = libm::acos(self.ball / 2.0 / radius);
        (0..=STEPS).map(move |k| {
            let offset = polar(reach * (2.0 * f64::from(k) / f64::from(STEPS) - 1.0), radius);
            DVec2::new(self.pitch_radius() + side * offset.x, offset.y)
        })
    }

    /// The ring that sits on the shaft.
    pub fn inner_ring(self) -> Mesh {
        let (bore, shoulder) = (circumscribed(self.bore, SEGMENTS), self.pitch_radius() - self.ball / 2.0);
        let half = Self::HALF_WIDTH;
        let mut profile = vec![DVec2::new(bore, -half), DVec2::new(shoulder, -half)];
        profile.extend(self.groove(-1.0));
        profile.extend([DVec2::new(shoulder, half), DVec2::new(bore, half)]);
        revolve(&profile, SEGMENTS)
    }

    /// The ring that sits in the housing.
    pub fn outer_ring(self) -> Mesh {
        let shoulder = self.pitch_radius() + self.ball / 2.0;
        let half = Self::HALF_WIDTH;
        let mut profile = vec![DVec2::new(self.outer, -half), DVec2::new(shoulder, -half)];
        profile.extend(self.groove(1.0));
        profile.extend([DVec2::new(shoulder, half), DVec2::new(self.outer, half)]);
        revolve(&profile, SEGMENTS)
    }

    /// Angle and centre of a ball.
    pub fn ball_place(self, number: u32) -> (f64, DVec2) {
        let angle = 2.0 * PI * f64::from(number) / f64::from(Self::BALLS);
        (angle, polar(angle, self.pitch_radius()))
    }
}
