// Where bodies stand during the motion, by the case format's rules.

import { Quaternion, Vector3 } from 'three';

export const position = (body) => new Vector3(...(body.position ?? [0, 0, 0]));

/** The rotation of a body; any length but 0 is legal in a case. */
export function rotation(body) {
  const [x, y, z, w] = body.rotation ?? [0, 0, 0, 1];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w)) || 1;
  return new Quaternion(x / largest, y / largest, z / largest, w / largest).normalize();
}

/** The rotation by a part `t` of a rotation vector. */
export function turned(vector, t) {
  const axis = new Vector3(...vector);
  const angle = axis.length();
  return angle > 0 ? new Quaternion().setFromAxisAngle(axis.divideScalar(angle), angle * t) : new Quaternion();
}

/** The pose of `which` ("moving" or "fixed") at the fraction `t`. */
export function poseAt(cast, which, t) {
  const body = cast[which];
  const at = position(body);
  if (which === 'moving') at.addScaledVector(new Vector3(...cast.displacement), t);
  const q = turned(cast.turn?.[which] ?? [0, 0, 0], t).multiply(rotation(body));
  return { position: at, quaternion: q };
}

export const isTurning = (cast) =>
  [...(cast.turn?.moving ?? []), ...(cast.turn?.fixed ?? [])].some((x) => x !== 0);
