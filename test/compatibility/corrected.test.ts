import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { type CallOptions, merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const api = '/api/v1/transaction';
const fields = rightFields['walletB/verify'];

function sent(sandbox: TestSandbox, path: string, { headers, ...options }: CallOptions = {}) {
  const agent = { 'User-Agent': 'shop/1.0', ...headers };
  return sandbox.fetch(path, merchantCall(fields, { ...options, headers: agent }));
}

async function failuresOf(sandbox: TestSandbox): Promise<string[]> {
  const { failures } = (await sandbox.control('client/check', {})).json;
  return failures.map(({ what, count }: { what: string; count: number }) => `${what} ${count}`);
}

const mistakes: [what: string, path: string, options?: CallOptions][] = [
  ['no /api', '/v1/transaction/walletB/verify'],
  ['/api/v1 twice', `${api}${api}/walletB/verify`],
  ['a wrong token', `${api}/walletB/verify`, { token: 'wrong' }],
  ['a wrong key', `${api}/walletB/verify`, { apiKey: 'wrong' }],
  ['GET', `${api}/walletB/verify`, { method: 'GET' }],
];

it.each(mistakes)('%s fails until the same program calls rightly', async (_what, path, options) => {
  const sandbox = await freshSandbox();
  await sent(sandbox, path, options);
  const failure = [`${options?.method ?? 'POST'} ${path} 1`];
  expect(await failuresOf(sandbox)).toEqual(failure);
  await sent(sandbox, `${api}/walletB/verify`, { headers: { 'User-Agent': 'curl/8' } });
  expect(await failuresOf(sandbox)).toEqual(failure);
  await sent(sandbox, `${api}/walletB/verify`);
  expect(await failuresOf(sandbox)).toEqual([]);
  await sent(sandbox, path, options);
  expect(await failuresOf(sandbox)).toEqual(failure);
});

it('another endpoint of the same program may still be wrong', async () => {
  const sandbox = await freshSandbox();
  await sent(sandbox, '/v1/transaction/walletB/confirm');
  await sent(sandbox, `${api}/walletB/verify`);
  expect(await failuresOf(sandbox)).toEqual(['POST /v1/transaction/walletB/confirm 1']);
});

it('a success with the same number says nothing about a name that no gateway has', async () => {
  const sandbox = await freshSandbox();
  await sent(sandbox, `${api}/bpay/verify`);
  await sent(sandbox, `${api}/walletB/verify`);
  expect(await failuresOf(sandbox)).toEqual([`POST ${api}/bpay/verify 1`]);
});

it('each method of a path has its own line', async () => {
  const sandbox = await freshSandbox();
  for (const method of ['POST', 'GET', 'POST']) await sent(sandbox, '/verify', { method });
  expect(await failuresOf(sandbox)).toEqual(expect.arrayContaining(['POST /verify 2', 'GET /verify 1']));
});
