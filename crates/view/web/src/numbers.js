// Numbers as the program printed them: the text of each, not what a browser would make of it.

class Verbatim {
  constructor(text) { this.text = text; }
}

/**
 * An answer line as a map of fields, `values` as plain values and `texts` with every number as it was printed. Where the
 * browser does not hand over the text of a number, its own shortest form, which means the same number, stands in.
 */
export function read(line) {
  const values = JSON.parse(line);
  const marked = JSON.parse(line, (_, value, context) =>
    typeof value === 'number' ? new Verbatim(context?.source ?? String(value)) : value);
  const text = (value) => {
    if (value instanceof Verbatim) return value.text;
    if (Array.isArray(value)) return value.map(text);
    return value === null ? '∞' : String(value);
  };
  const texts = Object.fromEntries(Object.entries(marked).map(([key, value]) => [key, text(value)]));
  return { values, texts };
}

/** A number for a narrow place: at most `digits` significant digits. */
export function short(x, digits = 6) {
  if (x === null || x === undefined) return '∞';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e6) return x.toExponential(Math.min(3, digits - 1));
  return String(Number(x.toPrecision(digits)));
}
