/** The sandbox's time goes on while the page is open. What stands still stays as it is. */
const aheadMs = new WeakMap();

setInterval(() => {
  const shown = document.querySelector('[data-clock="running"]');
  if (!shown) return;
  if (!aheadMs.has(shown)) aheadMs.set(shown, Date.parse(shown.dataset.now) - Date.now());
  shown.textContent = new Date(Date.now() + aheadMs.get(shown)).toISOString().replace(/\.\d+/, '');
}, 1000);
