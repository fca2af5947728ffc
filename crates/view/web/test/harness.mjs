// Starts the program and a browser, and gives tests a page.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** How long anything may take: longer than whoever runs the tests lets them run, so that a slow machine fails none. */
const LONGEST = 120_000;

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../..');
const target = join(process.env.CARGO_TARGET_DIR ? resolve(root, process.env.CARGO_TARGET_DIR) : join(root, 'target'), process.env.SWEPT_PROFILE ?? 'debug');

/** Where screenshots go. */
export const SHOTS = process.env.SWEPT_SHOTS ?? join(target, 'view-shots');
mkdirSync(SHOTS, { recursive: true });

function browserPath() {
  const known = [process.env.SWEPT_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error('no Chromium (on Debian: apt-get install chromium), or set SWEPT_CHROMIUM');
  return found;
}

/** What the program `swept` prints for these lines of cases. */
export function swept(lines, ...flags) {
  const run = spawnSync(join(target, 'swept'), ['cast', '--queries', '-', ...flags], { input: `${lines}\n`, encoding: 'utf8' });
  if (run.error) throw run.error;
  return run.stdout.trim().split('\n');
}

/** Runs the program with arguments; its output. */
export const run = (...flags) => spawnSync(join(target, 'swept'), flags, { encoding: 'utf8' });

export async function start(...flags) {
  const program = spawn(join(target, 'swept-view'), ['--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((done, failed) => {
    createInterface(program.stdout).once('line', (line) => done(line.replace('swept-view: ', '')));
    program.once('exit', (code) => failed(new Error(`swept-view ended with ${code}`)));
  });
  const answer = await fetch(address);
  if (!answer.ok) {
    program.kill();
    throw new Error(await answer.text());
  }
  const browser = await chromium.launch({
    executablePath: browserPath(),
    timeout: LONGEST,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  /** A new page at `hash`; what it throws, or logs as an error, is in `problems`. What it throws ends all waiting for it. */
  const open = async (hash = '', options = {}) => {
    // A quarter of the points each way: without a graphics card, drawing is what takes time.
    const context = await browser.newContext({ viewport: { width: 1024, height: 700 }, deviceScaleFactor: 0.25, acceptDownloads: true, ...options });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address.replace(/\/$/, '') });
    context.setDefaultTimeout(LONGEST);
    const page = await context.newPage();
    page.problems = [];
    page.broken = new Promise((_, fail) => {
      page.on('pageerror', (error) => {
        page.problems.push(String(error));
        fail(error);
      });
    });
    page.broken.catch(() => {});
    page.on('console', (message) => { if (message.type() === 'error') page.problems.push(message.text()); });
    if (process.env.SWEPT_PAGE) await fromFolder(page, process.env.SWEPT_PAGE);
    await page.goto(`${address}${hash && `#${encodeURIComponent(hash)}`}`);
    await settled(page);
    return page;
  };
  const stop = async () => {
    await browser.close();
    program.kill();
  };
  return { address, open, stop, browser };
}

/** Takes the page's files from a folder instead of the program: to work on the page without building the program anew. */
async function fromFolder(page, folder) {
  for (const [glob, file] of [['**/', 'index.html'], ['**/page.js', 'page.js'], ['**/page.css', 'page.css']]) {
    await page.route(glob, (route) => route.fulfill({ path: join(folder, file) }));
  }
}

/** Waits for a function of the page to be true. */
export function until(page, condition, argument = null) {
  const waited = page.waitForFunction(condition, argument);
  waited.catch(() => {});
  return Promise.race([waited, page.broken]);
}

/** Waits until nothing is under way. */
export const settled = (page) => until(page, () => document.body.dataset.state === 'settled' && !document.querySelector('#outcome').textContent.includes('…'));

/** Waits until the views show what is settled: they are drawn in the next frame. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));

/** Types a case line and casts it. */
export async function load(page, line) {
  await page.fill('#line', line);
  await page.evaluate(() => { document.body.dataset.state = 'asked'; });
  await page.press('#line', 'Enter');
  await settled(page);
}

/** The numbers that the page shows, by field, as text. */
export const shown = (page) => page.$$eval('#numbers td', (cells) =>
  Object.fromEntries(cells.map((cell) => [cell.dataset.field, cell.children.length ? [...cell.children].map((c) => c.textContent) : cell.textContent])));

/** The same of an answer line: the text of each number. */
export function printed(line) {
  const marked = JSON.parse(line.replace(/(?<=[[:,])(-?\d[\d.eE+-]*)/g, '"$1"'));
  const text = (value) => (Array.isArray(value) ? value.map(text) : value === null ? '∞' : String(value));
  return Object.fromEntries(Object.entries(marked).filter(([key]) => !['id', 'outcome'].includes(key)).map(([key, value]) => [key, text(value)]));
}

/** A file dropped on the page, as a person would. */
export async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(([n, t]) => {
    const data = new DataTransfer();
    data.items.add(new File([t], n));
    return data;
  }, [name, text]);
  await page.evaluate(() => { document.body.dataset.state = 'asked'; });
  await page.dispatchEvent('#world', 'drop', { dataTransfer: transfer });
}

/** A square floor of `n` × `n` cells as OBJ. */
export function floor(n) {
  const lines = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) lines.push(`v ${(8 * i) / n - 4} ${0.3 * Math.sin(i) * Math.cos(j)} ${(8 * j) / n - 4}`);
  const at = (i, j) => i * (n + 1) + j + 1;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) lines.push(`f ${at(i, j)} ${at(i, j + 1)} ${at(i + 1, j + 1)} ${at(i + 1, j)}`);
  return lines.join('\n');
}
