import { describe, expect, it } from 'vitest';
import { atCode } from '../../support/at-code.ts';
import { decided, settled } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';

describe('A process of a checkout', () => {
  it('confirms nothing at a wallet', async () => {
    const { sandbox, checkout } = await atCode('aggregator');
    for (const wallet of ['walletA', 'walletB']) {
      const fields = { process_id: '1000000000001', amount: '10.00', invoice_no: 'INV-9' };
      const code = wallet === 'walletA' ? '123456' : '1234';
      const { status, json } = await sandbox.call(`${wallet}/confirm`, { ...fields, code });
      expect([status, json.error.fields]).toEqual([422, { process_id: ['is unknown or already confirmed'] }]);
    }
    expect((await checkout()).status).toBe('started');
  });

  it.each([
    ['cancel', 'canceled'],
    ['approve', 'completed'],
    ['decline', 'started'],
    ['expire', 'expired'],
  ])('is over when a tester ends the page by %s', async (action, status) => {
    const { sandbox, checkout, code, otps, events } = await atCode();
    expect((await sandbox.control(`checkouts/token-1/${action}`, {})).status).toBe(200);
    expect((await checkout()).status).toBe(status);
    expect((await otps())[0].status).toBe('expired');
    expect((await sandbox.control('otps/1/resend', {})).status).toBe(409);
    await code('123456');
    expect((await checkout()).status).toBe(status);
    expect((await events()).filter((type) => type.startsWith('otp.'))).toEqual(['otp.sent', 'otp.expired']);
  });

  it('is over when the customer cancels, goes back, or comes too late', async () => {
    for (const [path, status] of [
      ['cancel', 'canceled'],
      ['back', 'started'],
    ] as const) {
      const { send, checkout, otps } = await atCode();
      await send(path, { step: 'code' });
      expect([(await checkout()).status, (await otps())[0].status]).toEqual([status, 'expired']);
    }
    const { sandbox, code, checkout, otps } = await atCode('localbankcards', {
      settings: { otp: { lifetime: '2h' } },
    });
    await sandbox.control('clock/advance', { by: '30m' });
    await code('123456');
    expect([(await checkout()).status, (await otps())[0].status]).toEqual(['expired', 'expired']);
  });

  it('of 50 right codes at once pays once, with one callback', async () => {
    const merchant = await freshMerchant();
    const { sandbox, code, checkout, events } = await atCode('aggregator', {}, merchant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => code('123456', { order: 'together' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    await settled(sandbox);
    expect((await checkout()).status).toBe('completed');
    expect((await events()).filter((type) => type === 'transaction.completed')).toHaveLength(1);
    expect(merchant.arrivals).toHaveLength(1);
  });

  it.each(['localbankcards', 'aggregator'] as const)(
    '%s: of 50 first forms at once, one sends a code',
    async (gateway) => {
      const sandbox = await freshSandbox();
      const { pay, code, checkout } = await formsOf(sandbox, gateway);
      await Promise.all(Array.from({ length: 50 }, () => pay()));
      expect((await sandbox.control('otps')).json.data).toHaveLength(1);
      const { data } = (await sandbox.control('events')).json;
      const asked = data.filter(({ type }: { type: string }) => type !== 'transaction.started');
      expect(asked).toHaveLength(gateway === 'aggregator' ? 2 : 1);
      await code();
      expect((await checkout()).status).toBe('completed');
    },
  );

  it('of the right code and a Cancel at once follows the first, wholly', async () => {
    for (const first of ['code', 'cancel'] as const) {
      const { code, send, checkout, otps, events } = await atCode();
      const both = [() => code('123456'), () => send('cancel', { step: 'code' })];
      await Promise.all((first === 'code' ? both : both.reverse()).map((each) => each()));
      const { status } = await checkout();
      expect((await otps())[0].status).toBe(status === 'completed' ? 'used' : 'expired');
      const ends = (await events()).filter((type) => /^transaction\.(completed|canceled)$/.test(type));
      expect(ends).toEqual([`transaction.${status}`]);
    }
  });

  it('survives a snapshot and its restore', async () => {
    const { sandbox, code, page, checkout } = await atCode();
    await sandbox.control('snapshots', { name: 'code' });
    await decided(sandbox, 'token-1', 'cancel', { order: 'return-only' });
    await sandbox.control('snapshots/code/restore', {});
    expect((await page()).text).toContain('name="code"');
    await code();
    expect((await checkout()).status).toBe('completed');
  });
});
