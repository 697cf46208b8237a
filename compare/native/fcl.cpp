// FCL for `groups/mesh/fcl.rs`: meshes are made once and live to the end of the program. A pose is the rows of its rotation,
// then its translation, twelve doubles. FCL computes in double precision: that is what its library is compiled for.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <limits>
#include <vector>

using Geometry = fcl::CollisionGeometryd;
using Transform = fcl::Transform3d;

template <typename Bound>
static Geometry *build(const float *positions, size_t position_count, const unsigned *triangles, size_t triangle_count)
{
	std::vector<fcl::Vector3d> corners;
	for (size_t i = 0; i < position_count; ++i)
		corners.emplace_back(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
	std::vector<fcl::Triangle> list;
	for (size_t i = 0; i < triangle_count; ++i)
		list.emplace_back(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
	auto mesh = new fcl::BVHModel<Bound>;
	mesh->beginModel(static_cast<int>(triangle_count), static_cast<int>(position_count));
	mesh->addSubModel(corners, list);
	mesh->endModel();
	return mesh;
}

static Transform load(const double *pose)
{
	Transform transform = Transform::Identity();
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			transform.linear()(row, column) = pose[3 * row + column];
	transform.translation() = fcl::Vector3d(pose[9], pose[10], pose[11]);
	return transform;
}

extern "C" {

// A mesh with oriented boxes; with swept rectangles beside them, which distances need, or without.
const void *fcl_mesh(const float *positions, size_t position_count, const unsigned *triangles, size_t triangle_count,
	bool has_swept_rectangles)
{
	auto make = has_swept_rectangles ? build<fcl::OBBRSSd> : build<fcl::OBBd>;
	return make(positions, position_count, triangles, triangle_count);
}

// How many pairs of triangles meet, up to `most`; the second mesh is at a pose.
size_t fcl_pairs(const void *a, const void *b, const double *pose, size_t most)
{
	fcl::CollisionRequestd request(most, false);
	fcl::CollisionResultd result;
	return fcl::collide(static_cast<const Geometry *>(a), Transform::Identity(), static_cast<const Geometry *>(b), load(pose),
		request, result);
}

double fcl_distance(const void *a, const void *b, const double *pose)
{
	fcl::DistanceRequestd request;
	fcl::DistanceResultd result;
	return fcl::distance(static_cast<const Geometry *>(a), Transform::Identity(), static_cast<const Geometry *>(b), load(pose),
		request, result);
}

}
