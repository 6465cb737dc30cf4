import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/settings/settings.ts';
import { changedSettings, withinLimits } from '../../src/settings/settings-change.ts';
import { freshSandbox } from '../support/fresh.ts';

const manyCodes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`09${at}`, '1234']));

describe('The setting otp.codes', () => {
  it('holds at most 1000 codes, for numbers of at most 40 characters', async () => {
    const sandbox = await freshSandbox();
    const patch = (codes: object) => sandbox.control('settings', { otp: { codes } }, 'PATCH');
    const { otp } = (await sandbox.control('settings')).json;
    expect((await patch(manyCodes(1000 - Object.keys(otp.codes).length))).status).toBe(200);
    expect(await patch({ another: '1234' })).toMatchObject({
      status: 400,
      json: { error: { message: 'otp.codes: must hold at most 1000 codes.' } },
    });
    expect((await patch({ another: '1234', '091': null })).status).toBe(200);
    expect((await patch({ another: null, ['9'.repeat(41)]: '1234' })).json.error.message).toBe(
      'otp.codes: must name mobile numbers of at most 40 characters.',
    );
  });

  it('drops codes that an earlier version stored beyond the limit', () => {
    const base = defaultSettings('observed');
    const stored = { otp: { codes: { ...manyCodes(1001), ['9'.repeat(41)]: '1234' } } };
    expect(() => changedSettings(base, stored)).toThrow();
    const { codes } = changedSettings(base, withinLimits(stored)).otp;
    expect(codes).toEqual({ ...base.otp.codes, ...manyCodes(500) });
  });
});
