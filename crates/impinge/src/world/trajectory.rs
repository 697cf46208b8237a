//! Trajectory of a collider during a step: linear with rotation, or carried by another collider.
//!
//! A step runs from 0 to 1. From a time on, a trajectory is x ↦ c + s·v + R(s·ω)·(x − c), where s is
//! the time since: the trajectory of a rigid body that rotates by ω about a centre c, which moves by v.
//! A collider that is not carried rotates about its position. A carried one rotates about the position
//! of its *carrier*, by the rotation of the carrier, and so rests relative to it.

use super::collider_entry::{Columns, Held};
use super::speculative::Ahead;
use crate::math::{Rotation, Scalar, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, Shape};
use crate::sweep::{MOST_MOTION, Motion, Place, length, with_squares};

/// A trajectory, from a time of the step on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<D> {
    pub since: f64,
    /// Position at that time.
    pub at: D,
    /// Rotation until then; `None` without one.
    pub turned: Option<Columns>,
    /// In a whole step.
    pub motion: D,
    /// Rotation in a whole step: an axis whose length is the angle.
    pub turn: [f64; 3],
    /// Centre of rotation at that time.
    pub center: D,
    /// Index of the carrier.
    pub carrier: Option<u32>,
    pub impacts: u32,
}

impl<D: Vector<Scalar = f64, Double = D>> Way<D> {
    /// The free trajectory of a collider in a step of a given time.
    pub fn free<V: Vector<Double = D>>(held: &Held<V>, time: f64) -> Self {
        let at = held.object.position();
        let (motion, turn) = match held.object.is_fixed() {
            true => (D::ZERO, [0.0; 3]),
            false => (held.object.velocity() * time, held.object.spin.map(|part| part * time)),
        };
        let turn = turn.map(|part| part.clamp(-MOST_MOTION, MOST_MOTION));
        Way { since: 0.0, at, turned: None, motion, turn, center: at, carrier: None, impacts: 0 }
    }

    /// The same, clamped to coordinates whose squares are finite.
    pub fn looked_at<V: Vector<Double = D>>(held: &Held<V>, time: f64) -> Self {
        let way = Self::free(held, time);
        Way { motion: with_squares(way.motion), ..way }
    }

    /// The speculative motion of a collider in a step of a given time.
    pub fn speculative<V: Vector<Double = D>>(held: &Held<V>, time: f64) -> Ahead<D> {
        if !held.object.has_speculative_contacts() {
            return Ahead::nothing();
        }
        let way = Self::looked_at(held, time);
        Ahead { motion: way.motion, turning: way.spread(held, 0.0) }
    }

    /// Moves a collider to the end of this trajectory, clamped to finite values.
    pub fn move_to_end<V: Vector<Double = D>>(&self, held: &mut Held<V>) {
        let most = D::splat(f64::MAX);
        held.object.position = self.place(1.0).max(-most).min(most);
        if let Some(turned) = self.rotation(1.0) {
            held.set_rotation(held.rotation_after(&turned));
        }
    }

    /// The trajectory of a missing collider.
    pub fn nowhere() -> Self {
        let (at, turn) = (D::ZERO, [0.0; 3]);
        Way { since: 0.0, at, turned: None, motion: at, turn, center: at, carrier: None, impacts: 0 }
    }

    pub fn is_still(&self) -> bool {
        self.motion == D::ZERO && self.turn == [0.0; 3]
    }

    /// The same up to a time, from which on it rests.
    pub fn stopped(&self, t: f64) -> Self {
        let at = self.place(t);
        let turned = self.rotation(t);
        Way { since: t, at, turned, motion: D::ZERO, turn: [0.0; 3], center: at, carrier: None, ..*self }
    }

    /// The same up to a time, from which on another collider carries it.
    pub fn along(&self, t: f64, number: u32, carrier: &Self) -> Self {
        let (motion, turn, center) = (carrier.motion, carrier.turn, carrier.place(t));
        Way { motion, turn, center, carrier: Some(number), ..self.stopped(t) }
    }

    /// Position of its origin at a time.
    pub fn place(&self, t: f64) -> D {
        let part = t - self.since;
        if self.turn == [0.0; 3] {
            return self.at + self.motion * part;
        }
        Place::turned(self.turn, part, self.center, self.center + self.motion * part).apply(self.at)
    }

