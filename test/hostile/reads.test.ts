import { expect, it } from 'vitest';
import { attempted, decided, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { allRoutes, filled, statusOf } from '../support/routes.ts';
import { type Dump, dumper } from './dump.ts';

const paths = [...new Set((await allRoutes()).map(({ path }) => path))];
/** What `filled` leaves decided: token-2. */
const ofDecided = paths.flatMap((path) =>
  path.includes('token-1') ? [path.replace('token-1', 'token-2')] : [],
);
/** The browser's return to the merchant, which must be a GET. It is recorded once. */
const wayBack = ['/checkout/result?token=token-2', '/checkout/return?token=token-2'];

it('HEAD of no path changes a row of any table', async () => {
  const sandbox = await freshSandbox();
  await filled(sandbox);
  const dump = dumper(sandbox);
  const before = dump();
  for (const path of [...paths, ...ofDecided, ...wayBack]) {
    await statusOf(sandbox, { method: 'HEAD', path });
    expect(dump(), `HEAD ${path}`).toEqual(before);
  }
});

it('GET of no path changes a row of any table', async () => {
  const sandbox = await freshSandbox();
  await filled(sandbox);
  const dump = dumper(sandbox);
  const before = dump();
  for (const path of [...paths, ...ofDecided]) {
    if (wayBack.includes(path)) continue;
    for (const query of ['', 'action=approve&token=token-1&step=&method=method_1&_method=POST']) {
      const asked = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      await statusOf(sandbox, { method: 'GET', path: asked }, { 'X-HTTP-Method-Override': 'POST' });
      expect(dump(), `GET ${asked}`).toEqual(before);
    }
  }
});

it.each([
  ['localbankcards', '/checkout/result?token=token-1'],
  ['cardgw', '/checkout/return?token=token-1'],
  ['aggregator', '/checkout/return?token=token-1'],
] as const)('%s: GET %s notes the way back once, and that is all', async (gateway, path) => {
  const sandbox = await freshSandbox();
  await startCheckout(sandbox, gateway);
  await decided(sandbox, 'token-1', 'approve', { hold: true });
  const dump = dumper(sandbox);
  const before = dump();
  await statusOf(sandbox, { method: 'GET', path });
  const once = dump();
  expect(changedTables(before, once)).toEqual(['checkouts', 'events', 'sqlite_sequence']);
  expect(once.events?.length).toBe((before.events?.length ?? 0) + 1);
  await statusOf(sandbox, { method: 'GET', path });
  expect(dump()).toEqual(once);
});

it.each([
  ['HEAD', {}],
  ['GET', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' }],
])(
  'A %s that no person sees does not release a callback that waits for the browser',
  async (method, headers) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    await decided(sandbox, 'token-1', 'approve', { order: 'return-first' });
    for (const path of ['/checkout/result?token=token-1', '/checkout/return?token=token-1'])
      await statusOf(sandbox, { method, path }, headers);
    const waiting = (await sandbox.control('callbacks/1')).json;
    expect([waiting.status, waiting.attempts, merchant.arrivals.length]).toEqual(['pending', [], 0]);
    expect((await sandbox.control('events?type=checkout.returned&after=0')).json.data).toEqual([]);
    await statusOf(sandbox, { method: 'GET', path: '/checkout/result?token=token-1' });
    await sandbox.control('clock/advance', { by: '5s' });
    await attempted(sandbox, 1);
    expect(merchant.arrivals).toHaveLength(1);
  },
);

function changedTables(before: Dump, after: Dump): string[] {
  return Object.keys(after).filter((table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]));
}
