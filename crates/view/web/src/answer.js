// The panel of the answer: the outcome and its numbers as the program prints them, how to cast, and the truth.

import { $, make } from './dom.js';
import { short } from './numbers.js';

const WORDS = { hit: 'Hit', miss: 'Miss', overlap: 'Overlap', unresolved: 'Unresolved' };
const NAMES = {
  fraction: 'fraction, lower', fraction_upper: 'fraction, upper', gap: 'gap, proven', depth: 'depth', depth_lower: 'depth, lower',
  safe_fraction: 'safe up to', point_moving: 'point, moving', point_fixed: 'point, fixed', face_normal: 'face normal', part_moving: 'part, moving',
};

/** Shows an answer line that has been read by numbers.js. */
export function showAnswer({ values, texts }) {
  const error = values.error;
  $('error').hidden = !error;
  $('error').textContent = error ?? '';
  $('outcome').textContent = error ? 'No answer' : WORDS[values.outcome];
  const rows = Object.entries(texts).filter(([key]) => !['id', 'outcome', 'error', 'line'].includes(key));
  $('numbers').replaceChildren(...(error ? [] : rows.map(([key, text]) => {
    const cell = make('td', { data: { field: key } });
    if (Array.isArray(text)) cell.append(...text.map((x) => make('span', {}, x)));
    else cell.textContent = text;
    return make('tr', {}, make('th', {}, NAMES[key] ?? key.replace('_', ' ')), cell);
  })));
}

/** Shows what the server, or the network, has said instead of an answer. */
export function showFailure(message) {
  showAnswer({ values: { error: message }, texts: {} });
}

const METHODS = ['auto', 'portal', 'conservative-advancement', 'swept-mpr', 'gjk-ray-cast'];
const STARTS = ['report', 'ignore-if-receding', 'ignore'];

/** The options of the cast, by the names of the program's flags. `changed` gets those that are not the defaults. */
export class Options {
  constructor(element, changed) {
    const choice = (key, label, names) => {
      const select = make('select', { id: key, onchange: () => this.take(changed) }, names.map((name) => make('option', { value: name === names[0] ? '' : name }, name)));
      return [make('label', { htmlFor: key }, label), select];
    };
    const number = (key, label, placeholder) => {
      const input = make('input', { id: key, type: 'number', step: 'any', min: 0, placeholder, oninput: () => this.take(changed) });
      return [make('label', { htmlFor: key }, label), input];
    };
    element.append(
      ...choice('method', 'method', METHODS), ...choice('start_overlap', 'overlaps', STARTS),
      ...number('target_distance', 'distance', '0'), ...number('max_steps', 'step limit', '1000'));
    this.inputs = ['method', 'start_overlap', 'target_distance', 'max_steps'].map($);
  }

  take(changed) {
    const given = this.inputs.filter((input) => input.value !== '').map((input) => [input.id, input.value]);
    changed(Object.fromEntries(given));
  }

  show(options) {
    for (const input of this.inputs) if (document.activeElement !== input) input.value = options[input.id] ?? '';
  }
}

const FACTS = { meets: 'They meet', apart: 'They stay apart', inside: 'They overlap at the start' };

/** What the oracle has said, or `null` to take it away. */
export function showTruth(told) {
  if (!told) return $('truth').replaceChildren();
  const shown = [];
  if (told.error) shown.push(make('p', { className: 'wrong' }, told.error));
  else {
    if (told.of_parts) shown.push(make('p', {}, 'Of the pair of parts that answers.'));
    shown.push(...one('Truth', told.exact, 'exact'), ...one('Truth by cones', told.conic, 'conic'), ...certificate(told.certificate), ...verdicts(told.verdicts));
  }
  $('truth').replaceChildren(...shown);
}

function one(title, truth, id) {
  if (truth.none) return [make('h3', {}, title), make('p', { data: { truth: id } }, `None: ${truth.none}.`)];
  const rows = truth.numbers.map(({ name, lower, upper, width }) => make('tr', {},
    make('th', {}, name),
    make('td', { data: { truth: `${id} ${name}` } }, lower === upper ? text(lower) : `${text(lower)} … ${text(upper)}`,
      make('span', { className: 'note' }, width === 0 ? ' exactly' : width === null ? '' : ` ± ${short(width / 2, 2)}`))));
  return [make('h3', {}, `${title}: ${FACTS[truth.fact].toLowerCase()}`), make('table', {}, rows), make('p', { data: { truth: id } }, `Proven by ${truth.means}.`)];
}

const text = (x) => (x === null ? '∞' : String(x));

function certificate(told) {
  if (!told) return [];
  const title = make('h3', {}, 'Certificate');
  if (told.flaw) return [title, make('p', { className: 'wrong', data: { truth: 'certificate' } }, told.flaw)];
  const p = told.proven;
  const said = [];
  if (p.lower !== null && p.lower > 0) said.push(`no contact before ${text(p.lower)}`);
  else if (p.lower === null) said.push('no contact ever');
  if (p.dilation !== null) said.push(`contact after growing the shapes by ${short(p.dilation, 3)}`);
  if (p.gap > 0) said.push(`room of ${text(p.gap)} throughout`);
  if (p.depth > 0) said.push(`free after ${text(p.depth)}`);
  return [title, make('p', { data: { truth: 'certificate' } }, `Verified: ${said.join('; ') || 'the claim holds'}.`)];
}

function verdicts(list) {
  if (!list?.length) return [];
  const said = (v) => {
    if (v.none) return v.none;
    if (!v.right) return v.faults.join('; ');
    return `right${v.excused ? ' (rounding decides)' : ''}${v.error !== null && v.error !== undefined ? `, ${short(v.error, 3)} ulps off` : ''}`;
  };
  return [make('h3', {}, 'The judge'), make('table', {}, list.map((v) =>
    make('tr', {}, make('th', {}, v.name), make('td', { className: v.right || v.none ? '' : 'wrong', data: { verdict: v.name } }, said(v)))))];
}
