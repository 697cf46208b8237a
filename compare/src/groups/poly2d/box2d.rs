//! Box2D 3 through its C functions, as its own world calls them: the second shape relative to the first.
//!
//! Built by `boxdd-sys` from its own source, without `-march`: SSE2. Manifolds include points up to 2 cm
//! apart: its speculative distance cannot be turned off.

use boxdd_sys::ffi;
use glam::Vec2;

use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::{Corners, Round};
use crate::workload::moving::{Pair, Pose2};

/// Pairs as Box2D has them.
pub type Prepared<S, const N: usize> = Vec<Pair<S, ffi::b2Transform, N>>;

/// The workload in Box2D's types.
pub fn prepare<T, S, const N: usize>(pairs: &[Pair<T, Pose2, N>], shape: impl Fn(&T) -> S) -> Prepared<S, N> {
    pairs.iter().map(|pair| pair.prepared(&shape, |_, place| transform(place))).collect()
}

// SAFETY, for all calls below: they take and return plain values or borrow them; corners are 4 or 8, convex.

/// A box, given by its corners.
pub fn cuboid(corners: &Corners) -> ffi::b2Polygon {
    let [x, y] = corners[2];
    unsafe { ffi::b2MakeBox(x, y) }
}

/// A polygon.
pub fn polygon(corners: &Corners) -> ffi::b2Polygon {
    let points: Vec<ffi::b2Vec2> = corners.iter().map(|&corner| vector(Vec2::from_array(corner))).collect();
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        ffi::b2MakePolygon(&raw const hull, 0.0)
    }
}

/// What `b2ShapeDistance` takes.
pub fn proxy(polygon: &ffi::b2Polygon) -> ffi::b2ShapeProxy {
    unsafe { ffi::b2MakeProxy(polygon.vertices.as_ptr(), polygon.count, 0.0) }
}

/// A capsule.
pub fn capsule(round: &Round) -> ffi::b2Capsule {
    let end = |y: f32| ffi::b2Vec2 { x: 0.0, y };
    ffi::b2Capsule { center1: end(-round.half), center2: end(round.half), radius: round.radius }
}

/// A circle.
pub fn circle(round: &Round) -> ffi::b2Circle {
    ffi::b2Circle { center: ffi::b2Vec2 { x: 0.0, y: 0.0 }, radius: round.radius }
}

/// `b2CollidePolygons`, the deepest point.
pub fn polygons<'a, const N: usize>(pairs: Prepared<ffi::b2Polygon, N>) -> Entry<'a> {
    cold("Box2D b2CollidePolygons", pairs, |[a, b], first, second| {
        deepest(&unsafe { ffi::b2CollidePolygons(a, b, relative(first, second)) })
    })
}

/// `b2CollideCapsules`, the deepest point.
pub fn capsules<'a, const N: usize>(pairs: Prepared<ffi::b2Capsule, N>) -> Entry<'a> {
    cold("Box2D b2CollideCapsules", pairs, |[a, b], first, second| {
        deepest(&unsafe { ffi::b2CollideCapsules(a, b, relative(first, second)) })
    })
}

/// `b2CollideCircles`.
pub fn circles<'a, const N: usize>(pairs: Prepared<ffi::b2Circle, N>) -> Entry<'a> {
    cold("Box2D b2CollideCircles", pairs, |[a, b], first, second| {
        deepest(&unsafe { ffi::b2CollideCircles(a, b, relative(first, second)) })
    })
}

fn deepest(manifold: &ffi::b2LocalManifold) -> f32 {
    let count = usize::try_from(manifold.pointCount).unwrap_or(0).min(2);
    manifold.points[..count].iter().map(|point| point.separation).fold(f32::NAN, f32::min)
}

/// `b2ShapeDistance`.
pub fn distance<'a, const N: usize>(pairs: Prepared<ffi::b2ShapeProxy, N>) -> Entry<'a> {
    cold("Box2D b2ShapeDistance", pairs, |[a, b], first, second| {
        apart(a, b, first, second, &mut Simplex::default().0)
    })
}

/// The same with its simplex kept.
pub fn warm_distance<'a, const N: usize>(pairs: Prepared<ffi::b2ShapeProxy, N>) -> Entry<'a> {
    warm("Box2D b2ShapeDistance, simplex kept", pairs, |[a, b], first, second, simplex: &mut Simplex| {
        apart(a, b, first, second, &mut simplex.0)
    })
}

struct Simplex(ffi::b2SimplexCache);

impl Default for Simplex {
    fn default() -> Self {
        Simplex(ffi::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] })
    }
}

fn apart(
    a: &ffi::b2ShapeProxy,
    b: &ffi::b2ShapeProxy,
    first: &ffi::b2Transform,
    second: &ffi::b2Transform,
    simplex: &mut ffi::b2SimplexCache,
) -> f32 {
    let transform = relative(first, second);
    let input = ffi::b2DistanceInput { proxyA: *a, proxyB: *b, transform, useRadii: true };
    unsafe { ffi::b2ShapeDistance(&raw const input, simplex, std::ptr::null_mut(), 0).distance }
}

/// A ray that ends far behind everything.
const LONGEST: f32 = 100.0;

