import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

const walletA = rightFields['walletA/verify'];
const walletB = rightFields['walletB/verify'];
const cards = rightFields['localbankcards/confirm'];
const aggregator = rightFields['aggregator/confirm'];

interface Call {
  readonly path: string;
  readonly fields: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

const unknownKeys = { Authorization: 'Bearer sk_test_1', 'X-API-KEY': 'pk_1' };
const withoutKeys = { Authorization: '', 'X-API-KEY': '', token: 'demo_test_token' };

async function checked(calls: readonly Call[], names = {}) {
  const sandbox = await freshSandbox({ names });
  for (const { path, fields, headers = {} } of calls) await sandbox.call(path, fields, { headers });
  return { sandbox, verdict: await checkedAt(sandbox) };
}

async function checkedAt(sandbox: TestSandbox) {
  return (await sandbox.control('client/check', {})).json;
}

const adfali = (fields: Fields, headers = {}): Call => ({ path: 'adfali/verify', fields, headers });
const cardName = (fields: Fields): Call => ({
  path: 'localcard/confirm',
  fields: { ...cards, ...fields },
});

describe('doctor --client finds the gateway of a name', () => {
  it.each<[string, readonly Call[], Record<string, string>]>([
    [
      'whose scheme is in lower case',
      [adfali(walletA, { Authorization: 'bearer demo_test_token' })],
      { walletA: 'adfali' },
    ],
    ['whose keys are of no account', [adfali(walletA, unknownKeys)], { walletA: 'adfali' }],
    ['whose keys are in other headers', [adfali(walletA, withoutKeys)], { walletA: 'adfali' }],
    [
      'whose keys were wrong at first',
      [adfali(walletA, unknownKeys), adfali(walletA)],
      { walletA: 'adfali' },
    ],
    [
      'that had a wrong value at first',
      [adfali({ ...walletA, birth_year: '90' }), adfali(walletA)],
      { walletA: 'adfali' },
    ],
    [
      'that has a wrong value at last',
      [adfali(walletA), adfali({ ...walletA, birth_year: '90' })],
      { walletA: 'adfali' },
    ],
    [
      'whose return_url was wrong at first',
      [cardName({ return_url: '/thanks' }), cardName({})],
      { localbankcards: 'localcard' },
    ],
    [
      'whose return_url is wrong at last',
      [cardName({}), cardName({ return_url: '/thanks' })],
      { localbankcards: 'localcard' },
    ],
  ])('%s', async (_title, calls, names) => {
    const { verdict } = await checked(calls);
    expect(verdict.config).toEqual({ names });
    expect(verdict.failures.map(({ needs }: { needs: string[] }) => needs)).toEqual([['names']]);
  });

  it('that its config misspells', async () => {
    const { verdict } = await checked([cardName({})], { localbankcards: 'localcrd' });
    expect(verdict.config).toEqual({ names: { localbankcards: 'localcard' } });
  });

  it('and asks for the keys as long as its newest request has none of an account', async () => {
    const { sandbox, verdict } = await checked([adfali(walletA), adfali(walletA, unknownKeys)]);
    const question =
      '"adfali" was called without the valid keys of an account, and was tried with those of one. Give your client the keys of the sandbox.';
    expect(verdict.questions).toEqual([question]);
    await sandbox.call('adfali/verify', walletA);
    expect((await checkedAt(sandbox)).questions).toEqual([]);
  });
});

describe('doctor --client asks about a name', () => {
  it.each<[string, readonly Call[], Record<string, string>, string]>([
    [
      'with a wrong value of a field that only one gateway has',
      [adfali({ ...walletA, birth_year: '90' })],
      {},
      '"adfali" has no gateway: what was sent to it fits walletA best, which refuses it: birth_year must be 4 digits. Fix that, or set "adfali" in `names`.',
    ],
    [
      'that fits only a gateway whose name from the config is another one',
      [adfali(walletA)],
      { walletA: 'mobi_pay' },
      '"adfali" has no gateway: what was sent to it fits walletA (called "mobi_pay"). If "adfali" is right, set it in `names`.',
    ],
    [
      'that every gateway refuses',
      [cardName({ return_url: '/thanks' })],
      {},
      '"localcard" has no gateway: what was sent to it fits localbankcards best, which refuses it: return_url Send an absolute URL that begins with http:// or https:// and names a host. Fix that, or set "localcard" in `names`.',
    ],
    [
      'that was sent nothing readable',
      [adfali({}, { 'Content-Type': 'text/xml' })],
      {},
      '"adfali" has no gateway: none accepts what was sent to it. The fields must be sent as application/x-www-form-urlencoded or multipart/form-data, not as text/xml.',
    ],
  ])('%s, and proposes nothing', async (_title, calls, names, question) => {
    const { verdict } = await checked(calls, names);
    expect([verdict.proposals, verdict.questions]).toEqual([[], [question]]);
  });

  it('that may be a gateway that refuses it for want of a field', async () => {
    const { mobile_number: _left, ...fields } = aggregator;
    const { verdict } = await checked([{ path: 'hub/confirm', fields }]);
    expect(verdict.questions).toContain(
      '"hub" could also be aggregator, which knows more of its fields, but refuses it: mobile_number is required.',
    );
  });

  it('not, if another name is that of the gateway', async () => {
    const both = { ...walletB, birth_year: '1990' };
    const { verdict } = await checked([
      { path: 'acme_x/verify', fields: walletA },
      { path: 'acme_y/verify', fields: { ...both, mobile_number: '0945678901' } },
    ]);
    expect([verdict.config, verdict.questions]).toEqual([
      { names: { walletA: 'acme_x', walletB: 'acme_y' } },
      [],
    ]);
  });
});

it('The check of one account has the calls to unknown names with its keys, and no others', async () => {
  const sandbox = await freshSandbox();
  const { json: shop } = await sandbox.control('accounts', { id: 'shop2', name: 'Second shop' });
  const keys = { Authorization: `Bearer ${shop.access_tokens.test}`, 'X-API-KEY': shop.api_key };
  await sandbox.call('acme_cardgw/confirm', cards, { headers: keys });
  await sandbox.call('adfali/verify', walletA);
  const of = async (account: string) => (await sandbox.control('client/check', { account })).json;
  expect(await of('shop2')).toMatchObject({ requests: 1, config: { names: { cardgw: 'acme_cardgw' } } });
  expect(await of('demo')).toMatchObject({ requests: 1, config: { names: { walletA: 'adfali' } } });
});
