//! Move and slide: a shape that moves along obstacles.
//!
//! A motion goes as far as it is free. The obstacle that stops it becomes a plane. The remaining motion
//! changes by the least amount that keeps it on one side of **all** planes that are still near, and
//! continues. In a corner nothing remains, and the shape rests; engines that handle one plane after the other
//! let it jitter there. Only obstacles that really stop the motion become planes: an edge that it would only
//! graze deflects nothing.
//!
//! ```text
//!   ●           ┊█
//!    ╲          ┊█    1. the cast ends a skin above the floor, which becomes a plane
//!     ╲    2.   ┊█    2. the rest of the motion is parallel to this plane, until the wall
//!   1. ●───────►●█    3. nothing is allowed by floor and wall: `Blocked`
//!   ┄┄┄┄┄┄┄┄┄┄┄┄┄█
//!   ██████████████    ┄ a skin from the obstacles
//! ```
//!
//! 1. `move_and_slide_inner` runs a [`Walk`]. Its first cast may find an overlap, or too small a distance:
//!    then `depenetration.rs` pushes the shape out, and the walk starts there.
//! 2. `../linear_cast.rs` casts the remaining motion: the free fraction, and the contact that ends it. At an
//!    internal edge, `../internal_edges.rs` replaces the contact by the surface, or continues.
//! 3. With ground settings, `walking.rs` replaces a walkable edge of a steep surface by this surface.
//! 4. `plane_constraints.rs` projects the remaining motion onto the cone of all planes; back to 2.
//! 5. With ground settings, `walking.rs` repeats the walk one step higher ([`Sweep::step_up`]), and moves the
//!    end down to near ground ([`Sweep::snap_down`]).
//!
//! [`WalkEnd`] names the ends of a walk.
//!
//! Bounds: no point of the path is nearer to an obstacle than half the skin, or than the start, up to the
//! drift that `../linear_cast.rs` derives. There are at most `max_iterations` casts that stop, and each cast
//! takes a bounded number of steps. A walk that ends early ends in a free place; `remaining` is the rest.
//!
//! Compare: Fauerby, "Improved collision detection and response", 2003; Catto, `b2SolvePlanes` of Box2D 3.1,
//! 2025.

mod depenetration;
mod ground_settings;
mod plane_constraints;
mod walking;

pub use ground_settings::GroundSettings;

use smallvec::SmallVec;

use self::plane_constraints::nearest_allowed;
use super::Obstacles;
use super::backend::Borrowed;
use super::linear_cast::{Sweep, finite};
use super::near_contact::{Met, PairId, ShapeCastHit};
use crate::math::{Scalar, ShapeError, Vector};
use crate::shape::{Shape, ShapeRef};

/// Options of [`move_and_slide()`].
///
/// ```
/// use impinge::sweep::MoveAndSlideOptions;
/// let options = MoveAndSlideOptions::<glam::Vec2>::new(0.01)?.with_max_iterations(3)?.with_push_out(false);
/// assert_eq!((options.skin(), options.max_iterations(), options.push_out()), (0.01, 3, false));
/// assert_eq!(options.ground(), None);
/// assert!(options.with_max_iterations(0).is_err());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveAndSlideOptions<V: Vector> {
    skin: V::Scalar,
    max_iterations: u32,
    pub(super) push_out: bool,
    pub(super) ground: Option<GroundSettings<V>>,
}

impl<V: Vector> MoveAndSlideOptions<V> {
    /// Creates options with a skin: the distance that the shape keeps from obstacles.
    ///
    /// About a hundredth of the shape's size is good. By default there are at most 8 stops, the shape is
    /// pushed out of an initial overlap, and there is no ground.
    ///
    /// # Errors
    /// [`ShapeError`] if the skin is negative or not finite.
    pub fn new(skin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("skin", skin)?;
        Ok(MoveAndSlideOptions { skin, max_iterations: 8, push_out: true, ground: None })
    }

