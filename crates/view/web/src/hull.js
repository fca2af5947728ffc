// The hull of points as a drawing: solid, flat, a segment or a point.

import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';

/** Below this part of its length something drawn counts as flat. For pictures only: no answer depends on it. */
const FLAT = 1e-6;

const farthest = (points, measure) => points.reduce((best, p) => (measure(p) > measure(best) ? p : best), points[0]);

/**
 * What to draw for the hull of `points` (vectors): `{ solid }` with a geometry, or for flat hulls `{ flat }`, also a geometry, for
 * others `{ line }` with two ends or `{ point }`.
 */
export function hull(points) {
  const a = points[0];
  const b = farthest(points, (p) => p.distanceToSquared(a));
  const length = a.distanceTo(b);
  if (length === 0) return { point: a };
  const along = b.clone().sub(a).divideScalar(length);
  const off = (p) => p.clone().sub(a).cross(along).length();
  const c = farthest(points, off);
  if (off(c) <= FLAT * length) return { line: ends(points, a, along) };
  const normal = c.clone().sub(a).cross(along).normalize();
  const height = (p) => Math.abs(p.clone().sub(a).dot(normal));
  if (height(farthest(points, height)) <= FLAT * length) return { flat: polygon(points, a, along, normal) };
  // The builder of hulls works about the origin, in units of its own.
  const scaled = points.map((p) => p.clone().sub(a).divideScalar(length));
  const geometry = new ConvexGeometry(scaled);
  geometry.scale(length, length, length).translate(a.x, a.y, a.z);
  return { solid: geometry };
}

function ends(points, a, along) {
  const at = (p) => p.clone().sub(a).dot(along);
  return [farthest(points, (p) => -at(p)), farthest(points, at)];
}

/** A flat hull: the monotone chain in its plane, as a fan of triangles. */
function polygon(points, a, along, normal) {
  const across = normal.clone().cross(along);
  const flat = points.map((p) => {
    const r = p.clone().sub(a);
    return { p, x: r.dot(along), y: r.dot(across) };
  }).sort((p, q) => p.x - q.x || p.y - q.y);
  const half = (list) => {
    const chain = [];
    for (const r of list) {
      while (chain.length > 1) {
        const [p, q] = chain.slice(-2);
        if ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0) break;
        chain.pop();
      }
      chain.push(r);
    }
    return chain.slice(0, -1);
  };
  const rim = [...half(flat), ...half(flat.toReversed())].map((v) => v.p);
  return triangles(rim.slice(2).flatMap((p, i) => [rim[0], rim[i + 1], p]));
}

/** Triangles, three corners each, with a normal for each face. */
export function triangles(corners) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners.flatMap((p) => [p.x, p.y, p.z]), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** The corners of a drawing, each once. */
export function cornersOf(drawn) {
  if (drawn.point) return [drawn.point];
  if (drawn.line) return drawn.line;
  const position = (drawn.solid ?? drawn.flat).getAttribute('position');
  const seen = new Map();
  for (let i = 0; i < position.count; i++) {
    const p = new Vector3().fromBufferAttribute(position, i);
    seen.set(`${p.x},${p.y},${p.z}`, p);
  }
  return [...seen.values()];
}
