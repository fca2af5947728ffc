// A view of something in space: canvas, camera, light, orbit controls. Draws when something has changed, and not otherwise.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** The colour that the style sheet calls `name`. */
export const colour = (name) =>
  new THREE.Color(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());

export class View {
  constructor(element, from) {
    this.element = element;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    element.append(this.renderer.domElement);
    this.renderer.domElement.tabIndex = -1;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.01, 1000);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener('change', () => this.redraw());
    this.from = from.normalize();
    this.light = new THREE.DirectionalLight(0xffffff, 2.1);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8f94, 1.5), this.light, this.light.target);
    this.content = new THREE.Group();
    this.gone = [];
    this.scene.add(this.content);
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Looks at a ball along `from`, from where it can be seen; `room` of 1 is all of it, less cuts its rim. */
  frame(ball, from = this.from, room = 0.86) {
    const radius = ball.radius > 0 ? ball.radius : 1;
    const half = Math.atan(Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect));
    const distance = (room * radius) / Math.sin(half);
    this.controls.target.copy(ball.center);
    this.camera.position.copy(ball.center).addScaledVector(from, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 200;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.radius = radius;
    this.redraw();
  }

  /**
   * Replaces what is shown. What was shown goes after the next drawing: until then it holds the programs of its materials, which
   * would otherwise be compiled anew for every change.
   */
  show(...objects) {
    this.gone.push(...this.content.children);
    this.content.clear();
    this.content.add(...objects.filter(Boolean));
    this.redraw();
  }

  letGo() {
    for (const child of this.gone.splice(0)) {
      child.traverse((part) => {
        if (part.geometry && !part.geometry.userData.kept) part.geometry.dispose();
        part.material?.dispose?.();
      });
    }
  }

  redraw() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.scene.background = colour('scene');
    // From over the shoulder, so that whatever is looked at is lit.
    const over = new THREE.Vector3(-0.5, 0.9, 0.35).applyQuaternion(this.camera.quaternion);
    this.light.position.copy(this.controls.target).addScaledVector(over.add(this.camera.position.clone().sub(this.controls.target).normalize()), this.radius ?? 1);
    this.light.target.position.copy(this.controls.target);
    this.renderer.render(this.scene, this.camera);
    this.letGo();
  }
}

/** A line through points. */
export function line(points, color, { dashed = 0, opacity = 1 } = {}) {
  const looks = { color, transparent: opacity < 1, opacity };
  const material = dashed
    ? new THREE.LineDashedMaterial({ ...looks, dashSize: dashed, gapSize: dashed * 0.7 })
    : new THREE.LineBasicMaterial(looks);
  const drawn = new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), material);
  if (dashed) drawn.computeLineDistances();
  return drawn;
}

/** A dot that is seen through everything. */
export function dot(at, radius, color) {
  const drawn = new THREE.Mesh(new THREE.SphereGeometry(radius, 20, 14), new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true }));
  drawn.position.copy(at);
  drawn.renderOrder = 5;
  return drawn;
}

/** An arrow along `along`, as long as that is. */
export function arrow(from, along, color, size) {
  const length = along.length();
  if (!(length > 0)) return null;
  const head = Math.min(0.35 * length, 0.09 * size);
  const group = new THREE.Group();
  const material = new THREE.MeshBasicMaterial({ color });
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.008 * size, 0.008 * size, length - head, 10), material);
  shaft.position.y = (length - head) / 2;
  const tip = new THREE.Mesh(new THREE.ConeGeometry(0.028 * size, head, 18), material);
  tip.position.y = length - head / 2;
  group.add(shaft, tip);
  group.position.copy(from);
  group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.clone().divideScalar(length));
  return group;
}

/** A square of a plane, seen through. */
export function sheet(at, normal, size, color, opacity = 0.13) {
  const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false });
  const square = new THREE.Group();
  square.add(new THREE.Mesh(new THREE.PlaneGeometry(size, size), material));
  const h = size / 2;
  const rim = [[-h, -h], [h, -h], [h, h], [-h, h], [-h, -h]].map(([x, y]) => new THREE.Vector3(x, y, 0));
  square.add(line(rim, color, { opacity: 0.5 }));
  square.position.copy(at);
  square.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal.clone().normalize());
  return square;
}
