// Making elements.

/** An element with properties and children; `on*` are listeners, `data` is the data set, `style` custom properties. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'data') Object.assign(element.dataset, value);
    else if (key === 'style') for (const [name, x] of Object.entries(value)) element.style.setProperty(name, x);
    else if (key.startsWith('aria') || key === 'role' || key === 'colspan') element.setAttribute(key.replace(/^aria(?=[A-Z])/, 'aria-').toLowerCase(), value);
    else element[key] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const NS = 'http://www.w3.org/2000/svg';

/** The same for SVG, by attributes. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const $ = (id) => document.getElementById(id);
