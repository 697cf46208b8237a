//! Trajectory of a collider during a step: linear with rotation, or carried by another collider.
//!
//! A step runs from 0 to 1. From a time on, a trajectory is x ↦ c + s·v + R(s·ω)·(x − c), where s is
//! the time since: the trajectory of a rigid body that rotates by ω about a centre c, which moves by v.
//! A collider that is not carried rotates about its position. A carried one rotates about the position
//! of its *carrier*, by the rotation of the carrier, and so rests relative to it.

use super::collider_entry::{ColliderEntry, Columns};
use super::speculative::SpeculativeMotion;
use crate::math::{Rotation, Scalar, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, Shape};
use crate::sweep::{MAX_MOTION, Motion, Place, length, with_squares};

/// A trajectory from a time of the step on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trajectory<D> {
    /// Time at which it starts.
    pub start: f64,
    /// Position at that time.
    pub position: D,
    /// Rotation until that time; `None` without one.
    pub rotation: Option<Columns>,
    /// Translation in a whole step.
    pub motion: D,
    /// Rotation in a whole step: an axis whose length is the angle.
    pub rotation_vector: [f64; 3],
    /// Centre of rotation at the start.
    pub center: D,
    /// Index of the carrier.
    pub carrier: Option<u32>,
    pub impact_count: u32,
}

impl<D: Vector<Scalar = f64, Double = D>> Trajectory<D> {
    /// The trajectory of a collider that meets nothing, in a step of a given time.
    pub fn for_step<V: Vector<Double = D>>(entry: &ColliderEntry<V>, time: f64) -> Self {
        let position = entry.collider.position();
        let (motion, turn) = match entry.collider.is_fixed() {
            true => (D::ZERO, [0.0; 3]),
            false => (entry.collider.velocity() * time, entry.collider.spin.map(|part| part * time)),
        };
        let rotation_vector = turn.map(|part| part.clamp(-MAX_MOTION, MAX_MOTION));
        Trajectory { position, motion, rotation_vector, center: position, ..Self::zero() }
    }

    /// The same, clamped to coordinates whose squares are finite.
    pub fn clamped_for_step<V: Vector<Double = D>>(entry: &ColliderEntry<V>, time: f64) -> Self {
        let trajectory = Self::for_step(entry, time);
        Trajectory { motion: with_squares(trajectory.motion), ..trajectory }
    }

    /// The speculative motion of a collider in a step of a given time.
    pub fn speculative_motion<V: Vector<Double = D>>(
        entry: &ColliderEntry<V>,
        time: f64,
    ) -> SpeculativeMotion<D> {
        if !entry.collider.has_speculative_contacts() {
            return SpeculativeMotion::none();
        }
        let trajectory = Self::clamped_for_step(entry, time);
        SpeculativeMotion {
            motion: trajectory.motion,
            rotation_displacement: trajectory.rotation_displacement(entry, 0.0),
        }
    }

    /// Moves a collider to the end of this trajectory, clamped to finite values.
    pub fn move_to_end<V: Vector<Double = D>>(&self, entry: &mut ColliderEntry<V>) {
        let most = D::splat(f64::MAX);
        entry.collider.position = self.position_at(1.0).max(-most).min(most);
        if let Some(rotation) = self.rotation_at(1.0) {
            entry.set_rotation(entry.compose_rotation(&rotation));
        }
    }

    /// The trajectory of a missing collider: at rest at the origin.
    pub fn zero() -> Self {
        Trajectory {
            start: 0.0,
            position: D::ZERO,
            rotation: None,
            motion: D::ZERO,
            rotation_vector: [0.0; 3],
            center: D::ZERO,
            carrier: None,
            impact_count: 0,
        }
    }

    pub fn is_at_rest(&self) -> bool {
        self.motion == D::ZERO && self.rotation_vector == [0.0; 3]
    }

    /// The same up to a time, from which on it rests.
    pub fn stop_at(&self, t: f64) -> Self {
        let position = self.position_at(t);
        let rotation = self.rotation_at(t);
        let impact_count = self.impact_count;
        Trajectory { start: t, position, rotation, center: position, impact_count, ..Self::zero() }
    }

    /// The same up to a time, from which on another collider carries it.
    pub fn attach_to(&self, t: f64, number: u32, carrier: &Self) -> Self {
        let (motion, rotation_vector, center) =
            (carrier.motion, carrier.rotation_vector, carrier.position_at(t));
        Trajectory { motion, rotation_vector, center, carrier: Some(number), ..self.stop_at(t) }
    }