    /// Sets the maximum number of stops, at least 1. The result reports the motion that remains.
    ///
    /// # Errors
    /// [`ShapeError::ZeroMaxIterations`] if the number is 0.
    pub fn with_max_iterations(self, max_iterations: u32) -> Result<Self, ShapeError> {
        if max_iterations == 0 {
            return Err(ShapeError::ZeroMaxIterations);
        }
        Ok(MoveAndSlideOptions { max_iterations, ..self })
    }

    /// Sets whether a shape with an initial overlap is first pushed out. If not, it may leave the obstacle,
    /// but goes no deeper.
    #[must_use]
    pub fn with_push_out(self, push_out: bool) -> Self {
        MoveAndSlideOptions { push_out, ..self }
    }

    /// Sets the ground settings, with which the shape walks.
    #[must_use]
    pub fn with_ground(self, ground: GroundSettings<V>) -> Self {
        MoveAndSlideOptions { ground: Some(ground), ..self }
    }

    /// Returns the distance that the shape keeps from obstacles.
    pub fn skin(&self) -> V::Scalar {
        self.skin
    }

    /// Returns the maximum number of stops.
    pub fn max_iterations(&self) -> u32 {
        self.max_iterations
    }

    /// Returns whether a shape with an initial overlap is first pushed out.
    pub fn push_out(&self) -> bool {
        self.push_out
    }

    /// Returns the ground settings, if any.
    pub fn ground(&self) -> Option<&GroundSettings<V>> {
        self.ground.as_ref()
    }
}

/// The result of [`move_and_slide`](super::move_and_slide()). `O` identifies obstacles, as in
/// [`ShapeCastHit`].
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAndSlide<V: Vector, O = u32> {
    /// The translation of the shape from its start to its end.
    pub translation: V,
    pub(crate) hits: SmallVec<[ShapeCastHit<V, O>; 2]>,
    pub(crate) path: SmallVec<[V; 4]>,
    /// The part of the motion that was blocked on all sides or left after the last stop, in the direction of
    /// the start; 0 if the motion was used up.
    pub remaining: V,
    /// The depth that remains of an overlap at the start; 0 if none.
    pub depth: V::Scalar,
}

impl<V: Vector, O> MoveAndSlide<V, O> {
    /// Returns the hits, in order.
    pub fn hits(&self) -> &[ShapeCastHit<V, O>] {
        &self.hits
    }

    /// Returns the corners of the path and its end, as translations from the start.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Unit;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::sweep::{GroundSettings, MoveAndSlide, MoveAndSlideOptions, move_and_slide};
    /// let floor = Aabb::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?;
    /// let player = Ball::new(Vec2::Y, 0.5)?;
    /// let options = MoveAndSlideOptions::new(0.01)?.with_ground(GroundSettings::new(Unit::axis(1), 0.8)?);
    /// let slid: MoveAndSlide<Vec2> = move_and_slide(&player, Vec2::new(4.0, -2.0), &floor, &options);
    /// // Down to the floor, and along it.
    /// assert_eq!((slid.hits().len(), slid.path().len()), (1, 2));
    /// assert_eq!(slid.path().last(), Some(&slid.translation));
    /// assert!(slid.ground().is_some_and(|ground| ground.normal.get().y > 0.99));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn path(&self) -> &[V] {
        &self.path
    }

    /// Returns the last walkable hit, if there are [`GroundSettings`].
    pub fn ground(&self) -> Option<&ShapeCastHit<V, O>> {
        self.hits.iter().rev().find(|hit| hit.is_walkable)
    }
}

