import { correctCountdown, pauseCountdowns } from './countdown.js';

const pauseMs = 2000;

/**
 * Keeps an open page up to date while others act on its session: another tab, a tester on the phone, the
 * sandbox's clock. Calls `onChange` when the page is outdated.
 */
export function watchState(token, onChange) {
  const { watched } = document.querySelector('main').dataset;
  if (!watched) return;
  const look = async () => {
    const state = document.hidden ? undefined : await ask(token);
    if (state && state.watched !== watched) return onChange();
    if (state) takeOver(state);
    setTimeout(look, pauseMs);
  };
  setTimeout(look, pauseMs);
}

async function ask(token) {
  try {
    const answer = await fetch(`/checkout/state?${new URLSearchParams({ token })}`);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    // The server is briefly unavailable, or the page is being left.
    return undefined;
  }
}

function takeOver(state) {
  pauseCountdowns(state.frozen);
  const seconds = { countdown: state.seconds_left, codeSeconds: state.code_seconds };
  for (const [name, left] of Object.entries(seconds)) {
    const attribute = name === 'countdown' ? 'data-countdown' : 'data-code-seconds';
    for (const element of document.querySelectorAll(`[${attribute}]`)) correctCountdown(element, left);
  }
}
