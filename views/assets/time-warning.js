import { startCountdowns } from './countdown.js';

const box = document.querySelector('[data-warns-at]');
const form = box?.querySelector('form');
const news = box?.querySelector('[data-news]');
const offer = form?.querySelector('[data-offer]');
const offered = offer?.textContent;
let lastFocus;

/** Counts down to the session's end, warns shortly before, and extends it without leaving the page. */
export function watchTime(onEnd) {
  startCountdowns(document, onEnd, warnInTime);
  if (!form) return;
  document.addEventListener('focusin', ({ target }) => {
    if (!box.contains(target)) lastFocus = target;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void extend(onEnd);
  });
}

/**
 * A live region is read out when it appears, and the focus stays where the customer is typing. It hides again
 * when another tab has extended the session.
 */
function warnInTime(secondsLeft) {
  if (!form) return;
  const isAlmostOver = secondsLeft <= Number(box.dataset.warnsAt);
  if (isAlmostOver !== form.hidden) return;
  if (isAlmostOver) news.textContent = '';
  const hadFocus = form.contains(document.activeElement);
  if (isAlmostOver) form.hidden = false;
  else hide();
  if (hadFocus) focusBack();
}

async function extend(onEnd) {
  const body = new URLSearchParams(new FormData(form));
  const html = await fetch(form.action, { method: 'POST', body })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (html === undefined) {
    offer.textContent = box.dataset.failed;
    return;
  }
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.querySelector('[data-countdown]');
  if (!fresh) return onEnd();
  for (const element of document.querySelectorAll('[data-countdown]'))
    element.dataset.countdown = fresh.dataset.countdown;
  hide();
  news.textContent = box.dataset.said;
  startCountdowns(document, onEnd, warnInTime);
  focusBack();
}

/** The next offer does not say that this one failed. */
function hide() {
  form.hidden = true;
  offer.textContent = offered;
}

function focusBack() {
  (lastFocus?.isConnected ? lastFocus : document.querySelector('[data-testid="pay"]'))?.focus();
}
