import { describe, expect, test } from 'vitest';
import { advance, decided, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { testIdsIn } from '../support/html.ts';
import { startOfTest, type TestSandbox } from '../support/sandbox.ts';

const minuteMs = 60_000;

describe('More time on the checkout page', () => {
  test('in the last two minutes: another lifetime, in the journal too', async () => {
    const { sandbox, token } = await checkout();
    await advance(sandbox, '28m');
    expect(await giveMoreTime(sandbox, token)).toBe(`/checkout/result?token=${token}&lang=en`);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 60 * minuteMs);
    const { json } = await sandbox.control('events?after=0&type=checkout.extended');
    expect(json.data[0].expires_at).toBe(new Date(startOfTest + 60 * minuteMs).toISOString());
  });

  test('asked for twice, or in two tabs, it is given once', async () => {
    const { sandbox, token } = await checkout();
    await advance(sandbox, '29m');
    await Promise.all([giveMoreTime(sandbox, token), giveMoreTime(sandbox, token)]);
    await giveMoreTime(sandbox, token);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 60 * minuteMs);
  });

  test('asked for before that, it is not given', async () => {
    const { sandbox, token } = await checkout();
    await advance(sandbox, '27m');
    await giveMoreTime(sandbox, token);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 30 * minuteMs);
  });

  test('a lifetime shorter than four minutes warns in its second half', async () => {
    const { sandbox, token } = await checkout({ checkout: { lifetime: '60s' } });
    await advance(sandbox, '29s');
    expect(await isWarned(sandbox, token)).toBe(false);
    await advance(sandbox, '1s');
    expect(await isWarned(sandbox, token)).toBe(true);
    await giveMoreTime(sandbox, token);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 2 * minuteMs);
    expect(await isWarned(sandbox, token)).toBe(false);
  });

  test.each(['approve', 'cancel'] as const)('after %s there is none', async (decision) => {
    const { sandbox, token } = await checkout();
    await decided(sandbox, token, decision);
    await advance(sandbox, '29m');
    await giveMoreTime(sandbox, token);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 30 * minuteMs);
  });

  test('after the end there is none: the page says that the time is over', async () => {
    const { sandbox, token } = await checkout();
    await advance(sandbox, '30m');
    const shown = await sandbox.fetch(await giveMoreTime(sandbox, token));
    expect(shown.status).toBe(410);
    expect(testIdsIn(shown.text)).not.toContain('extend');
    expect((await sandbox.control(`checkouts/${token}`)).json.status).toBe('expired');
  });

  test('a form of another site gets none', async () => {
    const { sandbox, token } = await checkout();
    await advance(sandbox, '29m');
    const headers = { Origin: 'http://evil.example' };
    const body = new URLSearchParams({ token });
    expect((await sandbox.fetch('/checkout/extend', { method: 'POST', body, headers })).status).toBe(403);
    expect(await expiresAt(sandbox, token)).toBe(startOfTest + 30 * minuteMs);
  });
});

async function checkout(settings: unknown = {}) {
  const sandbox = await freshSandbox({ settings });
  return { sandbox, token: await startCheckout(sandbox, 'cardgw') };
}

async function giveMoreTime(sandbox: TestSandbox, token: string): Promise<string> {
  const body = new URLSearchParams({ token, lang: 'en' });
  const { status, headers } = await sandbox.fetch('/checkout/extend', { method: 'POST', body });
  expect(status).toBe(303);
  return headers.get('location') ?? '';
}

async function expiresAt(sandbox: TestSandbox, token: string): Promise<number> {
  return Date.parse((await sandbox.control(`checkouts/${token}`)).json.expires_at);
}

async function isWarned(sandbox: TestSandbox, token: string): Promise<boolean> {
  const { text } = await sandbox.fetch(`/checkout?token=${token}`);
  return (
    /<form class="time-warning-body"[^>]*>/.test(text) &&
    !/<form class="time-warning-body"[^>]* hidden>/.test(text)
  );
}
