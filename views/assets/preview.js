import { valuesOf } from './form-values.js';

const pauseMs = 200;

/** Shows what the merchant would receive as the tester chooses. Nothing of a card leaves the page for it. */
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
    // Its answer would take back what was just chosen.
    asked?.abort();
    timer = setTimeout(refresh, pauseMs);
  });
  form.addEventListener('submit', (event) => {
    // The page is leaving: a preview that is asked for now would be of a payment that is decided already.
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
  // Who chooses on, or leaves the page, ends what is under way: the body as well as the answer. A payment that is decided meanwhile
  // redirects to its result, which only the browser itself may open: its first visit leads back to the shop.
  const html = await fetch('/checkout/preview', { method: 'POST', body, signal, redirect: 'manual' })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (html === undefined) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.querySelector('[data-preview]');
  if (!fresh || signal.aborted) return;
  box.replaceChildren(...fresh.childNodes);
}
