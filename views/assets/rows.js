import { showAges } from './ages.js';
import { events } from './event-types.js';
import { follow, otpEvents } from './live.js';
import { loadAgain } from './load-again.js';
import { looker } from './look.js';
import { showLocalTimes } from './times.js';
import { words } from './words.js';

const list = document.querySelector('[data-list]');
const held = document.querySelector('[data-held]');
const live = document.querySelector('[data-live]');
const callbackEvents = events.filter((type) => type.startsWith('callback.'));
const types = {
  transactions: [
    ...events.filter((type) => type.startsWith('transaction.')),
    ...callbackEvents,
    // These change the unpaid invoices.
    ...otpEvents,
    'fault.fired',
    'response.lost',
  ],
  requests: ['request.logged'],
  callbacks: callbackEvents,
};
/** Only the server knows which rows match the filters, so fetch the page again. */
const look = looker(take);
let fresh;

// Older pages never get new rows.
if (list.dataset.newest !== '') begin();

function begin() {
  live.hidden = false;
  held.addEventListener('click', showNew);
  follow({
    cursor: list.dataset.cursor,
    types: [...types[list.dataset.list], 'reset', 'snapshot.restored'],
    onEvent: (event) => (/^(reset|snapshot)/.test(event.type) ? loadAgain() : void look()),
    onState: showState,
  });
}

function showState(state) {
  live.dataset.live = state;
  live.firstElementChild.textContent = words.live[state];
  // Signals from before the stream opened aren't repeated.
  if (state === 'on' && list.dataset.list === 'requests') void look();
}

/** Updates visible rows in place. New rows wait for the button, so that nothing moves. */
async function take(page) {
  const { countNew, replace, updateRows } = await import('./fresh-rows.js');
  fresh = page.querySelector('[data-list]') ?? fresh;
  await updateRows(list, page);
  const tallies = page.querySelectorAll('.tally');
  for (const [place, tally] of document.querySelectorAll('.tally').entries())
    tally.textContent = tallies[place].textContent;
  // Below the list, so nothing above moves.
  const unpaid = document.querySelector('[data-unpaid]');
  if (unpaid) replace(unpaid, page.querySelector('[data-unpaid]'));
  showCount(countNew(list, fresh));
}

function showCount(count) {
  held.parentElement.hidden = count === 0;
  held.textContent = (count < 50 ? words.newRows : words.manyNewRows).replace('#', count);
}

function showNew() {
  list.replaceChildren(...fresh.childNodes);
  held.parentElement.hidden = true;
  showAges(list);
  showLocalTimes(list);
  scrollTo({ top: 0 });
  list.querySelector('.main-cell a')?.focus();
}