/// `b2RayCastPolygon`: the way to the hit, NaN if there is none.
pub fn ray<'a>(cases: &[(Corners, Pose2, [f32; 2], [f32; 2])]) -> Entry<'a> {
    let prepared = |(corners, place, origin, direction): &(Corners, Pose2, [f32; 2], [f32; 2])| {
        (polygon(corners), transform(place), Vec2::from_array(*origin), Vec2::from_array(*direction))
    };
    each(
        "Box2D b2RayCastPolygon",
        cases.iter().map(prepared).collect(),
        |(polygon, place, origin, direction)| {
            let (position, turn) = parts(place);
            let back = Vec2::new(turn.x, -turn.y);
            let input = ffi::b2RayCastInput {
                origin: vector(back.rotate(*origin - position)),
                translation: vector(back.rotate(*direction * LONGEST)),
                maxFraction: 1.0,
            };
            let hit = unsafe { ffi::b2RayCastPolygon(polygon, &raw const input) };
            if hit.hit { hit.fraction * LONGEST } else { f32::NAN }
        },
    )
}

/// A vector.
pub fn vector(v: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

/// A place.
pub fn transform(pose: &Pose2) -> ffi::b2Transform {
    let (s, c) = libm::sincosf(pose.angle);
    ffi::b2Transform { p: vector(Vec2::from_array(pose.center)), q: ffi::b2Rot { c, s } }
}

/// Position, and cosine and sine.
pub fn parts(transform: &ffi::b2Transform) -> (Vec2, Vec2) {
    let ffi::b2Transform { p, q } = transform;
    (Vec2::new(p.x, p.y), Vec2::new(q.c, q.s))
}

/// `b2InvMulTransforms`, which is inline in its header and not exported.
pub fn relative(first: &ffi::b2Transform, second: &ffi::b2Transform) -> ffi::b2Transform {
    let ((p, q), (r, s)) = (parts(first), parts(second));
    let back = Vec2::new(q.x, -q.y);
    let turn = back.rotate(s);
    ffi::b2Transform { p: vector(back.rotate(r - p)), q: ffi::b2Rot { c: turn.x, s: turn.y } }
}

/// A level of polygons in a world, and a capsule that moves in it.
pub struct Mover {
    world: ffi::b2WorldId,
    filter: ffi::b2QueryFilter,
    capsule: ffi::b2Capsule,
    tolerance: f32,
}

impl Mover {
    /// Of a level, the capsule's half height and radius, and the way of a round that is the last.
    pub fn new(polygons: &[Vec<Vec2>], half: f32, radius: f32, tolerance: f32) -> Self {
        let capsule = capsule(&Round { half, radius });
        // SAFETY: definitions are the defaults, and live until they are copied; polygons have at most 8
        // corners.
        unsafe {
            let world_definition = ffi::b2DefaultWorldDef();
            let world = ffi::b2CreateWorld(&raw const world_definition);
            let body_definition = ffi::b2DefaultBodyDef();
            let body = ffi::b2CreateBody(world, &raw const body_definition);
            let shape_definition = ffi::b2DefaultShapeDef();
            for corners in polygons {
                let corners: Vec<ffi::b2Vec2> = corners.iter().copied().map(vector).collect();
                let hull = ffi::b2ComputeHull(corners.as_ptr(), corners.len() as i32);
                let polygon = ffi::b2MakePolygon(&raw const hull, 0.0);
                ffi::b2CreatePolygonShape(body, &raw const shape_definition, &raw const polygon);
            }
            Mover { world, filter: ffi::b2DefaultQueryFilter(), capsule, tolerance }
        }
    }

    /// Where a step ends: the loop of Box2D's sample `CharacterMover`.
    pub fn go(&self, at: Vec2, motion: Vec2) -> Vec2 {
        const ROUNDS: usize = 5;
        let target = at + motion;
        let mut at = at;
        for _ in 0..ROUNDS {
            let mut planes: Vec<ffi::b2CollisionPlane> = Vec::with_capacity(8);
            // SAFETY: the planes outlive the call that writes them.
            let delta = unsafe {
                let context = (&raw mut planes).cast();
                let (origin, capsule) = (vector(at), &raw const self.capsule);
                ffi::b2World_CollideMover(
                    self.world,
                    origin,
                    capsule,
                    self.filter,
                    Some(keep_plane),
                    context,
                );
                let solved =
                    ffi::b2SolvePlanes(vector(target - at), planes.as_mut_ptr(), planes.len() as i32);
                let wanted = solved.translation;
                let free = ffi::b2World_CastMover(self.world, origin, capsule, wanted, self.filter);
                Vec2::new(wanted.x, wanted.y) * free
            };
            at += delta;
            if delta.length_squared() < self.tolerance * self.tolerance {
                break;
            }
        }
        at
    }
}

impl Drop for Mover {
    fn drop(&mut self) {
        // SAFETY: the world is ours, and nobody else's.
        unsafe { ffi::b2DestroyWorld(self.world) }
    }
}

/// Keeps a rigid plane.
unsafe extern "C" fn keep_plane(
    _shape: ffi::b2ShapeId,
    result: *const ffi::b2PlaneResult,
    context: *mut std::ffi::c_void,
) -> bool {
    // SAFETY: Box2D passes the context that it was given, and a result that lives for this call.
    let (planes, result) = unsafe { (&mut *context.cast::<Vec<ffi::b2CollisionPlane>>(), &*result) };
    let rigid =
        ffi::b2CollisionPlane { plane: result.plane, pushLimit: f32::MAX, push: 0.0, clipVelocity: true };
    // As many as the sample keeps.
    if result.hit && planes.len() < 8 {
        planes.push(rigid);
    }
    true
}
