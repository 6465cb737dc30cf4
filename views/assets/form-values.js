const cardFields = ['number', 'expiry', 'cvc', 'holder'];

/** All values of the form except card data. */
export function valuesOf(form) {
  return [...new FormData(form)].filter(([name]) => !cardFields.includes(name));
}

/** Keeps the values when the language link reloads the page, once and only in this tab. */
export function keepOverLanguages(form) {
  const key = `checkout ${form.elements.token.value}`;
  const kept = take(key);
  if (kept) restore(form, kept);
  document.querySelector('.strip-link')?.addEventListener('click', () => {
    const folds = [...document.querySelectorAll('.dock details[open]')].map(({ dataset }) => dataset.testid);
    const left = { values: valuesOf(form), folds };
    // Throws if the browser blocks storage. The values are lost then.
    try {
      sessionStorage.setItem(key, JSON.stringify(left));
    } catch {}
  });
}

function take(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return kept;
  } catch {
    return undefined;
  }
}

function restore(form, { values, folds }) {
  // A radio button that is chosen by default may not have been chosen, such as a preset after a change by hand.
  const names = new Set(values.map(([name]) => name));
  for (const field of form.elements) if (field.type === 'radio') field.checked &&= names.has(field.name);
  for (const [name, value] of values) {
    const field = form.elements[name];
    // Hidden fields come from the server.
    if (field && field.type !== 'hidden') field.value = value;
  }
  for (const fold of document.querySelectorAll('.dock details'))
    fold.open ||= folds.includes(fold.dataset.testid);
}
