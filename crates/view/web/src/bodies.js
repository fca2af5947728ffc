// The panel of the cast: both shapes with their sizes and poses, the displacement, the spin.

import { make } from './dom.js';

const SHAPES = {
  point: {},
  sphere: { radius: 0.5 },
  cuboid: { half_extents: [0.5, 0.5, 0.5] },
  capsule: { half_height: 0.6, radius: 0.3 },
  cylinder: { half_height: 0.6, radius: 0.4 },
  cone: { half_height: 0.6, radius: 0.5 },
  ellipsoid: { radii: [0.8, 0.4, 0.5] },
  segment: { a: [-0.8, 0, 0], b: [0.8, 0, 0] },
  triangle: { a: [-0.8, 0, 0.5], b: [0.8, 0, 0.5], c: [0, 0, -0.9] },
  convex_hull: { points: [[0.8, 0, 0], [-0.5, 0, 0.7], [-0.5, 0, -0.7], [0.1, 0.9, 0.1], [-0.2, -0.5, 0.1]] },
  rounded: { shape: { type: 'cuboid', half_extents: [0.5, 0.3, 0.4] }, radius: 0.15 },
  compound: {
    parts: [
      { shape: { type: 'cuboid', half_extents: [0.8, 0.15, 0.15] } },
      { shape: { type: 'sphere', radius: 0.35 }, position: [0.8, 0, 0] },
    ],
  },
  half_space: { normal: [0, 1, 0] },
  mesh: null,
};

const TRIPLES = { half_extents: 'half sides', radii: 'radii', a: 'a', b: 'b', c: 'c', normal: 'normal' };
const LENGTHS = { radius: 'radius', half_height: 'half height' };
const NAMES = ['x', 'y', 'z', 'w'];

export class Bodies {
  /** `edit(change)` is given a function that changes a copy of the case. */
  constructor(element, edit) {
    this.element = element;
    this.edit = edit;
  }

  /** Shows a case; while its form stays the same, fields are only filled anew, so that typing and focus survive. */
  show(cast) {
    const form = formOf(cast);
    this.cast = cast;
    if (form !== this.form) {
      this.form = form;
      this.fields = [];
      this.element.replaceChildren(this.body('moving'), this.body('fixed'), this.motion(), this.spin());
    }
    for (const { input, get } of this.fields) {
      if (document.activeElement !== input || input.type === 'range') input.value = get(this.cast);
      input.dispatchEvent(new Event('shown'));
    }
  }

  body(which) {
    const legend = make('legend', {}, which === 'moving' ? 'Moving' : 'Fixed');
    const shapeOf = (cast) => cast[which].shape;
    return make('fieldset', { className: which },
      legend,
      this.shape(shapeOf, (cast, shape) => { cast[which].shape = shape; }, which, which === 'fixed'),
      this.triple('position', 3, (cast) => (cast[which].position ??= [0, 0, 0]), `${which} position`),
      this.triple('rotation', 4, (cast) => (cast[which].rotation ??= [0, 0, 0, 1]), `${which} rotation`));
  }

  /** The type of a shape and its fields; of a rounded one, those of what it rounds too. */
  shape(get, set, label, mayStand, inner = false) {
    const shape = get(this.cast);
    const types = Object.keys(SHAPES).filter((type) =>
      (mayStand || !['half_space', 'mesh'].includes(type)) && (!inner || !['mesh', 'compound', 'half_space'].includes(type)));
    const select = make('select', {
      ariaLabel: `${label} shape`, data: { shape: label },
      onchange: () => this.chooseType(select.value, set),
    }, types.map((type) => make('option', { value: type }, type.replace('_', ' '))));
    this.fields.push({ input: select, get: (cast) => get(cast).type });
    const rows = [select];
    for (const key of Object.keys(shape)) {
      const at = `${label} ${key}`;
      if (key in LENGTHS) rows.push(this.row(LENGTHS[key], [this.number(at, get, key)]));
      else if (key in TRIPLES) rows.push(this.triple(TRIPLES[key], 3, (cast) => get(cast)[key], at));
      else if (key === 'points' || key === 'parts') rows.push(this.text(at, get, key));
      else if (key === 'file') rows.push(make('p', { className: 'note' }, `${shape.file}: drop another mesh file on the page to change it`));
      else if (key === 'shape') {
        const inside = this.shape((cast) => get(cast).shape, (cast, s) => { get(cast).shape = s; }, `${label} inner`, mayStand, true);
        rows.push(make('div', { className: 'inner' }, inside));
      }
    }
    return rows;
  }

