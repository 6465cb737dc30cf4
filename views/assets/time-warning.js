import { startCountdowns } from './countdown.js';

const box = document.querySelector('[data-warns-at]');
const form = box?.querySelector('form');
const news = box?.querySelector('[data-news]');
let lastFocus;

/** Counts down to the end of the session, warns once shortly before it, and gives more time without leaving the page. */
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

/** The box is a live region: its content is read out when it appears, and the focus stays where somebody types. */
function warnInTime(secondsLeft) {
  if (!form?.hidden || secondsLeft > Number(box.dataset.warnsAt)) return;
  news.textContent = '';
  form.hidden = false;
}

async function extend(onEnd) {
  const body = new URLSearchParams(new FormData(form));
  const html = await fetch(form.action, { method: 'POST', body })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (html === undefined) {
    form.querySelector('[data-offer]').textContent = box.dataset.failed;
    return;
  }
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.querySelector('[data-countdown]');
  if (!fresh) return onEnd();
  for (const element of document.querySelectorAll('[data-countdown]'))
    element.dataset.countdown = fresh.dataset.countdown;
  form.hidden = true;
  news.textContent = box.dataset.said;
  startCountdowns(document, onEnd, warnInTime);
  (lastFocus?.isConnected ? lastFocus : document.querySelector('[data-testid="pay"]'))?.focus();
}
