// The world: both shapes where the cast starts, the moving one where it ends and on its way, and what was found there.

import * as THREE from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { triangles } from './hull.js';
import { poseAt, position, rotation } from './pose.js';
import { corners, draw, parts, reach } from './shapes.js';
import { View, arrow, colour, dot, line, sheet } from './view.js';

/** Ghosts on the way, the start and the end left out. */
const GHOSTS = 5;
/** Overlaps that began, or will end, farther off than so many displacements are not drawn. */
const FAR = 40;

const vector = (v) => new THREE.Vector3(...v);

export class World {
  /** `edited(which, pose)` is told of drags: of "moving" and "fixed" with a pose, of "displacement" with a vector. */
  constructor(element, { edited, selected }) {
    this.view = new View(element, new THREE.Vector3(0.55, 0.42, 1));
    this.handles = new THREE.Group();
    this.view.scene.add(this.handles);
    this.handle = Object.fromEntries(['moving', 'fixed', 'displacement'].map((name) => {
      const object = new THREE.Object3D();
      this.handles.add(object);
      return [name, object];
    }));
    this.gizmo = new TransformControls(this.view.camera, this.view.renderer.domElement);
    this.gizmo.setSize(0.8);
    this.view.scene.add(this.gizmo.getHelper());
    this.gizmo.addEventListener('change', () => this.view.redraw());
    this.gizmo.addEventListener('dragging-changed', ({ value }) => {
      this.view.controls.enabled = !value;
      this.dragging = value;
    });
    this.gizmo.addEventListener('axis-changed', ({ value }) => { element.style.cursor = value ? 'grab' : ''; });
    this.gizmo.addEventListener('objectChange', () => this.drag());
    this.edited = edited;
    this.selected = selected;
    this.drawings = { moving: [], fixed: [] };
    this.pick(element);
    this.select('moving');
    this.mode('translate');
  }

  drag() {
    const { position: p, quaternion: q } = this.handle[this.which];
    this.edited(this.which, { position: p.toArray(), rotation: q.toArray(), rotating: this.gizmo.mode === 'rotate' });
  }

