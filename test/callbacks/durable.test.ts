import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, paid, settled } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { startOfTest } from '../support/sandbox.ts';

const frozen = { at: new Date(startOfTest).toISOString() };

describe('P3: at least once, over restarts too', () => {
  it('What is pending when the sandbox stops is sent by the next one on the same file, as the next attempt, with the same bytes', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await first.control('clock/freeze', frozen);
    const merchant = await freshRawMerchant((socket, request) =>
      answering(merchant.requests.length === 1 ? '500 So' : '200 OK')(socket, request),
    );
    await paid(first, merchant.url);
    await attempted(first, 1);
    await first.stop();

    const second = await freshSandbox({ data });
    expect(await callback(second)).toMatchObject({ status: 'pending', attempts: [{ number: 1 }] });
    await advance(second, '5s');
    await settled(second);
    expect(merchant.requests).toHaveLength(2);
    expect(merchant.requests[1]).toBe(merchant.requests[0]);
    expect(await callback(second)).toMatchObject({
      status: 'delivered',
      attempts: [
        { number: 1, answer: { status: 500 } },
        { number: 2, answer: { status: 200 } },
      ],
    });
  });

  it('What has not been tried before the stop is tried after it', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await first.control('clock/freeze', frozen);
    const merchant = await freshMerchant();
    await paid(first, merchant.url, { delay: '1m', copies: 3 });
    await first.stop();
    expect(merchant.arrivals).toEqual([]);

    const second = await freshSandbox({ data });
    await advance(second, '1m');
    await settled(second);
    expect(merchant.arrivals).toHaveLength(3);
  });

  it('What is due already goes out when the next sandbox starts, without a call', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    const merchant = await freshMerchant();
    await paid(first, merchant.url, { delay: '1m' });
    await first.stop();
    // A running clock, long after the other sandbox's time.
    await freshSandbox({ data, runningClock: true });
    expect(await merchant.arrived(1)).toHaveLength(1);
  });

  it('A held callback stays held over a restart, a delivered one delivered', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    const merchant = await freshMerchant();
    await paid(first, merchant.url);
    await settled(first);
    await paid(first, merchant.url, { hold: true }, 'INV-2');
    await first.stop();

    const second = await freshSandbox({ data, runningClock: true });
    await settled(second);
    expect((await callback(second, '1')).status).toBe('delivered');
    expect((await callback(second, '2')).status).toBe('held');
    expect(merchant.arrivals).toHaveLength(1);
  });
});

describe('P9: clean stop', () => {
  it('An attempt that ends within 5 s is stored', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    const merchant = await freshHoldingMerchant();
    await paid(first, merchant.url);
    await merchant.arrived(1);
    const stopped = first.stop();
    merchant.release();
    await stopped;
    const second = await freshSandbox({ data });
    expect(await callback(second)).toMatchObject({
      status: 'delivered',
      attempts: [{ answer: { status: 200 } }],
    });
  });

  it('A merchant that hangs is left by a stop; its callback stays pending, its attempt cut off', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await first.control('clock/freeze', frozen);
    const merchant = await freshHoldingMerchant();
    await paid(first, merchant.url);
    await merchant.arrived(1);
    await first.stop();
    await merchant.left();

    const second = await freshSandbox({ data });
    expect(await callback(second)).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1, duration_ms: null, answer: null, error: expect.stringMatching(/^cut off: /) }],
    });
    merchant.release();
    await advance(second, '5s');
    await settled(second);
    expect((await callback(second)).attempts).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  it('No new attempt begins while the sandbox stops', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url, { copies: 6 });
    await merchant.arrived(4);
    const stopped = sandbox.stop();
    merchant.release();
    await stopped;
    expect(merchant.requests).toHaveLength(4);
  });
});

describe('P12: reset means reset', () => {
  it('An attempt that is under way at a reset is broken off and writes nothing into the new state', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    await sandbox.control('reset', {});
    await merchant.left();
    merchant.release();
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
    const { data } = (await sandbox.control('events')).json;
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['reset']);
    await settled(sandbox);
  });

  it('The first callback of the new state has the id of the one broken off, and its own attempts alone', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url, { copies: 4 });
    await merchant.arrived(4);
    await sandbox.control('reset', {});
    await paid(sandbox, merchant.url, { copies: 4 }, 'INV-2');
    await merchant.arrived(8);
    merchant.release();
    await settled(sandbox);
    for (const id of ['1', '2', '3', '4']) {
      const { transaction_id: transaction, status, attempts } = await callback(sandbox, id);
      expect([transaction, status, attempts.length]).toEqual(['100001', 'delivered', 1]);
    }
    expect(merchant.requests).toHaveLength(8);
  });

  it('A reset in the turn in which an attempt would begin: it never goes out', async () => {
    const sandbox = await freshSandbox();
    const old = await freshMerchant();
    const merchant = await freshMerchant();
    await paid(sandbox, old.url, { copies: 4 });
    await sandbox.control('reset', {});
    await paid(sandbox, merchant.url, { copies: 4 }, 'INV-2');
    await settled(sandbox);
    for (const id of ['1', '2', '3', '4']) {
      expect(await callback(sandbox, id)).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }] });
    }
    expect(merchant.arrivals).toHaveLength(4);
    expect(old.arrivals).toEqual([]);
  });

  it('Retries and delays that were waiting never go out', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    await paid(sandbox, merchant.url, { delay: '1m' }, 'INV-2');
    await sandbox.control('reset', {});
    await advance(sandbox, '10d');
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });
});