/// Moves a shape along obstacles.
///
/// The shape never passes through an obstacle, at any speed. Its path and its end are at least half the skin
/// away from every obstacle. If it starts nearer, it comes no nearer. The number of stops is bounded. A
/// motion that is not finite counts as zero. A repeated call from the end changes nothing: pushed into a
/// corner, a shape rests there.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Aabb, Capsule};
/// use impinge::sweep::{MoveAndSlideOptions, move_and_slide};
/// let walls = [
///     Aabb::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?,
///     Aabb::new(Vec2::new(3.0, -1.0), Vec2::new(4.0, 9.0))?,
/// ];
/// let player = Capsule::new(Vec2::new(0.0, 1.0), Vec2::new(0.0, 2.0), 0.5)?;
/// let options = MoveAndSlideOptions::new(0.01)?;
/// // The player moves down to the ground, along it, and stops at the wall.
/// let end = move_and_slide(&player, Vec2::new(8.0, -2.0), &walls, &options);
/// assert_eq!((end.hits()[0].obstacle, end.hits()[1].obstacle), (0, 1));
/// assert!((end.translation - Vec2::new(2.49, -0.49)).length() < 0.002);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[must_use]
pub fn move_and_slide<V: Vector, S: Shape<Vector = V>, O: Obstacles<V> + ?Sized>(
    shape: &S,
    motion: V,
    obstacles: &O,
    options: &MoveAndSlideOptions<V>,
) -> MoveAndSlide<V> {
    V::sweep_move_and_slide(&shape.shape_ref(), motion, &Borrowed(obstacles), options)
}

/// The code of [`move_and_slide`].
pub(super) fn move_and_slide_inner<V: Vector>(
    shape: &ShapeRef<'_, V>,
    motion: V,
    obstacles: &dyn Obstacles<V>,
    options: &MoveAndSlideOptions<V>,
) -> MoveAndSlide<V> {
    let sweep = Sweep::new(*shape, obstacles, options.skin);
    let motion = finite::<V>(motion).unwrap_or(V::Double::ZERO);
    let mut walk = Walk::new(V::Double::ZERO, motion);
    let end = walk.run(&sweep, options);
    debug_assert!(end != WalkEnd::Finished || walk.remaining == 0.0);
    if let Some(ground) = &options.ground {
        if let Some(climbed) = sweep.step_up(&walk, walk.start, motion, options, ground) {
            walk = climbed;
        }
        sweep.snap_down(&mut walk, motion, ground);
    }
    let depth = if walk.was_inside { sweep.depth(walk.at) } else { 0.0 };
    let translation = V::from_double(walk.at);
    if walk.path.last() != Some(&translation) {
        walk.path.push(translation);
    }
    MoveAndSlide {
        translation,
        hits: walk.hits,
        path: walk.path,
        remaining: V::from_double(motion * walk.remaining),
        depth: V::Scalar::from_f64(depth),
    }
}

/// A plane that limits the motion.
struct Touched<D> {
    pair: PairId,
    normal: D,
}

/// The reason why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkEnd {
    /// The whole motion is used up.
    Finished,
    /// The planes leave nothing of the remaining motion, up to 10⁻⁶ of the skin.
    Blocked,
    /// The maximum number of stops is reached.
    MaxStops,
}

/// A slide in progress.
struct Walk<V: Vector> {
    /// The start, after it was pushed out.
    pub start: V::Double,
    pub at: V::Double,
    /// The whole motion, of which the fraction `remaining` is to come.
    pub motion: V::Double,
    pub remaining: f64,
    pub hits: SmallVec<[ShapeCastHit<V>; 2]>,
    pub path: SmallVec<[V; 4]>,
    pub was_inside: bool,
    /// The number of path corners that lead out of the initial overlap.
    pub corners_out: usize,
    touched: SmallVec<[Touched<V::Double>; 4]>,
}

impl<V: Vector> Walk<V> {
    pub fn new(at: V::Double, motion: V::Double) -> Self {
        Walk {
            start: at,
            at,
            motion,
            remaining: 1.0,
            hits: SmallVec::new(),
            path: SmallVec::new(),
            was_inside: false,
            corners_out: 0,
            touched: SmallVec::new(),
        }
    }

