//! How a body moves during one unit of time: straight, while it turns.
//!
//! A centre moves straight at a constant speed, and the body turns about it at a constant rate about an axis that keeps its
//! direction: x ↦ c + t·v + R(t·ω)·(x − c). That is the motion of a body on which nothing acts; between two poses it is the
//! one that takes the shortest turn. Angles are in radians, and may be more than a turn.
//! Source: Rodrigues' formula, as in Murray, Li, Sastry, "A Mathematical Introduction to Robotic Manipulation", 1994, §2.2.

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::math::{Pose, ShapeError, Vector};

/// The way of a body from the time 0, at which its shape is where it is, to the time 1.
///
/// ```
/// use glam::DVec3;
/// use impinge::sweep::Motion;
/// use std::f64::consts::PI;
/// // A door that opens by half a turn about its hinge, on a wagon.
/// let motion = Motion::straight(DVec3::X * 10.0)?.turning(DVec3::Z * PI, DVec3::new(1.0, 0.0, 0.0))?;
/// let handle = DVec3::new(2.0, 0.0, 0.0);
/// assert!((motion.at(0.5, handle) - DVec3::new(6.0, 1.0, 0.0)).length() < 1e-12);
/// assert!((motion.at(1.0, handle) - DVec3::new(10.0, 0.0, 0.0)).length() < 1e-12);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    pub(super) translation: V::Double,
    pub(super) center: V::Double,
    /// The axis, as long as the angle; in the plane it is the third.
    pub(super) turn: [f64; 3],
}

impl<V: Vector> Default for Motion<V> {
    fn default() -> Self {
        Self::still()
    }
}

/// A lesser angle moves nothing by as much as any float tells, however far away it is.
const LEAST_TURN: f64 = 1e-300;
/// Coordinates and angles beyond this have squares that no float holds.
pub(crate) const MOST_MOTION: f64 = 1e150;

/// The nearest to a vector that has squares.
pub(crate) fn with_squares<D: Vector<Scalar = f64>>(vector: D) -> D {
    let most = D::splat(MOST_MOTION);
    vector.max(-most).min(most)
}

impl<V: Vector> Motion<V> {
    /// None.
    pub fn still() -> Self {
        Motion { translation: V::Double::ZERO, center: V::Double::ZERO, turn: [0.0; 3] }
    }

