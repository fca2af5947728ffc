// Bullet's convex cast by sub-simplices, as a peer of `swept compare`: Debian's libbullet-dev and nlohmann-json3-dev.
//
//     c++ -O3 -std=c++17 bullet.cpp -o bullet $(pkg-config --cflags --libs bullet)
#include "peer.hpp"

#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

namespace {

btScalar scalar(const peer::Json& x) { return btScalar(x.get<double>()); }

btVector3 vector(const peer::Json& v) { return {scalar(v[0]), scalar(v[1]), scalar(v[2])}; }

btVector3 vector(const std::array<double, 3>& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }

btTransform transform(const peer::Pose& pose) {
    const auto& [x, y, z, w] = pose.rotation;
    return btTransform(btQuaternion(btScalar(x), btScalar(y), btScalar(z), btScalar(w)), vector(pose.position));
}

struct Bullet {
    using Shape = btConvexShape;

    struct Cast {
        std::shared_ptr<Shape> moving, fixed;
        btTransform from, stands;
        btVector3 way;
    };

    btVoronoiSimplexSolver simplex;

    static std::shared_ptr<Shape> make(const std::string& type, const peer::Json& s) {
        if (type == "sphere") return std::make_shared<btSphereShape>(scalar(s.at("radius")));
        if (type == "cuboid") return std::make_shared<btBoxShape>(vector(s.at("half_extents")));
        if (type == "capsule")
            return std::make_shared<btCapsuleShape>(scalar(s.at("radius")), 2 * scalar(s.at("half_height")));
        if (type == "cylinder") {
            const btScalar r = scalar(s.at("radius"));
            return std::make_shared<btCylinderShape>(btVector3(r, scalar(s.at("half_height")), r));
        }
        if (type == "cone") return std::make_shared<btConeShape>(scalar(s.at("radius")), 2 * scalar(s.at("half_height")));
        // What has no radius gets none: Bullet would grow these by a margin.
        if (type == "triangle") {
            const auto t = std::make_shared<btTriangleShape>(vector(s.at("a")), vector(s.at("b")), vector(s.at("c")));
            t->setMargin(0);
            return t;
        }
        if (type == "convex_hull") {
            const auto hull = std::make_shared<btConvexHullShape>();
            for (const auto& p : s.at("points")) hull->addPoint(vector(p), false);
            hull->recalcLocalAabb();
            hull->setMargin(0);
            return hull;
        }
        return nullptr;
    }

    static Cast prepare(std::shared_ptr<Shape> moving, const peer::Pose& from, const std::array<double, 3>& way,
                        std::shared_ptr<Shape> fixed, const peer::Pose& stands) {
        return {moving, fixed, transform(from), transform(stands), vector(way)};
    }

    peer::Answer cast(const Cast& c) {
        const btTransform to(c.from.getBasis(), c.from.getOrigin() + c.way);
        btSubsimplexConvexCast caster(c.moving.get(), c.fixed.get(), &simplex);
        btConvexCast::CastResult result;
        result.m_fraction = 1;
        if (!caster.calcTimeOfImpact(c.from, to, c.stands, c.stands, result)) return {"miss", 1};
        const btVector3& n = result.m_normal;
        return {"hit", result.m_fraction, {{n.x(), n.y(), n.z()}}};
    }
};

}  // namespace

int main() { return peer::serve<Bullet>(); }
