// Jolt's narrow phase for `groups/convex/jolt.rs` and `groups/mesh/jolt.rs`: shapes are made once and live to the end of the program.
// A pose is a JPH::Mat44: four columns. Convex radii are 0: the shapes are those of all contenders.
#include <Jolt/Jolt.h>
#include <Jolt/Core/Factory.h>
#include <Jolt/RegisterTypes.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Geometry/OrientedBox.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <cmath>

using namespace JPH;

static const ConvexShape *keep(const ShapeSettings::ShapeResult &result)
{
	if (result.HasError())
		return nullptr;
	result.Get()->AddRef();
	return static_cast<const ConvexShape *>(result.Get().GetPtr());
}

static Mat44 load(const float *pose)
{
	return Mat44::sLoadFloat4x4Aligned(reinterpret_cast<const Float4 *>(pose));
}

extern "C" {

void jolt_start()
{
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory();
	RegisterTypes();
}

const void *jolt_box(float x, float y, float z)
{
	return keep(BoxShapeSettings(Vec3(x, y, z), 0.0f).Create());
}

const void *jolt_capsule(float half, float radius) { return keep(CapsuleShapeSettings(half, radius).Create()); }

const void *jolt_cylinder(float half, float radius) { return keep(CylinderShapeSettings(half, radius, 0.0f).Create()); }

const void *jolt_hull(const float *points, int count)
{
	Array<Vec3> list;
	for (int i = 0; i < count; ++i)
		list.push_back(Vec3(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
	return keep(ConvexHullShapeSettings(list, 0.0f).Create());
}

// Builds a hull and throws it away: the number of its faces.
float jolt_build_hull(const float *points, int count)
{
	Array<Vec3> list;
	list.reserve(count);
	for (int i = 0; i < count; ++i)
		list.push_back(Vec3(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
	auto result = ConvexHullShapeSettings(list, 0.0f).Create();
	return result.HasError() ? NAN : float(static_cast<const ConvexHullShape *>(result.Get().GetPtr())->GetNumFaces());
}

// Jolt moves a shape's centre of mass to its origin: this is what must be added to the pose.
void jolt_center(const void *shape, float *center)
{
	Vec3 middle = static_cast<const Shape *>(shape)->GetCenterOfMass();
	for (int i = 0; i < 3; ++i)
		center[i] = middle[i];
}

// OrientedBox::Overlaps on boxes made beforehand.
void *jolt_oriented_box(const float *pose, float x, float y, float z)
{
	return new OrientedBox(load(pose), Vec3(x, y, z));
}

float jolt_oriented_boxes_overlap(const void *a, const void *b)
{
	return static_cast<const OrientedBox *>(a)->Overlaps(*static_cast<const OrientedBox *>(b));
}

// GJK: apart or not, after a test of the boxes around them, as Jolt does in its own collision function.
float jolt_overlap(const void *a, const float *pose_a, const void *b, const float *pose_b)
{
	auto shape_a = static_cast<const ConvexShape *>(a), shape_b = static_cast<const ConvexShape *>(b);
	Mat44 b_to_a = load(pose_a).InversedRotationTranslation() * load(pose_b);
	if (!OrientedBox(b_to_a, shape_b->GetLocalBounds()).Overlaps(shape_a->GetLocalBounds()))
		return 0.0f;
	ConvexShape::SupportBuffer buffer_a, buffer_b;
	auto support_a = shape_a->GetSupportFunction(ConvexShape::ESupportMode::IncludeConvexRadius, buffer_a, Vec3::sReplicate(1.0f));
	auto support_b = shape_b->GetSupportFunction(ConvexShape::ESupportMode::IncludeConvexRadius, buffer_b, Vec3::sReplicate(1.0f));
	TransformedConvexObject<ConvexShape::Support> moved_b(b_to_a, *support_b);
	Vec3 axis = b_to_a.GetTranslation();
	if (axis.IsNearZero())
		axis = Vec3::sAxisX();
	GJKClosestPoint gjk;
	return gjk.Intersects(*support_a, moved_b, 1.0e-4f, axis);
}

// GJKClosestPoint::GetClosestPoints; `axis` is kept between calls for the same pair, or zero.
float jolt_distance(const void *a, const float *pose_a, const void *b, const float *pose_b, float *axis)
{
	auto shape_a = static_cast<const ConvexShape *>(a), shape_b = static_cast<const ConvexShape *>(b);
	Mat44 b_to_a = load(pose_a).InversedRotationTranslation() * load(pose_b);
	ConvexShape::SupportBuffer buffer_a, buffer_b;
	auto support_a = shape_a->GetSupportFunction(ConvexShape::ESupportMode::ExcludeConvexRadius, buffer_a, Vec3::sReplicate(1.0f));
	auto support_b = shape_b->GetSupportFunction(ConvexShape::ESupportMode::ExcludeConvexRadius, buffer_b, Vec3::sReplicate(1.0f));
	TransformedConvexObject<ConvexShape::Support> moved_b(b_to_a, *support_b);
	Vec3 v(axis[0], axis[1], axis[2]);
	if (v.IsNearZero())
		v = b_to_a.GetTranslation();
	if (v.IsNearZero())
		v = Vec3::sAxisX();
	Vec3 point_a, point_b;
	GJKClosestPoint gjk;
	float square = gjk.GetClosestPoints(*support_a, moved_b, 1.0e-4f, FLT_MAX, v, point_a, point_b);
	for (int i = 0; i < 3; ++i)
		axis[i] = v[i];
	return max(sqrt(square) - support_a->GetConvexRadius() - support_b->GetConvexRadius(), 0.0f);
}

// CollisionDispatch::sCollideShapeVsShape: minus the depth, NaN if they do not overlap.
float jolt_contact(const void *a, const float *pose_a, const void *b, const float *pose_b)
{
	CollideShapeSettings settings;
	ClosestHitCollisionCollector<CollideShapeCollector> collector;
	CollisionDispatch::sCollideShapeVsShape(static_cast<const Shape *>(a), static_cast<const Shape *>(b), Vec3::sReplicate(1.0f),
		Vec3::sReplicate(1.0f), load(pose_a), load(pose_b), SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
	return collector.HadHit() ? -collector.mHit.mPenetrationDepth : NAN;
}

// The same with faces, their clipping, and the choice of four points: what Jolt's contact constraints start from.
float jolt_manifold(const void *a, const float *pose_a, const void *b, const float *pose_b)
{
	CollideShapeSettings settings;
	settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
	ClosestHitCollisionCollector<CollideShapeCollector> collector;
	CollisionDispatch::sCollideShapeVsShape(static_cast<const Shape *>(a), static_cast<const Shape *>(b), Vec3::sReplicate(1.0f),
		Vec3::sReplicate(1.0f), load(pose_a), load(pose_b), SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
	if (!collector.HadHit())
		return NAN;
	const CollideShapeResult &hit = collector.mHit;
	ContactPoints on_a, on_b;
	ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, 0.02f * 0.02f,
		hit.mShape1Face, hit.mShape2Face, on_a, on_b);
	if (on_a.size() > 4)
		PruneContactPoints(hit.mPenetrationAxis.Normalized(), on_a, on_b);
	return on_a.empty() ? NAN : -hit.mPenetrationDepth;
}

const void *jolt_ball(float radius) { return keep(SphereShapeSettings(radius).Create()); }

// A mesh; null if Jolt refuses it.
const void *jolt_mesh(const float *positions, size_t position_count, const unsigned *triangles, size_t triangle_count)
{
	VertexList corners;
	for (size_t i = 0; i < position_count; ++i)
		corners.push_back(Float3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
	IndexedTriangleList list;
	for (size_t i = 0; i < triangle_count; ++i)
		list.push_back(IndexedTriangle(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]));
	auto result = MeshShapeSettings(corners, list).Create();
	if (result.HasError())
		return nullptr;
	result.Get()->AddRef();
	return result.Get().GetPtr();
}

// CollisionDispatch::sCastShapeVsShapeLocalSpace: the part of its motion that the shape goes, infinite if it is all. The
// collector tells the search how far it got.
float jolt_cast(const void *shape, const float *pose, const float *motion, const void *mesh)
{
	ShapeCast cast(static_cast<const Shape *>(shape), Vec3::sReplicate(1.0f), load(pose), Vec3(motion[0], motion[1], motion[2]));
	ShapeCastSettings settings;
	ClosestHitCollisionCollector<CastShapeCollector> collector;
	CollisionDispatch::sCastShapeVsShapeLocalSpace(cast, settings, static_cast<const Shape *>(mesh), Vec3::sReplicate(1.0f),
		ShapeFilter(), Mat44::sIdentity(), SubShapeIDCreator(), SubShapeIDCreator(), collector);
	return collector.HadHit() ? collector.mHit.mFraction : INFINITY;
}

}
