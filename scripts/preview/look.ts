import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on a page, what stands out of the window, and what is smaller than 44 px to touch. */
export async function look(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate<string[]>(inThePage);
}

// Text, because it runs in the browser: this project has no types of the DOM.
const inThePage = `(async () => {
  const { violations } = await axe.run(document);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => [id, node.target, ...node.any.map((check) => check.message)].join(' ')));
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) found.push('overflows by ' + over + ' px');
  const targets = 'button, summary, input:not([type=hidden], [type=radio], [type=checkbox]), select, label:has(input), nav a, a.button';
  for (const element of document.querySelectorAll(targets)) {
    const { width, height } = element.getBoundingClientRect();
    if (height > 0 && Math.min(width, height) < 43.9) found.push('small target ' + element.outerHTML.slice(0, 80));
  }
  return found;
})()`;
