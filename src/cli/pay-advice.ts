import { type Answered, ifCsrf, namesCsrf, unreadMend } from '../audit/unread.ts';

/** What to do about an answer to a genuine callback that does not accept it. */
export function adviceOn(response: Answered): string {
  const { method, status } = response;
  const mend = unreadMend(response);
  if (mend !== undefined) return mend;
  if (status === 404) return `Check ${address}`;
  if (status >= 500) return 'Look for the error in the log of your app.';
  if (status >= 300 && status < 400) return 'A callback by POST follows no redirect.';
  if (namesCsrf(response)) return `${ifCsrf} If your handler rejected it, ${compare}`;
  const signature = `The signature of this callback is right; if your app rejects it, ${compare}`;
  return method === 'POST' ? `${signature} ${ifCsrf}` : signature;
}

const address = 'the address, and that an order with this invoice number exists (--invoice).';
const compare = 'compare the signed string above with the one that your code builds.';

/** What an answer that rejects a message shows about whether the app has read it. Undefined if nothing does. */
export function unreadAdvice(response: Answered): string | undefined {
  if (response.status === 404) return `Unless your handler answered that, check ${address}`;
  return unreadMend(response) ?? (namesCsrf(response) ? ifCsrf : undefined);
}
