import { showAges } from './ages.js';
import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { loadAgain } from './load-again.js';
import { looker } from './look.js';
import { showLocalTimes } from './times.js';
import { update } from './update.js';

const page = document.querySelector('[data-parts]');
const { cursor, transaction, callback } = page.dataset;
const look = looker(takeOver);
const leastPauseMs = 500;
let timer;

lookLater();
follow({
  cursor,
  types: followed,
  onEvent: ({ type, data }) => {
    if (isAbout(data)) void look();
    // A record may be gone, or another one now.
    else if (type === 'reset' || type === 'snapshot.restored') loadAgain();
  },
  // The overview lists requests, and signals from before the stream opened aren't repeated.
  onState: (state) => state === 'on' && !transaction && !callback && void look(),
});

function isAbout(data) {
  if (callback) return data.callback_id === callback;
  return !transaction || data.transaction_id === transaction;
}

/** A page that is behind says when the server can catch up. No event comes then, so it asks until it has. */
function lookLater() {
  const { againMs } = page.dataset;
  clearTimeout(timer);
  if (againMs === undefined) return;
  timer = setTimeout(() => void look().then(lookLater), Math.max(Number(againMs), leastPauseMs));
}

function takeOver(fresh) {
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!shown) continue;
    showAges(part);
    showLocalTimes(part);
    activateCopy(part);
    update(shown, part);
  }
  lookLater();
}
