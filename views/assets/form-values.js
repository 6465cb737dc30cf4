const cardFields = ['number', 'expiry', 'cvc', 'holder'];

/** What is typed and chosen in the form, without anything of a card. */
export function valuesOf(form) {
  return [...new FormData(form)].filter(([name]) => !cardFields.includes(name));
}

/** The link to the other language opens the page again: what was chosen is carried over, once, within this tab. */
export function keepOverLanguages(form) {
  const key = `checkout ${form.elements.token.value}`;
  const tools = document.querySelector('details.tools');
  const kept = take(key);
  if (kept) restore(form, tools, kept);
  document.querySelector('.strip-link')?.addEventListener('click', () => {
    const left = { values: valuesOf(form), toolsOpen: tools?.open ?? false };
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

function restore(form, tools, { values, toolsOpen }) {
  for (const [name, value] of values) {
    const field = form.elements[name];
    // What the page is about is the server's word.
    if (field && field.type !== 'hidden') field.value = value;
  }
  if (tools) tools.open ||= toolsOpen;
}
