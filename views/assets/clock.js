import { now } from './now.js';
import { showLocalTimes } from './times.js';

/** Keeps the sandbox's time running, unless it is frozen. */
setInterval(() => {
  const shown = document.querySelector('[data-clock="running"]');
  if (!shown) return;
  shown.dateTime = new Date(now()).toISOString();
  showLocalTimes(shown.parentElement);
}, 1000);
