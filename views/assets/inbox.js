import { activateCopy, copyFrom } from './copy.js';
import { startCountdowns } from './countdown.js';
import { follow } from './live.js';
import { showLocalTimes } from './times.js';
import { countUnread, offerNotifications } from './unread.js';

const list = document.querySelector('[data-inbox]');
const heldButton = document.querySelector('[data-held]');
const live = document.querySelector('[data-live]');
const stateNames = { on: 'Live', wait: 'Reconnecting', off: 'Offline' };
const held = new Map();

startCountdowns(list, refreshCard);
list.addEventListener('submit', postInPlace);
list.addEventListener('click', (event) => {
  if (event.target.matches('.code')) void copyFrom(event.target.parentElement);
});
document.addEventListener('keydown', copyByKey);
heldButton.addEventListener('click', showHeld);
addEventListener('scroll', () => isAtTop() && showHeld(), { passive: true });
offerNotifications(document.querySelector('[data-notify]'));
live.hidden = false;
follow({
  cursor: list.dataset.cursor,
  types: ['otp.sent', 'otp.used', 'otp.expired', 'otp.superseded', 'otp.locked', 'otp.wrong_code', 'reset'],
  onEvent: (event) => (event.type === 'reset' ? location.reload() : load(event.data.otp_id, event.type)),
  onState: showState,
});

function showState(state) {
  live.dataset.live = state;
  live.firstElementChild.textContent = stateNames[state];
}

/** Brings one card up to date. An event may come twice (stream and catching up): a card is replaced, never doubled. */
async function load(id, type) {
  const card = await fetchCard(id);
  if (!card) return;
  const shown = document.getElementById(card.id);
  if (shown) replace(shown, card);
  else if (held.has(id)) held.set(id, card);
  else if (type === 'otp.sent') addNew(id, card);
}

/** A page with a search asks for itself again: which numbers match is the server's knowledge. */
async function fetchCard(id) {
  const filtered = 'filtered' in list.dataset;
  const answer = await fetch(filtered ? location.href : `/_sandbox/inbox/cards/${encodeURIComponent(id)}`);
  if (!answer.ok) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.getElementById(`otp-${id}`) ?? undefined;
}

function replace(shown, card) {
  const focused = shown.contains(document.activeElement);
  shown.replaceWith(card);
  activate(card);
  if (focused) card.querySelector('button, a')?.focus();
}

function addNew(id, card) {
  countUnread(card);
  held.set(id, card);
  if (isAtTop()) showHeld();
  else showHeldCount();
}

function showHeld() {
  for (const [id, card] of held) {
    held.delete(id);
    insert(id, card);
    activate(card);
  }
  showHeldCount();
  document.querySelector('[data-empty]').hidden = list.childElementCount > 0;
  if (document.activeElement === heldButton) scrollTo({ top: 0 });
}

/** Newest first, whichever card was fetched first. */
function insert(id, card) {
  const older = [...list.children].find(({ dataset }) => Number(dataset.otp) < Number(id));
  list.insertBefore(card, older ?? null);
}

function showHeldCount() {
  heldButton.parentElement.hidden = held.size === 0;
  heldButton.textContent = held.size === 1 ? '1 new code' : `${held.size} new codes`;
}

function activate(card) {
  activateCopy(card);
  showLocalTimes(card);
  startCountdowns(card, refreshCard);
}

function refreshCard(element) {
  const card = element.closest('[data-otp]');
  if (card) void load(card.dataset.otp, 'countdown');
}

async function postInPlace(event) {
  event.preventDefault();
  const card = event.target.closest('[data-otp]');
  await fetch(event.target.action, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
  await load(card.dataset.otp, 'action');
}

/** `c` copies the code that has the focus, else the newest active one. */
function copyByKey(event) {
  if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  const card = event.target.closest('.otp') ?? list.querySelector('.otp[data-state="active"]');
  if (card) void copyFrom(card.querySelector('.otp-code'));
}

function isAtTop() {
  return scrollY < 80;
}
