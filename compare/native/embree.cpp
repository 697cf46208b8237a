// Embree 3 for `groups/rays/embree.rs`: a device and a scene for each mesh, one thread. Corners and triangles are copied into
// Embree's own buffers, so that its memory monitor counts them. A ray is its origin, then its direction.
#include <embree3/rtcore.h>
#include <atomic>
#include <cmath>
#include <cstring>

struct Mesh
{
	RTCDevice device = nullptr;
	RTCScene scene = nullptr;
	RTCGeometry geometry = nullptr;
	float *positions = nullptr;
	std::atomic<ssize_t> bytes{0};
};

static bool count(void *mesh, ssize_t bytes, bool)
{
	static_cast<Mesh *>(mesh)->bytes += bytes;
	return true;
}

static RTCRay start(const float *ray)
{
	RTCRay result;
	result.org_x = ray[0];
	result.org_y = ray[1];
	result.org_z = ray[2];
	result.dir_x = ray[3];
	result.dir_y = ray[4];
	result.dir_z = ray[5];
	result.tnear = 0.0f;
	result.tfar = INFINITY;
	result.time = 0.0f;
	result.mask = ~0u;
	result.id = 0;
	result.flags = 0;
	return result;
}

extern "C" {

void embree_release(Mesh *mesh)
{
	if (mesh->geometry)
		rtcReleaseGeometry(mesh->geometry);
	if (mesh->scene)
		rtcReleaseScene(mesh->scene);
	if (mesh->device)
		rtcReleaseDevice(mesh->device);
	delete mesh;
}

// Qualities: 0 low, 1 medium, 2 high, 3 medium that can be refitted. Null if Embree reports an error.
Mesh *embree_build(const float *positions, size_t position_count, const unsigned *triangles, size_t triangle_count,
	int quality, bool is_robust)
{
	// A scene of low quality has a tree over the trees of its meshes, each built with a quality of its own; the others are
	// of one piece.
	static const RTCBuildQuality of_scene[] = {
		RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_MEDIUM, RTC_BUILD_QUALITY_HIGH, RTC_BUILD_QUALITY_LOW};
	static const RTCBuildQuality of_mesh[] = {
		RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_MEDIUM, RTC_BUILD_QUALITY_HIGH, RTC_BUILD_QUALITY_REFIT};
	Mesh *mesh = new Mesh;
	mesh->device = rtcNewDevice("threads=1");
	if (!mesh->device) {
		embree_release(mesh);
		return nullptr;
	}
	rtcSetDeviceMemoryMonitorFunction(mesh->device, count, mesh);
	mesh->scene = rtcNewScene(mesh->device);
	int flags = RTC_SCENE_FLAG_NONE;
	if (is_robust)
		flags |= RTC_SCENE_FLAG_ROBUST;
	if (quality == 3)
		flags |= RTC_SCENE_FLAG_DYNAMIC;
	rtcSetSceneFlags(mesh->scene, static_cast<RTCSceneFlags>(flags));
	rtcSetSceneBuildQuality(mesh->scene, of_scene[quality]);
	mesh->geometry = rtcNewGeometry(mesh->device, RTC_GEOMETRY_TYPE_TRIANGLE);
	rtcSetGeometryBuildQuality(mesh->geometry, of_mesh[quality]);
	mesh->positions = static_cast<float *>(rtcSetNewGeometryBuffer(
		mesh->geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), position_count));
	void *indices = rtcSetNewGeometryBuffer(
		mesh->geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), triangle_count);
	if (!mesh->positions || !indices) {
		embree_release(mesh);
		return nullptr;
	}
	memcpy(mesh->positions, positions, 3 * sizeof(float) * position_count);
	memcpy(indices, triangles, 3 * sizeof(unsigned) * triangle_count);
	rtcCommitGeometry(mesh->geometry);
	rtcAttachGeometry(mesh->scene, mesh->geometry);
	rtcCommitScene(mesh->scene);
	if (rtcGetDeviceError(mesh->device) != RTC_ERROR_NONE) {
		embree_release(mesh);
		return nullptr;
	}
	return mesh;
}

// The corners have moved. A coordinate of the box around all.
float embree_refit(Mesh *mesh, const float *positions, size_t position_count)
{
	memcpy(mesh->positions, positions, 3 * sizeof(float) * position_count);
	rtcUpdateGeometryBuffer(mesh->geometry, RTC_BUFFER_TYPE_VERTEX, 0);
	rtcCommitGeometry(mesh->geometry);
	rtcCommitScene(mesh->scene);
	RTCBounds bounds;
	rtcGetSceneBounds(mesh->scene, &bounds);
	return bounds.upper_x;
}

ssize_t embree_bytes(const Mesh *mesh) { return mesh->bytes; }

// The distance, infinite if nothing is hit.
float embree_closest(const Mesh *mesh, const float *ray)
{
	RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	RTCRayHit hit;
	hit.ray = start(ray);
	hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
	rtcIntersect1(mesh->scene, &context, &hit);
	return hit.ray.tfar;
}

bool embree_any(const Mesh *mesh, const float *ray)
{
	RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	RTCRay occluded = start(ray);
	rtcOccluded1(mesh->scene, &context, &occluded);
	return occluded.tfar < 0.0f;
}

// The same for many rays, which Embree may take together; so many at once.
enum { STREAM = 1024 };

void embree_closest_of_all(const Mesh *mesh, const float *rays, size_t count, float *distances)
{
	RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	context.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
	alignas(64) RTCRayHit hits[STREAM];
	for (size_t first = 0; first < count; first += STREAM)
	{
		size_t number = count - first < STREAM ? count - first : STREAM;
		for (size_t i = 0; i < number; i++)
		{
			hits[i].ray = start(rays + 6 * (first + i));
			hits[i].ray.id = static_cast<unsigned>(i);
			hits[i].hit.geomID = RTC_INVALID_GEOMETRY_ID;
		}
		rtcIntersect1M(mesh->scene, &context, hits, static_cast<unsigned>(number), sizeof(RTCRayHit));
		for (size_t i = 0; i < number; i++)
			distances[first + i] = hits[i].ray.tfar;
	}
}

}
