import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { looker } from './look.js';
import { isShortcut } from './shortcut.js';
import { showLocalTimes } from './times.js';

const search = document.querySelector('[data-search]');
const account = new URLSearchParams(location.search).get('account') ?? '';
const look = looker(
  async (page) => (await import('./standing.js')).takeStanding(page),
  `/_sandbox/chips?${new URLSearchParams({ account })}`,
);

activateCopy(document);
showLocalTimes(document);
// Other fields depend on this choice, so submit at once: what is sent is always what is shown.
for (const form of document.querySelectorAll('form[data-follows]'))
  form.addEventListener('change', () => form.requestSubmit());
document.addEventListener('keydown', searchBySlash);
document.addEventListener('click', openRow);
follow({
  cursor: document.querySelector('main').dataset.since,
  types: followed,
  onEvent: look,
  // Signals from before the stream opened aren't repeated.
  onState: (state) => state === 'on' && void look(),
});

function searchBySlash(event) {
  if (!isShortcut(event, '/', 'Slash')) return;
  event.preventDefault();
  search.select();
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
