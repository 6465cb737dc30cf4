import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { startOfTest } from '../support/sandbox.ts';

const at = (ms: number) => new Date(startOfTest + ms).toISOString();

describe('order of callback and browser return, by the control API', () => {
  it.each(['together', 'callback-first', 'callback-only'])(
    '%s: the callback is sent at once',
    async (order) => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const { json } = await paid(sandbox, merchant.url, { order });
      expect(json.callbacks).toEqual(['1']);
      await settled(sandbox);
      expect(merchant.arrivals).toHaveLength(1);
    },
  );

  it('return-only: the callback is lost, and nothing is pending', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const { json } = await paid(sandbox, merchant.url, { order: 'return-only', copies: 3 });
    await advance(sandbox, '1h');
    await settled(sandbox);
    expect(json).toMatchObject({ status: 'completed', callbacks: ['1'] });
    expect(await callback(sandbox)).toMatchObject({ status: 'dropped', next_attempt_at: null, attempts: [] });
    expect(merchant.arrivals).toEqual([]);
  });

  it.each([
    [{}, 1000],
    [{ delay: '7s' }, 7000],
    [{ delay: 250 }, 250],
  ])('return-first with %o: the callback is sent %i ms after the answer', async (choice, delayMs) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { order: 'return-first', ...choice });
    expect(await callback(sandbox)).toMatchObject({ status: 'pending', next_attempt_at: at(delayMs) });
    await advance(sandbox, `${delayMs - 1}ms`);
    expect((await callback(sandbox)).attempts).toEqual([]);
    await advance(sandbox, '1ms');
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });

  it('The settings give the order where a call names none, and a call goes before them', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { order: 'return-only' } } });
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await paid(sandbox, merchant.url, { order: 'together' }, 'INV-2');
    await settled(sandbox);
    expect((await callback(sandbox, '1')).status).toBe('dropped');
    expect((await callback(sandbox, '2')).status).toBe('delivered');
  });

  it('A cancel takes an order too', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: merchant.url });
    await decided(sandbox, token, 'cancel', { order: 'return-only' });
    expect((await callback(sandbox)).status).toBe('dropped');
  });
});

describe('delay and copies', () => {
  it('A delay holds the first attempt back on the sandbox clock', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { delay: '10m' });
    await advance(sandbox, '599s');
    expect(await callback(sandbox)).toMatchObject({ next_attempt_at: at(600_000), attempts: [] });
    await advance(sandbox, '1s');
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });

  it('Copies are callbacks of their own with the same bytes, each delivered', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const { json } = await paid(sandbox, merchant.url, { copies: 3 });
    await settled(sandbox);
    expect(json.callbacks).toEqual(['1', '2', '3']);
    expect(merchant.requests).toHaveLength(3);
    expect(new Set(merchant.requests).size).toBe(1);
    const { data } = (await sandbox.control('callbacks')).json;
    const seen = data.map((each: Record<string, unknown>) => [each.id, each.copy_of, each.status]);
    expect(seen).toEqual([
      ['3', '1', 'delivered'],
      ['2', '1', 'delivered'],
      ['1', null, 'delivered'],
    ]);
  });
});

describe('hold and release', () => {
  it('A callback that is approved with hold waits for its release', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { hold: true });
    await settled(sandbox);
    await advance(sandbox, '1d');
    expect(await callback(sandbox)).toMatchObject({ status: 'held', attempts: [] });
    const released = await sandbox.control('callbacks/1/release', {});
    expect(released).toMatchObject({ status: 200, json: { id: '1' } });
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });

  it('A pending callback can be held between two attempts, and goes on by its schedule when it is released', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect((await sandbox.control('callbacks/1/hold', {})).json).toMatchObject({
      status: 'held',
      next_attempt_at: null,
    });
    await advance(sandbox, '1d');
    expect(merchant.arrivals).toHaveLength(1);
    await sandbox.control('callbacks/1/release', {});
    await attempted(sandbox, 2);
    expect(await callback(sandbox)).toMatchObject({
      status: 'pending',
      next_attempt_at: at(86_400_000 + 30_000),
    });
  });

  it('An attempt that is under way goes on when its callback is held', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    expect((await sandbox.control('callbacks/1/hold', {})).status).toBe(200);
    merchant.release();
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts).toMatchObject([{ number: 1, answer: { status: 200 } }]);
  });

  it.each([
    ['hold', 'a delivered one', {}],
    ['release', 'a delivered one', {}],
    ['hold', 'one that is held', { hold: true }],
    ['hold', 'a lost one', { order: 'return-only' }],
    ['release', 'a lost one', { order: 'return-only' }],
    ['release', 'a pending one', { delay: '1h' }],
  ])('To %s %s is refused with 409 ALREADY_DECIDED', async (what, _which, choice) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, choice);
    if (Object.keys(choice).length === 0) await settled(sandbox);
    const before = await callback(sandbox);
    expect(await sandbox.control(`callbacks/1/${what}`, {})).toMatchObject({
      status: 409,
      json: { error: { code: 'ALREADY_DECIDED' } },
    });
    expect(await callback(sandbox)).toEqual(before);
  });
});
