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
  ['a slash at the end', `${api}/walletB/verify/`],
  ['two slashes', `${api}/walletB//verify`],
  ['a capital', `${api}/walletB/Verify`],
  ['another action', `${api}/walletB/otp`],
  ['no action', `${api}/walletB`],
  ['a small letter', `${api}/walletb/verify`],
  ['an underscore', `${api}/wallet_b/verify`],
  ["a provider's name", `${api}/bpay/verify`],
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
  const confirm = merchantCall({ process_id: '1', code: '1234' }, { headers: { 'User-Agent': 'shop/1.0' } });
  await sandbox.fetch('/v1/transaction/walletB/confirm', confirm);
  await sent(sandbox, `${api}/walletB/verify`);
  expect(await failuresOf(sandbox)).toEqual(['POST /v1/transaction/walletB/confirm 1']);
});

it.each([
  ['localbankcard', 'localbankcards'],
  ['LocalBankCards', 'localbankcards'],
  ['card_gw', 'cardgw'],
])('%s is forgotten once %s was called for a new order', async (wrong, right) => {
  const sandbox = await freshSandbox();
  const confirm = (name: string, invoice: string) =>
    sandbox.call(`${name}/confirm`, { ...rightFields['cardgw/confirm'], invoice_no: invoice });
  await confirm(wrong, 'A-1');
  expect(await failuresOf(sandbox)).toEqual([`POST ${api}/${wrong}/confirm 1`]);
  await confirm(right, 'A-2');
  const { failures, questions, config } = (await sandbox.control('client/check', {})).json;
  expect([failures, config]).toEqual([[], {}]);
  expect(questions).toContain(
    `No gateway is called "${wrong}". Your client has succeeded without that name since. If it still uses it, set it in \`names\`.`,
  );
});

it.each([
  [{ walletA: 'pay1' }, 'pay2/verify', 'pay1/verify'],
  [{ localbankcards: 'visa' }, 'visb/confirm', 'visa/confirm'],
] as const)('with the names %o, %s is no misspelling of %s', async (names, wrong, right) => {
  const sandbox = await freshSandbox({ names });
  const [gateway = ''] = Object.keys(names);
  const sentTo = gateway === 'walletA' ? rightFields['walletA/verify'] : rightFields['cardgw/confirm'];
  await sandbox.call(wrong, sentTo);
  expect((await sandbox.call(right, { ...sentTo, amount: '11', invoice_no: 'A-2' })).status).toBe(200);
  expect(await failuresOf(sandbox)).toEqual([`POST ${api}/${wrong} 1`]);
});

it.each([
  ['bpay/verify', 'walletA/verify'],
  ['cardgw2/confirm', 'cardgw/confirm'],
  ['walletC/verify', 'walletA/verify'],
  ['acme_card/confirm', 'cardgw/confirm'],
] as const)('%s still fails after %s with other fields', async (wrong, right) => {
  const sandbox = await freshSandbox();
  await sandbox.call(wrong, wrong.endsWith('verify') ? fields : rightFields['localbankcards/confirm']);
  expect((await sandbox.call(right, { ...rightFields[right], amount: '11' })).status).toBe(200);
  expect(await failuresOf(sandbox)).toEqual([`POST ${api}/${wrong} 1`]);
});

it('each method of a path has its own line', async () => {
  const sandbox = await freshSandbox();
  for (const method of ['POST', 'GET', 'POST']) await sent(sandbox, '/verify', { method });
  expect(await failuresOf(sandbox)).toEqual(expect.arrayContaining(['POST /verify 2', 'GET /verify 1']));
});

it('what a tester replays or sends with our own tools says nothing about the client', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
  const { status, json } = await sandbox.control('requests/1/replay', {});
  expect([status, json.status, json.headers['x-sandbox-replay']]).toEqual([201, 422, '1']);
  expect((await sandbox.control('requests/2/replay', {})).status).toBe(201);
  const headers = { 'User-Agent': 'gateway-sandbox dashboard' };
  await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'], { headers });
  const { requests, failures, proposals, questions } = (await sandbox.control('client/check', {})).json;
  expect({ requests, failures, proposals }).toEqual({ requests: 1, failures: [], proposals: [] });
  expect(questions.join()).not.toContain('twice');
});
