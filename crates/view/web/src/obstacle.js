// The second view: the obstacle fixed − moving by its support points, the line of motion, and a step of a method.

import * as THREE from 'three';
import { hull } from './hull.js';
import { draw } from './shapes.js';
import { View, arrow, colour, dot, line, sheet } from './view.js';

const vector = (v) => new THREE.Vector3(...v);

export class ObstacleView {
  constructor(element) {
    this.view = new View(element, new THREE.Vector3(0.35, 0.45, 1));
  }

  /** Takes the answer to "steps" and the displacement. */
  take(told, displacement) {
    const { points, core, unbounded } = told.obstacle;
    this.displacement = vector(displacement);
    const all = points.map(vector);
    this.points = all;
    const plane = unbounded && { plane: vector(unbounded) };
    const place = plane ? new THREE.Matrix4().makeTranslation(all[0]) : new THREE.Matrix4();
    this.surface = [{ matrix: place, ...(plane ?? hull(all)) }];
    this.core = core.length ? [{ matrix: new THREE.Matrix4(), ...hull(core.map(vector)) }] : null;
    for (const part of [...this.surface, ...(this.core ?? [])]) (part.solid ?? part.flat ?? {}).userData = { kept: true };
  }

  ball() {
    const box = new THREE.Box3().setFromPoints([new THREE.Vector3(), this.displacement]);
    const own = new THREE.Box3().setFromPoints(this.points);
    const near = box.clone().expandByScalar(1.5 * box.getSize(new THREE.Vector3()).length() + 1e-300);
    box.union(own.intersectsBox(near) && !own.isEmpty() ? own.clone().intersect(near) : own);
    return box.getBoundingSphere(new THREE.Sphere());
  }

  frame(again = false) {
    if (!this.points) return;
    const from = again ? undefined : this.view.camera.position.clone().sub(this.view.controls.target).normalize();
    this.view.frame(this.ball(), from?.lengthSq() ? from : undefined, 1.05);
  }

  /** Draws the first `count` of a method's steps, the last of them strongly. */
  draw(steps = [], count = 0) {
    if (!this.points) return;
    const size = this.ball().radius || 1;
    const [ink, quiet, fixed, moving] = ['ink', 'quiet', 'fixed', 'moving'].map(colour);
    const shown = [draw(this.surface, { colour: quiet, opacity: 0.24, edges: this.core ? 0.12 : 0.3, size })];
    if (this.core) shown.push(draw(this.core, { colour: quiet, opacity: 0.1, edges: 0.25, size }));
    const d = this.displacement;
    shown.push(line([new THREE.Vector3(), d], moving), dot(new THREE.Vector3(), 0.018 * size, moving));
    const on = (t) => d.clone().multiplyScalar(t);
    const tip = arrow(d.clone().multiplyScalar(0.9), d.clone().multiplyScalar(0.1), moving, size);
    shown.push(tip);
    const linear = steps.filter((s) => s.direction);
    for (const earlier of linear.slice(Math.max(0, count - 6), Math.max(0, count - 1))) shown.push(...simplex(earlier, fixed, 0.25));
    const step = steps[count - 1];
    if (step) {
      if (step.simplex) {
        const n = vector(step.direction);
        const at = vector(step.support);
        shown.push(...simplex(step, fixed, 0.9), dot(at, 0.02 * size, fixed));
        for (const p of step.simplex) shown.push(dot(vector(p), 0.011 * size, fixed));
        if (n.lengthSq() > 0) {
          n.normalize();
          shown.push(sheet(at, n, 0.8 * size, ink, 0.1), arrow(at, n.multiplyScalar(0.28 * size), ink, size));
        }
      }
      if (step.lower !== null) shown.push(dot(on(step.lower), 0.016 * size, ink));
      if (Number.isFinite(step.upper) && step.upper !== null) shown.push(dot(on(step.upper), 0.012 * size, quiet));
    }
    this.view.show(...shown);
  }
}

/** A portal or a simplex: its edges, and its faces. */
function simplex(step, color, opacity) {
  const points = step.simplex.map(vector);
  if (points.length < 2) return [];
  const edges = points.flatMap((p, i) => points.slice(i + 1).flatMap((q) => [p, q]));
  const material = new THREE.LineBasicMaterial({ color, transparent: true, opacity, depthTest: false });
  const drawn = [new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(edges), material)];
  if (points.length > 2) {
    const faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].filter((f) => f.every((i) => i < points.length));
    const geometry = new THREE.BufferGeometry().setFromPoints(faces.flat().map((i) => points[i]));
    drawn.push(new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.25 * opacity, side: THREE.DoubleSide, depthWrite: false })));
  }
  return drawn;
}
