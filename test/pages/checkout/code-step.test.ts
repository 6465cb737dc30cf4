import { describe, expect, it } from 'vitest';
import { words } from '../../../src/pages/words/words.ts';
import type { Language } from '../../../src/protocol/vocabulary.ts';
import { atCode } from '../../support/at-code.ts';

const gateways = ['localbankcards', 'aggregator'] as const;
/** The page's message about a wrong code. */
function wrongWith(lang: Language, triesLeft: number): string {
  const { wrong, triesLeft: left } = words[lang].steps.code;
  return `${wrong} ${left(triesLeft)}`;
}

const phones = { localbankcards: '0910100001', aggregator: '0912345678' };

describe.each(gateways)('%s: a code is sent to the phone', (gateway) => {
  it('and the page asks for it, showing the number without its middle', async () => {
    const { page, checkout, otps } = await atCode(gateway);
    expect(await otps()).toMatchObject([
      { gateway, mobile_number: phones[gateway], code: '123456', amount: '10.00', status: 'active' },
    ]);
    expect((await checkout()).status).toBe('started');
    const { text, status } = await page();
    expect(status).toBe(200);
    expect(text).toContain(`>${phones[gateway].slice(0, 3)}••••${phones[gateway].slice(-3)}</bdi>`);
    expect(text).toContain(`href="/_sandbox/inbox/${phones[gateway]}#otp-1"`);
    expect(text).not.toMatch(/9111 ?1111/);
  });

  it('and the right one pays', async () => {
    const { code, checkout, otps } = await atCode(gateway);
    const { status, headers } = await code();
    expect([status, headers.get('location')]).toEqual([303, '/checkout/result?token=token-1&lang=en']);
    expect(await checkout()).toMatchObject({
      status: 'completed',
      payment_method: gateway === 'aggregator' ? 'method_2' : null,
    });
    expect((await otps())[0].status).toBe('used');
  });

  it('and a wrong one is counted and said, however often the page is asked for', async () => {
    const { code, page, checkout, otps } = await atCode(gateway);
    expect((await code('654321')).status).toBe(303);
    for (const lang of ['en', 'ar'] as const) {
      for (let reload = 0; reload < 2; reload += 1)
        expect((await page(lang)).text).toContain(wrongWith(lang, 4));
    }
    expect((await otps())[0]).toMatchObject({ status: 'active', attempts: 1 });
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: null });
    await code();
    expect((await checkout()).status).toBe('completed');
  });

  it('and the page counts the tries of the process: another code gives no more, a lower limit fewer', async () => {
    const { sandbox, code, send, page } = await atCode(gateway);
    await code('654321');
    await send('resend', { process_id: '1000000000001' });
    await code('654321');
    expect((await page()).text).toContain(wrongWith('en', 3));
    await sandbox.control('settings', { otp: { attempts: 2 } }, 'PATCH');
    expect((await page()).text).toContain(wrongWith('en', 1));
  });

  it('and the fifth wrong one locks it and declines: the customer may try again from the first page', async () => {
    const { code, page, pay, checkout, otps } = await atCode(gateway);
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await checkout()).decline_reason).toBe(null);
      await code('654321');
    }
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: 'wrong_code' });
    expect((await otps())[0]).toMatchObject({ status: 'locked', attempts: 5 });
    const { text } = await page();
    expect(text).toContain(words.en.reasons.wrong_code);
    expect(text).not.toContain('name="code"');
    await pay();
    await code();
    expect((await checkout()).status).toBe('completed');
    expect((await otps()).map(({ status }: { status: string }) => status)).toEqual(['used', 'locked']);
  });

  it('and is in the transaction’s timeline', async () => {
    const { sandbox, code } = await atCode(gateway);
    await code('654321');
    await code();
    const { timeline } = (await sandbox.control('transactions/100001')).json;
    const told = timeline.map(({ type }: { type: string }) => type);
    expect(told).toEqual([
      'request',
      'transaction.started',
      ...(gateway === 'aggregator' ? ['checkout.method_chosen'] : []),
      'otp.sent',
      'otp.wrong_code',
      'otp.used',
      'transaction.completed',
      'callback.created',
    ]);
    const sent = timeline.find(({ type }: { type: string }) => type === 'otp.sent');
    expect(sent).toMatchObject({
      transaction_id: '100001',
      invoice_no: 'INV-1',
      mobile_number: phones[gateway],
      process_id: '1000000000001',
    });
  });
});
