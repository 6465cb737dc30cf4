import { type Answer, call } from '../net/call.ts';
import { CookieJar } from '../net/cookie-jar.ts';

const mostRedirects = 5;

const headers = {
  Accept: 'text/html,*/*;q=0.8',
  'Sec-Fetch-Mode': 'navigate',
  'User-Agent': 'Mozilla/5.0 (gateway-sandbox)',
};

/**
 * Opens a page of your app like the customer's browser, and follows your app's redirects to the final page, with
 * the cookies that your app sets on the way. The timeout covers everything.
 */
export async function visit(url: string, timeoutMs: number): Promise<Answer> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const jar = new CookieJar();
  const open = async (at: string) => {
    const left = Math.max(1, timeoutMs - tookMs());
    const sent = { ...headers, ...jar.headers(at) };
    const answer = await call({ method: 'GET', url: at, headers: sent, timeoutMs: left });
    jar.take(at, answer.headers);
    return answer;
  };
  let at = url;
  let answer = await open(at);
  for (let hops = 0; answer.location !== null && hops < mostRedirects; hops += 1) {
    const next = URL.parse(answer.location, at);
    if (!next || next.host !== new URL(at).host) break;
    at = next.href;
    answer = await open(at);
  }
  return { ...answer, durationMs: tookMs() };
}
