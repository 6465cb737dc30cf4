const key = 'phone codes seen';
/** Ten times as many as the phone shows. */
const mostKept = 500;

/** Counts each number's codes that this browser hasn't shown. A number's page shows its own, others all. */
export function showUnreadNumbers() {
  const numbers = document.querySelector('[data-numbers]');
  const current = numbers.querySelector('[aria-current]');
  const links = [...numbers.querySelectorAll('[data-number]')];
  const isShown = (link) => current === link || (current && !current.dataset.number);
  const shown = document.visibilityState === 'visible' ? links.filter(isShown) : [];
  const seen = new Set([...shown.flatMap(codesOf), ...read()]);
  for (const link of links)
    show(link, codesOf(link).filter((code) => !seen.has(code)).length, numbers.dataset.unreadWord);
  write([...seen].slice(0, mostKept));
}

function codesOf(link) {
  return link.dataset.codes.split(' ');
}

function show(link, count, word) {
  link.querySelector('.unread')?.remove();
  if (count === 0) return;
  const badge = document.createElement('span');
  badge.className = 'unread';
  const hidden = document.createElement('span');
  hidden.className = 'visually-hidden';
  hidden.textContent = ` ${word}`;
  badge.append(String(count), hidden);
  link.append(badge);
}

// Throws if the browser blocks storage. Every code counts as new then.
function read() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

function write(seen) {
  try {
    localStorage.setItem(key, JSON.stringify(seen));
  } catch {}
}
