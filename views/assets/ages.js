import { words } from './words.js';

const sizes = [86_400, 3600, 60, 1];
/** How far the sandbox's clock was ahead of this machine's when the page was rendered. */
const main = document.querySelector('main');
const aheadMs = Date.parse(main.dataset.time) - Date.now();

showAges();
setInterval(showAges, 5000);

/** Keeps "how long ago" up to date. The exact time stays in the title. */
function showAges() {
  for (const element of document.querySelectorAll('[data-age]')) {
    const seconds = Math.max(0, (Date.now() + aheadMs - Date.parse(element.dateTime)) / 1000);
    const place = sizes.findIndex((size) => seconds >= size || size === 1);
    element.title = element.dateTime;
    const text = words.ages[place].replace('#', Math.floor(seconds / sizes[place]));
    if (element.textContent !== text) element.textContent = text;
  }
}
