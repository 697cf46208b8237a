//! Push out of an initial overlap, or of too small a distance.

use smallvec::SmallVec;

use super::MoveAndSlideOptions;
use super::ground_settings::GroundSettings;
use super::plane_constraints::shortest_separation;
use crate::math::Vector;
use crate::sweep::Obstacles;
use crate::sweep::linear_cast::Sweep;
use crate::sweep::motion::MAX_MOTION;
use crate::sweep::near_contact::Met;

/// Maximum number of rounds: normals change on the way out.
const MAX_ROUNDS: usize = 12;
/// Maximum distance, in skins, to restore the skin without an overlap; in acute corners that would be far.
const MAX_SKINS: f64 = 4.0;
/// Minimum cosine of the angle of ground that is left straight up; steeper ground is left along its normal.
const MIN_RISE: f64 = 0.1;
/// Fraction of the skin that may be missing.
const MAX_MISSING: f64 = 1.0 / 64.0;

impl<V: Vector, O: Obstacles<V> + ?Sized> Sweep<'_, V, O> {
    /// A translation near `at` at which nothing is within the skin, or the best one found. Overlaps remain
    /// unless `push_out` is set. The corners of the path are added to `path`.
    ///
    /// Every round takes the planes of all obstacles that are too near, finds the shortest translation to the
    /// other side of all of them, and moves along it as far as it is free: no wall is passed on the way out
    /// of another.
    pub fn pushed_out(
        &self,
        mut at: V::Double,
        options: &MoveAndSlideOptions<V>,
        path: &mut SmallVec<[V; 4]>,
    ) -> V::Double {
        let mut planes: Vec<(V::Double, f64)> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let skin = self.skin_at(at);
            let mut mets: SmallVec<[Met<V::Double>; 4]> = SmallVec::new();
            self.near(at, skin, |_| true, |met| mets.push(met));
            // Ghost contacts (at internal edges) count only if nothing else of their obstacle is near.
            let sure: SmallVec<[u32; 4]> =
                mets.iter().filter(|met| !met.is_ghost).map(|met| met.pair.0).collect();
            mets.retain(|met| !met.is_ghost || !sure.contains(&met.pair.0));
            mets.retain(|met| met.distance >= 0.0 || options.push_out);
            if !mets.iter().any(|met| met.distance < skin * (1.0 - MAX_MISSING)) {
                return at;
            }
            let is_inside = mets.iter().any(|met| met.distance < 0.0);
            planes.clear();
            let ground = options.ground.as_ref();
            planes.extend(mets.iter().map(|met| self.plane_to_leave(met, at, skin - met.distance, ground)));
            let motion = shortest_separation(&planes);
            let length = motion.length();
            // There may be no way out of an unbounded shape, or none that floats can represent.
            let has_end = length <= MAX_MOTION && V::from_double(at + motion).is_finite();
            if !has_end {
                return at;
            }
            if !is_inside && length > MAX_SKINS * skin {
                return at;
            }
            let free = self.cast(at, motion).t;
            at += motion * free;
            path.push(V::from_double(at));
            if length * free <= skin * 0.01 {
                return at;
            }
        }
        at
    }

    /// A plane to leave by a gap; walkable ground counts as level, and the gap as straight up.
    ///
    /// Falls of less than half a skin are free. If their loss of skin came back along the normal of a slope,
    /// a shape standing there would go downhill by a little each time.
    fn plane_to_leave(
        &self,
        met: &Met<V::Double>,
        at: V::Double,
        gap: f64,
        ground: Option<&GroundSettings<V>>,
    ) -> (V::Double, f64) {
        let is_floor = |ground: &&GroundSettings<V>| {
            met.distance >= 0.0
                && ground.is_walkable(met.hit(0.0, at).normal)
                && self.steep_surface(met, at, ground).is_none()
        };
        let down = ground.filter(is_floor).map(|ground| -ground.upwards());
        // Where walls count as ground, straight up is no way out of them.
        let down = down.filter(|down| down.dot(met.normal) > MIN_RISE);
        down.map_or((met.normal, gap), |down| (down, gap / down.dot(met.normal)))
    }

    /// The depth of the deepest overlap, 0 if there is none.
    pub fn depth(&self, at: V::Double) -> f64 {
        let mut depth = 0.0_f64;
        self.near(at, 0.0, |_| true, |met| depth = depth.max(-met.distance));
        depth
    }
}
