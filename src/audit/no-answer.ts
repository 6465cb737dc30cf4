import { certificateMend } from './certificate.ts';

const startPage =
  'Start what serves the return page, such as your frontend, or let --return-url name a page that runs.';
const startApp = 'Check that your app runs, listens at the address of the callback, and responds in time.';
export const brokeOff =
  'The handler failed or took too long: see your app’s log. If it got nothing, the address has another scheme, or is not that of your app.';

/** The app was reached, in the words of `errorWords`. */
const reached =
  /^no complete answer |^the answer | closed the connection |^the connection was (?:reset|closed) by |^the kept-alive connection /;

/** What to do about a message that got no answer, by its error. `start`: if the app was not reached. */
export function noAnswerMend(
  what: 'callback' | 'return',
  error: string | null,
  start: string = what === 'return' ? startPage : startApp,
): string {
  const mend = certificateMend(error);
  if (mend !== undefined) return mend;
  if (reached.test(error ?? '')) return brokeOff;
  return start;
}
