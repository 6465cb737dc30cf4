import './ages.js';
import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { looker } from './look.js';
import { showLocalTimes } from './times.js';

const page = document.querySelector('[data-parts]');
const { cursor, transaction, callback } = page.dataset;
/** The last version of each part, to replace only what changed. */
const made = new Map();
const look = looker(takeOver);

follow({
  cursor,
  types: followed,
  onEvent: ({ type, data }) => {
    if (isAbout(data)) void look();
    // A record may be gone, or another one now.
    else if (type === 'reset' || type === 'snapshot.restored') location.reload();
  },
  // The overview lists requests, and signals from before the stream opened aren't repeated.
  onState: (state) => state === 'on' && !transaction && !callback && void look(),
});

function isAbout(data) {
  if (callback) return data.callback_id === callback;
  return !transaction || data.transaction_id === transaction;
}

/** Replaces each part with its new version, unless the focus is inside it. */
function takeOver(fresh) {
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const { part: name } = part.dataset;
    const shown = document.querySelector(`[data-part="${name}"]`);
    if (!shown || shown.contains(document.activeElement) || made.get(name) === part.innerHTML) continue;
    made.set(name, part.innerHTML);
    showLocalTimes(part);
    activateCopy(part);
    shown.replaceWith(part);
  }
}
