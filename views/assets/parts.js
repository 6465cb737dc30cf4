import { activateCopy } from './copy.js';
import { showLocalTimes } from './times.js';

/** Each `data-part` of the page as it stands by now, in the place of the old one; not while somebody is inside of it. */
export async function refreshParts() {
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of page.querySelectorAll('[data-part]')) {
    const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!shown || shown.contains(document.activeElement)) continue;
    activateCopy(part);
    showLocalTimes(part);
    shown.replaceWith(part);
  }
}
