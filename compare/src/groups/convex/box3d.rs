//! Box3D through its C functions, as its own world calls them: the second shape relative to the first.
//!
//! Built by `boxddd-sys` from its own source, without `-march`: SSE2. Manifolds include points up to 2 cm
//! apart: its speculative distance cannot be turned off. Hulls of 256 points exceed what it can hold.

use std::rc::Rc;

use boxddd_sys::ffi;
use glam::{Quat, Vec3};

use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::{RayCase, Round};
use crate::workload::moving::{Pair, Pose3};

/// Pairs as Box3D has them.
pub type Prepared<S, const N: usize> = Vec<Pair<S, ffi::b3Transform, N>>;

/// The workload in Box3D's types.
pub fn prepare<T, S, const N: usize>(pairs: &[Pair<T, Pose3, N>], shape: impl Fn(&T) -> S) -> Prepared<S, N> {
    pairs.iter().map(|pair| pair.prepared(&shape, |_, place| transform(place))).collect()
}

/// A box.
pub fn cuboid([x, y, z]: &[f32; 3]) -> ffi::b3BoxHull {
    // SAFETY: takes and returns plain values; extents are positive.
    unsafe { ffi::b3MakeBoxHull(*x, *y, *z) }
}

/// A capsule.
pub fn capsule(round: &Round) -> ffi::b3Capsule {
    let end = |y: f32| ffi::b3Vec3 { x: 0.0, y, z: 0.0 };
    ffi::b3Capsule { center1: end(-round.half), center2: end(round.half), radius: round.radius }
}

/// A hull that Box3D has built, freed with the last reference.
#[derive(Clone)]
pub struct Hull {
    data: *const ffi::b3HullData,
    _owner: Rc<Owned>,
}

struct Owned(*mut ffi::b3HullData);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: made by b3CreateHull, and nobody else destroys it.
        unsafe { ffi::b3DestroyHull(self.0) }
    }
}

impl Hull {
    fn new(owned: Owned) -> Self {
        Hull { data: owned.0, _owner: Rc::new(owned) }
    }
}

/// The hulls of these points.
pub fn hulls(points: &[Vec<[f32; 3]>]) -> Result<Vec<Hull>, Error> {
    let refused = || Error::Peer { peer: "Box3D", reason: "no hull of a workload's points".to_owned() };
    points.iter().map(|points| create(&vectors(points)).map(Hull::new).ok_or_else(refused)).collect()
}

fn create(points: &[ffi::b3Vec3]) -> Option<Owned> {
    let count = points.len() as i32;
    // SAFETY: the points are as many as it is told.
    let hull = unsafe { ffi::b3CreateHull(points.as_ptr(), count, count) };
    (!hull.is_null()).then_some(Owned(hull))
}

/// What Box3D has a hull of.
pub trait Hulled {
    /// That hull; the data hang off its end.
    fn hull(&self) -> *const ffi::b3HullData;
}

impl Hulled for ffi::b3BoxHull {
    fn hull(&self) -> *const ffi::b3HullData {
        std::ptr::from_ref(self).cast()
    }
}

impl Hulled for Hull {
    fn hull(&self) -> *const ffi::b3HullData {
        self.data
    }
}

/// What `b3ShapeDistance` takes: points and a radius.
pub trait Proxied {
    /// The points, borrowed, and the radius.
    fn proxy(&self) -> ffi::b3ShapeProxy;
}

impl<H: Hulled> Proxied for H {
    fn proxy(&self) -> ffi::b3ShapeProxy {
        let hull = self.hull();
        // SAFETY: the hull is alive; its points lie at the offset that it names.
        unsafe {
            let points = hull.byte_add((*hull).pointOffset as usize).cast();
            ffi::b3ShapeProxy { points, count: (*hull).vertexCount, radius: 0.0 }
        }
    }
}

/// A capsule, whose two ends lie one behind the other.
#[derive(Clone)]
pub struct Capsule(pub ffi::b3Capsule);

impl Proxied for Capsule {
    fn proxy(&self) -> ffi::b3ShapeProxy {
        ffi::b3ShapeProxy { points: &raw const self.0.center1, count: 2, radius: self.0.radius }
    }
}

