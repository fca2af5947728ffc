// The page: one case line is its whole state. Whatever changes makes a new line, which is cast at once.

import { Options, showAnswer, showFailure, showTruth } from './answer.js';
import { Bodies } from './bodies.js';
import { $, make } from './dom.js';
import { EXAMPLES } from './examples.js';
import { Faults, casesOf } from './faults.js';
import { Methods } from './methods.js';
import { read } from './numbers.js';
import { ObstacleView } from './obstacle.js';
import { savePicture } from './picture.js';
import { isTurning } from './pose.js';
import * as server from './server.js';
import { showTheme, toggleTheme } from './theme.js';
import { World } from './world.js';

/** The line that is cast, its case once the server has taken it, how to cast it, and what has been answered. */
const state = { line: '', cast: null, options: {}, answer: null, told: null, time: null, stepping: false };

const OPTIONS = ['method', 'start_overlap', 'target_distance', 'max_steps'];

// ---- the line

/** Shows a line that comes from outside; the drawing follows only when the server takes it. */
function load(line, { frame = true } = {}) {
  state.line = line.trim();
  state.pending = { frame };
  state.options = optionsOf(state.line);
  options.show(state.options);
  $('line').value = state.line;
  castSoon();
}

/** How the line wants to be cast: its key "view", which the program passes over. */
function optionsOf(line) {
  try {
    const given = JSON.parse(line)?.view ?? {};
    return Object.fromEntries(OPTIONS.filter((key) => given[key] !== undefined).map((key) => [key, String(given[key])]));
  } catch {
    return {};
  }
}

/** Changes a copy of the case, and casts it. */
function edit(change) {
  if (!state.cast) return;
  const cast = structuredClone(state.cast);
  change(cast);
  if (!isTurning(cast)) delete cast.turn;
  if (Object.keys(state.options).length) cast.view = state.options;
  else delete cast.view;
  state.cast = cast;
  state.line = JSON.stringify(cast);
  state.pending = null;
  $('line').value = state.line;
  show(cast);
  castSoon();
}

async function show(cast) {
  bodies.show(cast);
  try {
    await world.take(cast);
    draw();
  } catch (error) {
    toast(error.message);
  }
}

// ---- casting

let casting = false;
let again = false;
/** How many milliseconds the steps took the last time, drawing included; and what ends the wait for them. */
let took = 0;
let hurry;
/** Beyond this, the steps of a cast wait for a pause in the changes, so that answers keep up with the hand that drags. */
const LONG = 30;

/** Casts the line as it is now; while a cast is under way, once more after it. */
async function castSoon() {
  again = true;
  hurry?.();
  if (casting) return;
  casting = true;
  document.body.dataset.state = 'busy';
  while (again) {
    again = false;
    await castOnce();
  }
  casting = false;
  document.body.dataset.state = 'settled';
  share();
}

async function castOnce() {
  const { line, options: how } = state;
  showTruth(null);
  try {
    const answer = read(await server.cast(line, how));
    showAnswer(answer);
    state.answer = answer.values;
    if (answer.values.error) return;
    if (state.pending && state.line === line) await adopt(line);
    draw();
    // What takes longer waits until nothing newer is to be cast.
    if (took > LONG && !again) await new Promise((done) => { setTimeout(hurry = done, 2 * took); });
    if (again) return;
    const start = performance.now();
    state.told = await server.steps(line, how);
    if (again) return;
    obstacle.take(state.told, state.cast.displacement);
    if (state.reframe) obstacle.frame(true);
    state.reframe = false;
    methods.take(state.told);
    draw();
    took = Math.min(250, performance.now() - start);
  } catch (error) {
    state.answer = null;
    showFailure(error.message);
  }
}

async function adopt(line) {
  state.cast = JSON.parse(line);
  const { frame } = state.pending;
  state.pending = null;
  state.stepping = false;
  await show(state.cast);
  if (frame) {
    world.frame(true);
    state.reframe = true;
  }
}

function draw() {
  const step = methods.step();
  world.draw(state.answer, { time: state.time, step: state.stepping ? step : null });
  if (state.told) obstacle.draw(methods.current()?.steps, methods.count[methods.active]);
}

