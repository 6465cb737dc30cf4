/** Every `data-copy` button copies the `data-copy-source` that stands beside it. Without a script the buttons stay hidden. */
export function activateCopy(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copyFrom(button.parentElement));
  }
}

/** Copies the text of the source inside the box and says so on its button. */
export async function copyFrom(box) {
  const source = box.querySelector('[data-copy-source]');
  const button = box.querySelector('[data-copy]');
  const done = await copyText(source);
  const { done: copied = 'Copied', failed = 'Press Ctrl+C' } = button.dataset;
  say(button, done ? copied : failed);
}

async function copyText(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    // A plain-HTTP name has no clipboard: the selection is ready for the keyboard instead.
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
