// Bullet's narrow phase for `groups/convex/bullet.rs` and `groups/sweep/bullet.rs`: shapes are made once and live to the end of the program.
// A pose is a btTransform: three rows of the rotation, then the origin, four floats each. Margins are 0: the shapes are
// those of all contenders.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <cmath>

static_assert(sizeof(btScalar) == 4, "the f32 build of Bullet");

static void *keep(btConvexInternalShape *shape)
{
	shape->setMargin(0.0f);
	return static_cast<btConvexShape *>(shape);
}

static const btTransform &load(const float *pose) { return *reinterpret_cast<const btTransform *>(pose); }

extern "C" {

void *bullet_box(float x, float y, float z) { return keep(new btBoxShape(btVector3(x, y, z))); }

void *bullet_capsule(float half, float radius) { return static_cast<btConvexShape *>(new btCapsuleShape(radius, 2 * half)); }

void *bullet_cylinder(float half, float radius) { return keep(new btCylinderShape(btVector3(radius, half, radius))); }

void *bullet_hull(const float *points, int count) { return keep(new btConvexHullShape(points, count, 3 * sizeof(float))); }

// btGjkPairDetector with its EPA solver: the signed distance, NaN if it finds none. It looks as far as it is told, or as
// far as Bullet's own algorithm does by default: 2 cm beyond both margins, of which a capsule's is its radius.
float bullet_contact(const void *a, const float *pose_a, const void *b, const float *pose_b, float farthest)
{
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
	btGjkPairDetector detector(static_cast<const btConvexShape *>(a), static_cast<const btConvexShape *>(b), &simplex, &depth);
	btGjkPairDetector::ClosestPointInput input;
	input.m_transformA = load(pose_a);
	input.m_transformB = load(pose_b);
	if (farthest == 0.0f)
		farthest = static_cast<const btConvexShape *>(a)->getMargin() + static_cast<const btConvexShape *>(b)->getMargin() + 0.02f;
	input.m_maximumDistanceSquared = farthest * farthest;
	btPointCollector result;
	detector.getClosestPoints(input, result, nullptr);
	return result.m_hasResult ? result.m_distance : NAN;
}

// btBoxBoxDetector: the deepest of up to eight points, NaN if there are none.
float bullet_boxes(const void *a, const float *pose_a, const void *b, const float *pose_b)
{
	auto box_a = static_cast<const btBoxShape *>(static_cast<const btConvexShape *>(a));
	auto box_b = static_cast<const btBoxShape *>(static_cast<const btConvexShape *>(b));
	btBoxBoxDetector detector(box_a, box_b);
	btBoxBoxDetector::ClosestPointInput input;
	input.m_transformA = load(pose_a);
	input.m_transformB = load(pose_b);
	btPointCollector result;
	detector.getClosestPoints(input, result, nullptr);
	return result.m_hasResult ? result.m_distance : NAN;
}

// The part of their ways that two shapes go, NaN if it is all: btSubsimplexConvexCast, which Bullet's world uses for straight ways, or
// btContinuousConvexCollision for those that turn. Each has two poses, its first and its last.
float bullet_cast(const void *a, const float *poses_a, const void *b, const float *poses_b, bool turning)
{
	auto shape_a = static_cast<const btConvexShape *>(a), shape_b = static_cast<const btConvexShape *>(b);
	btVoronoiSimplexSolver simplex;
	btConvexCast::CastResult result;
	result.m_fraction = 1.0f;
	bool hit;
	if (turning)
	{
		btGjkEpaPenetrationDepthSolver depth;
		btContinuousConvexCollision cast(shape_a, shape_b, &simplex, &depth);
		hit = cast.calcTimeOfImpact(load(poses_a), load(poses_a + 16), load(poses_b), load(poses_b + 16), result);
	}
	else
	{
		btSubsimplexConvexCast cast(shape_a, shape_b, &simplex);
		hit = cast.calcTimeOfImpact(load(poses_a), load(poses_a + 16), load(poses_b), load(poses_b + 16), result);
	}
	return hit ? result.m_fraction : NAN;
}

}
