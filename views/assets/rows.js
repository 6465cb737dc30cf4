import './ages.js';
import { follow } from './live.js';
import { looker } from './look.js';
import { showLocalTimes } from './times.js';
import { words } from './words.js';

const list = document.querySelector('[data-list]');
const held = document.querySelector('[data-held]');
const live = document.querySelector('[data-live]');
const types = {
  transactions: [
    'transaction.started',
    'transaction.completed',
    'transaction.canceled',
    'transaction.declined',
    'transaction.expired',
    'callback.created',
    'callback.attempted',
    'callback.delivered',
    'callback.exhausted',
    'callback.held',
    'callback.released',
    // These change the unpaid invoices.
    'otp.sent',
    'otp.used',
    'otp.expired',
    'otp.superseded',
    'otp.locked',
    'fault.fired',
  ],
  requests: ['request.logged'],
  callbacks: [
    'callback.created',
    'callback.attempted',
    'callback.delivered',
    'callback.exhausted',
    'callback.held',
    'callback.released',
  ],
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
    onEvent: (event) => (/^(reset|snapshot)/.test(event.type) ? location.reload() : void look()),
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
function take(page) {
  fresh = page.querySelector('[data-list]');
  const rows = [...fresh.querySelectorAll('[data-row]')];
  for (const row of rows) replace(list.querySelector(`[data-row="${row.dataset.row}"]`), row.cloneNode(true));
  const tallies = page.querySelectorAll('.tally');
  for (const [place, tally] of document.querySelectorAll('.tally').entries())
    tally.textContent = tallies[place].textContent;
  // Below the list, so nothing above moves.
  replace(document.querySelector('[data-unpaid]'), page.querySelector('[data-unpaid]'));
  const count = rows.filter(({ dataset }) => Number(dataset.row) > Number(list.dataset.newest)).length;
  held.parentElement.hidden = count === 0;
  const text = rows.length === count && count >= 50 ? words.manyNewRows : words.newRows;
  held.textContent = text.replace('#', count);
}

function replace(shown, row) {
  if (!shown || shown.contains(document.activeElement)) return;
  showLocalTimes(row);
  if (shown.innerHTML !== row.innerHTML) shown.replaceWith(row);
}

function showNew() {
  list.replaceChildren(...fresh.childNodes);
  list.dataset.newest = fresh.dataset.newest;
  held.parentElement.hidden = true;
  showLocalTimes(list);
  scrollTo({ top: 0 });
  list.querySelector('.main-cell a')?.focus();
}
