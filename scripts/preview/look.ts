import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Finds accessibility violations (axe-core), overflowing content, and touch targets below 44 px. */
export async function look(page: Page): Promise<string[]> {
  await addAxe(page);
  return page.evaluate<string[]>(inThePage);
}

/** Runs `look` in the light theme, and checks the colors in the dark theme. Nothing else differs. */
export async function lookInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await look(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await page.evaluate<string[]>(contrastInThePage);
  return [...found, ...inTheDark.map((each) => `dark: ${each}`)];
}

/**
 * Runs `lookInBothThemes` at the first and last width, and `look` without colors in between, where the colors
 * do not change. Loads the page only once, because loading takes longer than checking.
 */
export async function lookAtWidths(page: Page, widths: readonly number[] = [1280, 320]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    const isBetween = index > 0 && index < widths.length - 1;
    const here = isBetween ? await page.evaluate<string[]>(layoutInThePage) : await lookInBothThemes(page);
    found.push(...here.map((each) => `${width} px: ${each}`));
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
const violations = (
  options: object,
) => `(await axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})).violations
  .flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target, ...node.any.map((check) => check.message)].join(' ')))`;

const contrastInThePage = `(async () => ${violations({ runOnly: ['color-contrast', 'link-in-text-block'] })})()`;

const lookingWith = (options: object) => `(async () => {
  const found = ${violations(options)};
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

const inThePage = lookingWith({});
const layoutInThePage = lookingWith({ rules: { 'color-contrast': { enabled: false } } });
