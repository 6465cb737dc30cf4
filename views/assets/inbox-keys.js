import { copyFrom } from './copy.js';
import { isShortcut } from './shortcut.js';

/** `c` copies the focused code, else the newest active one. Escape closes an open menu. */
export function onKey(event) {
  const menu = document.querySelector('.otp-menu[open]');
  if (event.key === 'Escape' && menu) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
  if (!isShortcut(event, 'c', 'KeyC')) return;
  const focused = event.target.closest('.otp[data-state="active"]');
  const card = focused ?? document.querySelector('.otp[data-state="active"]');
  if (card) void copyFrom(card.querySelector('.otp-code'));
}
