import { takeTime } from './now.js';
import { showLocalTimes } from './times.js';
import { update } from './update.js';

/** Shows the chips, the rail's counts and the sandbox's time as they are now. */
export function takeStanding(page) {
  for (const count of page.querySelectorAll('[data-count]'))
    document.querySelector(`[data-count="${count.dataset.count}"]`).replaceWith(count);
  takeTime(page.querySelector('[data-time]'));
  showLocalTimes(document);
  update(document.querySelector('[data-chips]'), page.querySelector('[data-chips]'));
}