/// `b3ShapeDistance`.
pub fn distance<'a, S: Proxied + 'a, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("Box3D b3ShapeDistance", pairs, |[a, b], first, second| {
        apart(a, b, first, second, &mut Simplex::default().0)
    })
}

/// The same with its simplex kept.
pub fn warm_distance<'a, S: Proxied + 'a, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    warm("Box3D b3ShapeDistance, simplex kept", pairs, |[a, b], first, second, simplex: &mut Simplex| {
        apart(a, b, first, second, &mut simplex.0)
    })
}

/// As `b3OverlapHull` decides: nearer than a tenth of its slop, 0.5 mm, counts as overlapping.
pub fn overlap<'a, S: Proxied + 'a, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    const OVERLAP_SLOP: f32 = 0.1 * 0.005;
    cold("Box3D b3ShapeDistance < 0.5 mm", pairs, |[a, b], first, second| {
        f32::from(apart(a, b, first, second, &mut Simplex::default().0) < OVERLAP_SLOP)
    })
}

struct Simplex(ffi::b3SimplexCache);

impl Default for Simplex {
    fn default() -> Self {
        Simplex(ffi::b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] })
    }
}

fn apart<S: Proxied>(
    a: &S,
    b: &S,
    first: &ffi::b3Transform,
    second: &ffi::b3Transform,
    simplex: &mut ffi::b3SimplexCache,
) -> f32 {
    let transform = relative(first, second);
    let input = ffi::b3DistanceInput { proxyA: a.proxy(), proxyB: b.proxy(), transform, useRadii: true };
    // SAFETY: the proxies borrow from shapes that live; no simplexes are asked for.
    unsafe { ffi::b3ShapeDistance(&raw const input, simplex, std::ptr::null_mut(), 0).distance }
}

/// `b3CollideHulls`, the deepest point.
pub fn manifold<'a, S: Hulled + 'a, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("Box3D b3CollideHulls", pairs, |[a, b], first, second| {
        collide_hulls(a, b, first, second, &mut Axis::default().0)
    })
}

/// The same with its separating axis kept.
pub fn warm_manifold<'a, S: Hulled + 'a, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    warm("Box3D b3CollideHulls, axis kept", pairs, |[a, b], first, second, axis: &mut Axis| {
        collide_hulls(a, b, first, second, &mut axis.0)
    })
}

struct Axis(ffi::b3SATCache);

impl Default for Axis {
    fn default() -> Self {
        Axis(ffi::b3SATCache { separation: 0.0, type_: 0, indexA: 0, indexB: 0, hit: 0 })
    }
}

fn collide_hulls<S: Hulled>(
    a: &S,
    b: &S,
    first: &ffi::b3Transform,
    second: &ffi::b3Transform,
    axis: &mut ffi::b3SATCache,
) -> f32 {
    let relative = relative(first, second);
    deepest(|manifold, capacity| {
        // SAFETY: the hulls live, and the manifold has room for as many points as it is told.
        unsafe { ffi::b3CollideHulls(manifold, capacity, a.hull(), b.hull(), relative, axis) }
    })
}

/// `b3CollideCapsules`, the deepest point.
pub fn capsules<'a, const N: usize>(pairs: Prepared<Capsule, N>) -> Entry<'a> {
    cold("Box3D b3CollideCapsules", pairs, |[a, b], first, second| {
        let relative = relative(first, second);
        deepest(|manifold, capacity| {
            // SAFETY: as above.
            unsafe { ffi::b3CollideCapsules(manifold, capacity, &raw const a.0, &raw const b.0, relative) }
        })
    })
}

/// As many points as its own contacts have room for.
const POINTS: usize = 32;

fn deepest(collide: impl FnOnce(*mut ffi::b3LocalManifold, i32)) -> f32 {
    let mut points = std::mem::MaybeUninit::<[ffi::b3LocalManifoldPoint; POINTS]>::uninit();
    // SAFETY: all fields are plain numbers and pointers, for which zero is a value.
    let mut manifold: ffi::b3LocalManifold = unsafe { std::mem::zeroed() };
    manifold.points = points.as_mut_ptr().cast();
    collide(&raw mut manifold, POINTS as i32);
    let count = usize::try_from(manifold.pointCount).unwrap_or(0).min(POINTS);
    // SAFETY: it has written as many points as it says.
    let points = unsafe { std::slice::from_raw_parts(manifold.points, count) };
    points.iter().map(|point| point.separation).fold(f32::NAN, f32::min)
}

