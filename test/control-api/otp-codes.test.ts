import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/settings/settings.ts';
import { changedSettings, withinLimits } from '../../src/settings/settings-change.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const manyCodes = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [String(900_000_000 + at).padStart(10, '0'), '1234']),
  );

describe('The setting otp.codes', () => {
  it('holds at most 1000 codes', async () => {
    const sandbox = await freshSandbox();
    const patch = (codes: object) => sandbox.control('settings', { otp: { codes } }, 'PATCH');
    const { otp } = (await sandbox.control('settings')).json;
    expect((await patch(manyCodes(1000 - Object.keys(otp.codes).length))).status).toBe(200);
    expect(await patch({ '0911111111': '1234' })).toMatchObject({
      status: 400,
      json: { error: { message: 'otp.codes: must hold at most 1000 codes.' } },
    });
    expect((await patch({ '0911111111': '1234', '0900000000': null })).status).toBe(200);
  });

  it.each([
    ['+218912345678', '0912345678', '"+218912345678"'],
    ['912345678', '0912345678', '"912345678"'],
    ['091\u2013234\u20115678', '0912345678', '"091\u2013234\u20115678"'],
    ['\u200e0912345678', '0912345678', '"\u200e0912345678"'],
    ['\u0660\u0669\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668', '0912345678', expect.any(String)],
    ['abc', '0912345678', '"abc"'],
    ['', '0912345678', '""'],
    ['0935', '0912345678', '"0935"'],
    ['9'.repeat(41), '0912345678', `"${'9'.repeat(40)}"`],
  ])('names a number as the inbox shows it, not %j', async (number, right, came) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control(
      'settings',
      { otp: { codes: { [number]: '1234' } } },
      'PATCH',
    );
    expect(status).toBe(400);
    const { message } = json.error;
    expect(message).toMatch(
      `otp.codes: must name mobile numbers by 10 digits from 09, such as ${right}, not `,
    );
    if (typeof came === 'string') expect(message).toContain(`not ${came}.`);
  });

  it.each([
    ['000001', '000001: on walletA it is a magic value that confirm refuses with INVLIAD_OTP.'],
    ['0001', '0001: on walletB it is a magic value that confirm refuses with CONFIRMATION_ERROR.'],
    ['000299', '000299: on walletB it is 0002, a magic value that confirm refuses with OTP_EXPIRED.'],
    [
      '00001',
      '00001: on walletA it is 000010, a magic value that confirm refuses with INVALID_INVOICE_AMOUNT_OR_NUMBER.',
    ],
  ])('is refused with %s, a magic value', async (code, why) => {
    const sandbox = await freshSandbox();
    for (const number of ['*', '0912345678'])
      expect(
        await sandbox.control('settings', { otp: { codes: { [number]: code } } }, 'PATCH'),
      ).toMatchObject({
        status: 400,
        json: { error: { message: `otp.codes: must not have the code ${why}` } },
      });
  });

  it.each(['0000', '000000', '0042', '1234', '0010', '000011'])('may be %s', async (code) => {
    const settings = { otp: { policy: 'fixed', codes: { '*': code } } } as const;
    const sandbox = await freshSandbox({ settings });
    for (const wallet of ['walletA', 'walletB'] as const) {
      const { json } = await sandbox.call(`${wallet}/verify`, rightFields[`${wallet}/verify`]);
      const { data } = (await sandbox.control('otps')).json;
      const confirm = {
        process_id: json.result.process_id,
        code: data[0].code,
        amount: '10.00',
        invoice_no: wallet,
      };
      expect((await sandbox.call(`${wallet}/confirm`, confirm)).status).toBe(200);
    }
  });

  it('drops magic codes that an earlier version stored', () => {
    const base = defaultSettings('observed');
    const codes = { '*': '0001', '0912345678': '4321' };
    expect(changedSettings(base, withinLimits({ otp: { codes } })).otp.codes).toEqual({
      ...base.otp.codes,
      '0912345678': '4321',
    });
  });

  it('drops them also beside a removed code, which stays removed', () => {
    const base = defaultSettings('observed');
    const stored = { otp: { codes: { '*': null, '0911111111': '0001', '0912345678': '4321' } } };
    expect(changedSettings(base, withinLimits(stored)).otp.codes).toEqual({ '0912345678': '4321' });
  });

  it('drops codes that an earlier version stored beyond the limit', () => {
    const base = defaultSettings('observed');
    const stored = { otp: { codes: { ...manyCodes(1001), ['9'.repeat(41)]: '1234' } } };
    expect(() => changedSettings(base, stored)).toThrow();
    const { codes } = changedSettings(base, withinLimits(stored)).otp;
    expect(codes).toEqual({ ...base.otp.codes, ...manyCodes(500) });
  });
});
