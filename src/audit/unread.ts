export const tooMany = 429;
export const liftLimit =
  'Your app limits how many requests it takes. Lift the limit while you test, and let the gateway’s callbacks through in production, where many orders are paid at once.';
const leaveOut =
  'Leave the address of the callback out of CSRF protection: the gateway has no token of your app, and signs its message instead.';

/** What to change in an app that refuses a callback before its handler reads it. Undefined if nothing shows that. */
export function unreadMend(status: number, body: string): string | undefined {
  if (status === tooMany) return liftLimit;
  // As Laravel and Django refuse a POST without the token of a form.
  if (status === 419 || (status === 403 && /csrf/i.test(body))) return leaveOut;
  return undefined;
}
