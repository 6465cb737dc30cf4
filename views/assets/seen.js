const key = 'phone seen';

/** Counts each number's codes that this browser hasn't shown. A number's page shows its own, others all. */
export function showUnreadNumbers() {
  const numbers = document.querySelector('[data-numbers]');
  const current = numbers.querySelector('[aria-current]');
  const seen = read();
  for (const link of numbers.querySelectorAll('[data-number]')) {
    const { number, codes } = link.dataset;
    const ids = codes.split(' ').map(Number);
    const isShown = current === link || (current && !current.dataset.number);
    if (isShown && document.visibilityState === 'visible') seen[number] = ids[0];
    // Ids restart after a reset.
    if (seen[number] > ids[0]) seen[number] = 0;
    show(link, ids.filter((id) => id > (seen[number] ?? 0)).length, numbers.dataset.unreadWord);
  }
  write(seen);
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
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(seen) {
  try {
    localStorage.setItem(key, JSON.stringify(seen));
  } catch {}
}
