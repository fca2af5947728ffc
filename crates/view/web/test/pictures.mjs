// Makes the pictures of the book: `npm run pictures [FOLDER]`.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES } from './cases.mjs';
import { drawn, start } from './harness.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../../docs', import.meta.url));
const app = await start();
const shoot = async (name, colorScheme, line, method, step) => {
  const page = await app.open(line, { colorScheme, viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
  await page.click(`[data-method="${method}"]`);
  await page.locator(`[data-steps="${method}"]`).fill(String(step));
  await drawn(page);
  await page.screenshot({ path: join(folder, `view-${name}.png`) });
  await page.context().close();
};
await shoot('light', 'light', CASES.hull, 'portal', 3);
await shoot('dark', 'dark', CASES.turning, 'auto', 2);
await app.stop();
