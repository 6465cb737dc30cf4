import { describe, expect, it } from 'vitest';
import { proposals } from '../../src/cli/compatibility/rules.ts';
import { seenBy } from '../../src/cli/compatibility/seen.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type CallOptions, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

async function proposed(sandbox: TestSandbox) {
  return proposals(await seenBy(controlClient({ url: await sandbox.listen() })));
}

const confirmWallet = { process_id: '1', code: '123456', amount: '10.00', invoice_no: 'A-1' };

describe("doctor --client names a provider's own words for the gateways by the fields that came", () => {
  it.each<[string, [path: string, fields: Fields][], Record<string, string>]>([
    [
      'walletA by its birth_year',
      [['acmepay/verify', rightFields['walletA/verify']]],
      { walletA: 'acmepay' },
    ],
    ['walletB, which has none', [['bpay/verify', rightFields['walletB/verify']]], { walletB: 'bpay' }],
    [
      'the aggregator by its callback_url',
      [['hub/confirm', rightFields['aggregator/confirm']]],
      { aggregator: 'hub' },
    ],
    [
      'one of the two of cards',
      [['cards/confirm', rightFields['cardgw/confirm']]],
      { localbankcards: 'cards' },
    ],
    [
      'the other one of cards, where the client calls the first by our name',
      [
        ['localbankcards/confirm', rightFields['localbankcards/confirm']],
        ['visa/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'B-1' }],
      ],
      { cardgw: 'visa' },
    ],
    [
      'the two of cards, each of them by a name',
      [
        ['cards/confirm', rightFields['localbankcards/confirm']],
        ['visa/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'B-1' }],
      ],
      { localbankcards: 'visa', cardgw: 'cards' },
    ],
    [
      'all that came',
      [
        ['acmepay/verify', rightFields['walletA/verify']],
        ['acmepay/confirm', confirmWallet],
        ['hub/confirm', rightFields['aggregator/confirm']],
      ],
      { walletA: 'acmepay', aggregator: 'hub' },
    ],
  ])('%s', async (_title, calls, names) => {
    const sandbox = await freshSandbox();
    for (const [path, fields] of calls) await sandbox.call(path, fields);
    const [proposal, ...others] = await proposed(sandbox);
    expect([proposal?.switch, proposal?.config, others]).toEqual(['names', { names }, []]);
    // With that config the same calls find their gateways.
    const config = checkedConfig({ ...proposal?.config }, '.');
    const named = await freshSandbox({ names: config.names });
    for (const [path, fields] of calls) expect((await named.call(path, fields)).status).not.toBe(404);
    expect(await proposed(named)).toEqual([]);
  });

  it('says how often, and where the fields do not tell it for sure', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cards/confirm', rightFields['cardgw/confirm']);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const [proposal] = await proposed(sandbox);
    expect([proposal?.evidence, proposal?.why]).toEqual([
      '1 of 2 requests named a gateway that there is none of: "cards"',
      'Each provider has words of its own for the gateways; the fields that came say which is which. "cards" may be cardgw as well.',
    ]);
  });

  it('reads the fields of multipart bodies too', async () => {
    const sandbox = await freshSandbox();
    const body = new FormData();
    for (const [name, value] of Object.entries(rightFields['aggregator/confirm'])) body.set(name, value);
    const call: CallOptions = { body };
    await sandbox.call('hub/confirm', {}, call);
    expect((await proposed(sandbox))[0]?.config).toEqual({ names: { aggregator: 'hub' } });
  });

  it('paths that are none of the API, or whose fields are of no gateway, are no names', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletb/refund', rightFields['walletB/verify']);
    await sandbox.call('%61%62/verify', rightFields['walletB/verify']);
    await sandbox.call('status/confirm', { transaction_id: '1' });
    expect(await proposed(sandbox)).toEqual([]);
  });
});
