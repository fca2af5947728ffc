// How fast the page casts, from one tab: `npm run measure [MESH]`, by the programs of a release build. No test: figures are a machine's.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CASES } from './cases.mjs';
import { drop, floor, settled, start, until } from './harness.mjs';

/** Casts one after the other for so many seconds, each from another place beside the first; the milliseconds that each took. */
function casts(page, line, seconds, spread) {
  return page.evaluate(async ([text, limit, width]) => {
    const cast = JSON.parse(text);
    const [from] = cast.moving.position;
    const times = [];
    const start = performance.now();
    while (performance.now() - start < 1000 * limit) {
      cast.moving.position[0] = from + width * (((times.length * 0.618) % 1) - 0.5);
      const asked = performance.now();
      const answer = await (await fetch('cast', { method: 'POST', body: JSON.stringify(cast) })).json();
      if (!answer.outcome) throw new Error(JSON.stringify(answer));
      times.push(performance.now() - asked);
    }
    return times.sort((a, b) => a - b);
  }, [line, seconds, spread]);
}

/** Types into a field over and over, waiting each time for the page to have cast it and drawn it: what a drag does. */
function changes(page, seconds) {
  return page.evaluate(async (limit) => {
    const field = document.querySelector('[aria-label="moving position x"]');
    const numbers = document.querySelector('#numbers');
    let count = 0;
    const start = performance.now();
    while (performance.now() - start < 1000 * limit) {
      const answered = new Promise((done) => {
        const seen = new MutationObserver(() => {
          seen.disconnect();
          done();
        });
        seen.observe(numbers, { childList: true });
      });
      field.value = String(0.001 * (count % 100));
      field.dispatchEvent(new Event('input'));
      await answered;
      count += 1;
    }
    return (1000 * count) / (performance.now() - start);
  }, seconds);
}

const told = (times) => `median ${times[times.length >> 1].toFixed(1)} ms, 99 of 100 within ${times[Math.floor(0.99 * times.length)].toFixed(1)} ms, most ${times.at(-1).toFixed(1)} ms`;

const app = await start();
try {
  const page = await app.open(CASES.hit);
  const seconds = Number(process.env.SWEPT_SECONDS ?? 10);
  for (const name of ['hit', 'hull', 'curved', 'turning']) {
    const times = await casts(page, CASES[name], seconds, 0.1);
    console.log(`${name}: ${(times.length / seconds).toFixed(0)} casts a second for ${seconds} s; ${told(times)}`);
  }
  console.log(`changes of a field, answered and shown: ${(await changes(page, seconds)).toFixed(0)} a second`);
  const given = process.argv[2];
  const [name, text] = given ? [basename(given), await readFile(given, 'utf8')] : ['floor.obj', floor(187)];
  await drop(page, name, text);
  await until(page, () => JSON.parse(document.querySelector('#line').value).fixed.shape.type === 'mesh');
  await settled(page);
  const line = await page.inputValue('#line');
  const triangles = (text.match(/^f /gm) ?? []).length;
  const times = await casts(page, line, seconds, 0.5 * Math.abs(JSON.parse(line).displacement[1]));
  console.log(`${name}, ${given ? `${triangles} faces` : '69,938 triangles'}: ${(times.length / seconds).toFixed(0)} casts a second; ${told(times)}`);
} finally {
  await app.stop();
}
