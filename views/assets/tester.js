import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { looker } from './look.js';
import { takeTime } from './now.js';
import { showLocalTimes } from './times.js';

const { lang } = document.documentElement;
let look = standingLooker();

activateCopy(document);
showLocalTimes(document);
// "Send a call" chooses another account without loading the page.
document.addEventListener('account', () => {
  look = standingLooker();
});
document.addEventListener('keydown', searchBySlash);
document.addEventListener('click', openRow);
follow({
  cursor: document.querySelector('main').dataset.since,
  types: followed,
  onEvent: () => look(),
  // Signals from before the stream opened aren't repeated.
  onState: (state) => state === 'on' && void look(),
});

function standingLooker() {
  const account = new URLSearchParams(location.search).get('account') ?? '';
  return looker(takeStanding, `/_sandbox/chips?${new URLSearchParams({ lang, account })}`);
}

function takeStanding(page) {
  for (const count of page.querySelectorAll('[data-count]'))
    document.querySelector(`[data-count="${count.dataset.count}"]`).replaceWith(count);
  const shown = document.querySelector('[data-chips]');
  const fresh = page.querySelector('[data-chips]');
  takeTime(page.querySelector('[data-time]'));
  showLocalTimes(document);
  if (fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement))
    shown.replaceWith(fresh);
}

function searchBySlash(event) {
  const { key, target } = event;
  if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  event.preventDefault();
  document.querySelector('[data-search]').select();
}

/** A click anywhere in a row opens its link, unless text is selected. */
function openRow(event) {
  const row = event.target.closest('[data-row]');
  if (!row || event.target.closest('a, button, input, summary, label') || String(getSelection()) !== '')
    return;
  const link = row.querySelector('.main-cell a');
  if (event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}
