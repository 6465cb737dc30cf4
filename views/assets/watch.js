import { correctCountdown, pauseCountdowns } from './countdown.js';

const pauseMs = 2000;

/** After the answer to a form, for the browser to show it: longer than it takes, shorter than patience. */
const answeredLooks = 2;

/**
 * Keeps an open page up to date while others act on its session: another tab, a tester on the phone, the
 * sandbox's clock. Calls `onChange` when the page is outdated. A page whose form was sent is left to the answer.
 * If the tester stopped loading it, `onStopped` is called once it would have arrived.
 */
export function watchState(token, { isSent, onChange, onStopped }) {
  const { watched } = document.querySelector('main').dataset;
  if (!watched) return;
  let answered = 0;
  const look = async () => {
    const state = document.hidden ? undefined : await ask(token);
    const isOutdated = state && state.watched !== watched;
    if (state && isSent()) answered = state.answering ? 0 : answered + 1;
    if (isOutdated && !isSent()) return onChange();
    if (answered > answeredLooks) {
      answered = 0;
      onStopped(isOutdated);
    }
    if (state?.watched) takeOver(state);
    setTimeout(look, pauseMs);
  };
  setTimeout(look, pauseMs);
}

async function ask(token) {
  try {
    const answer = await fetch(`/checkout/state?${new URLSearchParams({ token })}`);
    // A reset forgets the session: any page of it is outdated.
    if (answer.status === 404) return {};
    return answer.ok ? await answer.json() : undefined;
  } catch {
    // The server is briefly unavailable, or the page is being left.
    return undefined;
  }
}

function takeOver(state) {
  pauseCountdowns(state.frozen);
  const seconds = {
    '[data-countdown]': state.seconds_left,
    '[data-code-seconds]': state.code_seconds,
    '[data-resend-seconds] bdi': state.resend_seconds,
  };
  for (const [counted, left] of Object.entries(seconds))
    for (const element of document.querySelectorAll(counted)) correctCountdown(element, left);
}