/// `b3RayCastCapsule`: the way to the hit, NaN if there is none.
pub fn ray_capsule<'a>(cases: &[RayCase]) -> Entry<'a> {
    let prepared = |case: &RayCase| (capsule(&case.round), transform(&case.pose), *case);
    each("Box3D b3RayCastCapsule", cases.iter().map(prepared).collect(), |(capsule, pose, case)| {
        let input = local_ray(pose, case);
        // SAFETY: both live.
        way(&unsafe { ffi::b3RayCastCapsule(capsule, &raw const input) })
    })
}

/// `b3RayCastHull`: the same.
pub fn ray_hull<'a>(hulls: &[Hull], cases: &[RayCase]) -> Entry<'a> {
    let prepared = |case: &RayCase| (hulls[case.hull].clone(), transform(&case.pose), *case);
    each("Box3D b3RayCastHull", cases.iter().map(prepared).collect(), |(hull, pose, case)| {
        let input = local_ray(pose, case);
        // SAFETY: both live.
        way(&unsafe { ffi::b3RayCastHull(hull.hull(), &raw const input) })
    })
}

/// A ray that ends far behind everything.
const LONGEST: f32 = 100.0;

fn local_ray(pose: &ffi::b3Transform, case: &RayCase) -> ffi::b3RayCastInput {
    let (position, turn) = parts(pose);
    let turn = turn.conjugate();
    ffi::b3RayCastInput {
        origin: vector(turn * (Vec3::from_array(case.origin) - position)),
        translation: vector(turn * (Vec3::from_array(case.direction) * LONGEST)),
        maxFraction: 1.0,
    }
}

fn way(hit: &ffi::b3CastOutput) -> f32 {
    if hit.hit { hit.fraction * LONGEST } else { f32::NAN }
}

/// `b3CreateHull` and its destruction: the number of faces.
pub fn build_hull<'a>(points: &[Vec<[f32; 3]>]) -> Entry<'a> {
    let sets = points.iter().map(|points| vectors(points)).collect();
    each("Box3D b3CreateHull", sets, |points: &Vec<ffi::b3Vec3>| {
        // SAFETY: the hull lives until the end of the statement.
        create(points).map_or(f32::NAN, |hull| unsafe { (*hull.0).faceCount as f32 })
    })
}

fn vectors(points: &[[f32; 3]]) -> Vec<ffi::b3Vec3> {
    points.iter().map(|&point| vector(Vec3::from_array(point))).collect()
}

/// A vector.
pub fn vector(v: Vec3) -> ffi::b3Vec3 {
    ffi::b3Vec3 { x: v.x, y: v.y, z: v.z }
}

/// A place.
pub fn transform(pose: &Pose3) -> ffi::b3Transform {
    let [x, y, z, s] = pose.quaternion;
    ffi::b3Transform {
        p: vector(Vec3::from_array(pose.center)),
        q: ffi::b3Quat { v: ffi::b3Vec3 { x, y, z }, s },
    }
}

/// Position and rotation.
pub fn parts(transform: &ffi::b3Transform) -> (Vec3, Quat) {
    let ffi::b3Transform { p, q } = transform;
    (Vec3::new(p.x, p.y, p.z), Quat::from_xyzw(q.v.x, q.v.y, q.v.z, q.s))
}

/// `b3InvMulTransforms`, which is inline in its header and not exported.
pub fn relative(first: &ffi::b3Transform, second: &ffi::b3Transform) -> ffi::b3Transform {
    let ((p, q), (r, s)) = (parts(first), parts(second));
    let back = q.conjugate();
    let turn = back * s;
    ffi::b3Transform {
        p: vector(back * (r - p)),
        q: ffi::b3Quat { v: ffi::b3Vec3 { x: turn.x, y: turn.y, z: turn.z }, s: turn.w },
    }
}
