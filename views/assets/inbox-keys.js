import { copyFrom } from './copy.js';

/** `c` copies the focused code, else the newest active one. Escape closes an open menu. */
export function onKey(event) {
  const menu = document.querySelector('.otp-menu[open]');
  if (event.key === 'Escape' && menu) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
  if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  const focused = event.target.closest('.otp[data-state="active"]');
  const card = focused ?? document.querySelector('.otp[data-state="active"]');
  if (card) void copyFrom(card.querySelector('.otp-code'));
}
