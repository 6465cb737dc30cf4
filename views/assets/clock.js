import { showLocalTimes } from './times.js';

/** Keeps the sandbox's time running, unless it is frozen. */
const aheadMs = new WeakMap();

setInterval(() => {
  const shown = document.querySelector('[data-clock="running"]');
  if (!shown) return;
  if (!aheadMs.has(shown)) aheadMs.set(shown, Date.parse(shown.dateTime) - Date.now());
  shown.dateTime = new Date(Date.now() + aheadMs.get(shown)).toISOString();
  showLocalTimes(shown.parentElement);
}, 1000);
