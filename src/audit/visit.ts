import { type Answer, call } from '../net/call.ts';
import { CookieJar } from '../net/cookie-jar.ts';

const mostRedirects = 5;
const redirects = [301, 302, 303, 307, 308] as const;

const headers = {
  Accept: 'text/html,*/*;q=0.8',
  'Sec-Fetch-Mode': 'navigate',
  'User-Agent': 'Mozilla/5.0 (gateway-sandbox)',
};

/** The answer of the last page that was opened. */
export interface Visited extends Answer {
  /** Its path, if a redirect led to another one. At the same path, also what its query has of its own. */
  readonly landed?: string | undefined;
  readonly isRedirected?: boolean;
}

interface VisitOptions {
  readonly timeoutMs: number;
  /** Whether the customer accepts any certificate, as a developer does once in the browser. */
  readonly allowSelfSigned: boolean;
}

/**
 * Opens a page of your app like the customer's browser, and follows your app's redirects to the final page, with
 * the cookies that your app sets on the way. The timeout covers everything.
 */
export async function visit(url: string, { timeoutMs, allowSelfSigned }: VisitOptions): Promise<Visited> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const jar = new CookieJar();
  const open = async (at: string) => {
    const left = Math.max(1, timeoutMs - tookMs());
    const sent = { ...headers, ...jar.headers(at) };
    const answer = await call({ method: 'GET', url: at, headers: sent, timeoutMs: left, allowSelfSigned });
    jar.take(at, answer.headers);
    return answer;
  };
  let at = url;
  let answer = await open(at);
  let next = nextOf(answer, at);
  let hops = 0;
  for (; next !== null && hops < mostRedirects; hops += 1) {
    at = next;
    answer = await open(at);
    next = nextOf(answer, at);
  }
  const error = next === null ? strayed(answer, at) : `redirects without end: more than ${mostRedirects}`;
  return {
    ...answer,
    error: answer.error === null ? error : errorAt(answer.error, hops === 0 ? undefined : at, timeoutMs),
    landed: landedAt(at, url),
    isRedirected: hops > 0,
    durationMs: tookMs(),
  };
}

/** The later pages have only the rest of the time, which nobody has set. */
function errorAt(error: string, redirectedTo: string | undefined, timeoutMs: number): string {
  if (redirectedTo === undefined) return error;
  const words = error.replace(/^(no complete answer within) \d+ ms$/, `$1 ${timeoutMs} ms in all`);
  return `${words} (after a redirect to ${new URL(redirectedTo).pathname})`;
}

/** Shorter values, such as the 1 of `approved`, occur in others by chance. */
const shortestMirrored = 4;

/** Many apps have one path for all pages. What a page's query has of the return's own tells no pages apart. */
function landedAt(at: string, url: string): string | undefined {
  const [to, from] = [new URL(at), new URL(url)];
  if (to.pathname !== from.pathname) return to.pathname;
  if (to.search === from.search) return undefined;
  const mirrored = [...from.searchParams.values()].filter(({ length }) => length >= shortestMirrored);
  const own = [...to.searchParams].filter(([, value]) => !mirrored.some((each) => value.includes(each)));
  return own.length === 0 ? undefined : `${to.pathname}?${new URLSearchParams(own)}`;
}

/** Why a browser would show nothing, although your app answered. */
function strayed({ status, location }: Answer, at: string): string | null {
  if (!isRedirect(status)) return null;
  if (location === null) return 'a redirect without Location';
  const { protocol = '' } = URL.parse(location, at) ?? {};
  return ['http:', 'https:'].includes(protocol) ? null : `a redirect to ${location}, which is no page`;
}

/** Where your app redirects to. Null if that is no page of its own. */
function nextOf({ status, location }: Answer, at: string): string | null {
  const next = !isRedirect(status) || location === null ? null : URL.parse(location, at);
  return next?.host === new URL(at).host ? next.href : null;
}

/** Whether a browser goes to the `Location` of an answer. */
export function isRedirect(status: number | null): boolean {
  return redirects.some((each) => each === status);
}