// ---- sharing

let sharing;
let address = location.hash;
/** The address names the cast, a moment after the last change; one that somebody has just put there is not written over. */
function share() {
  clearTimeout(sharing);
  sharing = setTimeout(() => {
    if (location.hash !== address) return;
    history.replaceState(null, '', `#${encodeURIComponent(state.line)}`);
    address = location.hash;
  }, 150);
}

function fromAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    $('line').select();
    toast('The browser refused: copy the selected line instead');
  }
}

let toasting;
function toast(text) {
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(toasting);
  toasting = setTimeout(() => { $('toast').hidden = true; }, 3500);
}

// ---- files

async function openFiles(files) {
  for (const file of files) {
    try {
      if (/\.(obj|glb|gltf|stl|ply)$/i.test(file.name)) await openMesh(file);
      else {
        const cases = casesOf(await file.text());
        if (cases.length === 0) throw new Error('no faults and no case lines in it');
        faults.open(cases);
      }
    } catch (error) {
      showFailure(`${file.name}: ${error.message}`.replace(`${file.name}: ${file.name} `, `${file.name} `));
    }
  }
}

/** Puts a mesh on the fixed side, and the moving shape over it, falling through; a ball instead when their sizes are far apart. */
async function openMesh(file) {
  const { file: name, triangles } = await server.upload(file);
  const { positions } = await server.mesh(name);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  const size = Math.hypot(...high.map((x, i) => x - low[i])) || 1;
  const cast = structuredClone(state.cast ?? Object.values(EXAMPLES)[0]);
  let span = state.cast ? world.spanOf('moving') : 0;
  if (!(span > 0.02 * size && span < 0.5 * size)) {
    span = 0.16 * size;
    cast.moving = { shape: { type: 'sphere', radius: Number((span / 2).toPrecision(3)) } };
  }
  cast.fixed = { shape: { type: 'mesh', file: name } };
  const height = high[1] - low[1];
  cast.moving.position = [0, 1, 2].map((i) => (i === 1 ? high[1] + 0.1 * size + span / 2 : (low[i] + high[i]) / 2));
  cast.displacement = [0, -(height + 0.2 * size + span), 0];
  toast(`${name}: ${triangles.toLocaleString('en')} triangles`);
  load(JSON.stringify(cast));
}

// ---- time

let playing = 0;
function setTime(time) {
  state.time = time;
  $('time').value = time ?? 0;
  $('time-value').textContent = time === null ? 'off' : time.toFixed(3);
  draw();
}

function play() {
  if (playing) {
    cancelAnimationFrame(playing);
    playing = 0;
    $('play').textContent = '▶';
    return;
  }
  let start;
  $('play').textContent = '■';
  const tick = (now) => {
    start ??= now;
    const t = (now - start) / 2500;
    setTime(t >= 1.15 ? null : Math.min(1, t));
    if (t < 1.15) playing = requestAnimationFrame(tick);
    else play();
  };
  playing = requestAnimationFrame(tick);
}

// ---- wiring

let world;
let obstacle;
const options = new Options($('options'), (given) => {
  state.options = given;
  edit(() => {});
});
const bodies = new Bodies($('bodies'), edit);
const methods = new Methods(() => {
  state.stepping = true;
  draw();
});
const faults = new Faults(load);

function dragged(which, { position, rotation, rotating }) {
  edit((cast) => {
    if (which === 'displacement') cast.displacement = position.map((x, i) => x - (cast.moving.position ?? [0, 0, 0])[i]);
    else if (rotating) cast[which].rotation = rotation;
    else cast[which].position = position;
  });
}

function selected(which, mode) {
  for (const button of document.querySelectorAll('[data-select]')) button.setAttribute('aria-pressed', button.dataset.select === which);
  for (const button of document.querySelectorAll('[data-mode]')) button.setAttribute('aria-pressed', button.dataset.mode === mode);
}

async function askTruth() {
  try {
    showTruth(await server.truth(state.line, state.options));
  } catch (error) {
    showTruth({ error: error.message });
  }
  $('truth').scrollIntoView({ block: 'nearest' });
}

