// The methods at work, side by side: a row and a slider of steps for each, other engines below, and the chart of the bounds.

import { drawChart } from './chart.js';
import { $, make } from './dom.js';
import { short } from './numbers.js';

const COLUMNS = ['method', 'step', '', 'lower', 'upper', 'answer', 'supports'];

export class Methods {
  /** `changed` is called when another method or step is looked at. */
  constructor(changed) {
    this.changed = changed;
    this.active = 'portal';
    new ResizeObserver(() => this.chart()).observe($('chart'));
  }

  /** Takes the answer to "steps"; sliders go to the end. */
  take(told) {
    this.told = told;
    this.count = Object.fromEntries(told.methods.map((m) => [m.asked, m.steps.length]));
    if (!(this.active in this.count)) this.active = 'auto';
    const names = told.methods.map((m) => m.asked).join();
    if (names !== this.names) this.build(told.methods);
    this.names = names;
    this.others(told);
    this.refresh();
  }

  build(methods) {
    const head = make('tr', {}, COLUMNS.map((name) => make('th', {}, name)));
    this.rows = methods.map(({ asked }) => {
      const slider = make('input', { type: 'range', min: 0, step: 1, ariaLabel: `step of ${asked}`, data: { steps: asked }, oninput: () => this.go(asked, slider.valueAsNumber) });
      const button = make('button', { onclick: () => this.choose(asked), data: { method: asked }, title: 'Show this method\u2019s steps (M)' }, asked);
      const cells = COLUMNS.slice(3).map((name) => make('td', { data: { cell: `${asked} ${name}` } }));
      const at = make('td', { data: { cell: `${asked} step` } });
      return { asked, slider, button, at, cells, row: make('tr', {}, make('td', {}, button), make('td', { className: 'slide' }, slider), at, cells) };
    });
    this.foot = make('tbody');
    $('rows').replaceChildren(make('tbody', {}, head, this.rows.map((r) => r.row)), this.foot);
  }

  /** Other engines have an answer, and no steps. */
  others({ engines, methods }) {
    const ours = methods[0].answer;
    this.foot.replaceChildren(...engines.map((engine) => {
      const said = engine.answer ? answerOf(engine.answer) : engine.none;
      const off = engine.answer?.outcome === 'hit' && ours.outcome === 'hit' ? engine.answer.fraction - ours.fraction : null;
      const beside = off === null ? '' : `off by ${short(off, 3)}`;
      return make('tr', { className: 'other' }, make('td', { title: engine.version, data: { engine: engine.name } }, engine.name),
        make('td', { colspan: engine.answer ? 4 : 1 }, beside), make('td', { title: said, colspan: engine.answer ? 2 : 5, data: { cell: `${engine.name} answer` } }, said));
    }));
  }

  current() {
    return this.told?.methods.find((m) => m.asked === this.active);
  }

  /** The step that is looked at: `null` before the first. */
  step() {
    return this.current()?.steps[this.count[this.active] - 1] ?? null;
  }

  choose(asked) {
    this.active = asked;
    this.refresh();
    this.changed();
  }

  go(asked, count) {
    this.count[asked] = Math.max(0, Math.min(count, this.told.methods.find((m) => m.asked === asked).steps.length));
    this.choose(asked);
  }

  /** Steps forward or back with the active method. */
  move(by) {
    if (this.told) this.go(this.active, this.count[this.active] + by);
  }

  next() {
    if (!this.told) return;
    const names = this.told.methods.map((m) => m.asked);
    this.choose(names[(names.indexOf(this.active) + 1) % names.length]);
  }

  refresh() {
    for (const { asked, slider, button, at, cells } of this.rows) {
      const { steps, answer } = this.told.methods.find((m) => m.asked === asked);
      const count = this.count[asked];
      slider.max = steps.length;
      slider.value = count;
      slider.disabled = steps.length === 0;
      button.setAttribute('aria-pressed', asked === this.active);
      at.textContent = `${count}/${steps.length}`;
      const step = steps[count - 1];
      const [lower, upper, said, work] = cells;
      lower.textContent = step ? short(step.lower) : '';
      upper.textContent = step && step.upper !== undefined ? short(step.upper) : '';
      said.textContent = said.title = answerOf(answer);
      work.textContent = answer.evaluations ?? answer.steps;
    }
    this.chart();
  }

  chart() {
    if (this.told) drawChart($('chart'), this.told.methods, this.current(), this.count[this.active]);
  }
}

function answerOf(answer) {
  switch (answer.outcome) {
    case 'hit': return `hit ${short(answer.fraction, 7)}`;
    case 'miss': return answer.gap === null || answer.gap === undefined ? 'miss' : `miss ${short(answer.gap, 5)}`;
    case 'overlap': return answer.depth === null || answer.depth === undefined ? 'overlap' : `overlap ${short(answer.depth, 4)}`;
    default: return `unresolved ${short(answer.safe_fraction, 4)}`;
  }
}