    /// Rotation until a time; `None` without one.
    pub fn rotation(&self, t: f64) -> Option<Columns> {
        if self.turn == [0.0; 3] || t == self.since {
            return self.turned;
        }
        let by = Place::turned(self.turn, t - self.since, D::ZERO, D::ZERO).columns?;
        let Some(before) = &self.turned else { return Some(by) };
        let turned = |[x, y, z]: [f64; 3]| [0, 1, 2].map(|i| by[0][i] * x + by[1][i] * y + by[2][i] * z);
        Some(before.map(turned))
    }

    /// The rest of it from a time on, as the motion of a shape relative to a position.
    pub fn rest<V: Vector<Double = D>>(&self, t: f64, from: D) -> Motion<V> {
        let rest = 1.0 - t;
        let center = self.center + self.motion * (t - self.since);
        Motion::by(self.motion * rest).about(self.turn.map(|part| part * rest), center - from)
    }

    /// How far rotation moves any point of a collider from a time on; at most across a circle.
    pub fn spread<V: Vector<Double = D>>(&self, held: &Held<V>, t: f64) -> f64 {
        if self.turn == [0.0; 3] { 0.0 } else { self.arm(held, t) * (length(self.turn) * (1.0 - t)).min(2.0) }
    }

    /// No point of a collider and its margin is further from the centre of rotation.
    fn arm<V: Vector<Double = D>>(&self, held: &Held<V>, t: f64) -> f64 {
        let center = self.center + self.motion * (t - self.since);
        (self.place(t) - center).length() + reach(held)
    }

    /// A box around all positions of a collider and its margin from a time on.
    pub fn bounds<V: Vector<Double = D>>(&self, held: &Held<V>, t: f64) -> Aabb<D> {
        let (place, motion) = (self.place(t), self.motion * (1.0 - t));
        let now = match self.turned {
            None if self.turn == [0.0; 3] || t == self.since => {
                let (bounds, by) = (held.bounds(), place - held.object.position());
                Aabb::between(bounds.min() + by, bounds.max() + by)
            }
            _ => grown(&Aabb::between(place, place), reach(held)),
        };
        if self.turn == [0.0; 3] {
            return swept(&now, motion);
        }
        // Every point stays within its spread of its current position, and within the arm of the centre.
        let center = self.center + self.motion * (t - self.since);
        let near = grown(&now, self.spread(held, t));
        let circle = grown(&Aabb::between(center, center), self.arm(held, t));
        swept(&Aabb::between(near.min().max(circle.min()), near.max().min(circle.max())), motion)
    }
}

/// No point of a collider and its margin is further from its position, for any rotation.
fn reach<V: Vector>(held: &Held<V>) -> f64 {
    let bounds = region(&held.object.shape.shape_ref(), 0.0);
    let corner = bounds.min().to_double().abs().max(bounds.max().to_double().abs());
    let furthest = length(corner.to_f64());
    // Rotated shapes are rounded.
    let rounding = 1.0 + 64.0 * V::Scalar::UNIT_ROUNDOFF.into();
    (furthest * stretch(held.object.rotation()) + held.object.margin().into()) * rounding
}

/// Maximum stretch of a rotation that has drifted, as products of many do: the root of the greatest
/// eigenvalue of the matrix of inner products of its columns, which is at most the greatest sum of a row.
/// Source: Gershgorin, "Über die Abgrenzung der Eigenwerte einer Matrix", 1931.
fn stretch<V: Vector>(rotation: Rotation<V>) -> f64 {
    let columns = rotation.columns();
    let product = |i: usize, j: usize| -> f64 { columns[i].dot(columns[j]).abs().into() };
    let row = |i: usize| (0..V::DIMENSION).map(|j| product(i, j)).sum::<f64>();
    (0..V::DIMENSION).map(row).fold(1.0, f64::max).sqrt()
}

/// The box around a moving box, rounded outwards.
fn swept<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, motion: D) -> Aabb<D> {
    let all = Aabb::between(bounds.min() + motion.min(D::ZERO), bounds.max() + motion.max(D::ZERO));
    let far = all.min().abs().max(all.max().abs()).max_element();
    grown(&all, far * 16.0 * f64::EPSILON)
}

/// A box grown on all sides, clamped to finite values.
pub(super) fn grown<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, by: f64) -> Aabb<D> {
    let most = D::splat(f64::MAX);
    let (by, limit) = (D::splat(by), |corner: D| corner.max(-most).min(most));
    Aabb::between(limit(bounds.min() - by), limit(bounds.max() + by))
}
