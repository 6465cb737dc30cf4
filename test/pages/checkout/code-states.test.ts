import { describe, expect, it } from 'vitest';
import { words } from '../../../src/pages/words/words.ts';
import { atCode, countingCodes } from '../../support/at-code.ts';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';

const texts = words.en.steps.code;

describe('A code of a checkout', () => {
  it('is no longer good after its lifetime: the page says so, and a new one pays', async () => {
    const { sandbox, code, send, page, checkout } = await atCode();
    await sandbox.control('clock/advance', { by: '5m' });
    expect((await page()).text).toContain(texts.expired);
    await code();
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: null });
    await send('resend', { process_id: '1000000000001' });
    expect((await page()).text).toContain(texts.again);
    await code();
    expect((await checkout()).status).toBe('completed');
  });

  it('is superseded by the next one of its own session alone', async () => {
    const sandbox = await freshSandbox({ ids: countingCodes() });
    const { pay, send } = await formsOf(sandbox, 'localbankcards');
    await pay();
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'INV-2' });
    await send('pay', { token: 'token-2', number: '9111111111111111', expiry: '12/30' });
    await send('resend', { process_id: '1000000000001' });
    const states = (await sandbox.control('otps')).json.data.map((otp: Record<string, string>) => [
      otp.code,
      otp.process_id,
      otp.status,
    ]);
    expect(states).toEqual([
      ['000003', '1000000000001', 'active'],
      ['000002', '1000000000002', 'active'],
      ['000001', '1000000000001', 'superseded'],
    ]);
  });

  it('that was superseded is a wrong code', async () => {
    const sandbox = await freshSandbox({ ids: countingCodes() });
    const { pay, send, code, page, checkout } = await formsOf(sandbox, 'localbankcards');
    await pay();
    await send('resend', { process_id: '1000000000001' });
    await code('000001');
    expect((await page()).text).toContain(texts.wrong);
    await code('000002');
    expect((await checkout()).status).toBe('completed');
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 34 5'])(
    'of which %j was typed is asked for again, and no try is counted',
    async (typed) => {
      const { code, checkout, otps } = await atCode();
      const { status, text } = await code(typed);
      expect([status, text.includes(typed === '' ? texts.missing : texts.invalid)]).toEqual([422, true]);
      expect((await otps())[0].attempts).toBe(0);
      expect((await checkout()).status).toBe('started');
    },
  );

  it.each(['١٢٣٤٥٦', ' 123 456 ', '123-456'])('is understood as %j', async (typed) => {
    const { code, checkout } = await atCode();
    await code(typed);
    expect((await checkout()).status).toBe('completed');
  });

  it('is asked for again only after `otp.resend_wait`', async () => {
    const { sandbox, send, otps } = await atCode('localbankcards', {
      settings: { otp: { resend_wait: '30s' } },
    });
    const early = await send('resend', { process_id: '1000000000001' });
    expect([early.status, early.text.includes(texts.tooSoon)]).toEqual([422, true]);
    await sandbox.control('clock/advance', { by: '30s' });
    expect((await send('resend', { process_id: '1000000000001' })).status).toBe(303);
    expect(await otps()).toHaveLength(2);
  });

  it('that a tester locks, expires or sends again in the inbox is so on the page', async () => {
    const { sandbox, page, send, code, checkout } = await atCode();
    await sandbox.control('otps/1/expire', {});
    expect((await page()).text).toContain(texts.expired);
    await sandbox.control('otps/1/resend', {});
    expect((await page()).text).toContain(texts.again);
    await sandbox.control('otps/2/lock', {});
    const locked = (await page()).text;
    expect([locked.includes(texts.locked), locked.includes('name="code"')]).toEqual([true, false]);
    await code();
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: 'wrong_code' });
    expect((await send('back', { step: 'code' })).status).toBe(303);
    expect((await page()).text).toContain('data-testid="number"');
  });

  it('has the fixed digits where the settings fix them', async () => {
    const { otps } = await atCode('localbankcards', {
      settings: { otp: { policy: 'fixed', codes: { '0910100001': '777777' } } },
    });
    expect((await otps())[0].code).toBe('777777');
  });
});