    /// Straight, by so much.
    ///
    /// # Errors
    /// If that is not finite; of coordinates beyond 10¹⁵⁰ no more counts.
    pub fn straight(translation: V) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", translation)?;
        Ok(Motion { translation: handy::<V>(translation), ..Self::still() })
    }

    /// Straight, by so much.
    pub(crate) fn by(translation: V::Double) -> Self {
        Motion { translation: with_squares(translation), ..Self::still() }
    }

    /// From one pose to another, for a shape that is placed at the first: its origin moves straight while it turns the short way. What hangs
    /// on joints goes on arcs instead; how far from this, docs/robots.md derives.
    ///
    /// # Errors
    /// If a pose is not finite, or if one of them is a mirror image, as [`Rotation::from_columns`](crate::math::Rotation::from_columns) allows, and the other is not: no
    /// motion leads from one to the other. Between two mirror images there is one.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::sweep::Motion;
    /// let from = Pose { rotation: Rotation::<DVec2>::from_angle(3.0), translation: DVec2::X };
    /// let to = Pose { rotation: Rotation::<DVec2>::from_angle(-3.0), translation: DVec2::X * 5.0 };
    /// let motion = Motion::between(&from, &to)?;
    /// let corner = from.apply(DVec2::Y);
    /// assert!((motion.at(1.0, corner) - to.apply(DVec2::Y)).length() < 1e-12);
    /// // By 2π − 6, not by −6.
    /// assert!((motion.at(0.5, corner) - corner).x > 2.0 && motion.angle() < 0.3);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn between(start: &Pose<V>, end: &Pose<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", start.translation)?;
        ShapeError::finite("translation", end.translation)?;
        if start.rotation.is_mirror_image() != end.rotation.is_mirror_image() {
            return Err(ShapeError::Mirrored);
        }
        let (from, to) = (start.rotation.triples(), end.rotation.triples());
        // to · fromᵀ, whose element in row i and column j is the sum over the axes of to[axis][i] · from[axis][j].
        let element = |i: usize, j: usize| (0..3).map(|axis| to[axis][i] * from[axis][j]).sum::<f64>();
        let (before, after) = (handy::<V>(start.translation), handy::<V>(end.translation));
        Ok(Motion { translation: after - before, ..Self::still() }.about(turn_of(&element), before))
    }

    /// Where a point of the body is at a time; not finite where the time is not.
    pub fn at(&self, t: f64, point: V) -> V::Double {
        self.place(t).apply(point.to_double())
    }

    /// How far the centre moves in all.
    pub fn translation(&self) -> V::Double {
        self.translation
    }

    /// What the body turns about, where it is at the start; 0 if it does not turn.
    pub fn center(&self) -> V::Double {
        self.center
    }

    /// By how much it turns in all: the axis, times the angle in radians; in the plane along z.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use impinge::sweep::Motion;
    /// let wheel = Motion::straight(DVec2::X * 3.0)?.turning(0.5, DVec2::Y)?;
    /// assert_eq!((wheel.translation(), wheel.center()), (DVec2::X * 3.0, DVec2::Y));
    /// assert_eq!((wheel.turn(), wheel.angle()), (DVec3::Z * 0.5, 0.5));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn turn(&self) -> DVec3 {
        DVec3::from_array(self.turn)
    }

    /// By how much it turns in all, in radians.
    pub fn angle(&self) -> f64 {
        length(self.turn)
    }

    /// The same while it turns about a point that moves with it, instead of any other turn; see [`Turn`].
    ///
    /// # Errors
    /// If something is not finite.
    pub fn turning(self, by: impl Turn<V>, center: V) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        let turn = by.axis_by_angle();
        match turn.iter().find(|part| !part.is_finite()) {
            Some(part) => Err(ShapeError::NotFinite { field: "turn", value: part.to_string() }),
            None => Ok(self.about(turn, center.to_double())),
        }
    }

    /// The same while it turns about a point. What turns by nothing has no centre, which would only cost digits.
    pub(crate) fn about(self, turn: [f64; 3], center: V::Double) -> Self {
        if length(turn) < LEAST_TURN {
            return Motion { turn: [0.0; 3], center: V::Double::ZERO, ..self };
        }
        let turn = turn.map(|part| part.clamp(-MOST_MOTION, MOST_MOTION));
        Motion { turn, center: with_squares(center), ..self }
    }

    /// Where it is at a time.
    pub(super) fn place(&self, t: f64) -> Place<V::Double> {
        self.place_by(t, self.angle())
    }

    /// The same, if its angle is known.
    pub(super) fn place_by(&self, t: f64, angle: f64) -> Place<V::Double> {
        let columns = if angle == 0.0 { None } else { Some(rotation(self.turn, angle, t)) };
        Place { columns, from: self.center, to: self.center + self.translation * t }
    }
}

fn handy<V: Vector>(vector: V) -> V::Double {
    with_squares(vector.to_double())
}

/// By how much something turns: in the plane a counter-clockwise angle, in space an axis that is as long as the angle; in radians.
pub trait Turn<V: Vector>: Copy {
    /// The axis, as long as the angle; of what turns in the plane it is the third.
    #[doc(hidden)]
    fn axis_by_angle(self) -> [f64; 3];
}

impl Turn<Vec2> for f32 {
    fn axis_by_angle(self) -> [f64; 3] {
        [0.0, 0.0, self.into()]
    }
}

impl Turn<DVec2> for f64 {
    fn axis_by_angle(self) -> [f64; 3] {
        [0.0, 0.0, self]
    }
}

impl Turn<Vec3> for Vec3 {
    fn axis_by_angle(self) -> [f64; 3] {
        self.to_f64()
    }
}

impl Turn<DVec3> for DVec3 {
    fn axis_by_angle(self) -> [f64; 3] {
        self.to_f64()
    }
}

/// Where a body is: turned about a point, which is moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<D> {
    /// Where the axes point; `None` if they are where they were.
    pub columns: Option<[[f64; 3]; 3]>,
    pub from: D,
    pub to: D,
}

impl<D: Vector<Scalar = f64, Double = D>> Place<D> {
    /// By a part of a turn about a point, which is moved.
    pub fn turned(turn: [f64; 3], part: f64, from: D, to: D) -> Self {
        let columns = if turn == [0.0; 3] { None } else { Some(rotation(turn, length(turn), part)) };
        Place { columns, from, to }
    }

