const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const readIcon = icon.href;
let unread = 0;

document.addEventListener('visibilitychange', clearWhenSeen);
addEventListener('focus', clearWhenSeen);

/** Counts new codes in the title and marks the favicon while the page isn't in view. */
export function countUnread(card) {
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  unread += 1;
  document.title = `(${unread}) ${title}`;
  icon.href = readIcon.replace('favicon.svg', 'favicon-unread.svg');
  if (isAllowed()) notify(card);
}

function clearWhenSeen() {
  if (document.visibilityState !== 'visible') return;
  unread = 0;
  document.title = title;
  icon.href = readIcon;
}

function isAllowed() {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

function notify(card) {
  const code = card.querySelector('.code').textContent;
  const number = card.dataset.mobileNumber;
  new Notification(`Code ${code}`, { body: number, tag: card.id });
}
