//! Move and slide: a shape that goes on along what it meets.
//!
//! A motion goes as far as it is free. Whatever stopped it is a plane from then on, and what is left of the motion is bent
//! by as little as makes it keep to one side of **all** planes that are still near ([`planes`](super::planes)); so it goes
//! on. In a corner nothing is left of it, and the shape rests, where engines that bend it from plane to plane let it
//! tremble. Only what really stops the motion is a plane: edges that it would only brush past bend nothing.
//! Compare: Fauerby, "Improved collision detection and response", 2003; Catto, `b2SolvePlanes` of Box2D 3.1, 2025.

use smallvec::SmallVec;

use super::advance::{Hit, Met, PairId, Sweep, finite};
use super::planes::nearest_allowed;
use super::{Ground, Obstacles};
use crate::math::{Scalar, ShapeError, Vector};
use crate::shape::Shaped;

/// How to slide.
///
/// ```
/// use impinge::sweep::SlideOptions;
/// let options = SlideOptions::<glam::Vec2>::new(0.01)?.with_max_stops(3)?.with_push_out(false);
/// assert_eq!((options.skin(), options.max_stops(), options.push_out()), (0.01, 3, false));
/// assert_eq!(options.ground(), None);
/// assert!(options.with_max_stops(0).is_err());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideOptions<V: Vector> {
    skin: V::Scalar,
    max_stops: u32,
    pub(super) push_out: bool,
    pub(super) ground: Option<Ground<V>>,
}

impl<V: Vector> SlideOptions<V> {
    /// With a skin: how far the shape keeps away from what it meets; about a hundredth of its size is good. Up to 8 stops,
    /// pushed out of an initial overlap, without a ground.
    ///
    /// # Errors
    /// If the skin is negative or not finite.
    pub fn new(skin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("skin", skin)?;
        Ok(SlideOptions { skin, max_stops: 8, push_out: true, ground: None })
    }

    /// Ends after so many stops, at least 1; what is left of the motion then is reported.
    ///
    /// # Errors
    /// If no stop is allowed.
    pub fn with_max_stops(self, max_stops: u32) -> Result<Self, ShapeError> {
        if max_stops == 0 {
            return Err(ShapeError::NoStopsWanted);
        }
        Ok(SlideOptions { max_stops, ..self })
    }

    /// Is a shape that overlaps with something first moved out of it? If not it may leave, but goes no deeper.
    #[must_use]
    pub fn with_push_out(self, push_out: bool) -> Self {
        SlideOptions { push_out, ..self }
    }

    /// Knows what is up, and walks.
    #[must_use]
    pub fn with_ground(self, ground: Ground<V>) -> Self {
        SlideOptions { ground: Some(ground), ..self }
    }

    /// How far the shape keeps away.
    pub fn skin(&self) -> V::Scalar {
        self.skin
    }

    /// After how many stops it ends.
    pub fn max_stops(&self) -> u32 {
        self.max_stops
    }

    /// Is it first moved out of what it overlaps?
    pub fn push_out(&self) -> bool {
        self.push_out
    }

    /// What it walks on, if it knows.
    pub fn ground(&self) -> Option<&Ground<V>> {
        self.ground.as_ref()
    }
}

/// Where a slide ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Slid<V: Vector> {
    /// From where the shape started to where it is now.
    pub translation: V,
    pub(crate) hits: SmallVec<[Hit<V>; 2]>,
    pub(crate) path: SmallVec<[V; 4]>,
    /// The part of the motion that was not gone, from its direction at the start, because something was in the way on
    /// all sides or there were too many stops; 0 if time ran out first.
    pub left: V,
    /// How deep it still is in what it was in at the start; else 0.
    pub depth: V::Scalar,
}

impl<V: Vector> Slid<V> {
    /// What it met, in order.
    pub fn hits(&self) -> &[Hit<V>] {
        &self.hits
    }

    /// The corners of its way and its end, as translations from the start.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Unit;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::sweep::{Ground, Slid, SlideOptions, slide};
    /// let floor = Aabb::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?;
    /// let player = Ball::new(Vec2::Y, 0.5)?;
    /// let options = SlideOptions::new(0.01)?.with_ground(Ground::new(Unit::axis(1), 0.8)?);
    /// let slid: Slid<Vec2> = slide(&player, Vec2::new(4.0, -2.0), &floor, &options);
    /// // Down to the floor, and along it.
    /// assert_eq!((slid.hits().len(), slid.path().len()), (1, 2));
    /// assert_eq!(slid.path().last(), Some(&slid.translation));
    /// assert!(slid.ground().is_some_and(|ground| ground.normal.get().y > 0.99));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn path(&self) -> &[V] {
        &self.path
    }

    /// The ground that it met last, if a [`Ground`] said what that is.
    pub fn ground(&self) -> Option<&Hit<V>> {
        self.hits.iter().rev().find(|hit| hit.is_walkable)
    }
}

