/**
 * Takes the screenshots for `docs/pages.md` from a running sandbox.
 *
 *     npm run pictures [NAME…]
 *
 * Exits with code 1 if a picture is too large.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import type { Browser } from 'playwright-core';
import { startSandbox } from '../src/index.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { type MerchantServer, merchantServer } from '../test/support/merchant-server.ts';
import { pictures } from './pictures/tour.ts';
import { type Picture, shopHost } from './pictures/visit.ts';

const folder = 'docs/pictures';
const largestBytes = 150_000;
const largestInAllBytes = 2_700_000;

const wanted = argv.slice(2);
await mkdir(folder, { recursive: true });
const merchant = await merchantServer();
const browser = await launchBrowser();
for (const [name, picture] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await writeFile(join(folder, `${name}.png`), await take(browser, merchant, picture));
}
await browser.close();
await merchant.close();
exit((await areSmall()) ? 0 : 1);

/** Each picture has its own sandbox, so that it shows nothing from an earlier one. */
async function take(browser: Browser, merchant: MerchantServer, picture: Picture): Promise<Buffer> {
  const { width = 1000, height = 720, theme = 'light', reach } = picture;
  const { host } = new URL(merchant.url);
  // Uses the default address, which some pages show. The shop's host name maps to this script's merchant.
  const sandbox = await startSandbox({ port: 4700, callback_host_map: { [shopHost]: host } });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  await page.route(`http://${shopHost}/**`, (route) => route.fulfill({ body: 'ok' }));
  await reach({ page, sandbox });
  // A blinking caret would make pictures differ.
  const image = await page.screenshot({ caret: 'hide' });
  await context.close();
  await sandbox.stop();
  return image;
}

async function areSmall(): Promise<boolean> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.png'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  for (const [index, size] of sizes.entries())
    console.log(`${files[index]} ${Math.ceil(size / 1024)} KB${size > largestBytes ? ' is too large' : ''}`);
  const inAll = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`in all ${Math.ceil(inAll / 1024)} KB`);
  return inAll <= largestInAllBytes && sizes.every((size) => size <= largestBytes);
}
