export const tooMany = 429;
export const liftLimit =
  'Your app limits how many requests it takes. Lift the limit while you test, and let the gateway’s callbacks through in production, where many orders are paid at once.';
const noToken = 'the gateway has no token of your app, and signs its message instead.';
const leaveOut = `Leave the address of the callback out of CSRF protection: ${noToken}`;
/** With an "if", because no answer proves it: error pages name the protection in settings, source, and call stacks. */
export const ifCsrf = `If CSRF protection refused the callback before your handler read it, leave its address out of that protection: ${noToken}`;

/** A message, and what your app answered. */
export interface Answered {
  readonly method: 'GET' | 'POST';
  readonly status: number;
  readonly body: string;
}

/** What to change in an app that refuses a callback before its handler reads it. Undefined if the status does not tell. */
export function unreadMend({ method, status }: Answered): string | undefined {
  if (status === tooMany) return liftLimit;
  return status === 419 && method === 'POST' ? leaveOut : undefined;
}

/** Whether an answer that may refuse a POST for want of a form's token names that protection, in any language. */
export function namesCsrf({ method, status, body }: Answered): boolean {
  return method === 'POST' && refusals.includes(status) && protection.test(shownBy(body));
}

/** As frameworks refuse. */
const refusals = [400, 401, 403, 422];

const protection = /[cx]srf|request[ -]?forgery|authenticity[ _-]?token|anti-?forgery/i;

/** Without tags and scripts: many layouts have a CSRF token for their own forms in them. */
function shownBy(page: string): string {
  return page
    .slice(0, 50_000)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[!/]?[a-z-][\w-]*(?:[\s/][^<>]*)?>/gi, ' ');
}