/// Moves a shape, and lets it slide along what it meets.
///
/// The shape never passes through anything, at any speed. It ends, and all its way is, no nearer to anything than half the
/// skin, unless it started nearer; then it comes no nearer. The number of stops is bounded. A motion that is not finite is
/// none. The same question again from the end changes nothing: pushed into a corner, a shape rests there.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Aabb, Capsule};
/// use impinge::sweep::{SlideOptions, slide};
/// let walls = [
///     Aabb::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?,
///     Aabb::new(Vec2::new(3.0, -1.0), Vec2::new(4.0, 9.0))?,
/// ];
/// let player = Capsule::new(Vec2::new(0.0, 1.0), Vec2::new(0.0, 2.0), 0.5)?;
/// let options = SlideOptions::new(0.01)?;
/// // Down to the ground, along it to the wall, and no further.
/// let end = slide(&player, Vec2::new(8.0, -2.0), &walls, &options);
/// assert_eq!((end.hits()[0].obstacle, end.hits()[1].obstacle), (0, 1));
/// assert!((end.translation - Vec2::new(2.49, -0.49)).length() < 0.002);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[must_use]
#[doc(alias("KinematicCharacterController", "move_and_slide"))]
pub fn slide<V: Vector, S: Shaped<Vector = V>, O: Obstacles<V> + ?Sized>(
    shape: &S,
    motion: V,
    obstacles: &O,
    options: &SlideOptions<V>,
) -> Slid<V> {
    let sweep = Sweep::new(shape.view(), obstacles, options.skin);
    let motion = finite::<V>(motion).unwrap_or(V::Double::ZERO);
    let mut walk = Walk::new(V::Double::ZERO, motion);
    walk.run(&sweep, options);
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
    Slid {
        translation,
        hits: walk.hits,
        path: walk.path,
        left: V::from_double(motion * walk.left),
        depth: V::Scalar::from_f64(depth),
    }
}

/// What a motion may not go into any more.
struct Touched<D> {
    pair: PairId,
    normal: D,
}

/// A slide under way.
pub(super) struct Walk<V: Vector> {
    /// Where it began, after it was pushed out.
    pub start: V::Double,
    pub at: V::Double,
    /// The whole motion, of which the part `left` is to come.
    pub motion: V::Double,
    pub left: f64,
    pub hits: SmallVec<[Hit<V>; 2]>,
    pub path: SmallVec<[V; 4]>,
    pub was_inside: bool,
    /// How many corners of the path lead out of where it was at first.
    pub corners_out: usize,
    touched: SmallVec<[Touched<V::Double>; 4]>,
}

impl<V: Vector> Walk<V> {
    pub fn new(at: V::Double, motion: V::Double) -> Self {
        Walk {
            start: at,
            at,
            motion,
            left: 1.0,
            hits: SmallVec::new(),
            path: SmallVec::new(),
            was_inside: false,
            corners_out: 0,
            touched: SmallVec::new(),
        }
    }

    pub fn run<O: Obstacles<V> + ?Sized>(&mut self, sweep: &Sweep<'_, V, O>, options: &SlideOptions<V>) {
        let mut is_start = true;
        let mut stops = 0;
        while stops < options.max_stops {
            let way = self.allowed(options.ground.as_ref());
            let skin = sweep.skin_at(self.at);
            if way.length() <= skin * 1e-6 && !is_start {
                return;
            }
            let cast = sweep.cast(self.at, way);
            if std::mem::take(&mut is_start) && self.is_pushed(sweep, cast.nearest, options) {
                continue;
            }
            self.at += way * cast.t;
            self.left *= 1.0 - cast.t;
            if cast.t >= 1.0 {
                return;
            }
            stops += 1;
            if cast.t > 0.0 {
                self.path.push(V::from_double(self.at));
            }
            if way.length() * cast.t > skin {
                self.refresh(sweep, skin);
            }
            if let Some(mut met) = cast.met {
                let steep = options.ground.and_then(|ground| sweep.steep_surface(&met, self.at, &ground));
                if let Some(steep) = steep
                    && !self.touched.iter().any(|touched| touched.pair == steep.pair)
                {
                    met = steep;
                }
                let mut hit = met.hit(1.0 - self.left, self.at);
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
    }

    /// The motion that is left, as far as what was touched allows.
    fn allowed(&self, ground: Option<&Ground<V>>) -> V::Double {
        let wanted = self.motion * self.left;
        if self.touched.is_empty() {
            return wanted;
        }
        let mut normals: SmallVec<[V::Double; 8]> = SmallVec::new();
        for touched in &self.touched {
            normals.push(touched.normal);
            normals.extend(ground.and_then(|ground| ground.wall(touched.normal)));
        }
        nearest_allowed(wanted, &normals)
    }

    /// Out of what it is in, or too near to, at the start: was it moved?
    fn is_pushed<O: Obstacles<V> + ?Sized>(
        &mut self,
        sweep: &Sweep<'_, V, O>,
        nearest: f64,
        options: &SlideOptions<V>,
    ) -> bool {
        self.was_inside = nearest < 0.0;
        let is_moving = self.motion != V::Double::ZERO;
        // Whoever does not move keeps what skin there is.
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

    /// Forgets planes that are no longer near, and turns the others to where their obstacles are nearest now.
    fn refresh<O: Obstacles<V> + ?Sized>(&mut self, sweep: &Sweep<'_, V, O>, skin: f64) {
        if self.touched.is_empty() {
            return;
        }
        let mut near: SmallVec<[Met<V::Double>; 4]> = SmallVec::new();
        let is_touched = |pair: PairId| self.touched.iter().any(|touched| touched.pair == pair);
        sweep.near(self.at, 1.5 * skin, is_touched, |met| near.push(met));
        self.touched.clear();
        for met in near {
            // A surface goes on where its parts end.
            let met = sweep.on_surface(self.at, met, self.motion);
            let met = met.filter(|met| self.touched.iter().all(|touched| touched.pair != met.pair));
            self.touched.extend(met.map(|met| Touched { pair: met.pair, normal: met.normal }));
        }
    }
}
