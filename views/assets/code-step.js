import { countDown } from './countdown.js';
import { withoutSeparators } from './separators.js';

/**
 * The field for a one-time code: submits itself with the last digit, and shows when to request a new code.
 */
export function activateCode(form) {
  const field = form.elements.code;
  const resend = form.querySelector('[data-resend-seconds]');
  if (resend) waitForResend(resend);
  if (!field) return;
  field.addEventListener('input', ({ inputType, data }) => {
    // The field is longer, so that a pasted code keeps its last digit.
    const digits = withoutSeparators(field.value).slice(0, field.dataset.digits);
    if (field.value !== digits) field.value = digits;
    mark(field, digits.length);
    // Only for typing and pasting: a test that fills in the field presses Pay itself.
    const isTyped = inputType === 'insertFromPaste' || (inputType === 'insertText' && data?.length === 1);
    if (isTyped && digits.length === Number(field.dataset.digits)) form.requestSubmit(payOf(form));
  });
  field.addEventListener('focus', () => mark(field, field.value.length));
  field.addEventListener('blur', () => mark(field, field.value.length));
}

function payOf(form) {
  return form.querySelector('[data-testid="pay"]');
}

function mark(field, typed) {
  field.parentElement.dataset.typed = typed;
}

function waitForResend(button) {
  const time = button.querySelector('bdi');
  button.setAttribute('aria-disabled', 'true');
  button.addEventListener('click', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') event.preventDefault();
  });
  countDown(time, button.dataset.resendSeconds, () => {
    button.removeAttribute('aria-disabled');
    button.textContent = button.dataset.resendNow;
  });
}
