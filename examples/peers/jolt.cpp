// Jolt's shape cast, as a peer of `swept compare`: Jolt Physics 5 and nlohmann's json.
//
//     cmake -S JoltPhysics/Build -B jolt -DCMAKE_BUILD_TYPE=Distribution && cmake --build jolt --target Jolt
//     c++ -O3 -DNDEBUG -std=c++17 -mavx2 -mbmi -mpopcnt -mlzcnt -mf16c -mfma -IJoltPhysics jolt.cpp -o jolt-peer jolt/libJolt.a -lpthread
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TriangleShape.h>
#include <Jolt/RegisterTypes.h>

#include "peer.hpp"

using namespace JPH;

namespace {

float scalar(const peer::Json& x) { return float(x.get<double>()); }

Vec3 vector(const peer::Json& v) { return Vec3(scalar(v[0]), scalar(v[1]), scalar(v[2])); }

Vec3 vector(const std::array<double, 3>& v) { return Vec3(float(v[0]), float(v[1]), float(v[2])); }

// Shapes without a radius of their own are made without one: Jolt would round their edges.
constexpr float SHARP = 0;

struct Jolt {
    struct Shape {
        RefConst<JPH::Shape> shape;
    };

    struct Cast {
        std::shared_ptr<Shape> moving, fixed;
        Vec3 from, stands, way;
        Quat turned_from, turned_stands;
    };

    static std::shared_ptr<Shape> made(const JPH::Shape* shape) {
        return std::make_shared<Shape>(Shape{shape});
    }

    static std::shared_ptr<Shape> make(const std::string& type, const peer::Json& s) {
        if (type == "sphere") return made(new SphereShape(scalar(s.at("radius"))));
        if (type == "cuboid") return made(new BoxShape(vector(s.at("half_extents")), SHARP));
        if (type == "capsule") return made(new CapsuleShape(scalar(s.at("half_height")), scalar(s.at("radius"))));
        if (type == "cylinder")
            return made(new CylinderShape(scalar(s.at("half_height")), scalar(s.at("radius")), SHARP));
        if (type == "triangle")
            return made(new TriangleShape(vector(s.at("a")), vector(s.at("b")), vector(s.at("c")), SHARP));
        if (type == "convex_hull") {
            Array<Vec3> points;
            for (const auto& p : s.at("points")) points.push_back(vector(p));
            const auto hull = ConvexHullShapeSettings(points, SHARP).Create();
            return hull.IsValid() ? made(hull.Get()) : nullptr;
        }
        return nullptr;
    }

    static Quat turned(const peer::Pose& pose) {
        const auto& [x, y, z, w] = pose.rotation;
        return Quat(float(x), float(y), float(z), float(w)).Normalized();
    }

    static Cast prepare(std::shared_ptr<Shape> moving, const peer::Pose& from, const std::array<double, 3>& way,
                        std::shared_ptr<Shape> fixed, const peer::Pose& stands) {
        return {moving, fixed, vector(from.position), vector(stands.position), vector(way), turned(from), turned(stands)};
    }

    peer::Answer cast(const Cast& c) {
        const JPH::Shape *moving = c.moving->shape, *fixed = c.fixed->shape;
        const Vec3 unscaled = Vec3::sReplicate(1);
        const Mat44 from = Mat44::sRotationTranslation(c.turned_from, c.from);
        const Mat44 stands = Mat44::sRotationTranslation(c.turned_stands, c.stands);
        ShapeCastSettings settings;
        settings.mBackFaceModeTriangles = settings.mBackFaceModeConvex = EBackFaceMode::CollideWithBackFaces;
        ClosestHitCollisionCollector<CastShapeCollector> found;
        CollisionDispatch::sCastShapeVsShapeWorldSpace(ShapeCast::sFromWorldTransform(moving, unscaled, from, c.way), settings,
                                                       fixed, unscaled, {}, stands.PreTranslated(fixed->GetCenterOfMass()),
                                                       {}, {}, found);
        if (!found.HadHit()) return {"miss", 1};
        if (found.mHit.mFraction <= 0) return {"overlap"};
        const Vec3 n = -found.mHit.mPenetrationAxis.NormalizedOr(Vec3::sZero());
        return {"hit", found.mHit.mFraction, {{n.GetX(), n.GetY(), n.GetZ()}}};
    }
};

}  // namespace

int main() {
    RegisterDefaultAllocator();
    Factory::sInstance = new Factory();
    RegisterTypes();
    return peer::serve<Jolt>();
}
