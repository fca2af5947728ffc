// Casts to begin with: one for each outcome, and where the trouble is: long thin objects, mixed scales, grazing contacts.

const body = (shape, position, rotation) => ({ shape, ...(position && { position }), ...(rotation && { rotation }) });
const cuboid = (...half_extents) => ({ type: 'cuboid', half_extents });

export const EXAMPLES = {
  'Rounded box, tilted': {
    moving: body({ type: 'rounded', shape: cuboid(0.7, 0.25, 0.4), radius: 0.12 }, [-2.4, 2.2, 0.5], [0.2, 0.3, 0.25, 0.9]),
    fixed: body({ type: 'convex_hull', points: [[1.4, -0.6, 0], [0.4, -0.6, 1.2], [-1.1, -0.6, 0.7], [-1.1, -0.6, -0.7], [0.4, -0.6, -1.2], [0.5, 0.8, 0.3], [-0.5, 0.7, -0.2]] }),
    displacement: [3.6, -2.6, -0.6],
  },
  'Box on a floor': { moving: body(cuboid(0.5, 0.5, 0.5), [0, 5, 0]), fixed: body(cuboid(4, 1, 4)), displacement: [0, -10, 0] },
  'Passing by': {
    moving: body({ type: 'cylinder', half_height: 0.8, radius: 0.35 }, [-3, 1.9, 0], [0, 0, 0.5, 0.9]),
    fixed: body({ type: 'ellipsoid', radii: [1.2, 0.7, 0.9] }), displacement: [6, 0, 0.5],
  },
  'Overlap at the start': {
    moving: body({ type: 'capsule', half_height: 0.8, radius: 0.35 }, [-0.2, 0.9, 0.1], [0, 0, 0.4, 0.9]),
    fixed: body(cuboid(1.2, 0.5, 0.9)), displacement: [2, 1.4, 0],
  },
  'Long thin bars': {
    moving: body(cuboid(6, 0.04, 0.04), [0, 3, 0], [0.1, 0.5, 0.05, 0.8]),
    fixed: body({ type: 'cylinder', half_height: 6, radius: 0.04 }, [0, 0, 0], [0.7, 0.05, 0, 0.7]), displacement: [0.3, -5, 0.2],
  },
  'Mixed scales': {
    moving: body({ type: 'sphere', radius: 0.02 }, [0.6, 0.8, 0.2]), fixed: body(cuboid(1000, 0.25, 1000)), displacement: [0.9, -1, 0.3],
  },
  'A graze': {
    moving: body({ type: 'cone', half_height: 0.6, radius: 0.5 }, [-2.5, 0, 0]),
    fixed: body({ type: 'cylinder', half_height: 0.8, radius: 0.6 }, [0, 0, 1.09]), displacement: [5, 0, 0],
  },
  'A turning bar': {
    moving: body(cuboid(1.6, 0.08, 0.25), [-1.6, 1.7, 0]), fixed: body(cuboid(0.5, 0.6, 0.5), [0.9, 0, 0]),
    displacement: [1.2, -1, 0], turn: { moving: [0, 0, 2.6], fixed: [0, 0, 0] },
  },
  'Compound on a plane': {
    moving: body({ type: 'compound', parts: [{ shape: cuboid(0.9, 0.12, 0.3) }, { shape: { type: 'sphere', radius: 0.4 }, position: [0.9, -0.2, 0] }, { shape: { type: 'cone', half_height: 0.4, radius: 0.3 }, position: [-0.8, 0.4, 0] }] }, [0, 3, 0], [0, 0, 0.15, 0.98]),
    fixed: body({ type: 'half_space', normal: [0.1, 1, 0] }), displacement: [0.5, -4, 0],
  },
  'Given up after 3 supports': {
    moving: body({ type: 'ellipsoid', radii: [0.9, 0.3, 0.5] }, [-2, 2, 0.3], [0.2, 0.1, 0.4, 0.9]),
    fixed: body({ type: 'cone', half_height: 0.9, radius: 0.9 }), displacement: [3, -3, 0], view: { method: 'portal', max_steps: '3' },
  },
};