    /// Position of its origin at a time.
    pub fn position_at(&self, t: f64) -> D {
        let part = t - self.start;
        if self.rotation_vector == [0.0; 3] {
            return self.position + self.motion * part;
        }
        let to = self.center + self.motion * part;
        Place::turned(self.rotation_vector, part, self.center, to).apply(self.position)
    }

    /// Rotation until a time; `None` without one.
    pub fn rotation_at(&self, t: f64) -> Option<Columns> {
        if self.rotation_vector == [0.0; 3] || t == self.start {
            return self.rotation;
        }
        let by = Place::turned(self.rotation_vector, t - self.start, D::ZERO, D::ZERO).columns?;
        let Some(before) = &self.rotation else { return Some(by) };
        let turned = |[x, y, z]: [f64; 3]| [0, 1, 2].map(|i| by[0][i] * x + by[1][i] * y + by[2][i] * z);
        Some(before.map(turned))
    }

    /// The rest of it from a time on, as the motion of a shape relative to a position.
    pub fn remaining_motion<V: Vector<Double = D>>(&self, t: f64, from: D) -> Motion<V> {
        let rest = 1.0 - t;
        let center = self.center + self.motion * (t - self.start);
        Motion::by(self.motion * rest).about(self.rotation_vector.map(|part| part * rest), center - from)
    }

    /// Maximum displacement of any point of a collider by rotation from a time on: at most across a circle.
    pub fn rotation_displacement<V: Vector<Double = D>>(&self, entry: &ColliderEntry<V>, t: f64) -> f64 {
        if self.rotation_vector == [0.0; 3] {
            0.0
        } else {
            self.max_arm(entry, t) * (length(self.rotation_vector) * (1.0 - t)).min(2.0)
        }
    }

    /// No point of a collider and its margin is further from the centre of rotation.
    fn max_arm<V: Vector<Double = D>>(&self, entry: &ColliderEntry<V>, t: f64) -> f64 {
        let center = self.center + self.motion * (t - self.start);
        (self.position_at(t) - center).length() + max_extent(entry)
    }

    /// A box around all positions of a collider and its margin from a time on.
    pub fn swept_aabb<V: Vector<Double = D>>(&self, entry: &ColliderEntry<V>, t: f64) -> Aabb<D> {
        let (position, motion) = (self.position_at(t), self.motion * (1.0 - t));
        let now = match self.rotation {
            None if self.rotation_vector == [0.0; 3] || t == self.start => {
                let (bounds, by) = (entry.bounds(), position - entry.collider.position());
                Aabb::between(bounds.min() + by, bounds.max() + by)
            }
            _ => expand_aabb(&Aabb::between(position, position), max_extent(entry)),
        };
        if self.rotation_vector == [0.0; 3] {
            return sweep_aabb(&now, motion);
        }
        // Every point stays near its current position, and within the arm of the centre.
        let center = self.center + self.motion * (t - self.start);
        let near = expand_aabb(&now, self.rotation_displacement(entry, t));
        let circle = expand_aabb(&Aabb::between(center, center), self.max_arm(entry, t));
        sweep_aabb(&Aabb::between(near.min().max(circle.min()), near.max().min(circle.max())), motion)
    }
}

/// No point of a collider and its margin is further from its position, for any rotation.
fn max_extent<V: Vector>(entry: &ColliderEntry<V>) -> f64 {
    let bounds = region(&entry.collider.shape.shape_ref(), 0.0);
    let corner = bounds.min().to_double().abs().max(bounds.max().to_double().abs());
    let furthest = length(corner.to_f64());
    // Rotated shapes are rounded.
    let rounding = 1.0 + 64.0 * V::Scalar::UNIT_ROUNDOFF.into();
    (furthest * stretch(entry.collider.rotation()) + entry.collider.margin().into()) * rounding
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
fn sweep_aabb<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, motion: D) -> Aabb<D> {
    let all = Aabb::between(bounds.min() + motion.min(D::ZERO), bounds.max() + motion.max(D::ZERO));
    let far = all.min().abs().max(all.max().abs()).max_element();
    expand_aabb(&all, far * 16.0 * f64::EPSILON)
}

/// A box grown on all sides, clamped to finite values.
pub(super) fn expand_aabb<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, by: f64) -> Aabb<D> {
    let most = D::splat(f64::MAX);
    let (by, limit) = (D::splat(by), |corner: D| corner.max(-most).min(most));
    Aabb::between(limit(bounds.min() - by), limit(bounds.max() + by))
}
