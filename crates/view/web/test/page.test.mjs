// The page in a real browser, beside the program: what every change is held against.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CASES } from './cases.mjs';
import { drawn, drop, floor, load, printed, settled, shown, start, swept, until } from './harness.mjs';

let app;
before(async () => { app = await start(); });
after(() => app?.stop());

const outcome = (page) => page.textContent('#outcome');

test('it opens with a hit, drawn in both views, and nothing from elsewhere', async () => {
  const page = await app.open();
  assert.equal(await outcome(page), 'Hit');
  await drawn(page);
  for (const view of ['#world', '#obstacle']) {
    const colours = await page.$eval(`${view} canvas`, (canvas) => {
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext('2d');
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const seen = new Set();
      for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      return seen.size;
    });
    assert.ok(colours > 40, `${view} shows ${colours} colours`);
  }
  const foreign = await page.evaluate((own) => performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith(own) && !n.startsWith('data:')), app.address);
  assert.deepEqual(foreign, []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a cast is shared by its address, and by lines', async () => {
  const page = await app.open(CASES.turning);
  await until(page, () => location.hash.length > 100);
  const other = await app.open();
  await other.goto(page.url());
  await settled(other);
  await until(other, (line) => document.querySelector('#line').value === line, CASES.turning);
  await settled(other);
  assert.deepEqual(await shown(other), printed(swept(CASES.turning)[0]));
  await other.click('#copy');
  assert.equal(await other.evaluate(() => navigator.clipboard.readText()), CASES.turning);
  await other.evaluate((line) => navigator.clipboard.writeText(line), CASES.miss);
  await other.evaluate(() => { document.body.dataset.state = 'asked'; });
  await other.click('#paste');
  await settled(other);
  assert.equal(await outcome(other), 'Miss');
  // Precision that the browser's own numbers do not have stays in the line.
  const exact = CASES.hit.replace('{"moving"', '{"id":9007199254740993,"moving"');
  await load(other, exact);
  assert.equal(await other.inputValue('#line'), exact);
  await page.context().close();
  await other.context().close();
});

test('bad lines are answered in the program\u2019s words', async () => {
  const page = await app.open(CASES.hit);
  for (const line of ['{', '[]', '{"moving":{}}', CASES.hit.replace('"sphere"', '"blob"'), CASES.hit.replace('0.5', '"wide"'), '{"moving":{"shape":{"type":"mesh","file":"/etc/passwd"}}}']) {
    await load(page, line);
    assert.equal(await page.textContent('#error'), JSON.parse(swept(line)[0]).error, line);
    assert.equal(await outcome(page), 'No answer');
  }
  await load(page, CASES.hit);
  assert.equal(await outcome(page), 'Hit');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a mesh is dropped and cast against, a bad one is refused', async () => {
  const page = await app.open(CASES.hit);
  await drop(page, 'floor.obj', floor(12));
  await settled(page);
  await until(page, () => document.querySelector('#line').value.includes('floor.obj'));
  await settled(page);
  assert.equal(await outcome(page), 'Hit');
  assert.ok(Number((await shown(page)).triangle) < 288);
  for (const [name, text, words] of [['bad.obj', 'v 0 0 0\nf 1 2 3', 'a face uses a vertex that does not exist'], ['none.obj', '# nothing', 'it has no triangles'], ['bad.glb', 'glTF????', 'bad.glb is not a readable mesh']]) {
    await drop(page, name, text);
    await until(page, (w) => document.querySelector('#error').textContent.includes(w), words);
  }
  await page.context().close();
});

test('live truth: exact, by cones, the certificate and the judge', async () => {
  const page = await app.open(CASES.hull);
  await page.click('#ask-truth');
  await page.waitForSelector('[data-truth="exact fraction"]');
  const exact = Number.parseFloat(await page.textContent('[data-truth="exact fraction"]'));
  const answer = JSON.parse(swept(CASES.hull)[0]);
  assert.ok(answer.fraction <= exact && exact <= answer.fraction_upper + 1e-12);
  const conic = Number.parseFloat(await page.textContent('[data-truth="conic fraction"]'));
  assert.ok(Math.abs(conic - exact) < 1e-5);
  assert.match(await page.textContent('[data-truth="certificate"]'), /^Verified: no contact before 0\./);
  assert.match(await page.textContent('[data-verdict="auto"]'), /^right/);
  await load(page, CASES.turning);
  await page.click('#ask-truth');
  await until(page, () => document.querySelector('[data-truth="exact"]')?.textContent === 'None: the cast turns.');
  await page.context().close();
});