async function paste() {
  try {
    load(await navigator.clipboard.readText());
  } catch {
    $('line').select();
    toast('The browser refused: paste into the line above, and press Enter');
  }
}

const frameAll = () => {
  world.frame();
  obstacle.frame();
};

const ACTIONS = {
  1: ['drag the moving shape', () => world.select('moving')],
  2: ['drag the fixed shape', () => world.select('fixed')],
  3: ['drag the displacement', () => world.select('displacement')],
  t: ['move it', () => world.mode('translate')],
  r: ['rotate it', () => world.mode('rotate')],
  f: ['show all', frameAll],
  ' ': ['play the motion', play],
  ',': ['one step back', () => methods.move(-1)],
  '.': ['one step on', () => methods.move(1)],
  m: ['the next method', () => methods.next()],
  u: ['live truth', askTruth],
  b: ['the case before, of an opened file', () => faults.move(-1)],
  n: ['the next case of an opened file', () => faults.move(1)],
  o: ['open a file', () => $('file').click()],
  c: ['copy the case line', () => copy(state.line, 'Case line')],
  v: ['paste a case line', paste],
  l: ['copy the address', () => copy(`${location.href.split('#')[0]}#${encodeURIComponent(state.line)}`, 'Address')],
  p: ['save a picture', () => savePicture(world.view, obstacle.view, state)],
  d: ['dark or light', () => toggleTheme(redraw)],
  '?': ['these keys', () => $('keys').showModal()],
};

function redraw() {
  draw();
  methods.chart();
}

function wire() {
  for (const button of document.querySelectorAll('[data-select]')) button.onclick = () => world.select(button.dataset.select);
  for (const button of document.querySelectorAll('[data-mode]')) button.onclick = () => world.mode(button.dataset.mode);
  const click = { frame: 'f', play: ' ', 'ask-truth': 'u', open: 'o', copy: 'c', paste: 'v', share: 'l', picture: 'p', theme: 'd', help: '?' };
  for (const [id, key] of Object.entries(click)) $(id).onclick = () => ACTIONS[key][1]();
  $('time').oninput = () => setTime($('time').valueAsNumber);
  $('line').onkeydown = (event) => { if (event.key === 'Enter') load($('line').value); };
  $('file').onchange = async () => {
    await openFiles($('file').files);
    $('file').value = '';
  };
  $('examples').append(make('option', { value: '' }, 'Examples'), ...Object.keys(EXAMPLES).map((name) => make('option', { value: name }, name)));
  $('examples').onchange = () => {
    const chosen = EXAMPLES[$('examples').value];
    if (chosen) load(JSON.stringify(chosen));
    $('examples').value = '';
  };
  $('keys').append(make('table', {}, Object.entries(ACTIONS).map(([key, [words]]) => make('tr', {}, make('td', {}, make('kbd', {}, key === ' ' ? 'Space' : key)), make('td', {}, words)))));
  $('keys').onclick = () => $('keys').close();
  addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input:not([type="range"]), textarea, select, dialog');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target.closest?.('button')) return;
    const action = ACTIONS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action[1]();
  });
  addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea')) return;
    load(event.clipboardData.getData('text'));
  });
  addEventListener('copy', (event) => {
    if (event.target.closest?.('input, textarea') || !getSelection().isCollapsed) return;
    event.clipboardData.setData('text/plain', state.line);
    event.preventDefault();
    toast('Case line copied');
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    $('drop').hidden = false;
  });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) $('drop').hidden = true; });
  addEventListener('drop', (event) => {
    event.preventDefault();
    $('drop').hidden = true;
    openFiles(event.dataTransfer.files);
  });
  addEventListener('hashchange', () => {
    address = location.hash;
    if (fromAddress() !== state.line) load(fromAddress());
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    showTheme();
    redraw();
  });
}

showTheme();
try {
  world = new World($('world'), { edited: dragged, selected });
  obstacle = new ObstacleView($('obstacle'));
  wire();
  load(location.hash.length > 1 ? fromAddress() : JSON.stringify(Object.values(EXAMPLES)[0]));
} catch (error) {
  $('world').append(make('p', { className: 'failed', role: 'alert' }, `This browser cannot draw in space: ${error.message}. WebGL 2 is needed.`));
}
