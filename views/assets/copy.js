import { words } from './words.js';

/**
 * Each `data-copy` button copies the `data-copy-source` beside it. Without scripts the buttons are hidden.
 */
export function activateCopy(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copyFrom(button.parentElement));
  }
}

/** Copies the text of the source inside the box and confirms it on the button. */
export async function copyFrom(box) {
  const source = box.querySelector('[data-copy-source]');
  const button = box.querySelector('[data-copy]');
  const done = await copyText(source, button.dataset.keysOf);
  const { done: copied = words.copied, failed = words.pressCopy } = box.closest('[data-done]')?.dataset ?? {};
  say(button, done ? copied : failed);
}

async function copyText(source, account) {
  try {
    await navigator.clipboard.writeText(await wholeText(source.textContent, account));
    return true;
  } catch {
    // Plain HTTP has no clipboard API, so select the text for the keyboard.
    source.hidden = false;
    getSelection().selectAllChildren(source);
    return false;
  }
}

/** Custom keys are masked on the page but copied in full. */
async function wholeText(text, account) {
  if (!account) return text;
  const [masked, whole] = await Promise.all([
    maskedKeys(account),
    keys(`/_sandbox/api/accounts/${encodeURIComponent(account)}`),
  ]);
  return whole.reduce((copied, key, place) => copied.replaceAll(masked[place], key), text);
}

async function maskedKeys(account) {
  const listed = await fetch('/_sandbox/api/accounts?limit=200').then((answer) => answer.json());
  return keysOf(listed.data.find(({ id }) => id === account));
}

async function keys(address) {
  return keysOf(await fetch(address).then((answer) => answer.json()));
}

function keysOf({ api_key, secret_key, access_tokens }) {
  return [api_key, secret_key, access_tokens.test, access_tokens.live];
}

function say(button, word) {
  button.dataset.label ??= button.textContent;
  button.textContent = word;
  button.dataset.copied = 'true';
  clearTimeout(Number(button.dataset.timer));
  button.dataset.timer = setTimeout(() => {
    button.textContent = button.dataset.label;
    delete button.dataset.copied;
  }, 1600);
}
