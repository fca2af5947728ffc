// PhysX's sweep of a geometry against another, as a peer of `swept compare`: PhysX 5, built as static libraries, and nlohmann's json.
//
//     c++ -O3 -DNDEBUG -std=c++17 -Iphysx/include physx.cpp -o physx-peer LIBRARIES -ldl -lpthread
//
// LIBRARIES are PhysX's cooking, common and foundation, and what else its own build asks for, in the order in which they need each other.
#include "peer.hpp"

#include <PxPhysicsAPI.h>

using namespace physx;

namespace {

PxDefaultAllocator allocator;
PxDefaultErrorCallback errors;

float scalar(const peer::Json& x) { return float(x.get<double>()); }

PxVec3 vector(const peer::Json& v) { return {scalar(v[0]), scalar(v[1]), scalar(v[2])}; }

PxVec3 vector(const std::array<double, 3>& v) { return {float(v[0]), float(v[1]), float(v[2])}; }

struct PhysX {
    struct Shape {
        PxGeometryHolder geometry;
        // PhysX's capsules lie along x.
        PxQuat turned{PxIdentity};
    };

    struct Cast {
        std::shared_ptr<Shape> moving, fixed;
        PxTransform from, stands;
        PxVec3 way;
    };

    static std::shared_ptr<Shape> made(const PxGeometry& geometry, PxQuat turned = PxQuat(PxIdentity)) {
        return std::make_shared<Shape>(Shape{PxGeometryHolder(geometry), turned});
    }

    static std::shared_ptr<Shape> make(const std::string& type, const peer::Json& s) {
        const PxCookingParams cooking{PxTolerancesScale()};
        if (type == "sphere") return made(PxSphereGeometry(scalar(s.at("radius"))));
        if (type == "cuboid") return made(PxBoxGeometry(vector(s.at("half_extents"))));
        if (type == "capsule")
            return made(PxCapsuleGeometry(scalar(s.at("radius")), scalar(s.at("half_height"))),
                        PxQuat(PxHalfPi, PxVec3(0, 0, 1)));
        if (type == "triangle") {
            const PxVec3 corners[] = {vector(s.at("a")), vector(s.at("b")), vector(s.at("c"))};
            const PxU32 indices[] = {0, 1, 2};
            PxTriangleMeshDesc desc;
            desc.points.count = 3, desc.points.stride = sizeof(PxVec3), desc.points.data = corners;
            desc.triangles.count = 1, desc.triangles.stride = sizeof indices, desc.triangles.data = indices;
            PxTriangleMesh* mesh = PxCreateTriangleMesh(cooking, desc, *PxGetStandaloneInsertionCallback());
            return mesh ? made(PxTriangleMeshGeometry(mesh, PxMeshScale(), PxMeshGeometryFlag::eDOUBLE_SIDED)) : nullptr;
        }
        if (type == "convex_hull") {
            std::vector<PxVec3> points;
            for (const auto& p : s.at("points")) points.push_back(vector(p));
            PxConvexMeshDesc desc;
            desc.points.count = PxU32(points.size()), desc.points.stride = sizeof(PxVec3), desc.points.data = points.data();
            desc.flags = PxConvexFlag::eCOMPUTE_CONVEX;
            // More corners than PhysX takes: it would leave some out.
            if (points.size() > 255) return nullptr;
            PxConvexMesh* mesh = PxCreateConvexMesh(cooking, desc, *PxGetStandaloneInsertionCallback());
            return mesh ? made(PxConvexMeshGeometry(mesh)) : nullptr;
        }
        return nullptr;
    }

    static PxTransform transform(const peer::Pose& pose, const PxQuat& turned) {
        const auto& [x, y, z, w] = pose.rotation;
        return {vector(pose.position), (PxQuat(float(x), float(y), float(z), float(w)) * turned).getNormalized()};
    }

    static Cast prepare(std::shared_ptr<Shape> moving, const peer::Pose& from, const std::array<double, 3>& way,
                        std::shared_ptr<Shape> fixed, const peer::Pose& stands) {
        return {moving, fixed, transform(from, moving->turned), transform(stands, fixed->turned), vector(way)};
    }

    peer::Answer cast(const Cast& c) {
        const float length = c.way.magnitude();
        PxGeomSweepHit hit;
        const bool found = PxGeometryQuery::sweep(c.way / length, length, c.moving->geometry.any(), c.from,
                                                  c.fixed->geometry.any(), c.stands, hit);
        if (!found) return {"miss", 1};
        if (hit.hadInitialOverlap()) return {"overlap"};
        return {"hit", hit.distance / length, {{hit.normal.x, hit.normal.y, hit.normal.z}}};
    }
};

}  // namespace

int main() {
    PxCreateFoundation(PX_PHYSICS_VERSION, allocator, errors);
    return peer::serve<PhysX>();
}
