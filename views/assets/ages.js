import { words } from './words.js';

const sizes = [86_400, 3600, 60, 1];
/** The sandbox's clock against this machine's, as it was when the page was made. */
const main = document.querySelector('main');
const aheadMs = Date.parse(main.dataset.time) - Date.now();

/** Keeps "how long ago" true while the page is open; the exact time stays in the title. */
export function showAges() {
  for (const element of document.querySelectorAll('[data-age]')) {
    const seconds = Math.max(0, (Date.now() + aheadMs - Date.parse(element.dateTime)) / 1000);
    const place = sizes.findIndex((size) => seconds >= size || size === 1);
    element.title = element.dateTime;
    element.textContent = words.ages[place].replace('#', Math.floor(seconds / sizes[place]));
  }
}
