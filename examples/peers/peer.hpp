// What a peer of `swept compare` needs besides its engine: lines in, lines out.
//
// Every line of standard input is an object, and is answered by one line. A cast in the case format is read, answered and kept; a list of
// numbers of casts, {"time":[3,4,5]}, is answered by how long these take once more, {"ns":840}.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace peer {

using Json = nlohmann::json;

// A place and a rotation: a unit quaternion x, y, z, w.
struct Pose {
    std::array<double, 3> position{0, 0, 0};
    std::array<double, 4> rotation{0, 0, 0, 1};
};

// What an engine says of a cast. The normal, if it tells one, is in world space, out of the fixed shape.
struct Answer {
    const char* outcome;
    double fraction = 0;
    std::optional<std::array<double, 3>> normal{};
};

// Keeps the compiler from leaving out what is timed.
inline volatile double sink = 0;

inline Pose pose(const Json& body) {
    Pose pose;
    if (body.contains("position")) pose.position = body.at("position").get<std::array<double, 3>>();
    if (body.contains("rotation")) pose.rotation = body.at("rotation").get<std::array<double, 4>>();
    double squared = 0;
    for (double x : pose.rotation) squared += x * x;
    for (double& x : pose.rotation) x /= std::sqrt(squared);
    return pose;
}

// Shapes that come again and again are made once: a workload has two.
template <class Shape> class Shapes {
public:
    // Null where `make` knows no such shape.
    template <class Make> std::shared_ptr<Shape> get(const Json& shape, Make make) {
        if (!(known && shape == last)) {
            last = shape;
            made = make(shape.at("type").get<std::string>(), shape);
            known = true;
        }
        return made;
    }

private:
    bool known = false;
    Json last;
    std::shared_ptr<Shape> made;
};

// Serves casts by `Engine`, which has
// - a type `Shape`, and `static std::shared_ptr<Shape> make(type, json)`, null for what it does not know;
// - a type `Cast`, and `static Cast prepare(moving, pose, displacement, fixed, pose)`: what it would keep of them in a program of its own;
// - `Answer cast(const Cast&)`: the body that is timed.
template <class Engine> int serve() {
    using Shape = typename Engine::Shape;
    Engine engine;
    Shapes<Shape> moving_shapes, fixed_shapes;
    // Empty where the engine has no such shapes.
    std::vector<std::optional<typename Engine::Cast>> casts;
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        Json answer;
        try {
            const Json asked = Json::parse(line);
            if (asked.contains("time")) {
                const auto numbers = asked.at("time").get<std::vector<std::size_t>>();
                const auto start = std::chrono::steady_clock::now();
                for (std::size_t i : numbers)
                    if (const auto& cast = casts.at(i)) sink = engine.cast(*cast).fraction;
                const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
                answer["ns"] = took.count();
            } else {
                casts.emplace_back();
                if (asked.contains("id")) answer["id"] = asked.at("id");
                const Json &moving = asked.at("moving"), &fixed = asked.at("fixed");
                const auto a = moving_shapes.get(moving.at("shape"), Engine::make);
                const auto b = fixed_shapes.get(fixed.at("shape"), Engine::make);
                if (!(a && b) || asked.contains("turn")) {
                    answer["error"] = "not among what this peer casts";
                } else {
                    const auto way = asked.at("displacement").get<std::array<double, 3>>();
                    casts.back().emplace(Engine::prepare(a, pose(moving), way, b, pose(fixed)));
                    const Answer found = engine.cast(*casts.back());
                    answer["outcome"] = found.outcome;
                    if (std::string("hit") == found.outcome) {
                        answer["fraction"] = found.fraction;
                        if (found.normal) answer["normal"] = *found.normal;
                    }
                }
            }
        } catch (const std::exception& e) {
            answer["error"] = e.what();
        }
        std::cout << answer.dump() << std::endl;
    }
    return 0;
}

}  // namespace peer
