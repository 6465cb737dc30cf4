import { now } from './now.js';
import { words } from './words.js';

const sizes = [86_400, 3600, 60, 1];

showAges(document);
setInterval(() => showAges(document), 5000);

/** Keeps "how long ago" up to date. The exact time stays in the title. */
export function showAges(root) {
  for (const element of root.querySelectorAll('[data-age]')) {
    const seconds = Math.max(0, (now() - Date.parse(element.dateTime)) / 1000);
    const place = sizes.findIndex((size) => seconds >= size || size === 1);
    element.title = element.dateTime;
    const text = words.ages[place].replace('#', Math.floor(seconds / sizes[place]));
    if (element.textContent !== text) element.textContent = text;
  }
}
