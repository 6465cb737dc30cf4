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

/** Shows the button only if notifications are supported and neither allowed nor denied yet. */
export function offerNotifications(button) {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await Notification.requestPermission();
    button.hidden = true;
  });
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