    /// Moves on until nothing of the motion remains or is allowed, or there are too many stops.
    pub fn run<O: Obstacles<V> + ?Sized>(
        &mut self,
        sweep: &Sweep<'_, V, O>,
        options: &MoveAndSlideOptions<V>,
    ) -> WalkEnd {
        let mut is_start = true;
        let mut stops = 0;
        while stops < options.max_iterations {
            let allowed = self.allowed(options.ground.as_ref());
            let skin = sweep.skin_at(self.at);
            if allowed.length() <= skin * 1e-6 && !is_start {
                return WalkEnd::Blocked;
            }
            let cast = sweep.cast(self.at, allowed);
            if std::mem::take(&mut is_start) && self.is_pushed(sweep, cast.nearest, options) {
                continue;
            }
            self.at += allowed * cast.t;
            self.remaining *= 1.0 - cast.t;
            if cast.t >= 1.0 {
                return WalkEnd::Finished;
            }
            stops += 1;
            if cast.t > 0.0 {
                self.path.push(V::from_double(self.at));
            }
            if allowed.length() * cast.t > skin {
                self.refresh(sweep, skin);
            }
            if let Some(mut met) = cast.met {
                let steep = options.ground.and_then(|ground| sweep.steep_surface(&met, self.at, &ground));
                if let Some(steep) = steep
                    && !self.touched.iter().any(|touched| touched.pair == steep.pair)
                {
                    met = steep;
                }
                let mut hit = met.hit(1.0 - self.remaining, self.at);
                self.touched.push(Touched { pair: met.pair, normal: met.normal });
                if let Some(ground) = &options.ground
                    && ground.is_walkable(hit.normal)
                {
                    hit.is_walkable = true;
                    let up = ground.upwards();
                    self.motion += up * (-self.motion.dot(up)).max(0.0);
                }
                self.hits.push(hit);
            }
        }
        WalkEnd::MaxStops
    }

    /// Returns the part of the remaining motion that the planes allow.
    fn allowed(&self, ground: Option<&GroundSettings<V>>) -> V::Double {
        let requested = self.motion * self.remaining;
        if self.touched.is_empty() {
            return requested;
        }
        let mut normals: SmallVec<[V::Double; 8]> = SmallVec::new();
        for touched in &self.touched {
            normals.push(touched.normal);
            normals.extend(ground.and_then(|ground| ground.wall(touched.normal)));
        }
        nearest_allowed(requested, &normals)
    }

    /// Pushes the shape out of an initial overlap or too small a distance, and returns whether it moved.
    fn is_pushed<O: Obstacles<V> + ?Sized>(
        &mut self,
        sweep: &Sweep<'_, V, O>,
        nearest: f64,
        options: &MoveAndSlideOptions<V>,
    ) -> bool {
        self.was_inside = nearest < 0.0;
        let is_moving = self.motion != V::Double::ZERO;
        // A shape without motion keeps what is left of the skin.
        let is_due =
            if is_moving { nearest < sweep.skin_at(self.at) } else { options.push_out && nearest < 0.0 };
        if !is_due {
            return false;
        }
        let out = sweep.pushed_out(self.at, options, &mut self.path);
        if out == self.at {
            return false;
        }
        (self.at, self.start) = (out, out);
        self.corners_out = self.path.len();
        true
    }

    /// Drops planes that are no longer near, and updates the others to the closest points now.
    fn refresh<O: Obstacles<V> + ?Sized>(&mut self, sweep: &Sweep<'_, V, O>, skin: f64) {
        if self.touched.is_empty() {
            return;
        }
        let mut near: SmallVec<[Met<V::Double>; 4]> = SmallVec::new();
        let is_touched = |pair: PairId| self.touched.iter().any(|touched| touched.pair == pair);
        sweep.near(self.at, 1.5 * skin, is_touched, |met| near.push(met));
        self.touched.clear();
        for met in near {
            // A surface continues where its parts end.
            let met = sweep.on_surface(self.at, met, self.motion);
            let met = met.filter(|met| self.touched.iter().all(|touched| touched.pair != met.pair));
            self.touched.extend(met.map(|met| Touched { pair: met.pair, normal: met.normal }));
        }
    }
}
