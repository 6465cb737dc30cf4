import { describe, expect, it } from 'vitest';
import { sentFields } from '../../src/callbacks/tamper.ts';
import { callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { startOfTest } from '../support/sandbox.ts';
import { hashedOf, isGenuine, type Pair, pairsOf } from '../support/verifier.ts';

const secret = 'demo_secret_key';
const genuine =
  'gateway=aggregator&approved=1&amount=10.00&invoice_no=INV-1&paymet_method=method_1&transaction_id=100001';
const genuineHash = hashedOf(pairsOf(genuine), secret);

async function sentWith(tamper: string): Promise<Map<string, unknown>> {
  const sandbox = await freshSandbox();
  const merchant = await freshRawMerchant();
  await paid(sandbox, merchant.url, { tamper });
  await settled(sandbox);
  const [request = ''] = merchant.requests;
  expect((await callback(sandbox)).attempts[0].request).toBe(request);
  // The transaction is paid, regardless of the message to the merchant.
  expect((await sandbox.control('transactions/100001')).json.status).toBe('completed');
  return new Map(Object.entries(JSON.parse(request.slice(request.indexOf('\r\n\r\n')))));
}

const verifies = (sent: Map<string, unknown>) =>
  isGenuine(
    [...sent].map(([name, value]): Pair => [name, String(value)]),
    secret,
  );

describe('Tampering', () => {
  it('wrong-hash: everything as it should be, but another hash of the same form', async () => {
    const sent = await sentWith('wrong-hash');
    expect(sent.get('hashed')).toMatch(/^[0-9A-F]{64}$/);
    expect(sent.get('hashed')).not.toBe(genuineHash);
    expect([...sent.keys()].join()).toBe(
      'gateway,approved,amount,invoice_no,paymet_method,transaction_id,hashed',
    );
  });

  it.each([
    ['1A', '10'],
    ['00', '01'],
    ['01', '00'],
    ['9F', '90'],
  ])('wrong-hash: %s is sent as %s', (right, wrong) => {
    expect(sentFields('wrong-hash', [['amount', '10.00']], right)).toEqual([
      ['amount', '10.00'],
      ['hashed', wrong],
    ]);
  });

  it('no-hash: no hashed at all', async () => {
    const sent = await sentWith('no-hash');
    expect([...sent].map(([name, value]) => `${name}=${value}`).join('&')).toBe(genuine);
  });

  it('lower-case-hash: the right hash in lower case', async () => {
    expect((await sentWith('lower-case-hash')).get('hashed')).toBe(genuineHash.toLowerCase());
  });

  it('amount: another amount under the genuine hash', async () => {
    const sent = await sentWith('amount');
    expect(sent.get('amount')).not.toBe('10.00');
    expect(sent.get('hashed')).toBe(genuineHash);
  });

  it("invoice: someone else's invoice under the genuine hash", async () => {
    const sent = await sentWith('invoice');
    expect(sent.get('invoice_no')).not.toBe('INV-1');
    expect(sent.get('hashed')).toBe(genuineHash);
  });

  it('approved-0: not approved, truly signed', async () => {
    const sent = await sentWith('approved-0');
    expect(sent.get('approved')).toBe('0');
    expect(verifies(sent)).toBe(true);
  });

  it('both-flags: approved and canceled, truly signed', async () => {
    const sent = await sentWith('both-flags');
    expect([sent.get('approved'), sent.get('canceled')]).toEqual(['1', '1']);
    expect(verifies(sent)).toBe(true);
  });

  it('types: numbers and booleans in place of texts, under the hash of the texts', async () => {
    const sent = await sentWith('types');
    expect([sent.get('approved'), sent.get('amount'), sent.get('transaction_id')]).toEqual([
      true,
      10,
      100_001,
    ]);
    expect(sent.get('hashed')).toBe(genuineHash);
  });

  it('A cancel can be tampered with too', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: merchant.url });
    await decided(sandbox, token, 'cancel', { tamper: 'both-flags' });
    await settled(sandbox);
    expect(merchant.requests[0]).toContain('approved=1&canceled=1');
  });

  it('An unknown name is refused, and the checkout stays open', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    const answer = await sandbox.control(`checkouts/${token}/approve`, { tamper: 'evil' });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect((await sandbox.control(`checkouts/${token}`)).json.status).toBe('started');
  });
});

describe('POST callbacks/resend {failed_since}', () => {
  it('resends every callback that has failed since then, and no other', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    await paid(sandbox, merchant.url, {}, 'INV-1');
    await settled(sandbox);
    await sandbox.control('clock/advance', { by: '1h' });
    await paid(sandbox, merchant.url, { copies: 2 }, 'INV-2');
    await settled(sandbox);
    merchant.answerWith(200);
    await paid(sandbox, merchant.url, {}, 'INV-3');
    await settled(sandbox);

    const since = new Date(startOfTest + 1_800_000).toISOString();
    const answer = await sandbox.control('callbacks/resend', { failed_since: since });
    expect([answer.status, [...answer.json.data].sort()]).toEqual([202, ['2', '3']]);
    await settled(sandbox);
    const attempts = await Promise.all(
      ['1', '2', '3', '4'].map(async (id) => {
        const { status, attempts: all } = await callback(sandbox, id);
        return [status, all.length];
      }),
    );
    expect(attempts).toEqual([
      ['exhausted', 1],
      ['delivered', 2],
      ['delivered', 2],
      ['delivered', 1],
    ]);
  });

  it.each([[{}], [{ failed_since: 'yesterday' }], [{ failed_since: 0 }]])('%j is refused', async (body) => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('callbacks/resend', body)).status).toBe(400);
  });
});
