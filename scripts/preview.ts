/**
 * Takes screenshots of every page with sample data, and of a gallery of tokens and components (`gallery`): Arabic and English, light and dark, 1280 and 320 px wide.
 * Also reports findings of axe-core, overflows, touch targets that are too small, and console messages.
 *
 *     node scripts/preview.ts FOLDER [PAGE…]
 *
 * Exits with code 1 if there is a finding.
 */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import type { Browser } from 'playwright-core';
import { type Language, languages } from '../src/protocol/vocabulary.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { look } from './preview/look.ts';
import { samples } from './preview/pages.ts';
import { servePages } from './preview/serve.ts';

interface Shot {
  readonly name: string;
  readonly lang: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

const [folder = 'preview', ...wanted] = argv.slice(2);
await mkdir(folder, { recursive: true });
const server = servePages().listen(0, '127.0.0.1');
await once(server, 'listening');
// A listening TCP server has an address of this type.
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await launchBrowser();
let findings = 0;
for (const shot of shots()) {
  for (const finding of await take(browser, shot)) {
    findings += 1;
    console.log(`${fileName(shot)}: ${finding}`);
  }
}
await browser.close();
server.close();
server.closeAllConnections();
exit(findings === 0 ? 0 : 1);

function shots(): Shot[] {
  return Object.entries(samples)
    .map(([name, { languages }]) => ({ name, languages }))
    .concat({ name: 'gallery', languages })
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .flatMap(({ name, languages }) => languages.map((lang) => ({ name, lang })))
    .flatMap((page) => (['light', 'dark'] as const).map((theme) => ({ ...page, theme })))
    .flatMap((page) => [1280, 320].map((width) => ({ ...page, width })));
}

async function take(browser: Browser, shot: Shot): Promise<string[]> {
  const context = await browser.newContext({
    colorScheme: shot.theme,
    viewport: { width: shot.width, height: 800 },
  });
  const page = await context.newPage();
  const found: string[] = [];
  page.on('console', (line) => found.push(`console: ${line.text()}`));
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  await page.goto(`${origin}/${shot.name}?lang=${shot.lang}`);
  await page.screenshot({ path: join(folder, `${fileName(shot)}.png`), fullPage: true });
  const tools = page.getByTestId('tools');
  if ((await tools.count()) > 0) {
    await tools.evaluate((element) => element.setAttribute('open', ''));
    await page.screenshot({ path: join(folder, `${fileName(shot)}-tools.png`), fullPage: true });
  }
  found.push(...(await look(page)));
  await context.close();
  return found;
}

function fileName({ name, lang, theme, width }: Shot): string {
  return `${name}-${lang}-${theme}-${width}`;
}
