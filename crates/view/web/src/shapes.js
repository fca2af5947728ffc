// Shapes of the case format as drawings. The answers come from the server; nothing here is more than a picture.

import * as THREE from 'three';
import { cornersOf, hull } from './hull.js';
import { position, rotation } from './pose.js';
import { mesh } from './server.js';

/** Edges sharper than this many degrees are drawn. */
const SHARP = 24;

const vector = (v) => new THREE.Vector3(...v);

/** What a convex shape looks like in its own frame: as `hull` in hull.js says it, or `{ plane: normal }`. */
export function convex(shape) {
  const solid = (geometry) => ({ solid: geometry });
  switch (shape.type) {
    case 'point': return { point: new THREE.Vector3() };
    case 'sphere': return shape.radius > 0 ? solid(new THREE.SphereGeometry(shape.radius, 48, 32)) : { point: new THREE.Vector3() };
    case 'cuboid': {
      const [x, y, z] = shape.half_extents;
      if (x * y * z !== 0) return solid(new THREE.BoxGeometry(2 * x, 2 * y, 2 * z));
      const corner = (i) => new THREE.Vector3(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
      return hull([0, 1, 2, 3, 4, 5, 6, 7].map(corner));
    }
    case 'ellipsoid': {
      const [x, y, z] = shape.radii;
      const geometry = new THREE.SphereGeometry(1, 48, 32).scale(x, y, z);
      if (x * y * z !== 0) {
        // Normals of a stretched sphere shrink where points stretch.
        const normals = geometry.getAttribute('normal');
        const sphere = new THREE.SphereGeometry(1, 48, 32).getAttribute('normal');
        for (let i = 0; i < normals.count; i++) {
          const n = new THREE.Vector3().fromBufferAttribute(sphere, i).divide(new THREE.Vector3(x, y, z)).normalize();
          normals.setXYZ(i, n.x, n.y, n.z);
        }
      }
      return solid(geometry);
    }
    case 'capsule': {
      const { half_height: h, radius: r } = shape;
      const line = { line: [new THREE.Vector3(0, -h, 0), new THREE.Vector3(0, h, 0)] };
      return r > 0 ? solid(new THREE.CapsuleGeometry(r, 2 * h, 16, 40)) : line;
    }
    case 'cylinder': return solid(new THREE.CylinderGeometry(shape.radius, shape.radius, 2 * shape.half_height, 48));
    case 'cone': return solid(new THREE.ConeGeometry(shape.radius, 2 * shape.half_height, 48));
    case 'segment': return hull([vector(shape.a), vector(shape.b)]);
    case 'triangle': return hull([vector(shape.a), vector(shape.b), vector(shape.c)]);
    case 'convex_hull': return hull(shape.points.map(vector));
    case 'rounded': return rounded(shape);
    case 'half_space': return { plane: vector(shape.normal).normalize() };
    default: throw new Error(`no drawing of a ${shape.type}`);
  }
}

/** A rounded shape by its support points: a sphere whose every point goes to the core's support point there, and out. */
function rounded(shape) {
  const core = convex(shape.shape);
  if (core.plane || !(shape.radius > 0)) return core;
  const corners = cornersOf(core);
  const geometry = new THREE.SphereGeometry(1, 64, 48);
  const positions = geometry.getAttribute('position');
  const normals = geometry.getAttribute('normal');
  const n = new THREE.Vector3();
  for (let i = 0; i < positions.count; i++) {
    n.fromBufferAttribute(normals, i).normalize();
    let best = corners[0];
    let most = -Infinity;
    for (const c of corners) {
      const along = c.dot(n);
      if (along > most) [best, most] = [c, along];
    }
    positions.setXYZ(i, best.x + shape.radius * n.x, best.y + shape.radius * n.y, best.z + shape.radius * n.z);
  }
  return { solid: geometry, smooth: true };
}

/**
 * A body's parts, those of nested compounds in place of them, in the order in which answers count them: each the drawing
 * and the matrix from its own frame to the body's. Waits for meshes.
 */
export async function parts(shape, matrix = new THREE.Matrix4()) {
  if (shape.type === 'compound') {
    const inner = shape.parts.map((part) => {
      const pose = new THREE.Matrix4().compose(position(part), rotation(part), new THREE.Vector3(1, 1, 1));
      return parts(part.shape, matrix.clone().multiply(pose));
    });
    return (await Promise.all(inner)).flat();
  }
  if (shape.type === 'mesh') return [{ matrix, ...drawnMesh(await mesh(shape.file)) }];
  return [{ matrix, ...convex(shape) }];
}

/** A mesh about its middle: coordinates far from the origin would not survive the 32 bits of the graphics card. */
function drawnMesh({ positions, indices }) {
  const box = new THREE.Box3();
  const p = new THREE.Vector3();
  for (let i = 0; i < positions.length; i += 3) box.expandByPoint(p.fromArray(positions, i));
  const middle = box.getCenter(new THREE.Vector3());
  const near = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i++) near[i] = positions[i] - middle.getComponent(i % 3);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(near, 3));
  geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return { solid: geometry, middle, mesh: { positions, indices }, box };
}

