// Asks the server. Casts go out one at a time: while one is under way, only the newest of those that follow is kept.

/** The query for these options, those that are not the default. */
export function query(options) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

async function post(path, body) {
  const response = await fetch(path, { method: 'POST', body });
  return { ok: response.ok, text: (await response.text()).trim() };
}

/** The program's answer line to a case line; a refusal by the server itself is thrown. */
export async function cast(line, options) {
  const { ok, text } = await post(`cast${query(options)}`, line);
  if (!ok) throw new Error(text);
  return text;
}

async function json(path, line, options) {
  const { ok, text } = await post(`${path}${query(options)}`, line);
  const said = text.startsWith('{') ? JSON.parse(text) : { error: text };
  if (!ok) throw new Error(said.error);
  return said;
}

/** Every method's answer and steps, the obstacle, and other engines' answers. */
export const steps = (line, options) => json('steps', line, options);

/** What the oracle knows. */
export const truth = (line, options) => json('truth', line, options);

/** Gives a mesh file to the server; returns the name that cases have for it, and its number of triangles. */
export async function upload(file) {
  const { ok, text } = await post(`mesh?name=${encodeURIComponent(file.name)}`, file);
  if (!ok) throw new Error(text);
  return JSON.parse(text);
}

const meshes = new Map();

/** The vertices and triangles of a mesh that a case names; each is fetched once. */
export function mesh(name) {
  if (!meshes.has(name)) {
    meshes.set(name, fetchMesh(name).catch((error) => {
      meshes.delete(name);
      throw error;
    }));
  }
  return meshes.get(name);
}

async function fetchMesh(name) {
  const response = await fetch(`mesh?file=${encodeURIComponent(name)}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  const bytes = await response.arrayBuffer();
  const [vertices, triangles] = new Uint32Array(bytes, 0, 2);
  return {
    positions: new Float64Array(bytes, 8, 3 * vertices),
    indices: new Uint32Array(bytes, 8 + 24 * vertices, 3 * triangles),
  };
}
