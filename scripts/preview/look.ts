import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { env } from 'node:process';
import type { Page } from 'playwright-core';

const themes = ['light', 'dark'] as const;

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Finds accessibility violations (axe-core), overflowing content, and touch targets below 44 px. */
export async function look(page: Page): Promise<string[]> {
  await addAxe(page);
  return page.evaluate<string[]>(inThePage);
}

/**
 * Runs `look` at each width and in each theme, on one load of the page. `everyPair` tries each width in both
 * themes, which takes twice as long. Otherwise, the themes alternate: name a width twice for both.
 */
export async function lookAtWidths(
  page: Page,
  widths: readonly number[] = [1280, 320],
  everyPair = env.TEST_ALL === '1',
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of everyPair
      ? themes
      : [index % 2 === 0 ? ('light' as const) : ('dark' as const)]) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await look(page)).map((each) => `${width} px, ${colorScheme}: ${each}`));
    }
  }
  return found;
}

/** Passed as an argument, because Playwright takes twice as long to evaluate an expression of this size. */
async function addAxe(page: Page): Promise<void> {
  if (await page.evaluate('"axe" in globalThis')) return;
  await page.evaluate((source) => {
    // biome-ignore lint/security/noGlobalEval: the page's Content-Security-Policy lets no other script in
    globalThis.eval(source);
  }, axeSource);
}

// Source text, because it runs in the browser and this project has no DOM types.
const violations = `(await axe.run(document, { resultTypes: ['violations'] })).violations
  .flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target, ...node.any.map((check) => check.message)].join(' ')))`;

const inThePage = `(async () => {
  const found = ${violations};
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) found.push('overflows by ' + over + ' px');
  const targets = 'button, summary, input:not([type=hidden], [type=radio], [type=checkbox]), select, label:has(input), nav a, a.button';
  for (const element of document.querySelectorAll(targets)) {
    const { width, height } = element.getBoundingClientRect();
    // With a mouse, the rail has rows of 32 px, and so have the controls of the dashboard in a wide window; the lines of many codes 28 px.
    const compact = matchMedia('(min-width: 56rem)').matches ? '.tester' : '.rail-groups';
    const ofMany = element.closest('.otps:has(> :nth-child(9)) .otp ~ .otp');
    const row = ofMany ? 28 : element.closest(compact) ? 32 : 44;
    const least = matchMedia('(pointer: fine)').matches ? row : 44;
    if (height > 0 && Math.min(width, height) < least - 0.1) found.push('small target ' + element.outerHTML.slice(0, 80));
  }
  return found;
})()`;
