const key = 'phone seen';

/** Counts at each number the codes that this browser has not shown yet. The page of a number shows its own, the others show all. */
export function showUnreadNumbers() {
  const numbers = document.querySelector('[data-numbers]');
  const current = numbers.querySelector('[aria-current]');
  const seen = read();
  for (const link of numbers.querySelectorAll('[data-number]')) {
    const { number, codes } = link.dataset;
    const ids = codes.split(' ').map(Number);
    const isShown = current === link || (current && !current.dataset.number);
    if (isShown && document.visibilityState === 'visible') seen[number] = ids[0];
    // A reset starts the ids again.
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

// A browser that keeps nothing for us throws: then every code counts.
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