  /** A click that is no drag selects what is under it. */
  pick(element) {
    let down = null;
    element.addEventListener('pointerdown', (event) => { down = [event.clientX, event.clientY]; });
    element.addEventListener('pointerup', (event) => {
      const canvas = this.view.renderer.domElement;
      if (!down || event.target !== canvas || this.gizmo.axis || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      const box = canvas.getBoundingClientRect();
      const at = new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
      const ray = new THREE.Raycaster();
      ray.setFromCamera(at, this.view.camera);
      const hit = ray.intersectObjects(this.view.content.children).find(({ object }) => nameOf(object));
      if (hit) this.select(nameOf(hit.object));
    });
  }

  select(which) {
    this.which = which;
    this.gizmo.attach(this.handle[which]);
    if (which === 'displacement') this.gizmo.setMode('translate');
    this.selected?.(which, this.gizmo.mode);
    this.view.redraw();
  }

  mode(mode) {
    this.gizmo.setMode(this.which === 'displacement' ? 'translate' : mode);
    this.selected?.(this.which, this.gizmo.mode);
    this.view.redraw();
  }

  /** Takes a case; shapes are drawn anew only when they have changed. */
  async take(cast) {
    const drawings = {};
    for (const which of ['moving', 'fixed']) {
      const key = JSON.stringify(cast[which].shape);
      const known = this.drawings[which];
      drawings[which] = known.key === key ? known : Object.assign(await parts(cast[which].shape), { key });
      for (const part of drawings[which]) (part.solid ?? part.flat ?? {}).userData = { kept: true };
    }
    this.drawings = drawings;
    this.cast = cast;
    if (!this.dragging) this.placeHandles();
  }

  placeHandles() {
    for (const which of ['moving', 'fixed']) {
      this.handle[which].position.copy(position(this.cast[which]));
      this.handle[which].quaternion.copy(rotation(this.cast[which]));
    }
    this.handle.displacement.position.copy(position(this.cast.moving)).add(vector(this.cast.displacement));
  }

  /** A ball around what there is to see; of a fixed body that is much larger than the motion, the part near it. */
  ball() {
    const motion = new THREE.Box3();
    for (const t of [0, 0.25, 0.5, 0.75, 1]) motion.union(this.box('moving', t));
    const fixed = this.box('fixed', 0);
    if (!fixed.isEmpty()) {
      const near = motion.clone().expandByScalar(0.8 * motion.getSize(new THREE.Vector3()).length() + 1e-300);
      if (fixed.intersectsBox(near)) motion.union(fixed.clone().intersect(near));
      else motion.union(fixed);
    }
    return motion.getBoundingSphere(new THREE.Sphere());
  }

  /** The diagonal of a body's box, where the cast starts. */
  spanOf(which) {
    return this.box(which, 0).getSize(new THREE.Vector3()).length();
  }

  box(which, t) {
    const pose = matrix(poseAt(this.cast, which, t));
    const box = new THREE.Box3();
    for (const part of this.drawings[which]) {
      const whole = pose.clone().multiply(part.matrix);
      if (part.middle) whole.multiply(new THREE.Matrix4().makeTranslation(part.middle));
      const own = new THREE.Box3();
      if (part.point) own.expandByPoint(part.point);
      else if (part.line) own.setFromPoints(part.line);
      else if (!part.plane) {
        const geometry = part.solid ?? part.flat;
        geometry.computeBoundingBox();
        own.copy(geometry.boundingBox);
      }
      if (!own.isEmpty()) box.union(own.applyMatrix4(whole));
    }
    return box;
  }

  frame(again = false) {
    const from = again ? undefined : this.view.camera.position.clone().sub(this.view.controls.target).normalize();
    this.view.frame(this.ball(), from?.lengthSq() ? from : undefined);
  }

  /** Draws the case with this answer; `time` is a fraction to show the moving body at, `step` one of a method. */
  draw(answer, { time = null, step = null } = {}) {
    if (!this.cast) return;
    const size = this.ball().radius || 1;
    const [moving, fixed, ink] = ['moving', 'fixed', 'ink'].map(colour);
    const at = fractionOf(answer);
    const body = (which, t, looks) => {
      const group = draw(this.drawings[which], { size, ...looks });
      const pose = poseAt(this.cast, which, t);
      group.position.copy(pose.position);
      group.quaternion.copy(pose.quaternion);
      group.userData.body = which;
      return group;
    };
    const shown = [body('fixed', time ?? at ?? 0, { colour: fixed, rim: ink, edges: 0.4 })];
    shown.push(body('moving', 0, { colour: moving, opacity: 0.3, edges: 0.9 }));
    if (at !== null && at > 0) shown.push(body('moving', at, { colour: moving, rim: ink, edges: 0.4 }));
    if (at === 0 && answer.outcome !== 'overlap') shown.push(body('moving', 0, { colour: moving, rim: ink, edges: 0.4 }));
    for (let i = 1; i <= GHOSTS; i++) shown.push(body('moving', i / (GHOSTS + 1), { colour: moving, opacity: 0.05, edges: 0.14 }));
    if (at !== 1) shown.push(body('moving', 1, { colour: moving, opacity: 0.05, edges: 0.4 }));
    if (answer?.outcome === 'overlap') {
      for (const t of [answer.entry, answer.exit]) {
        if (t !== null && Math.abs(t) < FAR) shown.push(body('moving', t, { colour: ink, opacity: 0.03, edges: 0.4 }));
      }
    }
    if (time !== null) shown.push(body('moving', time, { colour: moving, opacity: 0.75, edges: 1 }));
    if (step?.lower > 0) shown.push(body('moving', Math.min(1, step.lower), { colour: ink, opacity: 0.1, edges: 0.75 }));
    // A turning cast measures the distance where the bodies stand.
    if (step?.point_moving) {
      const ends = [step.point_moving, step.point_fixed].map(vector);
      shown.push(line(ends, ink), ...ends.map((end) => dot(end, 0.01 * size, ink)));
    }
    const start = position(this.cast.moving);
    const way = vector(this.cast.displacement);
    shown.push(arrow(start, way, moving, size));
    this.view.show(...shown, ...this.findings(answer, size, ink));
  }

  /** Points of contact, normal, plane, and the triangle or part that is met. */
  findings(answer, size, ink) {
    if (!answer || answer.error) return [];
    const found = [];
    const normal = answer.normal ?? answer.axis;
    const n = normal && vector(normal);
    if (answer.point_fixed) {
      const [fixed, moving] = [vector(answer.point_fixed), vector(answer.point_moving)];
      found.push(dot(fixed, 0.016 * size, colour('fixed')), dot(moving, 0.011 * size, colour('moving')));
      found.push(sheet(fixed, n, 0.9 * size, ink));
      if (answer.outcome === 'overlap') found.push(arrow(moving, n.clone().multiplyScalar(answer.depth), ink, size));
      else found.push(arrow(fixed, n.clone().multiplyScalar(0.45 * size), ink, size));
    } else if (n) {
      const at = this.planeOf(answer, n);
      if (at) found.push(sheet(at, n, 1.2 * size, ink), arrow(at, n.clone().multiplyScalar(0.3 * size), ink, size));
    }
    const part = this.drawings.fixed[answer.part ?? 0];
    if (part?.mesh && answer.triangle !== undefined) {
      const own = corners(part, answer.triangle);
      const t = fractionOf(answer) ?? 0;
      const whole = matrix(poseAt(this.cast, 'fixed', t)).multiply(part.matrix);
      const rim = [...own, own[0]].map((p) => p.clone().applyMatrix4(whole));
      const material = new THREE.MeshBasicMaterial({ color: ink, transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthTest: false });
      found.push(new THREE.Mesh(triangles(rim.slice(0, 3)), material), line(rim, ink));
    }
    return found;
  }

  /** Where to draw the plane of a miss: in the middle of the gap, beside the middle of the motion. */
  planeOf(answer, n) {
    const part = this.drawings.fixed[answer.part ?? 0];
    if (!part) return null;
    const height = reach(part, matrix(poseAt(this.cast, 'fixed', 0)), n, answer.triangle) + answer.gap / 2;
    const middle = position(this.cast.moving).addScaledVector(vector(this.cast.displacement), 0.5);
    const beside = Number.isFinite(height) ? height - middle.dot(n) : 0;
    return middle.addScaledVector(n, beside);
  }
}

const nameOf = (object) => {
  for (let o = object; o; o = o.parent) if (o.userData.body) return o.userData.body;
  return null;
};

const matrix = (pose) => new THREE.Matrix4().compose(pose.position, pose.quaternion, new THREE.Vector3(1, 1, 1));

/** How far the moving body surely gets. */
export function fractionOf(answer) {
  switch (answer?.outcome) {
    case 'hit': return answer.fraction;
    case 'miss': return 1;
    case 'overlap': return 0;
    case 'unresolved': return answer.safe_fraction;
    default: return null;
  }
}
