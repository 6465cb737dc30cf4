import { showLocalTimes } from './times.js';

/** The sandbox's time continues while the page is open. A frozen one stays as it is. */
const aheadMs = new WeakMap();

setInterval(() => {
  const shown = document.querySelector('[data-clock="running"]');
  if (!shown) return;
  if (!aheadMs.has(shown)) aheadMs.set(shown, Date.parse(shown.dateTime) - Date.now());
  shown.dateTime = new Date(Date.now() + aheadMs.get(shown)).toISOString();
  showLocalTimes(shown.parentElement);
}, 1000);
