import { describe, expect, it } from 'vitest';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';

describe('A dry run of a resend sends nothing and shows the request that the resend makes', () => {
  const settings = [{}, { callback: { types: 'number' }, signature: { layout: 'sorted-raw', scope: 'all' } }];
  const variants = [
    {},
    { tamper: 'approved-0' },
    { tamper: 'wrong-hash' },
    { fields: { amount: '0.01' }, sign: true },
    { fields: { approved: null, canceled: '1', hashed: null }, sign: false },
    { url: 'elsewhere' },
  ];
  it.each(
    (['aggregator', 'cardgw'] as const).flatMap((gateway) =>
      settings.map((each) => [gateway, each] as const),
    ),
  )('%s, with the settings %j', async (gateway, given) => {
    const sandbox = await freshSandbox({ settings: given, callbackHostMap: { 'app.test': '127.0.0.1' } });
    const merchant = await freshRawMerchant();
    const { port } = new URL(merchant.url);
    const return_url = `http://app.test:${port}/r?a=1`;
    const callback_url = `http://app.test:${port}/c`;
    const token = await startCheckout(
      sandbox,
      gateway,
      gateway === 'cardgw' ? { return_url } : { return_url, callback_url },
    );
    await decided(sandbox, token, 'approve', { hold: true });
    for (const [index, variant] of variants.entries()) {
      const changes = variant.url ? { url: `http://app.test:${port}/other?b=2` } : variant;
      const dry = await sandbox.control('callbacks/1/resend', { ...changes, dry_run: true });
      await settled(sandbox);
      expect(merchant.requests).toHaveLength(index);
      await sandbox.control('callbacks/1/resend', changes);
      await settled(sandbox);
      const { method, url, body, target_host: host, fields, attempts } = dry.json;
      const [path] = url.split(`http://app.test:${port}`).slice(1);
      const sent = merchant.requests[index] ?? '';
      expect(sent.startsWith(`${method} ${path} HTTP/1.1\r\n`)).toBe(true);
      expect(sent.slice(sent.indexOf('\r\n\r\n') + 4)).toBe(body ?? '');
      expect([host, attempts.length]).toEqual([`127.0.0.1:${port}`, index]);
      expect(fields).toEqual(body ? JSON.parse(body) : expect.anything());
    }
    expect((await callback(sandbox)).tampered).toBeNull();
  });

  it('and names how it is forged', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: 'http://app.test/r' });
    await decided(sandbox, token, 'approve', { hold: true });
    const dry = await sandbox.control('callbacks/1/resend', { tamper: 'no-hash', dry_run: true });
    expect(dry.json).toMatchObject({ id: '1', tampered: 'no-hash', hashed: '', status: 'held' });
    const edited = await sandbox.control('callbacks/1/resend', {
      fields: { amount: '1' },
      sign: false,
      dry_run: true,
    });
    expect(edited.json).toMatchObject({ tampered: null, fields: { amount: '1' } });
  });
});
