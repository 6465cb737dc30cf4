import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { startOfTest, type TestSandbox } from '../support/sandbox.ts';
import { isGenuine, type Pair, pairsOf } from '../support/verifier.ts';

const secret = 'demo_secret_key';

async function resend(sandbox: TestSandbox, body: unknown = {}, id = '1'): Promise<void> {
  const { status, text } = await sandbox.control(`callbacks/${id}/resend`, body);
  if (status !== 202) throw new Error(text);
  await settled(sandbox);
}

function bodyPairs(request = ''): Pair[] {
  return Object.entries(JSON.parse(request.slice(request.indexOf('\r\n\r\n'))));
}

describe('Resend sends the same bytes again', () => {
  it.each(['aggregator', 'cardgw'] as const)('%s: byte for byte, as the next attempt', async (gateway) => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const urls = { return_url: `${merchant.url}/r?a=1#x`, callback_url: `${merchant.url}/c` };
    const token = await startCheckout(
      sandbox,
      gateway,
      gateway === 'cardgw' ? { return_url: urls.return_url } : urls,
    );
    await decided(sandbox, token, 'approve');
    await settled(sandbox);
    await resend(sandbox);
    expect(merchant.requests).toHaveLength(2);
    expect(merchant.requests[1]).toBe(merchant.requests[0]);
    const { attempts } = await callback(sandbox);
    expect(attempts.map(({ request }: { request: string }) => request)).toEqual(merchant.requests);
  });

  it('19 quick resends are attempts 2 to 20, in order', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const answers = await Promise.all(
      Array.from({ length: 19 }, () => sandbox.control('callbacks/1/resend', {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(19).fill(202));
    await settled(sandbox);
    const { attempts } = await callback(sandbox);
    expect(attempts.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(new Set(merchant.requests).size).toBe(1);
  });

  it('The transaction is not touched, and a delivered callback stays delivered when its resend fails', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const before = (await sandbox.control('transactions')).json;
    merchant.answerWith(500);
    await resend(sandbox);
    await advance(sandbox, '1h');
    expect(await callback(sandbox)).toMatchObject({ status: 'delivered', next_attempt_at: null });
    expect(merchant.arrivals).toHaveLength(2);
    expect((await sandbox.control('transactions')).json).toEqual(before);
  });

  it('A failed callback whose resend arrives is delivered', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('exhausted');
    merchant.answerWith(200);
    await resend(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');
  });

  it('A lost callback can be sent all the same', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { order: 'return-only' });
    await resend(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });
});

describe('Edit and resend signs again', () => {
  it('Other fields: the new value goes out, in its place, under a hash that verifies', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    await resend(sandbox, { fields: { amount: '11.00', approved: null, note: 'new one' } });
    const pairs = bodyPairs(merchant.requests[1]);
    expect(pairs.map(([name, value]) => `${name}=${value}`).slice(0, -1)).toEqual([
      'gateway=aggregator',
      'amount=11.00',
      'invoice_no=INV-1',
      'paymet_method=method_1',
      'transaction_id=100001',
      'note=new one',
    ]);
    expect(isGenuine(pairs, secret)).toBe(true);
    expect((await callback(sandbox)).fields.amount).toBe('10.00');
  });

  it('sign false: the edited fields go out under the old hash, which no longer verifies', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    await resend(sandbox, { fields: { amount: '11.00' }, sign: false });
    const pairs = new Map(bodyPairs(merchant.requests[1]));
    expect(pairs.get('amount')).toBe('11.00');
    expect(pairs.get('hashed')).toBe((await callback(sandbox)).hashed);
    expect(isGenuine([...pairs], secret)).toBe(false);
  });

  it('Another address gets the same fields; the callback itself has not arrived by that', async () => {
    const sandbox = await freshSandbox();
    const down = await freshRawMerchant(answering('500 So'));
    const other = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${down.url}/return?a=1` });
    await decided(sandbox, token, 'approve');
    await attempted(sandbox, 1);
    await sandbox.control('callbacks/1/resend', { url: `${other.url}/other?b=2` });
    await attempted(sandbox, 2);
    const path = other.requests[0]?.split(' ')[1] ?? '';
    expect(path).toMatch(/^\/other\?b=2&gateway=cardgw&/);
    expect(isGenuine(pairsOf(path.slice('/other?b=2&'.length)), secret)).toBe(true);
    expect(await callback(sandbox)).toMatchObject({
      status: 'pending',
      next_attempt_at: new Date(startOfTest + 5000).toISOString(),
      attempts: [{ number: 1 }, { number: 2, url: expect.stringContaining('/other') }],
    });
  });

  it.each([
    [{ url: 'ftp://shop.example/' }, 'url'],
    [{ url: 'http://169.254.169.254/' }, 'url'],
    [{ url: '/callback' }, 'url'],
    [{ fields: { amount: 5 } }, 'fields.amount'],
    [{ fields: [] }, 'fields'],
    [{ sign: 'no' }, 'sign'],
    [{ nonsense: 1 }, 'nonsense'],
  ])('%j is refused and sends nothing', async (body, name) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { hold: true });
    const answer = await sandbox.control('callbacks/1/resend', body);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain(name);
    await settled(sandbox);
    expect((await callback(sandbox)).attempts).toEqual([]);
  });

  it('An unknown callback is 404', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('callbacks/7/resend', {})).status).toBe(404);
  });
});