  chooseType(type, set) {
    if (SHAPES[type]) this.edit((cast) => set(cast, { type, ...structuredClone(SHAPES[type]) }));
    else {
      this.edit(() => {});
      document.getElementById('open').click();
    }
  }

  row(name, inputs, extra) {
    return make('div', { className: 'row', style: { '--n': inputs.length } }, make('span', { title: name }, name), inputs, extra);
  }

  triple(name, count, get, label) {
    return this.row(name, NAMES.slice(0, count).map((axis, i) => this.number(`${label} ${axis}`, get, i)));
  }

  number(label, get, key) {
    const input = make('input', {
      type: 'number', step: 'any', ariaLabel: label,
      oninput: () => {
        if (Number.isFinite(input.valueAsNumber)) this.edit((cast) => { get(cast)[key] = input.valueAsNumber; });
      },
      onblur: () => { input.value = get(this.cast)[key]; },
    });
    this.fields.push({ input, get: (cast) => get(cast)[key] });
    return input;
  }

  /** Points and parts, as JSON. */
  text(label, get, key) {
    const input = make('textarea', {
      rows: 4, spellcheck: false, ariaLabel: label,
      oninput: () => {
        try {
          const value = JSON.parse(input.value);
          this.edit((cast) => { get(cast)[key] = value; });
        } catch { /* not yet JSON */ }
      },
    });
    this.fields.push({ input, get: (cast) => JSON.stringify(get(cast)[key]) });
    return input;
  }

  motion() {
    return make('fieldset', {}, make('legend', {}, 'Displacement'), this.triple('by', 3, (cast) => cast.displacement, 'displacement'));
  }

  /** Rotation vectors, and for each a slider that turns about the axis they have, or about y. */
  spin() {
    const rows = ['moving', 'fixed'].flatMap((which) => {
      const turn = (cast) => {
        cast.turn ??= {};
        return (cast.turn[which] ??= [0, 0, 0]);
      };
      const read = (cast) => cast.turn?.[which] ?? [0, 0, 0];
      const slider = make('input', {
        type: 'range', min: -6.3, max: 6.3, step: 0.05, ariaLabel: `${which} spin`,
        oninput: () => this.edit((cast) => {
          const axis = unit(read(cast)) ?? this.axis?.[which] ?? [0, 1, 0];
          this.axis = { ...this.axis, [which]: axis };
          cast.turn ??= {};
          cast.turn[which] = axis.map((x) => x * slider.valueAsNumber * (sign(read(cast), axis) || 1) + 0);
        }),
      });
      const said = make('output');
      slider.addEventListener('shown', () => { said.value = `${(length(read(this.cast)) * 180 / Math.PI).toFixed(0)}°`; });
      this.fields.push({ input: slider, get: (cast) => signed(read(cast)) });
      return [
        make('div', { className: 'row wide' }, make('span', {}, which), slider, said),
        this.triple('', 3, (cast) => (Object.isFrozen(cast) ? read(cast) : turn(cast)), `${which} turn`),
      ];
    });
    return make('fieldset', {}, make('legend', {}, 'Spin, in radians'), rows);
  }
}

const length = (v) => Math.hypot(...v);
/** The axis of a rotation vector with its first component that is not 0 made positive: what the slider's sign is relative to. */
function unit(v) {
  const size = length(v);
  if (!(size > 0)) return null;
  const first = v.find((x) => x !== 0);
  return v.map((x) => (x / size) * Math.sign(first));
}
const sign = () => 1;
const signed = (v) => length(v) * Math.sign(v.find((x) => x !== 0) ?? 1);

/** What decides which fields there are: the types of all shapes and the names of their keys. */
function formOf(cast) {
  const shape = (s) => [s.type, Object.keys(s).join(), s.shape ? shape(s.shape) : '', s.file ?? ''].join('/');
  return `${shape(cast.moving.shape)}|${shape(cast.fixed.shape)}`;
}