    /// A direction turned.
    pub fn turn(&self, direction: D) -> D {
        let Some(columns) = &self.columns else { return direction };
        let [x, y, z] = direction.to_f64();
        D::from_f64(std::array::from_fn(|i| columns[0][i] * x + columns[1][i] * y + columns[2][i] * z))
    }

    /// A direction turned back.
    pub fn turn_back(&self, direction: D) -> D {
        let Some(columns) = &self.columns else { return direction };
        let [x, y, z] = direction.to_f64();
        D::from_f64(std::array::from_fn(|i| columns[i][0] * x + columns[i][1] * y + columns[i][2] * z))
    }

    pub fn apply(&self, point: D) -> D {
        self.turn(point - self.from) + self.to
    }

    pub fn apply_inverse(&self, point: D) -> D {
        self.turn_back(point - self.to) + self.from
    }
}

/// How long an axis is, which is by how much something turns.
pub(crate) fn length(vector: [f64; 3]) -> f64 {
    let largest = vector.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    // Scaled first, so that squares do not vanish.
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let [x, y, z] = vector.map(|part| part / scale);
    scale * (x * x + y * y + z * z).sqrt()
}

/// The columns of the rotation by a part of a turn: cos θ · I + sin θ · [k]ₓ + (1 − cos θ) · k kᵀ.
fn rotation(turn: [f64; 3], angle: f64, t: f64) -> [[f64; 3]; 3] {
    let k = turn.map(|part| part / angle);
    let (sine, cosine) = libm::sincos(angle * t);
    // sin²θ / (1 + cos θ) keeps the digits of small angles.
    let rest = if cosine > 0.0 { sine * sine / (1.0 + cosine) } else { 1.0 - cosine };
    std::array::from_fn(|j| {
        std::array::from_fn(|i| {
            let along = rest * k[i] * k[j];
            match (3 + i - j) % 3 {
                0 => cosine + along,
                1 => along + sine * k[(j + 2) % 3],
                _ => along - sine * k[(j + 1) % 3],
            }
        })
    })
}

/// The axis of a rotation, as long as its angle, which is at most π, by way of the quaternion whose greatest part is known best.
/// Source: Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1, 1978.
fn turn_of(element: &impl Fn(usize, usize) -> f64) -> [f64; 3] {
    let trace = element(0, 0) + element(1, 1) + element(2, 2);
    let greatest = (0..3).max_by(|&i, &j| element(i, i).total_cmp(&element(j, j))).unwrap_or(0);
    let (mut w, mut axis) = (1.0 + trace, [0.0; 3]);
    if trace >= element(greatest, greatest) {
        for (i, part) in axis.iter_mut().enumerate() {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            *part = element(k, j) - element(j, k);
        }
    } else {
        let (i, j, k) = (greatest, (greatest + 1) % 3, (greatest + 2) % 3);
        w = element(k, j) - element(j, k);
        axis[i] = 1.0 + element(i, i) - element(j, j) - element(k, k);
        axis[j] = element(j, i) + element(i, j);
        axis[k] = element(k, i) + element(i, k);
    }
    let size = length(axis);
    if size == 0.0 {
        return [0.0; 3];
    }
    // The angle is twice that of the quaternion; the other way round where that is more than π.
    let angle = 2.0 * libm::atan2(size, w.abs());
    let scale = if w < 0.0 { -angle / size } else { angle / size };
    axis.map(|part| part * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_back_from_their_rotations() {
        for turn in [
            [0.0, 0.0, 0.0],
            [1e-9, 0.0, -1e-9],
            [0.3, -0.2, 0.9],
            [0.0, 3.1, 0.0],
            [2.0, -2.0, 1.2],
            [-1.7, 0.1, 2.6],
        ] {
            let columns = if turn == [0.0; 3] {
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            } else {
                rotation(turn, length(turn), 1.0)
            };
            let again = turn_of(&|i, j| columns[j][i]);
            let off = length(std::array::from_fn(|i| turn[i] - again[i]));
            assert!(off < 1e-14 + 1e-12 * length(turn), "{turn:?} came back as {again:?}");
        }
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        let columns = rotation([0.0, 0.0, std::f64::consts::PI], std::f64::consts::PI, 0.5);
        assert!((columns[0][1] - 1.0).abs() < 1e-15 && (columns[1][0] + 1.0).abs() < 1e-15);
    }
}
