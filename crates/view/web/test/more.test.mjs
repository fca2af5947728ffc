// The page as a person uses it, in a real browser: every method and shape, dragging, reports, speed, pictures. Some minutes.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CASES } from './cases.mjs';
import { SHOTS, drawn, drop, load, printed, run, settled, shown, start, swept, until } from './harness.mjs';

let app;
before(async () => { app = await start(); });
after(() => app?.stop());

const outcome = (page) => page.textContent('#outcome');
const METHODS = ['auto', 'portal', 'conservative-advancement', 'swept-mpr', 'gjk-ray-cast'];

test('the numbers are the program\u2019s, for every outcome and method', async () => {
  const page = await app.open();
  const seen = new Set();
  for (const [name, line] of Object.entries(CASES)) {
    for (const method of METHODS) {
      const flags = name.startsWith('unresolved') ? { method, max_steps: '2' } : { method };
      const [expected] = swept(line, ...Object.entries(flags).flatMap(([k, v]) => [`--${k.replace('_', '-')}`, v]));
      await load(page, line.replace(/}$/, `,"view":${JSON.stringify(flags)}}`));
      const told = JSON.parse(expected);
      assert.equal((await outcome(page)).toLowerCase(), told.outcome, `${name} by ${method}`);
      assert.deepEqual(await shown(page), printed(expected), `${name} by ${method}`);
      seen.add(`${told.outcome} asked of ${method}`).add(`${told.outcome} by ${told.method}`);
    }
  }
  for (const what of ['hit', 'miss', 'overlap', 'unresolved']) {
    for (const method of METHODS) assert.ok(seen.has(`${what} asked of ${method}`), `${what} by ${method}`);
  }
  for (const method of ['portal', 'conservative-advancement', 'swept-mpr', 'gjk-ray-cast', 'closed-form', 'interval-bound']) {
    assert.ok([...seen].some((s) => s.endsWith(`by ${method}`)), `${method}: ${[...seen].join('; ')}`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('shapes and sizes can be changed, and bad sizes are told in the program\u2019s words', async () => {
  const page = await app.open(CASES.hit);
  await page.selectOption('[data-shape="moving"]', 'sphere');
  await settled(page);
  await page.fill('[aria-label="moving radius"]', '0.25');
  await settled(page);
  const line = await page.inputValue('#line');
  assert.equal(JSON.parse(line).moving.shape.radius, 0.25);
  assert.deepEqual(await shown(page), printed(swept(line)[0]));
  await page.fill('[aria-label="moving radius"]', '-1');
  await settled(page);
  assert.equal(await page.textContent('#error'), JSON.parse(swept(await page.inputValue('#line'))[0]).error);
  await page.fill('[aria-label="moving radius"]', '0.5');
  await settled(page);
  assert.ok(await page.isHidden('#error'));
  for (const type of ['point', 'cuboid', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'segment', 'triangle', 'convex_hull', 'rounded', 'compound']) {
    for (const which of ['moving', 'fixed']) {
      await page.selectOption(`[data-shape="${which}"]`, type);
      await settled(page);
      assert.deepEqual(await shown(page), printed(swept(await page.inputValue('#line'))[0]), `${which} ${type}`);
    }
  }
  await page.selectOption('[data-shape="fixed"]', 'half_space');
  await settled(page);
  assert.deepEqual(await shown(page), printed(swept(await page.inputValue('#line'))[0]));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Drags what is chosen by the red part of its gizmo, where the pointer says that it can be caught. */
async function dragByRed(page, dx, dy) {
  const canvas = await page.$('#world canvas');
  const box = await canvas.boundingBox();
  await drawn(page);
  const red = await canvas.evaluate((element) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [element.width, element.height];
    const context = copy.getContext('2d');
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const found = [];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > 220 && data[i + 1] < 70 && data[i + 2] < 70) found.push([((i / 4) % copy.width) / copy.width, Math.floor(i / 4 / copy.width) / copy.height]);
    }
    return found;
  });
  assert.ok(red.length > 4, 'the gizmo is drawn');
  let caught = false;
  let [x, y] = [0, 0];
  for (let i = 0; i < 24 && !caught; i++) {
    const [u, v] = red[Math.floor((i * red.length) / 24)];
    [x, y] = [box.x + box.width * u, box.y + box.height * v];
    await page.mouse.move(x, y);
    caught = await page.$eval('#world', (world) => world.style.cursor === 'grab');
  }
  assert.ok(caught, 'the gizmo can be caught');
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(x + (dx * i) / 8, y + (dy * i) / 8);
  await page.mouse.up();
  await settled(page);
}

test('dragging casts at once: shapes, their rotation, the displacement', async () => {
  const page = await app.open(CASES.hull, { deviceScaleFactor: 1 });
  let before = JSON.parse(await page.inputValue('#line'));
  // Written out when anything is changed.
  before.fixed.rotation = [0, 0, 0, 1];
  for (const [keys, changed] of [['1t', ['moving', 'position']], ['1r', ['moving', 'rotation']], ['2t', ['fixed', 'position']], ['3', ['displacement']]]) {
    for (const key of keys) await page.locator('body').press(key);
    await dragByRed(page, 48, -40);
    const line = await page.inputValue('#line');
    const now = JSON.parse(line);
    const at = (cast) => changed.reduce((value, key) => value[key], cast);
    assert.notDeepEqual(at(now), at(before), keys);
    // And nothing else.
    const put = (cast, value) => changed.reduce((inner, key, i) => (i + 1 < changed.length ? inner[key] : (inner[key] = value)), cast);
    put(before, at(now));
    assert.deepEqual(now, before, keys);
    assert.deepEqual(await shown(page), printed(swept(line)[0]));
    before = now;
  }
  assert.equal(await page.getAttribute('[data-select="displacement"]', 'aria-pressed'), 'true');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every method is stepped to its end, and its last bounds hold the answer', async () => {
  const page = await app.open(CASES.hull);
  for (const method of METHODS) {
    await page.click(`[data-method="${method}"]`);
    const slider = page.locator(`[data-steps="${method}"]`);
    const last = Number(await slider.getAttribute('max'));
    assert.ok(last > 0, method);
    await slider.fill('0');
    for (let i = 1; i <= last; i++) {
      await page.locator('body').press('.');
      assert.equal(await page.textContent(`[data-cell="${method} step"]`), `${i}/${last}`);
    }
    const answer = JSON.parse(swept(CASES.hull, '--method', method)[0]);
    const lower = Number(await page.textContent(`[data-cell="${method} lower"]`));
    // The page shows six digits. What advancement leaves open is closed after its last step.
    assert.ok(lower <= answer.fraction + 1e-6, `${method}: ${lower}, ${answer.fraction}`);
    if (method !== 'conservative-advancement') assert.ok(lower >= answer.fraction - 1e-5, `${method}: ${lower}, ${answer.fraction}`);
    assert.ok((await page.$$('#chart circle')).length >= last, method);
  }
  for (const engine of ['parry-f64', 'parry-f32']) {
    assert.match(await page.textContent(`[data-cell="${engine} answer"]`), /^hit 0\.\d+/);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a report of swept check is stepped through', async () => {
  const folder = join(SHOTS, 'report');
  const made = run('check', '--families', 'random', '--cases', '400', '--engines', 'parry-f32', '--seed', '7', '--report', folder);
  assert.equal(made.status, 0, made.stderr);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  assert.ok(report.faults.length > 1, 'parry in f32 is wrong about some');
  const page = await app.open(CASES.hit);
  await page.setInputFiles('#file', join(folder, 'report.json'));
  const count = report.faults.length;
  await until(page, (n) => document.querySelector('#fault-count').textContent === `1 of ${n}`, count);
  assert.match(await page.textContent('#fault-words'), /^parry-f32 on random, /);
  assert.deepEqual(JSON.parse(await page.inputValue('#line')), report.faults[0].shrunk);
  await page.click('#fault-on');
  assert.deepEqual(JSON.parse(await page.inputValue('#line')), report.faults[1].shrunk);
  await page.check('#fault-original');
  assert.deepEqual(JSON.parse(await page.inputValue('#line')), report.faults[1].original);
  await settled(page);
  await page.setInputFiles('#file', join(folder, 'faults.jsonl'));
  await until(page, () => document.querySelector('#fault-words').textContent.startsWith('parry-f32/'));
  await settled(page);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('spin, time, keys, themes and a saved picture', async () => {
  const page = await app.open(CASES.hit);
  await page.locator('[aria-label="moving spin"]').fill('2');
  await settled(page);
  const line = await page.inputValue('#line');
  assert.deepEqual(JSON.parse(line).turn.moving, [0, 2, 0]);
  assert.deepEqual(await shown(page), printed(swept(line)[0]));
  await page.locator('#time').fill('0.5');
  assert.equal(await page.textContent('#time-value'), '0.500');
  await page.locator('body').press('r');
  assert.equal(await page.getAttribute('[data-mode="rotate"]', 'aria-pressed'), 'true');
  const theme = () => page.getAttribute('html', 'data-theme');
  const first = await theme();
  await page.locator('body').press('d');
  assert.notEqual(await theme(), first);
  await page.reload();
  await settled(page);
  assert.notEqual(await theme(), first);
  await page.locator('body').press('?');
  assert.ok(await page.isVisible('#keys'));
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#picture')]);
  const saved = await download.path();
  assert.ok((await stat(saved)).size > 5000);
  assert.equal((await readFile(saved)).subarray(1, 4).toString(), 'PNG');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every key does what the list of keys says', async () => {
  const page = await app.open(CASES.hull);
  const press = (key) => page.locator('body').press(key);
  const pressed = (selector) => page.getAttribute(selector, 'aria-pressed');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [key, selector] of [['2', '[data-select="fixed"]'], ['3', '[data-select="displacement"]'], ['1', '[data-select="moving"]'], ['r', '[data-mode="rotate"]'], ['t', '[data-mode="translate"]']]) {
    await press(key);
    assert.equal(await pressed(selector), 'true', key);
  }
  await press('f');
  assert.equal(await pressed('[data-method="portal"]'), 'true');
  await press('m');
  assert.equal(await pressed('[data-method="conservative-advancement"]'), 'true');
  const at = () => page.textContent('[data-cell="conservative-advancement step"]');
  const end = await at();
  await press(',');
  assert.notEqual(await at(), end);
  await press('.');
  assert.equal(await at(), end);
  await page.evaluate(() => {
    window.times = [];
    new MutationObserver(() => window.times.push(document.querySelector('#time-value').textContent)).observe(document.querySelector('#time-value'), { childList: true });
  });
  await press(' ');
  await until(page, () => window.times.at(-1) === 'off');
  const times = await page.evaluate(() => window.times.slice(0, -1).map(Number));
  assert.ok(times.length > 1 && times.every((t, i) => t >= 0 && t <= 1 && (i === 0 || t >= times[i - 1])), String(times));
  await press('u');
  await page.waitForSelector('[data-verdict="auto"]');
  await press('c');
  await until(page, () => document.querySelector('#toast').textContent === 'Case line copied');
  assert.equal(await clipboard(), CASES.hull);
  await press('l');
  await until(page, () => document.querySelector('#toast').textContent === 'Address copied');
  assert.equal(await clipboard(), `${app.address}#${encodeURIComponent(CASES.hull)}`);
  await page.evaluate((line) => navigator.clipboard.writeText(line), CASES.overlap);
  await press('v');
  await until(page, () => document.querySelector('#outcome').textContent === 'Overlap');
  await settled(page);
  for (const [key, event] of [['p', 'download'], ['o', 'filechooser']]) await Promise.all([page.waitForEvent(event), press(key)]);
  await page.setInputFiles('#file', { name: 'cases.jsonl', mimeType: 'text/plain', buffer: Buffer.from(`${CASES.hit}\n${CASES.miss}\n`) });
  for (const [key, line] of [['n', CASES.miss], ['b', CASES.hit]]) {
    await press(key);
    assert.equal(await page.inputValue('#line'), line, key);
  }
  await settled(page);
  const theme = await page.getAttribute('html', 'data-theme');
  await press('d');
  assert.notEqual(await page.getAttribute('html', 'data-theme'), theme);
  await press('?');
  assert.equal(await page.locator('#keys tr').count(), 20);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a small glTF mesh is dropped, and what falls on it fits it', async () => {
  const page = await app.open(CASES.hit);
  const corners = new Float32Array([-0.02, 0, -0.02, 0.02, 0, -0.02, 0, 0, 0.03]);
  const mesh = {
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [-0.02, 0, -0.02], max: [0.02, 0, 0.03] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.from(corners.buffer).toString('base64')}` }],
  };
  await drop(page, 'small.gltf', JSON.stringify(mesh));
  await until(page, () => document.querySelector('#line').value.includes('small.gltf'));
  await settled(page);
  assert.equal(await outcome(page), 'Hit');
  const cast = JSON.parse(await page.inputValue('#line'));
  assert.ok(cast.moving.shape.radius < 0.02, JSON.stringify(cast.moving));
  // The ball starts a tenth of the mesh's diagonal above it.
  const fraction = 0.1 * Math.hypot(0.04, 0.05) / -cast.displacement[1];
  assert.ok(Math.abs(Number((await shown(page)).fraction) - fraction) < 1e-3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('no change has shaders compiled anew', async () => {
  const page = await app.open(CASES.hull);
  await page.evaluate(() => {
    window.links = 0;
    const link = WebGL2RenderingContext.prototype.linkProgram;
    WebGL2RenderingContext.prototype.linkProgram = function linkProgram(program) {
      window.links += 1;
      return link.call(this, program);
    };
  });
  for (let i = 0; i < 5; i++) {
    await page.fill('[aria-label="moving position x"]', String(-2 + 0.01 * i));
    await settled(page);
    await drawn(page);
  }
  assert.equal(await page.evaluate(() => window.links), 0);
  await page.context().close();
});

test('many tabs at once, each with its own cast', async () => {
  const names = ['hit', 'miss', 'overlap', 'turning', 'hull', 'compound'];
  const pages = await Promise.all(names.map((name) => app.open(CASES[name])));
  for (const [i, name] of names.entries()) assert.deepEqual(await shown(pages[i]), printed(swept(CASES[name])[0]), name);
  await Promise.all(pages.map((page) => page.context().close()));
});

test('screenshots, dark and light, large and small', async () => {
  for (const [name, colorScheme, width, height, line] of [['light', 'light', 1440, 900, ''], ['dark', 'dark', 1440, 900, CASES.turning], ['small-light', 'light', 1024, 700, CASES.overlap], ['small-dark', 'dark', 1024, 700, CASES.hull]]) {
    const page = await app.open(line, { colorScheme, viewport: { width, height }, deviceScaleFactor: 1 });
    const spill = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    assert.deepEqual(spill, [0, 0], 'nothing spills over');
    for (const id of ['#bodies', '#answer', '#methods', 'header']) {
      const wide = await page.$eval(id, (e) => e.scrollWidth - e.clientWidth);
      assert.ok(wide <= 0, `${id} at ${width}: ${wide} too wide`);
    }
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
    await page.context().close();
  }
});
