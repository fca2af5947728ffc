// Cases, one for each thing that a cast can be.

const line = (moving, fixed, displacement, more = {}) => JSON.stringify({ moving, fixed, displacement, ...more });
const at = (shape, position, rotation) => ({ shape, position, ...(rotation && { rotation }) });
const cuboid = (...half_extents) => ({ type: 'cuboid', half_extents });
const ball = (radius) => ({ type: 'sphere', radius });
const tilt = [0.2, 0.3, 0.25, 0.9];
const bowl = { type: 'ellipsoid', radii: [0.9, 0.3, 0.5] };
const cone = { type: 'cone', half_height: 0.9, radius: 0.9 };
const hull = { type: 'convex_hull', points: [[1.4, -0.6, 0], [0.4, -0.6, 1.2], [-1.1, -0.6, 0.7], [-1.1, -0.6, -0.7], [0.4, -0.6, -1.2], [0.5, 0.8, 0.3], [-0.5, 0.7, -0.2]] };
const small = { type: 'convex_hull', points: [[0.5, 0, 0], [-0.3, 0, 0.4], [-0.3, 0, -0.4], [0.1, 0.6, 0.1], [-0.1, -0.4, 0.1]] };

export const CASES = {
  hit: line(at(ball(0.5), [0, 4, 0]), at(cuboid(2, 1, 2), [0, 0, 0]), [0.3, -5, 0.1]),
  hull: line(at(small, [-2, 2.5, 0.4], tilt), at(hull, [0, 0, 0]), [3.3, -3.6, -0.7]),
  curved: line(at(bowl, [-2, 2, 0.3], tilt), at(cone, [0, 0, 0]), [3, -3, 0]),
  miss: line(at(small, [-4, 2.6, 0.4], tilt), at(hull, [0, 0, 0]), [8, 0, 0]),
  missCurved: line(at(bowl, [-4, 2, 0.3], tilt), at(cone, [0, 0, 0]), [8, 0, 0.5]),
  overlap: line(at({ type: 'capsule', half_height: 0.8, radius: 0.35 }, [-0.2, 0.9, 0.1], [0, 0, 0.4, 0.9]), at(cuboid(1.2, 0.5, 0.9), [0, 0, 0]), [2, 1.4, 0]),
  overlapCurved: line(at(bowl, [-0.3, 0.4, 0], tilt), at(cone, [0, 0, 0]), [1, 2, 0]),
  overlapStill: line(at(small, [0, 0.5, 0]), at(hull, [0, 0, 0]), [0, 0, 0]),
  unresolved: line(at(bowl, [-2, 2, 0.3], tilt), at(cone, [0, 0, 0]), [3, -3, 0]),
  turning: line(at(cuboid(1.6, 0.08, 0.25), [-1.6, 1.7, 0]), at(cuboid(0.5, 0.6, 0.5), [0.9, 0, 0]), [1.2, -1, 0], { turn: { moving: [0, 0, 2.6], fixed: [0, 0.4, 0] } }),
  turningMiss: line(at(cuboid(1.6, 0.08, 0.25), [-1.6, 3.7, 0]), at(cuboid(0.5, 0.6, 0.5), [0.9, 0, 0]), [1.2, -1, 0], { turn: { moving: [0, 0, -2.6] } }),
  compound: line(at({ type: 'compound', parts: [at(cuboid(0.9, 0.12, 0.3), [0, 0, 0]), at(ball(0.4), [0.9, -0.2, 0])] }, [0, 3, 0], [0, 0, 0.15, 0.98]), at({ type: 'half_space', normal: [0.1, 1, 0] }, [0, 0, 0]), [0.5, -4, 0]),
};
