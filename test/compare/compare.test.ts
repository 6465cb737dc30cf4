import { describe, expect, it } from 'vitest';
import { allAssumptions, hiddenReason } from '../../src/compare/hidden.ts';
import { type SettingName, type Settings, settingEntries, valueAt } from '../../src/settings/settings.ts';
import { comparison, liveService, mobileNumber, serviceOf } from './live.ts';

/** All settings whose effect a probe can see, with non-default values. */
const changed = {
  requests: { bodies: 'lenient', query: 'merge' },
  invoice: { alphabet: 'strict', used: 'completed' },
  mobile: { lenient: true },
  statuses: { UNAUTHORIZED: 403, AMOUNT_NOT_ALLOWED: 422 },
  error: { fields: false },
  otp: { length: { walletA: 8, walletB: 5 }, attempts: 3, resend_wait: '30s' },
  limits: { maximum_amount: { test: '1234.56' } },
} as const;

describe('Comparing with a live service', () => {
  it('finds every change of the settings, and proposes exactly those', async () => {
    const live = await liveService(changed);
    const { patch, findings } = await comparison(serviceOf(live, mobileNumber), { mayLock: true });
    expect(patch).toEqual(changed);
    const contradicted = findings
      .filter(({ verdict }) => verdict === 'contradicted')
      .map(({ about }) => about);
    expect(contradicted.toSorted()).toEqual([
      'error.fields',
      'invoice.alphabet',
      'invoice.used',
      'limits.maximum_amount',
      'mobile.lenient',
      'otp.attempts',
      'otp.length',
      'otp.resend_wait',
      'requests.bodies',
      'requests.query',
      'statuses',
    ]);
  });

  it('leaves out no setting that can be seen from outside', () => {
    const visible = settingEntries.filter(
      ([name, { confidence }]) => confidence !== undefined && hiddenReason(name as SettingName) === undefined,
    );
    // With the documented codes, a wrong code and one of a wrong length get the same answer, so they are changed
    // in a test of their own.
    const patch: unknown = { ...changed, codes: 'documented' };
    const unchanged = visible.filter(([name]) => valueAt(patch as Settings, name) === undefined);
    expect(unchanged.map(([name]) => name)).toEqual([]);
  });

  it('proposes the values of another profile, where they can be seen', async () => {
    const live = await liveService({ profile: 'compatible' });
    const { patch } = await comparison(serviceOf(live, mobileNumber));
    expect(patch).toEqual({
      requests: { bodies: 'lenient', query: 'merge' },
      invoice: { used: 'completed' },
      mobile: { lenient: true },
    });
  });

  it('sees the documented codes where other settings hide what they are about', async () => {
    const live = await liveService({ codes: 'documented', error: { fields: false } });
    const { patch } = await comparison(serviceOf(live, mobileNumber));
    expect(patch).toEqual({ codes: 'documented', error: { fields: false } });
  });

  it('proposes nothing for a service that does the same, and has a probe for each assumption, or says why it has none', async () => {
    const live = await liveService();
    const { patch, findings, seen } = await comparison(serviceOf(live, mobileNumber), { mayLock: true });
    expect(patch).toEqual({});
    expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
    expect(seen).toMatchObject({ members: [], codes: [], headers: [], limits: [] });
    expect(findings.map(({ about }) => about).toSorted()).toEqual(allAssumptions.toSorted());
    const undecided = findings.filter(({ verdict }) => verdict === 'undecided');
    expect(undecided.filter(({ about }) => hiddenReason(about) === undefined)).toEqual([]);
    expect(findings.filter(({ verdict, about }) => verdict !== 'undecided' && hiddenReason(about))).toEqual(
      [],
    );
  });

  it('shows what the gateway does that differs, not one that does the same', async () => {
    const live = await liveService({ otp: { length: { walletB: 8 } } });
    const { findings } = await comparison(serviceOf(live, mobileNumber));
    expect(findings.find(({ about }) => about === 'otp.length')).toMatchObject({
      verdict: 'contradicted',
      live: '8 digits',
      sandbox: '4 digits',
      change: { walletB: 8 },
    });
  });

  it('leaves the wallets undecided without a number, and sends no code', async () => {
    const live = await liveService();
    const { findings } = await comparison(serviceOf(live));
    expect(findings.find(({ about }) => about === 'otp.length')).toMatchObject({
      verdict: 'undecided',
      why: expect.stringContaining('--mobile-number'),
    });
    expect((await live.otps.list()).data).toEqual([]);
  });

  it('tells a gateway that the account may not use from a contradiction', async () => {
    const live = await liveService();
    const [account] = await live.accounts.list();
    await live.accounts.change(account?.id ?? '', { gateways: { aggregator: { allowed: false } } });
    const { findings, patch } = await comparison(serviceOf(live));
    expect(patch).toEqual({});
    expect(findings.find(({ about }) => about === 'aggregator.mobile-number')).toMatchObject({
      verdict: 'undecided',
      why: 'The live service answered DENIED_ACCESS_GATEWAY.',
    });
  });

  it('waits when the service asks for it, and says which limit was reached', async () => {
    const live = await liveService({ rate_limit: { requests: 5, period: '10s' } });
    const { findings, seen } = await comparison(serviceOf(live));
    expect(seen.limits).toEqual(['TOO_MAY_REQUESTS']);
    expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
  });
});
