/**
 * "Send a call": choosing an endpoint or account fills in the form in place. The choice keeps the focus, for the
 * next press of an arrow key, and what was typed stays.
 */
const which = document.querySelector('[data-which]');
/** What was typed, by field: also for an endpoint that lacks the field, as another one may have it. */
const typed = new Map();
let newest = 0;

which.addEventListener('change', () => void fillIn());
which.addEventListener('submit', (event) => {
  event.preventDefault();
  void fillIn();
});

async function fillIn() {
  const address = `${which.action}?${new URLSearchParams(new FormData(which))}`;
  newest += 1;
  const asked = newest;
  const answer = await fetch(address).catch(() => undefined);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (asked !== newest) return;
  // What is sent is always what is chosen.
  if (!page) return showChosen();
  keepTyped();
  for (const part of ['.rail', '.switcher', '.finder', '.chips', '.language', '[data-call]'])
    replace(part, page);
  history.replaceState(null, '', address);
  document.dispatchEvent(new Event('account'));
  typeAgain();
}

function replace(part, page) {
  const fresh = page.querySelector(part);
  document.querySelector(part)?.replaceWith(fresh);
}

function showChosen() {
  for (const field of sent().elements) {
    const choice = field.type === 'hidden' && which.elements[field.name];
    if (choice) choice.value = field.value;
  }
}

function keepTyped() {
  // A form that was refused shows what was submitted.
  const { refused } = document.querySelector('[data-call]').dataset;
  for (const field of sent().elements)
    if (field.name && field.type !== 'hidden' && (refused !== undefined || isTyped(field)))
      typed.set(field.name, field.value);
    else typed.delete(field.name);
}

function isTyped(field) {
  if (field.type === 'select-one')
    return ![...field.options].find(({ selected }) => selected)?.defaultSelected;
  return field.type === 'text' && field.value !== field.defaultValue;
}

function typeAgain() {
  for (const [name, value] of typed) {
    const field = sent().elements[name];
    if (field) field.value = value;
  }
}

function sent() {
  return document.querySelector('[data-call] form');
}
