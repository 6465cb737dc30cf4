import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { looker } from './look.js';
import { isShortcut } from './shortcut.js';
import { showLocalTimes } from './times.js';

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
  return looker(
    async (page) => (await import('./standing.js')).takeStanding(page),
    `/_sandbox/chips?${new URLSearchParams({ account })}`,
  );
}

function searchBySlash(event) {
  if (!isShortcut(event, '/', 'Slash')) return;
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
