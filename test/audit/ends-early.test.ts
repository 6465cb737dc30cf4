import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';
import { audit, booksOf, handlersOf } from './audit-cli.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { type JunitCase, junitIn } from './junit.ts';
import { type Around, orderShop } from './order-shop.ts';
import { of } from './shop-audit.ts';

const only = ['--only', 'no-hash'];

it('An app without a later gateway: the finished results are reported, and --gateway is proposed', async () => {
  const { url, junit, flags } = await shop(async (request, next) =>
    (await isOrderOf('cardgw', request)) ? new Response('no such gateway', { status: 422 }) : next(),
  );
  const { code, stdout, stderr } = await audit(...flags, '--json');
  const reason = `No order with cardgw could be created at ${url}/make: it answered 422: no such gateway. If your app does not take cardgw, leave it out: --gateway localbankcards --gateway aggregator`;
  expect([code, stderr]).toEqual([1, `${reason}\n`]);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { pass: 2, fail: 0, open: 0 },
    error: { gateway: 'cardgw', reason },
    results: [
      { gateway: 'localbankcards', case: 'genuine' },
      { gateway: 'localbankcards', case: 'no-hash' },
    ],
  });
  expect(junit()).toEqual([
    ['localbankcards', 'genuine', undefined],
    ['localbankcards', 'no-hash', undefined],
    ['cardgw', 'finishes', 'error'],
  ]);
});

it('An app without its first gateway: --json reports the error, and no results', async () => {
  const { url, flags } = await shop(async (request, next) =>
    (await isOrderOf('localbankcards', request)) ? new Response('no such gateway', { status: 422 }) : next(),
  );
  const { code, stdout, stderr } = await audit(...flags, '--json');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^No order with localbankcards could be created/),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { pass: 0, fail: 0, open: 0 },
    error: {
      gateway: 'localbankcards',
      reason: expect.stringContaining(`created at ${url}/make: it answered`),
    },
    results: [],
  });
});

it('An app that a forged message ends: what it failed at is reported', async () => {
  let isDown = false;
  const { junit, flags } = await shop(async (request, next, crash) => {
    isDown ||= request.url.includes('approved=1') && !request.url.includes('hashed=');
    return isDown ? crash() : next();
  });
  const { code, stdout } = await audit(...flags);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/ fail {2}no-hash .*\n.*\n\n1 passed, 1 failed/)]);
  expect(junit()).toEqual([
    ['localbankcards', 'genuine', undefined],
    ['localbankcards', 'no-hash', 'failure'],
    ['cardgw', 'finishes', 'error'],
  ]);
});

it('A case whose order cannot be created gives no advice about something else', async () => {
  let made = 0;
  const { url } = await orderShop(undefined, async (request, next) => {
    const isFull = request.url.endsWith('/make') && ++made > 2;
    return isFull ? new Response('full', { status: 503 }) : next();
  });
  const results = await allResults(shopMeans(await started(), url), 'aggregator', 'no-hash');
  expect(of(results, 'no-hash')).toMatchObject({
    verdict: 'fail',
    reason: `No order with aggregator could be created at ${url}/make: it answered 503: full`,
    case: { mend: 'Fix that first, then run this case again: --only no-hash' },
  });
});

/** The Node example, the flags to audit it, and the tests in the audit's JUnit report. */
async function shop(around: Around) {
  const { url } = await orderShop(undefined, around);
  const file = join(testFolder(), 'audit.xml');
  const told = ({ name: suite, cases }: { readonly name: string; readonly cases: readonly JunitCase[] }) =>
    cases.map(({ name, outcome }) => [suite, name, outcome[0]?.[0]]);
  return {
    url,
    flags: [...handlersOf(url), ...booksOf(url), ...only, '--junit', file],
    junit: () => junitIn(readFileSync(file, 'utf8')).suites.flatMap(told),
  };
}

async function isOrderOf(gateway: string, request: Request): Promise<boolean> {
  if (!request.url.endsWith('/make')) return false;
  return (await request.clone().text()).includes(`gateway=${gateway}`);
}
