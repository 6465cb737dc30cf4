import { valuesOf } from './form-values.js';

const pauseMs = 200;

/** Shows what your app would receive as the tester chooses. Card data never leaves the page. */
export function previewLive(form) {
  const box = document.querySelector('[data-preview]');
  if (!box) return;
  let timer;
  let asked;
  const refresh = async () => {
    asked?.abort();
    asked = new AbortController();
    await replace(box, form, asked.signal);
  };
  document.addEventListener('input', ({ target }) => {
    if (!box.closest('details').open) return;
    if (target.form !== form || !(target.closest('.dock') || target.name === 'method')) return;
    clearTimeout(timer);
    // A late answer would undo this choice.
    asked?.abort();
    timer = setTimeout(refresh, pauseMs);
  });
  form.addEventListener('submit', (event) => {
    // The page is being left, and a new preview would be of a payment that is already decided.
    clearTimeout(timer);
    asked?.abort();
    if (event.submitter?.name !== 'preview') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void refresh();
  });
  box.closest('details').addEventListener('toggle', ({ target }) => {
    if (target.open) void refresh();
  });
}

async function replace(box, form, signal) {
  const body = new URLSearchParams([...valuesOf(form), ['preview', '1']]);
  // Another choice or leaving the page aborts this, body included. If the payment is decided in the meantime,
  // don't follow the redirect: the first visit to the result leads to the shop, and must be the browser's.
  const html = await fetch('/checkout/preview', { method: 'POST', body, signal, redirect: 'manual' })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (html === undefined) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.querySelector('[data-preview]');
  if (!fresh || signal.aborted) return;
  box.replaceChildren(...fresh.childNodes);
}
