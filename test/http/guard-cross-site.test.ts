import { describe, expect, it } from 'vitest';
import { words } from '../../src/pages/words/words.ts';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { allRoutes, statusOf } from '../support/routes.ts';
import { sharedSandbox } from '../support/shared.ts';
import { share } from '../support/spread.ts';

const routes = (await allRoutes()).filter(({ zone }) => zone !== 'api');
const writes = routes.filter(({ method }) => method !== 'GET');
const testerReads = routes.filter(({ method, zone }) => method === 'GET' && zone === 'tester');
const customerReads = routes.filter(({ method, zone }) => method === 'GET' && zone === 'customer');

const own = 'http://localhost:4700';
const ownRequests: Record<string, string>[] = [
  {},
  { Origin: own },
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' },
  { 'Sec-Fetch-Site': 'same-origin', Origin: own },
];
const foreignOrigins = [
  'null',
  'http://evil.example',
  'http://localhost',
  'http://localhost:3000',
  'https://localhost:4700',
  'http://127.0.0.1:4700',
  'http://localhost:4700.evil.example',
  'http://localhost:4700/',
  'http://evil.example http://localhost:4700',
  'file://',
  'chrome-extension://abc',
  '',
];
/** The headers that forms, images and scripts of another site send. */
const byAnotherSite: Record<string, string>[] = [
  ...foreignOrigins.map((Origin) => ({ Origin })),
  // A foreign Origin with a good Sec-Fetch-Site, and vice versa.
  { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
  ...['cross-site', 'same-site', 'other', ''].map((site) => ({ 'Sec-Fetch-Site': site })),
];
/** A posted form is a navigation too. */
const formOfAnotherSite = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
};

describe('Writes need Sec-Fetch-Site same-origin or none when present, and an Origin, when present, equal to scheme, host and port', () => {
  const shared = sharedSandbox();

  it.each(writes)('$method $path is refused from elsewhere and changes nothing', async (route) => {
    const sandbox = shared();
    const before = sandbox.runtime.store.events.lastId();
    for (const headers of share([...byAnotherSite, formOfAnotherSite], writes.indexOf(route), 3)) {
      const answer = await statusOf(sandbox, route, headers);
      expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, code: 'CROSS_SITE' });
    }
    expect(sandbox.runtime.store.events.lastId()).toBe(before);
  });

  it.each(writes)('$method $path is let in from here', async (route) => {
    const sandbox = await freshSandbox();
    for (const headers of ownRequests) {
      const { status, code } = await statusOf(sandbox, route, headers);
      expect({ refused: status === 403, code }, JSON.stringify(headers)).toEqual({
        refused: false,
        code: undefined,
      });
    }
  });

  it('the Origin is compared with the Host that was asked', async () => {
    const sandbox = await freshSandbox();
    const reset = { method: 'POST', path: '/_sandbox/api/reset' };
    const status = async (Origin: string, host: string) =>
      (await statusOf(sandbox, reset, { Origin }, host)).status;
    expect(await status('http://[::1]:4700', '[::1]:4700')).toBe(200);
    expect(await status('http://shop.localhost:4700', 'shop.localhost:4700')).toBe(200);
    expect(await status('http://LOCALHOST:4700', 'localhost:4700')).toBe(200);
    expect(await status('http://shop.localhost:4700', 'localhost:4700')).toBe(403);
    expect(await status('http://localhost:4700', '127.0.0.1:4700')).toBe(403);
  });
});

describe('A browser that another site sends to the checkout with a form sees a page that names the cause', () => {
  it.each(['en', 'ar'] as const)('in %s, and the checkout stays as it is', async (lang) => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    const before = sandbox.runtime.store.events.lastId();
    const browser = { ...formOfAnotherSite, Accept: 'text/html,*/*;q=0.8', 'Accept-Language': lang };
    for (const path of [`/checkout?token=${token}`, '/checkout/cancel']) {
      const body = new URLSearchParams({ token });
      const answer = await sandbox.fetch(path, { method: 'POST', headers: browser, body });
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([403, 'text/html; charset=utf-8']);
      expect(answer.text).toContain(`<html lang="${lang}"`);
      expect(answer.text).toContain(words[lang].messages.refused.text);
    }
    expect(sandbox.runtime.store.events.lastId()).toBe(before);
  });
});

it('A form at the checkout under a host that is not allowed is told so, also in a browser', async () => {
  const sandbox = await freshSandbox();
  const headers = { ...formOfAnotherSite, Accept: 'text/html' };
  const answer = await sandbox.app.request('http://evil.example/checkout', { method: 'POST', headers });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: 'HOST_NOT_ALLOWED' } });
});

describe('Reads under /_sandbox by another site’s script are refused with 403, streams included', () => {
  const shared = sharedSandbox();

  it.each(testerReads)('GET $path', async (route) => {
    const sandbox = shared();
    const scripts = [
      ...byAnotherSite,
      ...['cross-site', 'same-site'].flatMap((site) => [
        {
          'Sec-Fetch-Site': site,
          'Sec-Fetch-Mode': 'cors',
          'Sec-Fetch-Dest': 'empty',
          Origin: 'http://localhost:3000',
        },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'object' },
        { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'embed' },
      ]),
    ];
    for (const headers of scripts) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await sandbox.app.request(`http://localhost:4700${route.path}`, { method, headers });
        await answer.body?.cancel();
        expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
  });
});

describe('A plain link to a page is no attack', () => {
  const shared = sharedSandbox();

  it.each([...testerReads, ...customerReads])('GET $path', async (route) => {
    const sandbox = shared();
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const link = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
      expect((await statusOf(sandbox, route, link)).status, site).not.toBe(403);
    }
    for (const headers of ownRequests) {
      expect((await statusOf(sandbox, route, headers)).status, JSON.stringify(headers)).not.toBe(403);
    }
  });
});
