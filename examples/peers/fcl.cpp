// FCL's conservative advancement, as a peer of `swept compare` in f64: Debian's libfcl-dev and nlohmann-json3-dev.
//
//     c++ -O3 fcl.cpp -o fcl $(pkg-config --cflags --libs fcl) -std=c++17
#include "peer.hpp"

#include <fcl/fcl.h>

namespace {

using fcl::Transform3d;
using fcl::Vector3d;

double scalar(const peer::Json& x) { return x.get<double>(); }

Vector3d vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

struct Fcl {
    struct Shape {
        std::shared_ptr<fcl::CollisionGeometryd> geometry;
        // FCL's capsules, cylinders and cones lie along z.
        Eigen::Quaterniond turned = Eigen::Quaterniond::Identity();
    };

    struct Cast {
        std::shared_ptr<Shape> moving, fixed;
        Transform3d from, stands;
        Vector3d way;
    };

    static std::shared_ptr<Shape> make(const std::string& type, const peer::Json& s) {
        const Eigen::Quaterniond upright(Eigen::AngleAxisd(-0.5 * M_PI, Vector3d::UnitX()));
        const auto high = [&] { return 2 * scalar(s.at("half_height")); };
        const auto radius = [&] { return scalar(s.at("radius")); };
        std::shared_ptr<fcl::CollisionGeometryd> geometry;
        if (type == "sphere") geometry = std::make_shared<fcl::Sphered>(radius());
        if (type == "cuboid") {
            const auto half = s.at("half_extents").get<std::array<double, 3>>();
            geometry = std::make_shared<fcl::Boxd>(2 * vector(half));
        }
        if (type == "capsule") geometry = std::make_shared<fcl::Capsuled>(radius(), high());
        if (type == "cylinder") geometry = std::make_shared<fcl::Cylinderd>(radius(), high());
        if (type == "cone") geometry = std::make_shared<fcl::Coned>(radius(), high());
        if (!geometry) return nullptr;
        geometry->computeLocalAABB();
        const bool turns = type == "capsule" || type == "cylinder" || type == "cone";
        return std::make_shared<Shape>(Shape{geometry, turns ? upright : Eigen::Quaterniond::Identity()});
    }

    static Transform3d transform(const peer::Pose& pose, const Shape& shape) {
        const auto& [x, y, z, w] = pose.rotation;
        Transform3d at = Transform3d::Identity();
        at.linear() = (Eigen::Quaterniond(w, x, y, z) * shape.turned).toRotationMatrix();
        at.translation() = vector(pose.position);
        return at;
    }

    static Cast prepare(std::shared_ptr<Shape> moving, const peer::Pose& from, const std::array<double, 3>& way,
                        std::shared_ptr<Shape> fixed, const peer::Pose& stands) {
        return {moving, fixed, transform(from, *moving), transform(stands, *fixed), vector(way)};
    }

    peer::Answer cast(const Cast& c) {
        Transform3d to = c.from;
        to.translation() += c.way;
        const fcl::ContinuousCollisionRequestd request(100, 1e-6, fcl::CCDM_TRANS, fcl::GST_LIBCCD,
                                                       fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(c.moving->geometry.get(), c.from, to, c.fixed->geometry.get(), c.stands, c.stands, request,
                               result);
        if (!result.is_collide) return {"miss", 1};
        return {"hit", result.time_of_contact};
    }
};

}  // namespace

int main() { return peer::serve<Fcl>(); }