/** The farthest part of a body along a world direction, of the parts' own points. */
export function reach(part, matrix, direction, triangle) {
  const whole = matrix.clone().multiply(part.matrix);
  const along = (p) => p.clone().applyMatrix4(whole).dot(direction);
  if (part.plane) return along(new THREE.Vector3());
  if (part.mesh && triangle !== undefined) return Math.max(...corners(part, triangle).map(along));
  return Math.max(...cornersOf(part).map((p) => along(part.middle ? p.add(part.middle) : p)));
}

/** The corners of one triangle of a mesh, in the part's frame. */
export function corners(part, triangle) {
  return [0, 1, 2].map((i) => new THREE.Vector3().fromArray(part.mesh.positions, 3 * part.mesh.indices[3 * triangle + i]));
}

/**
 * The drawing of a body with these looks: `colour`, `opacity`, `edges` (how strongly) and their colour `rim`, `size` (of points,
 * and how far planes are drawn).
 */
export function draw(bodyParts, { colour, rim = colour, opacity = 1, edges = 0.6, size = 1 }) {
  const group = new THREE.Group();
  const solid = opacity >= 1;
  const surface = new THREE.MeshStandardMaterial({
    color: colour, roughness: 0.75, metalness: 0, transparent: !solid, opacity, depthWrite: solid, side: THREE.DoubleSide,
    polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
  const line = new THREE.LineBasicMaterial({ color: rim, transparent: true, opacity: Math.min(1, edges) });
  bodyParts.forEach((part, index) => {
    const one = new THREE.Group();
    one.matrixAutoUpdate = false;
    one.matrix.copy(part.matrix);
    if (part.middle) one.matrix.multiply(new THREE.Matrix4().makeTranslation(part.middle));
    one.userData.part = index;
    const add = (child) => one.add(child);
    if (part.point) {
      const dot = add(new THREE.Mesh(new THREE.SphereGeometry(0.012 * size, 16, 12), surface)).children.at(-1);
      dot.position.copy(part.point);
    } else if (part.line) {
      add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(part.line), new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: Math.max(opacity, 0.5) })));
    } else if (part.plane) {
      add(plane(part.plane, size, surface, line));
    } else {
      const geometry = part.solid ?? part.flat;
      if (part.mesh || part.flat) surface.flatShading = true;
      add(new THREE.Mesh(geometry, surface));
      if (edges > 0 && !part.smooth) add(new THREE.LineSegments(edgesOf(geometry), line));
    }
    group.add(one);
  });
  return group;
}

const edges = new WeakMap();

/** The sharp edges of a geometry, found once: of a large mesh they take long. */
function edgesOf(geometry) {
  if (!edges.has(geometry)) {
    const found = new THREE.EdgesGeometry(geometry, SHARP);
    found.userData.kept = true;
    edges.set(geometry, found);
  }
  return edges.get(geometry);
}

function plane(normal, size, surface, line) {
  const square = new THREE.Group();
  const see = surface.clone();
  see.transparent = true;
  see.opacity = 0.28 * surface.opacity;
  see.depthWrite = false;
  square.add(new THREE.Mesh(new THREE.PlaneGeometry(4 * size, 4 * size), see));
  const grid = [];
  for (let i = -10; i <= 10; i++) {
    const at = 0.2 * i * size;
    grid.push(new THREE.Vector3(at, -2 * size, 0), new THREE.Vector3(at, 2 * size, 0));
    grid.push(new THREE.Vector3(-2 * size, at, 0), new THREE.Vector3(2 * size, at, 0));
  }
  const thin = line.clone();
  thin.opacity *= 0.35;
  square.add(new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(grid), thin));
  square.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
  return square;
}
