import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

const confirmWallet = { process_id: '1', code: '123456', amount: '10.00', invoice_no: 'A-1' };
const cards = rightFields['cardgw/confirm'];
const aggregator = rightFields['aggregator/confirm'];
const walletA = rightFields['walletA/verify'];

type Calls = readonly (readonly [path: string, fields: Fields])[];

async function checked(sandbox: TestSandbox) {
  return (await sandbox.control('client/check', {})).json;
}

async function callAll(sandbox: TestSandbox, calls: Calls): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const [at, [path, fields]] of calls.entries()) {
    const invoice = 'invoice_no' in fields ? { invoice_no: `N-${at}` } : {};
    statuses.push((await sandbox.call(path, { ...fields, ...invoice })).status);
  }
  return statuses;
}

describe("doctor --client tells a provider's own names of gateways by", () => {
  it.each<[string, Calls, Record<string, string>]>([
    ['the fields: birth_year', [['acmepay/verify', walletA]], { walletA: 'acmepay' }],
    ['the fields: none of walletA', [['bpay/verify', rightFields['walletB/verify']]], { walletB: 'bpay' }],
    ['the fields: callback_url', [['hub/confirm', aggregator]], { aggregator: 'hub' }],
    [
      'what the client calls by our name',
      [
        ['localbankcards/confirm', cards],
        ['visa/confirm', cards],
      ],
      { cardgw: 'visa' },
    ],
    [
      'all requests of a name together',
      [
        ['acmepay/verify', walletA],
        ['acmepay/confirm', confirmWallet],
        ['hub/confirm', aggregator],
      ],
      { walletA: 'acmepay', aggregator: 'hub' },
    ],
    [
      'likeness, where the fields are the same',
      [
        ['acme_local/confirm', cards],
        ['acme_card/confirm', cards],
      ],
      { localbankcards: 'acme_local', cardgw: 'acme_card' },
    ],
    [
      'the beginning of the number: walletA takes no 094',
      [
        ['acme_x/verify', { ...walletA, mobile_number: '0913632323' }],
        ['acme_y/verify', { ...walletA, mobile_number: '0945678901' }],
      ],
      { walletA: 'acme_x', walletB: 'acme_y' },
    ],
    [
      'the length of the code',
      [
        ['pay1/confirm', { ...confirmWallet, code: '1234' }],
        ['pay2/confirm', confirmWallet],
      ],
      { walletB: 'pay1', walletA: 'pay2' },
    ],
  ])('%s', async (_title, calls, names) => {
    const sandbox = await freshSandbox();
    expect(await callAll(sandbox, calls)).toContain(404);
    const verdict = await checked(sandbox);
    expect([verdict.config, verdict.questions.filter((each: string) => each.includes('could be'))]).toEqual([
      { names },
      [],
    ]);
    const config = checkedConfig({ ...verdict.config }, '.');
    const named = await freshSandbox({ names: config.names });
    expect(await callAll(named, calls)).not.toContain(404);
    expect((await checked(named)).proposals).toEqual([]);
  });

  const sameFields: Calls = [
    ['acme_agg/confirm', aggregator],
    ['acme_card/confirm', aggregator],
  ];

  it.each([
    ['without names', {}],
    ['with a name that an earlier guess put on the wrong gateway', { aggregator: 'acme_card' }],
  ])('likeness, and says which other gateway is possible, %s', async (_title, names) => {
    const sandbox = await freshSandbox({ names });
    await callAll(sandbox, sameFields);
    const { config, failures, questions } = await checked(sandbox);
    expect(config).toEqual({ names: { aggregator: 'acme_agg', localbankcards: 'acme_card' } });
    expect(failures[0]).toMatchObject({ reason: 'No gateway is called "acme_agg".', needs: ['names'] });
    expect(questions).toContain('"acme_card" could be localbankcards or cardgw. Try localbankcards first.');
  });

  it.each([
    ['another program', { 'User-Agent': 'curl/8' }],
    ['the same program', {}],
  ])('fields that only one gateway has, although %s has called it by its own name', async (_who, headers) => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletA/verify', walletA, { headers });
    await sandbox.call('acmepay/verify', { ...walletA, amount: '11' });
    expect((await checked(sandbox)).config).toEqual({ names: { walletA: 'acmepay' } });
  });

  it('at most six unknown names at once, and asks to set those first', async () => {
    const sandbox = await freshSandbox();
    for (const name of ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7'])
      await sandbox.call(`${name}/confirm`, { ...cards, invoice_no: name });
    const { questions } = await checked(sandbox);
    expect(questions.filter((each: string) => each.includes('was not tried'))).toEqual([
      '"n1" was not tried, because many other names have no gateway either. Set those first, and check again.',
    ]);
  });

  it('what the same program has called, where the fields are the same', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', cards);
    await sandbox.call('mycardgw/confirm', { ...cards, invoice_no: 'A-2' });
    expect((await checked(sandbox)).config).toEqual({ names: { localbankcards: 'mycardgw' } });
    const other = await freshSandbox();
    await other.call('cardgw/confirm', cards, { headers: { 'User-Agent': 'curl/8' } });
    await other.call('mycardgw/confirm', { ...cards, invoice_no: 'A-2' });
    expect((await checked(other)).config).toEqual({ names: { cardgw: 'mycardgw' } });
  });

  it('the fields of multipart bodies', async () => {
    const sandbox = await freshSandbox();
    const body = new FormData();
    for (const [name, value] of Object.entries(aggregator)) body.set(name, value);
    await sandbox.call('hub/confirm', {}, { body });
    expect((await checked(sandbox)).config).toEqual({ names: { aggregator: 'hub' } });
  });
});

const endpoints = 'The endpoints are /api/v1/transaction/<gateway>/<verify|confirm>.';

describe('doctor --client finds no gateway, and says so, for', () => {
  it('a name whose gateway has another one that the client never called', async () => {
    const sandbox = await freshSandbox({ names: { walletB: 'bpay' } });
    await sandbox.call('cpay/verify', rightFields['walletB/verify']);
    const { config, failures, questions } = await checked(sandbox);
    expect([config, failures[0].needs]).toEqual([{ names: { walletB: 'bpay' } }, []]);
    expect(questions).toEqual([
      '"cpay" has no gateway: what was sent to it fits walletB (called "bpay"). If "cpay" is right, set it in `names`.',
    ]);
  });

  it.each([
    ['walletb/refund', `There is no such endpoint. ${endpoints}`],
    ['%61%62/verify', expect.stringMatching(/^There is no such endpoint\. The gateways are /)],
    ['status/confirm', 'No gateway is called "status".'],
  ])('%s', async (path, reason) => {
    const sandbox = await freshSandbox();
    await sandbox.call(path, { transaction_id: '1' });
    const { config, failures } = await checked(sandbox);
    expect([config, failures]).toMatchObject([{}, [{ reason, needs: [] }]]);
  });
});
