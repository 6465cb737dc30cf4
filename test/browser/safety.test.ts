import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { servePage } from '../support/page-server.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);

/** Where a foreign page can be hosted: another port is another origin, but the same site. */
const strangers = ['127.0.0.1', 'localhost'];

describe.each(strangers)('a page of somebody else on another port of %s', (host) => {
  test('shows nothing of us in a frame, and loads nothing as a script or an image', async () => {
    const { page, statuses, sandboxUrl } = await stranger(host);
    const refusal = 'Another site cannot read this.';
    for (const [path, address, isOurRefusal] of [
      // One of the browser's own pages.
      ['/checkout?token=token-1', 'chrome-error://chromewebdata/', false],
      ['/_sandbox/', `${sandboxUrl}/_sandbox/`, true],
      ['/_sandbox/inbox', `${sandboxUrl}/_sandbox/inbox`, true],
    ] as const) {
      await page.evaluate(`new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = resolve;
        frame.src = ${JSON.stringify(sandboxUrl + path)};
        document.body.replaceChildren(frame);
      })`);
      // The browser loads a frame in a process of its own, and reports its address later.
      await expect.poll(() => page.frames()[1]?.url()).toBe(address);
      const shown = () => page.frames()[1]?.locator('body').textContent();
      await expect.poll(async () => (await shown())?.includes(refusal)).toBe(isOurRefusal);
    }
    for (const element of ['script', 'img', 'link']) {
      const source = element === 'link' ? 'rel = "stylesheet", it.href' : 'src';
      const outcome = await page.evaluate(`new Promise((resolve) => {
        const it = document.createElement('${element}');
        it.onload = () => resolve('loaded');
        it.onerror = () => resolve('refused');
        it.${source} = ${JSON.stringify(`${sandboxUrl}/_sandbox/api/otps`)};
        document.head.append(it);
      })`);
      expect(outcome).toBe('refused');
    }
    await expect.poll(() => statuses('/_sandbox/api/otps')).toEqual([403, 403, 403]);
  });

  test('may link to a page of ours', async () => {
    const { page, sandboxUrl } = await stranger(host);
    const home = page.url();
    for (const path of ['/_sandbox/inbox', '/_sandbox/', '/checkout?token=token-1']) {
      await page.goto(home);
      const answer = page.waitForResponse(sandboxUrl + path);
      await page.evaluate(`location.href = ${JSON.stringify(sandboxUrl + path)}`);
      expect((await answer).status()).toBe(200);
      await page.waitForURL(sandboxUrl + path);
    }
  });
});

describe('a host name that was rebound to this machine', () => {
  test('is refused in every zone, also by its own pages', async () => {
    const checkout = await openCheckout('aggregator');
    const page = await visitor({ refusalsExpected: true });
    const rebound = checkout.sandboxUrl.replace('127.0.0.1', 'rebound.example');
    // Only the health check accepts any host name: test/http/guard-health.
    for (const path of ['/', '/_sandbox/', '/_sandbox/api/otps', '/checkout?token=token-1']) {
      const answer = await page.goto(rebound + path);
      expect([path, answer?.status()]).toEqual([path, 403]);
      expect(await answer?.text()).toContain('HOST_NOT_ALLOWED');
    }
    for (const [path, body] of writes(checkout)) {
      const form = `new URLSearchParams(${JSON.stringify(body)})`;
      const status = await page.evaluate(
        `fetch('${path}', { method: 'POST', body: ${form} }).then((answer) => answer.status)`,
      );
      expect([path, status]).toEqual([path, 403]);
    }
    const api = "fetch('/api/v1/transaction/walletA/verify', { method: 'POST' })";
    await expect.poll(() => page.evaluate(`${api}.then((answer) => answer.status)`)).toBe(403);
    await expectNothingChanged(checkout);
  });
});

interface Stranger {
  readonly page: Page;
  readonly sandboxUrl: string;
  readonly checkout: OpenCheckout;
  /** The statuses of the sandbox's answers for a path, oldest first. */
  readonly statuses: (path: string) => number[];
}

/** A foreign page in a browser that also has an open checkout and a code in the sandbox. */
async function stranger(host: string): Promise<Stranger> {
  const checkout = await openCheckout('aggregator');
  const { status } = await checkout.sandbox.call('walletB/verify', rightFields['walletB/verify']);
  expect(status).toBe(200);
  const port = await servePage('<!doctype html><title>Somebody</title><p>Nice things</p>');
  const page = await visitor({ refusalsExpected: true });
  const statuses = await statusesOf(page);
  await page.goto(`http://${host}:${port}/`);
  return { page, sandboxUrl: checkout.sandboxUrl, checkout, statuses };
}

/** The statuses on the wire. A page's own events omit what the browser hides from its script. */
async function statusesOf(page: Page): Promise<Stranger['statuses']> {
  const network = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const answers: [requestId: string, status: number][] = [];
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    answers.push([requestId, statusCode]);
  });
  await network.send('Network.enable');
  return (path) => answers.filter(([id]) => paths.get(id) === path).map(([, status]) => status);
}

/** Requests that would change something if our own pages sent them. */
function writes({ token }: OpenCheckout): [path: string, body: Readonly<Record<string, string>>][] {
  return [
    ['/checkout/pay', { token, method: 'method_1' }],
    ['/checkout/cancel', { token }],
    ['/checkout/back', { token }],
    ['/checkout/resend', { token }],
    ['/checkout/tools', { token, action: 'expire' }],
    ['/_sandbox/inbox/1/expire', {}],
    ['/_sandbox/inbox/1/lock', {}],
    ['/_sandbox/api/reset', {}],
    [`/_sandbox/api/checkouts/${token}/approve`, {}],
  ];
}

async function expectNothingChanged({ sandbox, status, events }: OpenCheckout): Promise<void> {
  await expect.poll(() => status()).toBe('started');
  expect((await events()).filter((type) => type !== 'otp.sent')).toEqual(['transaction.started']);
  const { json } = await sandbox.control('otps');
  for (const otp of json.data) expect(otp.status).toBe('active');
}
