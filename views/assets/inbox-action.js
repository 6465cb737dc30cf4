import { words } from './words.js';

const notice = document.createElement('div');
notice.className = 'notice';
notice.setAttribute('role', 'alert');

/** Sends the form of a code's menu without leaving the page, and says so if the sandbox did not do it. */
export async function post(form) {
  const menu = form.closest('details');
  // Closing it would take the focus from its button.
  menu.querySelector('summary').focus({ preventScroll: true });
  menu.open = false;
  const answer = await fetch(form.action, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
  notice.remove();
  if (answer?.type === 'opaqueredirect') return;
  notice.textContent = words.refused;
  document.querySelector('.page-head').after(notice);
}
