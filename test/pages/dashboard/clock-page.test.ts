import { describe, expect, test } from 'vitest';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, startOfTest } from '../../support/sandbox.ts';
import { chipsOf, done, errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

const clockOf = async (sandbox: Awaited<ReturnType<typeof freshSandbox>>) =>
  (await sandbox.control('clock')).json;

describe('The clock', () => {
  test('is moved on by a button or by any time', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'clock/advance', { step: '5m' });
    expect(sandbox.runtime.clock.now()).toBe(startOfTest + 300_000);
    const page = await done(sandbox, 'clock/advance', { by: '90s' });
    expect(sandbox.runtime.clock.now()).toBe(startOfTest + 390_000);
    expect(wordsOf(page)).toContain('The clock has advanced. Everything that fell due has run.');
  });

  test('is frozen at a time in UTC, or where it is, and runs again', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'clock/freeze', { at: '2027-03-01 10:00' });
    expect(await clockOf(sandbox)).toMatchObject({ now: '2027-03-01T10:00:00.000Z', frozen: true });
    await done(sandbox, 'clock/freeze', { at: '2027-03-01T10:00:00+02:00' });
    expect(await clockOf(sandbox)).toMatchObject({ now: '2027-03-01T08:00:00.000Z', frozen: true });
    await done(sandbox, 'clock/freeze', { at: '2027-03-02' });
    expect(await clockOf(sandbox)).toMatchObject({ now: '2027-03-02T00:00:00.000Z', frozen: true });
    await done(sandbox, 'clock/resume');
    expect(await clockOf(sandbox)).toMatchObject({ frozen: false });
    await done(sandbox, 'clock/freeze');
    expect(await clockOf(sandbox)).toMatchObject({ frozen: true });
  });

  test.each([
    ['advance', 'by', 'soon', 'Must be a duration such as "10m", "90s", "250ms" or milliseconds.'],
    ['freeze', 'at', 'noon', 'Must be a time such as "2026-01-15T12:00:00Z".'],
  ])('%s refuses what is no time, and keeps it', async (action, name, typed, why) => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, `clock/${action}`, { [name]: typed });
    expect([status, errorBeside(text, name), heldBy(text, name)]).toEqual([422, why, typed]);
    expect(sandbox.runtime.clock.now()).toBe(startOfTest);
  });

  test('that is frozen or moved is told on every page; one that runs as the machine’s is not', async () => {
    const sandbox = await freshSandbox();
    const chipsOn = async (path: string) => chipsOf((await sandbox.fetch(`/_sandbox/${path}`)).text);
    const link = { href: '/_sandbox/clock' };
    expect(await chipsOn('inbox')).toEqual([{ words: 'The clock is frozen. Change the clock', ...link }]);
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(text).toContain('<time datetime="2026-01-15T12:00:00.000Z" data-exact>');
    await done(sandbox, 'clock/resume');
    expect(await chipsOn('')).toEqual([
      {
        words: expect.stringMatching(/^The sandbox’s time is \d+ d.* behind this machine’s clock\. /),
        ...link,
      },
    ]);
    const running = await freshSandbox({ runningClock: true });
    expect(chipsOf((await running.fetch('/_sandbox/')).text)).toEqual([]);
  });
});

describe('What is due next', () => {
  test('is every code, checkout and callback that waits for the clock, the soonest first', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const page = (await sandbox.fetch('/_sandbox/clock')).text;
    expect(wordsOf(page)).toContain(
      'The code for 0912345678 expires in 5 min 2026-01-15T12:05:00.000Z ' +
        'The checkout of transaction 100001 expires in 30 min 2026-01-15T12:30:00.000Z',
    );
    expect(page).toContain('href="/_sandbox/inbox/0912345678"');
    expect(page).toContain('href="/_sandbox/transactions/100001"');
  });

  test('is nothing when nothing waits', async () => {
    const page = (await (await freshSandbox()).fetch('/_sandbox/clock')).text;
    expect(wordsOf(page)).toContain('Nothing: no open codes or checkouts, and no pending callbacks.');
  });
});
