// Files of cases: reports of `swept check`, its fault lines, any case lines. Steps through them.

import { $ } from './dom.js';

/**
 * The cases of a file's text: `{ line, original, words }`. A report of `swept check` gives its faults, with the casts as they
 * were drawn beside the shrunk ones; anything else is taken as lines.
 */
export function casesOf(text) {
  const report = whole(text);
  if (Array.isArray(report?.faults)) {
    return report.faults.map((f) => ({
      line: JSON.stringify(f.shrunk),
      original: JSON.stringify(f.original),
      words: `${f.engine} on ${f.source}, ${f.column}: ${f.words} (${f.count} in all)`,
    }));
  }
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line, i) => ({ line: line.trim(), words: wordsOf(line, i) }));
}

function whole(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wordsOf(line, i) {
  const told = whole(line) ?? {};
  const fault = told.fault ? `${told.engine}: ${told.fault}` : '';
  return [told.id ?? `line ${i + 1}`, fault].filter(Boolean).join(', ');
}

export class Faults {
  /** `load(line)` shows a case. */
  constructor(load) {
    this.load = load;
    $('fault-back').onclick = () => this.move(-1);
    $('fault-on').onclick = () => this.move(1);
    $('fault-original').onchange = () => this.show();
    $('fault-close').onclick = () => this.open([]);
  }

  open(cases) {
    this.cases = cases;
    this.index = 0;
    $('faults').hidden = cases.length === 0;
    if (cases.length) this.show();
  }

  move(by) {
    if (!this.cases?.length) return;
    this.index = (this.index + by + this.cases.length) % this.cases.length;
    this.show();
  }

  show() {
    const { line, original, words } = this.cases[this.index];
    $('fault-count').textContent = `${this.index + 1} of ${this.cases.length}`;
    $('fault-words').textContent = words;
    $('fault-words').title = words;
    $('fault-which').hidden = !original;
    this.load(original && $('fault-original').checked ? original : line);
  }
}
