import { refusesForCsrf } from './csrf.ts';

export const tooMany = 429;
export const liftLimit =
  'Your app limits how many requests it takes. Lift the limit while you test, and let the gateway’s callbacks through in production, where many orders are paid at once.';
const leaveOut =
  'Leave the address of the callback out of CSRF protection: the gateway has no token of your app, and signs its message instead.';

/** A message, and what your app answered. */
export interface Answered {
  readonly method: 'GET' | 'POST';
  readonly status: number;
  readonly body: string;
}

/** What to change in an app that refuses a callback before its handler reads it. Undefined if nothing shows that. */
export function unreadMend({ method, status, body }: Answered): string | undefined {
  if (status === tooMany) return liftLimit;
  const isCsrf = status === 419 || (status >= 400 && status < 500 && refusesForCsrf(body));
  return isCsrf && method === 'POST' ? leaveOut : undefined;
}
