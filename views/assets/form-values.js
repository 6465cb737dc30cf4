const cardFields = ['number', 'expiry', 'cvc', 'holder'];

/** What is typed and chosen in the form, without anything of a card. */
export function valuesOf(form) {
  return [...new FormData(form)].filter(([name]) => !cardFields.includes(name));
}

/** The link to the other language opens the page again: what was chosen is carried over, once, within this tab. */
export function keepOverLanguages(form) {
  const key = `checkout ${form.elements.token.value}`;
  const kept = take(key);
  if (kept) restore(form, kept);
  document.querySelector('.strip-link')?.addEventListener('click', () => {
    const folds = [...document.querySelectorAll('.dock details[open]')].map(({ dataset }) => dataset.testid);
    const left = { values: valuesOf(form), folds };
    // A browser that keeps nothing for us throws: then the choices are made again.
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
  for (const [name, value] of values) {
    const field = form.elements[name];
    // What the page is about is the server's word.
    if (field && field.type !== 'hidden') field.value = value;
  }
  for (const fold of document.querySelectorAll('.dock details'))
    fold.open ||= folds.includes(fold.dataset.testid);
}
