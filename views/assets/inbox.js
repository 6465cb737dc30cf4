import { activateCopy, copyFrom } from './copy.js';
import { correctCountdown, pauseCountdowns, startCountdowns } from './countdown.js';
import { follow, otpEvents } from './live.js';
import { looker } from './look.js';
import { showLocalTimes } from './times.js';

const list = document.querySelector('[data-inbox]');
const chat = list.parentElement;
const heldButton = document.querySelector('[data-held]');
const live = document.querySelector('[data-live]');
/** New codes that wait until the reader is at the top. */
const held = new Map();
/** Only the server knows which codes belong on this page, so fetch it again. */
const look = looker(takeOver);
// Loaded after the page, but not when they are needed: the sandbox may be down by then.
const [action, keys] = [import('./inbox-action.js'), import('./inbox-keys.js')];

pause(document);
startCountdowns(list, () => void look());
void showUnread();
list.addEventListener('submit', postInPlace);
list.addEventListener('click', (event) => {
  if (event.target.matches('.otp[data-state="active"] .code')) void copyFrom(event.target.parentElement);
});
document.addEventListener('click', closeMenus);
document.addEventListener('keydown', async (event) => (await keys).onKey(event));
heldButton.addEventListener('click', showHeld);
for (const scroller of [chat, globalThis])
  scroller.addEventListener('scroll', () => isAtTop() && showHeld(), { passive: true });
if (globalThis.Notification?.permission === 'default') void import('./notify.js');
live.hidden = false;
follow({
  cursor: list.dataset.cursor,
  types: [...otpEvents, 'clock.moved', 'reset', 'snapshot.restored'],
  onEvent: ({ type }) => (/^(reset|snapshot)/.test(type) ? location.reload() : void look()),
  onState: showState,
});

function pause(page) {
  pauseCountdowns(!!page.querySelector('[data-frozen]'));
}

function showState(state) {
  live.dataset.live = state;
  live.firstElementChild.textContent = live.dataset[state];
}

/**
 * Replaces cards in place and adds new ones at the top, so nothing moves under the reader. Cards too old for the page
 * go once the reader is at the top: nothing tells what becomes of them.
 */
async function takeOver(page) {
  const { update } = await import('./update.js');
  pause(page);
  showLocalTimes(page);
  const cards = page.querySelectorAll('[data-otp]');
  const oldest = isAtTop() ? 0 : Number(cards[49]?.dataset.otp ?? 0);
  for (const shown of [...list.children])
    if (shown.dataset.otp >= oldest && !page.getElementById(shown.id)) remove(shown);
  for (const id of held.keys()) if (!page.getElementById(`otp-${id}`)) held.delete(id);
  for (const card of cards) {
    const id = card.dataset.otp;
    const shown = document.getElementById(card.id);
    if (shown) replace(shown, card);
    else if (held.has(id)) held.set(id, card);
    else addNew(id, card);
  }
  document.querySelector('[data-counted]').replaceWith(page.querySelector('[data-counted]'));
  update(document.querySelector('[data-numbers]'), page.querySelector('[data-numbers]'));
  if (isAtTop()) showHeld();
  else showHeldCount();
  void showUnread();
}

function remove(shown) {
  if (shown.contains(document.activeElement)) {
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  }
  shown.remove();
}

function replace(shown, card) {
  // Keep an open menu and "Copied": update only the time left. A card stays one, because a line is lower.
  if (looks(shown) === looks(card) && (!isLine(shown) || isLine(card))) {
    const left = shown.querySelector('[data-countdown]');
    if (left) correctCountdown(left, Number(card.querySelector('[data-countdown]').dataset.countdown));
    return;
  }
  const focused = shown.contains(document.activeElement);
  shown.replaceWith(card);
  activate(card);
  if (!focused) return;
  card.tabIndex = -1;
  (card.querySelector('summary, a') ?? card).focus({ preventScroll: true });
}

/** Everything that can change on a card, except its time. */
function looks(card) {
  return card.dataset.state + card.querySelector('.wrong-tries')?.textContent;
}

function isLine(card) {
  return 'line' in card.dataset;
}

function addNew(id, card) {
  if (document.hidden || !document.hasFocus())
    void import('./unread.js').then(({ countUnread }) => countUnread(card));
  held.set(id, card);
}

function showHeld() {
  for (const [id, card] of held) {
    held.delete(id);
    const older = [...list.children].find(({ dataset }) => Number(dataset.otp) < Number(id));
    list.insertBefore(card, older ?? null);
    activate(card);
  }
  showHeldCount();
  document.querySelector('[data-empty]').hidden = list.childElementCount > 0;
  if (document.activeElement !== heldButton) return;
  chat.scrollTo({ top: 0 });
  scrollTo({ top: 0 });
}

function showHeldCount() {
  heldButton.parentElement.hidden = held.size === 0;
  const { one, many } = heldButton.dataset;
  heldButton.textContent = held.size === 1 ? one : `${many} (${held.size})`;
}

function activate(card) {
  activateCopy(card);
  startCountdowns(card, () => void look());
}

async function postInPlace(event) {
  event.preventDefault();
  await (await action).post(event.target);
  await look();
}

async function showUnread() {
  (await import('./seen.js')).showUnreadNumbers();
}

function closeMenus({ target }) {
  for (const menu of document.querySelectorAll('.otp-menu[open]'))
    if (!menu.contains(target)) menu.open = false;
}

function isAtTop() {
  return scrollY < 80 && chat.scrollTop < 80;
}
