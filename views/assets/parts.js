import { activateCopy } from './copy.js';
import { follow, followed } from './live.js';
import { showLocalTimes } from './times.js';

const page = document.querySelector('[data-parts]');
const { cursor, transaction, callback, again } = page.dataset;
/** What each part was made of when it was asked for last: only what has changed is replaced. */
const made = new Map();
let isLooking = false;
let lookOnceMore = false;

follow({
  cursor,
  types: followed,
  onEvent: ({ data }) => isAbout(data) && void look(),
  onState: () => {},
});
// What is no event of the journal, such as a refused request, is found by looking again.
if (again) setInterval(() => document.hidden || void look(), Number(again));

function isAbout(data) {
  if (callback) return data.callback_id === callback;
  return !transaction || data.transaction_id === transaction;
}

/** Asks for this page again, one question at a time, and takes its parts over. */
async function look() {
  lookOnceMore = isLooking;
  if (isLooking) return;
  isLooking = true;
  const answer = await fetch(location.href).catch(() => undefined);
  if (answer?.ok) takeOver(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  isLooking = false;
  if (lookOnceMore) await look();
}

/** The parts as they stand by now in the place of the old ones; not while somebody is inside of one. */
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
