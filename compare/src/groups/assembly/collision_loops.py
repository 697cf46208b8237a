"""Coal, FCL and trimesh on copies of a mesh: a line in, a line out.

`load`, then three lines: coordinates, numbers of triangles, and a quaternion (x, y, z, w) and a translation for each copy; answered with `ok`.
`coal warm`, `fcl cold`, ...: all contacts of every two copies whose boxes overlap; answered with nanoseconds and the number
of contacts. Cold is with building the tree, which all copies share. The boxes are those of Coal, found before, for both.
`trimesh warm`: which copies collide, by trimesh's manager, which asks FCL for a yes or no; answered with their number.
"""

import importlib.metadata
import sys
import time

import coal
import fcl
import numpy as np
import trimesh

MOST = 1_000_000


def coal_tree(corners, triangles):
    tree = coal.BVHModelOBBRSS()
    tree.beginModel(len(triangles), len(corners))
    points, faces = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for corner in corners:
        points.append(corner)
    for a, b, c in triangles.tolist():
        faces.append(coal.Triangle(a, b, c))
    # Filling Python's lists is not the peer's work.
    start = time.thread_time_ns()
    tree.addSubModel(points, faces)
    tree.endModel()
    return tree, time.thread_time_ns() - start


def fcl_tree(corners, triangles):
    start = time.thread_time_ns()
    tree = fcl.BVHModel()
    tree.beginModel(len(triangles), len(corners))
    tree.addSubModel(corners, triangles)
    tree.endModel()
    return tree, time.thread_time_ns() - start


def rotation(x, y, z, w):
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


class Coal:
    tree = staticmethod(coal_tree)

    def placed(self, tree, places):
        return [coal.CollisionObject(tree, turn, at) for turn, at in places]

    def contacts(self, a, b):
        request = coal.CollisionRequest()
        request.num_max_contacts = MOST
        result = coal.CollisionResult()
        return coal.collide(a, b, request, result) and result.numContacts()


class Fcl:
    tree = staticmethod(fcl_tree)

    def placed(self, tree, places):
        return [fcl.CollisionObject(tree, fcl.Transform(turn, at)) for turn, at in places]

    def contacts(self, a, b):
        result = fcl.CollisionResult()
        # Without asking for contacts it ends at the first.
        fcl.collide(a, b, fcl.CollisionRequest(num_max_contacts=MOST, enable_contact=True), result)
        return len(result.contacts)


def trimesh_manager(corners, triangles, places):
    manager = trimesh.collision.CollisionManager()
    mesh = trimesh.Trimesh(corners, triangles, process=False)
    for number, (turn, at) in enumerate(places):
        place = np.eye(4)
        place[:3, :3], place[:3, 3] = turn, at
        manager.add_object(str(number), mesh, place)
    return manager


def main():
    version = importlib.metadata.version
    names = {"coal": "coal", "fcl": "python-fcl", "trimesh": "trimesh"}
    print(*(f"{name}={version(package)}" for name, package in names.items()), flush=True)
    peers = {"coal": Coal(), "fcl": Fcl()}
    standing = {}
    corners = triangles = None
    places, pairs, manager = [], [], None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "load":
            corners = np.array(sys.stdin.readline().split(), dtype=np.float64).reshape(-1, 3)
            triangles = np.array(sys.stdin.readline().split(), dtype=np.int32).reshape(-1, 3)
            numbers = np.array(sys.stdin.readline().split(), dtype=np.float64).reshape(-1, 7)
            places = [(rotation(*row[:4]), row[4:].copy()) for row in numbers]
            for name, peer in peers.items():
                standing[name] = peer.placed(peer.tree(corners, triangles)[0], places)
            boxes = [each.getAABB() for each in standing["coal"]]
            pairs = [(i, j) for i in range(len(boxes)) for j in range(i) if boxes[i].overlap(boxes[j])]
            manager = None
            print("ok", flush=True)
            continue
        if words[0] == "trimesh":
            manager = manager or trimesh_manager(corners, triangles, places)
            start = time.thread_time_ns()
            _, found = manager.in_collision_internal(return_names=True)
            print(time.thread_time_ns() - start, len(found), flush=True)
            continue
        peer, building = peers[words[0]], 0
        bodies = standing[words[0]]
        if words[1] == "cold":
            tree, building = peer.tree(corners, triangles)
            bodies = peer.placed(tree, places)
        start = time.thread_time_ns()
        found = sum(peer.contacts(bodies[i], bodies[j]) for i, j in pairs)
        print(time.thread_time_ns() - start + building, found, flush=True)


main()
