// The bounds on the fraction, step by step.

import { svg } from './dom.js';
import { short } from './numbers.js';

const LEFT = 44, RIGHT = 12, TOP = 12, BOTTOM = 18;

/** Draws the bounds of `active` strongly, those of the other methods faintly, and a mark at step `count`. */
export function drawChart(element, methods, active, count) {
  const { clientWidth: width, clientHeight: height } = element;
  if (width < 40 || height < 30) return element.replaceChildren();
  const all = methods.flatMap((m) => m.steps);
  const most = Math.max(2, ...methods.map((m) => m.steps.length));
  const values = all.flatMap((s) => [s.lower, s.upper]).filter((x) => Number.isFinite(x) && Math.abs(x) <= 2);
  let [low, high] = [Math.min(0, ...values), Math.max(...values, 0)];
  if (!(high > low)) [low, high] = [0, 1];
  high += 0.06 * (high - low);
  const x = (step) => LEFT + ((step - 1) / (most - 1)) * (width - LEFT - RIGHT);
  const y = (value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM);
  const drawn = [];
  for (const tick of ticks(low, high)) {
    drawn.push(svg('line', { class: 'rule', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }));
    drawn.push(svg('text', { x: LEFT - 6, y: y(tick) + 3.5, 'text-anchor': 'end' }, short(tick, 3)));
  }
  const clamp = (value) => y(Math.min(high, Math.max(low, value)));
  const path = (steps, key) => {
    const known = steps.map((s, i) => [i + 1, s[key]]).filter(([, v]) => Number.isFinite(v) && v !== null);
    return known.map(([i, v], n) => `${n ? 'L' : 'M'}${x(i).toFixed(1)} ${clamp(v).toFixed(1)}`).join('');
  };
  for (const method of methods) {
    if (method === active) continue;
    for (const key of ['lower', 'upper']) drawn.push(svg('path', { class: 'faint', d: path(method.steps, key) }));
  }
  if (active) {
    const both = active.steps.map((s, i) => ({ i: i + 1, ...s })).filter((s) => Number.isFinite(s.upper) && s.upper !== null);
    if (both.length > 1) {
      const there = both.map((s) => `${x(s.i)},${clamp(s.lower)}`);
      const back = both.toReversed().map((s) => `${x(s.i)},${clamp(s.upper)}`);
      drawn.push(svg('polygon', { class: 'between', points: [...there, ...back].join(' ') }));
    }
    for (const key of ['lower', 'upper']) drawn.push(svg('path', { class: key, d: path(active.steps, key) }));
    active.steps.forEach((s, i) => {
      for (const key of ['lower', 'upper']) {
        if (Number.isFinite(s[key]) && s[key] !== null) drawn.push(svg('circle', { cx: x(i + 1), cy: clamp(s[key]), r: i + 1 === count ? 3.4 : 1.8, fill: 'currentColor' }));
      }
    });
    if (count > 0) drawn.push(svg('line', { class: 'now', x1: x(count), x2: x(count), y1: TOP, y2: height - BOTTOM }));
  }
  drawn.push(svg('text', { x: LEFT, y: height - 4 }, 'step 1'));
  drawn.push(svg('text', { x: width - RIGHT, y: height - 4, 'text-anchor': 'end' }, String(most)));
  drawn.push(svg('text', { x: (LEFT + width - RIGHT) / 2, y: height - 4, 'text-anchor': 'middle' }, 'bounds on the fraction: lower —  upper - -'));
  element.replaceChildren(svg('svg', { role: 'img', 'aria-label': 'Lower and upper bound by step' }, ...drawn));
}

function ticks(low, high) {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough);
  const found = [];
  for (let t = Math.ceil(low / unit) * unit; t <= high; t += unit) found.push(Number(t.toPrecision(12)));
  return found;
}
