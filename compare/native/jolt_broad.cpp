// Jolt's broad phase for `groups/broad/jolt.rs`: bodies that are boxes, in one layer, awake while they move.
#include <Jolt/Jolt.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Body/BodyManager.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuadTree.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>

using namespace JPH;

struct OneLayer : BroadPhaseLayerInterface
{
	uint GetNumBroadPhaseLayers() const override { return 1; }
	BroadPhaseLayer GetBroadPhaseLayer(ObjectLayer) const override { return BroadPhaseLayer(0); }
#if defined(JPH_EXTERNAL_PROFILE) || defined(JPH_PROFILE_ENABLED)
	const char *GetBroadPhaseLayerName(BroadPhaseLayer) const override { return "all"; }
#endif
};

struct Broad
{
	OneLayer layers;
	BodyManager bodies;
	BroadPhaseQuadTree tree;
	Array<BodyID> ids, moved;
	bool all_awake = false;
};

struct CountPairs : BodyPairCollector
{
	size_t count = 0;
	void AddHit(const BodyPair &) override { ++count; }
};

// Boxes in the tree may be larger than the bodies are.
struct CountBodies : CollideShapeBodyCollector
{
	const Broad *broad;
	AABox box;
	size_t count = 0;
	void AddHit(const BodyID &id) override { count += broad->bodies.GetBody(id).GetWorldSpaceBounds().Overlaps(box); }
};

static Vec3 load(const float *v) { return Vec3(v[0], v[1], v[2]); }

extern "C" {

Broad *jolt_broad_new(const float *middles, const float *halves, size_t count)
{
	Broad *broad = new Broad;
	broad->bodies.Init(uint(count), 0, broad->layers);
	broad->tree.Init(&broad->bodies, broad->layers);
	for (size_t i = 0; i < count; ++i)
	{
		BodyCreationSettings settings(new BoxShape(load(halves + 3 * i), 0.0f), load(middles + 3 * i), Quat::sIdentity(), EMotionType::Dynamic, 0);
		settings.mOverrideMassProperties = EOverrideMassProperties::MassAndInertiaProvided;
		settings.mMassPropertiesOverride.mMass = 1.0f;
		settings.mMassPropertiesOverride.mInertia = Mat44::sIdentity();
		Body *body = broad->bodies.AllocateBody(settings);
		broad->bodies.AddBody(body);
		broad->ids.push_back(body->GetID());
	}
	broad->moved = broad->ids;
	BroadPhase::AddState state = broad->tree.AddBodiesPrepare(broad->moved.data(), int(count));
	broad->tree.AddBodiesFinalize(broad->moved.data(), int(count), state);
	broad->tree.Optimize();
	return broad;
}

void jolt_broad_free(Broad *broad) { delete broad; }

// Moves every so manyth body, from one on, and finds the pairs of those: the number of pairs.
size_t jolt_broad_move(Broad *broad, const float *middles, size_t from, size_t step)
{
	BodyManager &bodies = broad->bodies;
	Array<BodyID> &moved = broad->moved;
	bool all = step == 1;
	if (broad->all_awake && !all)
		bodies.DeactivateBodies(broad->ids.data(), int(broad->ids.size()));
	moved.clear();
	for (size_t i = from; i < broad->ids.size(); i += step)
	{
		bodies.GetBody(broad->ids[i]).SetPositionAndRotationInternal(load(middles + 3 * i), Quat::sIdentity());
		moved.push_back(broad->ids[i]);
	}
	// A pair of two that are awake is told once, by their order; of one that is awake and one that sleeps always.
	if (!broad->all_awake || !all)
		bodies.ActivateBodies(moved.data(), int(moved.size()));
	BroadPhase &tree = broad->tree;
	tree.NotifyBodiesAABBChanged(moved.data(), int(moved.size()));
	tree.FrameSync();
	tree.LockModifications();
	tree.UpdateFinalize(tree.UpdatePrepare());
	tree.UnlockModifications();
	CountPairs pairs;
	tree.FindCollidingPairs(moved.data(), int(moved.size()), 0.0f, ObjectVsBroadPhaseLayerFilter(), ObjectLayerPairFilter(), pairs);
	if (!all)
		bodies.DeactivateBodies(moved.data(), int(moved.size()));
	broad->all_awake = all;
	return pairs.count;
}

size_t jolt_broad_query(const Broad *broad, const float *min, const float *max)
{
	CountBodies found;
	found.broad = broad;
	found.box = AABox(load(min), load(max));
	const BroadPhaseQuery &tree = broad->tree;
	tree.CollideAABox(found.box, found);
	return found.count;
}

// Whether a ray meets a box; the nearest is looked for.
bool jolt_broad_ray(const Broad *broad, const float *origin, const float *way)
{
	ClosestHitCollisionCollector<RayCastBodyCollector> nearest;
	const BroadPhaseQuery &tree = broad->tree;
	tree.CastRay(RayCast(load(origin), load(way)), nearest);
	return nearest.HadHit();
}

}
