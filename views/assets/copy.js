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

/** Custom keys are masked on the page. Only pages that show keys load this. */
async function wholeText(source, account) {
  const { wholeText } = await import('./keys.js');
  return wholeText(source, account);
}

async function copyText(source, account) {
  try {
    await navigator.clipboard.writeText(account ? await wholeText(source, account) : source.textContent);
    return true;
  } catch {
    // Plain HTTP has no clipboard API, so select the text for the keyboard.
    source.hidden = false;
    getSelection().selectAllChildren(source);
    return false;
  }
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
