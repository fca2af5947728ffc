// A picture of both views with the answer below, as a PNG.

import { short } from './numbers.js';

export function savePicture(world, obstacle, { answer }) {
  world.drawNow();
  obstacle.drawNow();
  const [a, b] = [world.renderer.domElement, obstacle.renderer.domElement];
  const scale = a.height / b.height;
  const canvas = document.createElement('canvas');
  const foot = Math.round(a.height * 0.07);
  canvas.width = a.width + Math.round(b.width * scale) + 1;
  canvas.height = a.height + foot;
  const draw = canvas.getContext('2d');
  const style = getComputedStyle(document.documentElement);
  draw.fillStyle = style.getPropertyValue('--panel');
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.drawImage(a, 0, 0);
  draw.drawImage(b, a.width + 1, 0, b.width * scale, a.height);
  draw.fillStyle = style.getPropertyValue('--ink');
  draw.font = `${Math.round(foot * 0.5)}px sans-serif`;
  draw.textBaseline = 'middle';
  draw.fillText(words(answer), foot * 0.4, a.height + foot / 2);
  canvas.toBlob((blob) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = 'swept-cast.png';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, 'image/png');
}

function words(answer) {
  switch (answer?.outcome) {
    case 'hit': return `Hit at ${short(answer.fraction, 10)} (${answer.method})`;
    case 'miss': return `Miss, gap ${short(answer.gap, 10)} (${answer.method})`;
    case 'overlap': return `Overlap, depth ${short(answer.depth, 10)} (${answer.method})`;
    case 'unresolved': return `Unresolved, safe up to ${short(answer.safe_fraction, 10)} (${answer.method})`;
    default: return '';
  }
}
