import { type Answer, call } from '../net/call.ts';

const mostRedirects = 5;

const headers = {
  Accept: 'text/html,*/*;q=0.8',
  'Sec-Fetch-Mode': 'navigate',
  'User-Agent': 'Mozilla/5.0 (gateway-sandbox)',
};

/**
 * Opens a page of the app as the customer's browser does, and follows the app's own redirects to the page that it shows. All of that ends
 * within the time-out.
 */
export async function visit(url: string, timeoutMs: number): Promise<Answer> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const open = (at: string) =>
    call({ method: 'GET', url: at, headers, timeoutMs: Math.max(1, timeoutMs - tookMs()) });
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
