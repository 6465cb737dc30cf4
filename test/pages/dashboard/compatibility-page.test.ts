import { describe, expect, it, onTestFinished } from 'vitest';
import { shopOf } from '../../compatibility/shop.ts';
import { shopClients } from '../../compatibility/shop-clients.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { done, sendTo, wordsOf } from '../../support/tool-page.ts';

async function shown(sandbox: TestSandbox): Promise<string> {
  return wordsOf((await sandbox.fetch('/_sandbox/compatibility')).text);
}

const short = { ...rightFields['walletB/verify'], mobile_number: '945678901' };

describe('The Compatibility page', () => {
  it('is empty before the first request', async () => {
    expect(await shown(await freshSandbox())).toContain(
      'No requests yet Run your client against the sandbox.',
    );
  });

  it('says that nothing fails', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect(await shown(sandbox)).toContain('Nothing needs changing, based on 1 request and 0 callbacks.');
  });

  it('says when to load it again while its verdict does not include the latest request', async () => {
    const sandbox = await freshSandbox();
    const call = () => sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await call();
    let now = 0;
    // As if the check had taken long: a page does not wait for the next one.
    const { now: real } = performance;
    performance.now = () => (now += 1000);
    onTestFinished(() => {
      performance.now = real;
    });
    const found = async () => {
      const { text } = await sandbox.fetch('/_sandbox/compatibility');
      return [/on (\d) requests?/.exec(wordsOf(text))?.[1], Number(/ data-again-ms="(\d+)"/.exec(text)?.[1])];
    };
    expect(await found()).toEqual(['1', Number.NaN]);
    await call();
    const [requests, againMs] = await found();
    expect(requests).toBe('1');
    expect(againMs).toBeGreaterThan(1000);
    now += Number(againMs);
    expect(await found()).toEqual(['2', Number.NaN]);
  });

  it('proposes a setting with its evidence, and applies it', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', short);
    const patch = '{"mobile":{"lenient":true}}';
    expect(await shown(sandbox)).toMatch(
      /These settings fix it; each was tested\. Settings that your client needs mobile\.lenient POST \/api\/v1\/transaction\/walletB\/verify: /,
    );
    const after = await done(sandbox, 'compatibility/apply', { settings: patch });
    expect(wordsOf(after)).toMatch(
      /Setting changed\. .* Nothing needs changing, based on 1 request and 0 callbacks\./,
    );
    expect((await sandbox.call('walletB/verify', short)).status).toBe(200);
  });

  it('shows names as a config for the next start, and what stays open', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cards/confirm', rightFields['cardgw/confirm']);
    await sandbox.call('walletB/verify', { ...short, amount: '0' });
    const words = await shown(sandbox);
    expect(words).toContain('Names take effect after a restart: add the config below to your config file.');
    expect(words).toContain('"cards" could be localbankcards or cardgw. Try localbankcards first.');
    expect(words).toContain('"names": { "localbankcards": "cards" }');
    expect(words).toContain('Fails, and no setting helps POST /api/v1/transaction/walletB/verify');
  });

  it('tries callbacks only when it is asked to', async () => {
    const client = shopClients['reads payment_method, and refuses a callback without it'];
    const sandbox = await freshSandbox();
    const shop = await shopOf(client?.handlers ?? {});
    await client?.use(sandbox, shop, 'A-1');
    const open = await shown(sandbox);
    expect(open).toContain('Something fails in 1 request and 1 callback. Try callbacks and returns again');
    expect([open.includes('aggregator.method_field'), shop.orders.size]).toEqual([false, 0]);
    const { status, text } = await sendTo(sandbox, 'compatibility');
    expect([status, wordsOf(text)]).toEqual([
      200,
      expect.stringContaining('aggregator.method_field aggregator callback POST http://127.0.0.1:'),
    ]);
    expect(shop.orders.get('A-1')).toBe('paid');
    const after = await done(sandbox, 'compatibility/apply', {
      settings: '{"aggregator":{"method_field":"payment_method"}}',
    });
    expect(wordsOf(after)).toContain('The settings have changed since: try it again.');
    expect(wordsOf((await sendTo(sandbox, 'compatibility')).text)).toContain('Nothing needs changing');
  });

  it.each(['{', '{"mobile":{"lenient":"yes"}}', '1'])('refuses to apply %s', async (settings) => {
    const sandbox = await freshSandbox();
    expect((await sendTo(sandbox, 'compatibility/apply', { settings })).status).toBe(422);
  });
});
