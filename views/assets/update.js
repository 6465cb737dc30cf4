/** Each `<details>` that the reader opened or closed, to leave it so. */
const turned = new WeakSet();

document.addEventListener('click', ({ target }) => {
  const fold = target.closest('summary')?.parentElement;
  if (fold) turned.add(fold);
});

/**
 * Makes an element like its fresh version, and leaves alone what hasn't changed. So the focus, selected text, what is
 * typed, and a button that is being pressed stay. If the focused element is gone, its part gets the focus.
 */
export function update(shown, fresh) {
  const focused = document.activeElement;
  become(shown, fresh);
  if (focused === document.activeElement) return;
  if (!focused.isConnected) shown.tabIndex = -1;
  (focused.isConnected ? focused : shown).focus({ preventScroll: true });
}

function become(shown, fresh) {
  // A copy button says "Copied" for a moment, and a refused field keeps what was submitted.
  if (shown.isEqualNode(fresh) || shown.dataset?.copied || shown.matches?.('.field-wrong')) return;
  if (shown instanceof Element) {
    takeAttributes(shown, fresh);
    takeChildren(shown, fresh);
  } else shown.data = fresh.data;
}

function takeAttributes(shown, fresh) {
  for (const name of new Set([...shown.getAttributeNames(), ...fresh.getAttributeNames()])) {
    if (name === 'tabindex' || (name === 'open' && isRead(shown))) continue;
    const value = fresh.getAttribute(name);
    if (value === null) shown.removeAttribute(name);
    else if (value !== shown.getAttribute(name)) shown.setAttribute(name, value);
  }
}

function isRead(fold) {
  const selection = getSelection();
  if (turned.has(fold) || fold.contains(document.activeElement)) return true;
  return !selection.isCollapsed && selection.containsNode(fold, true);
}

function takeChildren(shown, fresh) {
  const rest = [...shown.childNodes].map((node) => ({ node, identity: identityOf(node) }));
  const pairs = [...fresh.childNodes].map((child) => {
    const identity = identityOf(child);
    const place = rest.findIndex((each) => each.identity === identity);
    return { child, node: place === -1 ? child : rest.splice(place, 1)[0].node };
  });
  for (const { node } of rest) node.remove();
  let next = shown.firstChild;
  for (const { child, node } of pairs) {
    if (node === next) next = next.nextSibling;
    else shown.insertBefore(node, next);
    if (node !== child) become(node, child);
  }
}

/** Equal for a node and its fresh version. Items of a list are known by their first link, others by what names them. */
function identityOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  const link = node.matches('li, tr') ? node.querySelector('[href], [action]') : null;
  const named = ['id', 'aria-labelledby', 'href', 'action'].map((name) => (link ?? node).getAttribute(name));
  return [node.nodeName, ...named].join(' ');
}
