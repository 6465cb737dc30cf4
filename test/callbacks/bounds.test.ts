import { describe, expect, it, onTestFinished } from 'vitest';
import { advance, attempted, callback, paid, settled } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { watchStatements } from '../support/statements.ts';

describe('At most 4 at once to one target and 16 in all', () => {
  it('Of 6 callbacks to one merchant, 4 are under way and 2 wait for their turn', async () => {
    const sandbox = await freshSandbox();
    const gauge = { now: 0, most: 0 };
    const merchant = await freshHoldingMerchant(gauge);
    await paid(sandbox, merchant.url, { copies: 6 });
    await merchant.arrived(4);
    await sandbox.runtime.alarms.idle();
    expect(await begun(sandbox)).toBe(4);
    merchant.release();
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(6);
    expect(gauge.most).toBe(4);
  });

  it('Of 20 callbacks to 5 merchants, 16 are under way and 4 wait for their turn', async () => {
    const sandbox = await freshSandbox();
    const gauge = { now: 0, most: 0 };
    const merchants = await Promise.all([1, 2, 3, 4, 5].map(() => freshHoldingMerchant(gauge)));
    for (const [index, { url }] of merchants.entries()) {
      await paid(sandbox, url, { copies: 4 }, `INV-${index}`);
    }
    await Promise.all(merchants.slice(0, 4).map(({ arrived }) => arrived(4)));
    await sandbox.runtime.alarms.idle();
    expect(await begun(sandbox)).toBe(16);
    for (const { release } of merchants) release();
    await settled(sandbox);
    expect(gauge.most).toBe(16);
    for (const { requests } of merchants) expect(requests).toHaveLength(4);
  });

  it('A merchant that hangs with 40 callbacks does not hold up a healthy one', async () => {
    const sandbox = await freshSandbox();
    const slow = await freshHoldingMerchant();
    const healthy = await freshMerchant();
    await paid(sandbox, slow.url, { copies: 20 }, 'INV-1');
    await paid(sandbox, slow.url, { copies: 20 }, 'INV-2');
    await slow.arrived(4);
    await paid(sandbox, healthy.url, { copies: 5 }, 'INV-3');
    await attempted(sandbox, 5);
    expect(healthy.arrivals).toHaveLength(5);
    expect((await callback(sandbox, '45')).status).toBe('delivered');
    expect(slow.requests).toHaveLength(4);
    slow.release();
    await settled(sandbox);
    expect(slow.requests).toHaveLength(40);
  });

  it('Many targets with pending callbacks cost nothing for each callback of another one', async () => {
    const sandbox = await freshSandbox();
    const healthy = await freshMerchant();
    const slow = await freshHoldingMerchant();
    const nobody = Array.from({ length: 50 }, (_, index) => `http://127.0.1.${index}:9/callback`);
    for (const [index, url] of nobody.entries()) await paid(sandbox, url, {}, `INV-N${index}`);
    await attempted(sandbox, nobody.length);
    await paid(sandbox, slow.url, { copies: 12 }, 'INV-S');
    await slow.arrived(4);
    let looks = 0;
    const end = watchStatements((_connection, sql) => {
      if (/min\("target"\)/i.test(sql)) looks += 1;
    });
    onTestFinished(() => void end());
    for (let time = 0; time < 5; time += 1) await paid(sandbox, healthy.url, {}, `INV-H${time}`);
    await attempted(sandbox, nobody.length + 5);
    expect(healthy.arrivals).toHaveLength(5);
    expect(looks).toBe(0);
    slow.release();
  });

  it('A callback that is due behind a resend to a merchant that hangs waits without a look in between', async () => {
    const sandbox = await freshSandbox();
    const slow = await freshHoldingMerchant();
    const refusing = await freshMerchant();
    refusing.answerWith(503);
    await paid(sandbox, slow.url, { copies: 4 });
    await slow.arrived(4);
    await paid(sandbox, refusing.url, {}, 'INV-2');
    await attempted(sandbox, 1);
    await sandbox.control('callbacks/5/resend', { url: slow.url });
    await advance(sandbox, '1h');
    // Never settles while due callbacks are selected but have no slot.
    await sandbox.runtime.alarms.idle();
    expect(refusing.arrivals).toHaveLength(1);
    refusing.answerWith(200);
    slow.release();
    await settled(sandbox);
    expect((await callback(sandbox, '5')).attempts).toMatchObject([
      { number: 1, answer: { status: 503 } },
      { number: 2, url: slow.url, genuine: false },
      { number: 3, url: refusing.url, answer: { status: 200 } },
    ]);
  });

  it('A merchant that hangs holds up no call of the API', async () => {
    const sandbox = await freshSandbox();
    const slow = await freshHoldingMerchant();
    await paid(sandbox, slow.url);
    await slow.arrived(1);
    expect((await paid(sandbox, slow.url, { order: 'together' }, 'INV-2')).status).toBe(200);
    expect((await callback(sandbox)).attempts).toMatchObject([{ number: 1, duration_ms: null }]);
  });
});

describe('callbacks/settled', () => {
  it('is refused with 409 NOT_SETTLED while an attempt is under way, and answers when it has ended', async () => {
    const sandbox = await freshSandbox();
    const slow = await freshHoldingMerchant();
    await paid(sandbox, slow.url);
    await slow.arrived(1);
    expect(await sandbox.control('callbacks/settled', {})).toMatchObject({
      status: 409,
      json: { error: { code: 'NOT_SETTLED' } },
    });
    const waiting = sandbox.control('callbacks/settled?wait=10s', {});
    slow.release();
    expect(await waiting).toMatchObject({ status: 200, json: { settled: true } });
  });

  it('answers at once when nothing was ever sent', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('callbacks/settled', {})).json).toEqual({ settled: true });
  });
});

describe('Addresses that callbacks never go to', () => {
  it.each([
    ['169.254.169.254', '169.254.169.254'],
    ['[fd00:ec2::254]', '[fd00:ec2::254]'],
    ['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
    ['0.0.0.0', '0.0.0.0'],
    ['224.0.0.1', '224.0.0.1'],
  ])('%s is refused when connecting, wherever the name came from', async (address, shown) => {
    const sandbox = await freshSandbox({ callbackHostMap: { 'shop.example': address } });
    await paid(sandbox, 'http://shop.example/latest/meta-data');
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0]).toMatchObject({
      answer: null,
      error: expect.stringContaining(`${shown} is an address that callbacks never go to`),
    });
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'The sandbox itself, reached by a name for %s, is refused when connecting',
    async (host) => {
      const sandbox = await freshSandbox({ callbackHostMap: { 'shop.example': host } });
      const { port } = new URL(await sandbox.listen());
      await paid(sandbox, `http://shop.example:${port}/_sandbox/api/reset`);
      await attempted(sandbox, 1);
      const { attempts } = await callback(sandbox);
      expect(attempts[0].answer).toBeNull();
      expect(attempts[0].error).toContain(
        ' is an address that callbacks never go to (callback_host_map names ',
      );
    },
  );
});

async function begun(sandbox: TestSandbox): Promise<number> {
  const { data } = (await sandbox.control('callbacks')).json;
  return data.filter(({ attempts }: { attempts: unknown[] }) => attempts.length > 0).length;
}
