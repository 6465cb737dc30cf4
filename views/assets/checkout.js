import { activateCode } from './code-step.js';
import { countDown } from './countdown.js';
import { keepOverLanguages } from './form-values.js';
import { previewLive } from './preview.js';
import { withoutSeparators } from './separators.js';
import { watchTime } from './time-warning.js';
import { activateTools } from './tools.js';
import { watchState } from './watch.js';

const form = document.querySelector('#checkout');
let showIdle = () => {};

// The back-forward cache may restore a form whose session has ended.
addEventListener('pageshow', (event) => {
  if (event.persisted) startOver();
});

watchTime(onTimeUp);
for (const element of document.querySelectorAll('[data-code-seconds]'))
  countDown(element, element.dataset.codeSeconds, onTimeUp);
if (form) {
  // Listen first: one of the form's buttons requests a preview, which must not submit the form.
  previewLive(form);
  form.addEventListener('submit', (event) => lockAfterSubmit(event));
  activateTools(form);
  activateCode(form);
  offerTestCards();
  formatWhileTyping('number', groupByFour);
  formatWhileTyping('expiry', splitExpiry);
  drawCard();
  keepOverLanguages(form);
  watchState(form.elements.token.value, {
    isSent: () => Boolean(form.dataset.sent),
    onChange: startOver,
    onStopped: (isOutdated) => (isOutdated ? goOn() : unlock()),
  });
  document.querySelector('[aria-invalid="true"]')?.focus();
}

/** A page whose form was sent is left to the answer, which a reload would cancel. */
function onTimeUp() {
  if (!form?.dataset.sent) startOver();
}

/** Reloads by URL, because reloading the answer to a form would submit it again. */
function startOver() {
  if (!form) return location.reload();
  const { token, lang } = form.elements;
  location.replace(`/checkout?${new URLSearchParams({ token: token.value, lang: lang.value })}`);
}

/** To where the answer to the form would have led. */
function goOn() {
  const { token, lang } = form.elements;
  location.replace(`/checkout/result?${new URLSearchParams({ token: token.value, lang: lang.value })}`);
}

/** Disabled buttons aren't submitted, so disable them one turn after the form was read. */
function lockAfterSubmit(event) {
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = 'true';
  setTimeout(() => {
    for (const button of form.elements) if (button.type === 'submit') button.disabled = true;
    const pay = event.submitter;
    if (!pay?.dataset.busy) return;
    pay.setAttribute('aria-busy', 'true');
    const label = [...pay.childNodes];
    showIdle = () => {
      pay.removeAttribute('aria-busy');
      pay.replaceChildren(...label);
    };
    pay.textContent = pay.dataset.busy;
  });
}

/** The form never arrived: it can be sent again. */
function unlock() {
  delete form.dataset.sent;
  for (const button of form.elements) if (button.type === 'submit') button.disabled = false;
  showIdle();
}

function offerTestCards() {
  for (const hint of document.querySelectorAll('[data-needs-script]')) hint.hidden = false;
  for (const item of document.querySelectorAll('[data-card]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...item.childNodes);
    button.addEventListener('click', () => fillIn(item.dataset.card));
    item.append(button);
  }
}

function fillIn(number) {
  // The sandbox's clock may be years ahead of the browser's.
  const end = new Date(document.querySelector('main').dataset.expiresAt);
  const year = String((end.getUTCFullYear() + 4) % 100).padStart(2, '0');
  const values = { number, expiry: `12/${year}`, cvc: '123', holder: 'Test Customer' };
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
  form.querySelector('[data-testid="pay"]').focus();
}

/** The card beside the form shows what is typed. */
function drawCard() {
  for (const drawn of document.querySelectorAll('[data-drawn]')) {
    const field = form.elements[drawn.dataset.drawn];
    const blank = drawn.textContent;
    const show = () => {
      drawn.textContent = field.value + blank.slice(field.value.length);
    };
    field.addEventListener('input', show);
    show();
  }
}

/** Only with the caret at the end, so that it doesn't jump during a correction in the middle. */
function formatWhileTyping(name, format) {
  const field = form.elements[name];
  field?.addEventListener('input', (event) => {
    const atEnd = field.selectionStart === field.value.length;
    if (atEnd && event.inputType !== 'deleteContentBackward') field.value = format(field.value);
  });
}

function groupByFour(text) {
  return withoutSeparators(text)
    .replace(/(.{4})(?=.)/g, '$1 ')
    .slice(0, 23);
}

function splitExpiry(text) {
  return text.replace(/^([0-9٠-٩۰-۹]{2})([0-9٠-٩۰-۹])/, '$1/$2');
}
