import { describe, expect, test } from 'vitest';
import { attempted, paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { done, errorBeside, sendTo, wordsOf } from '../../support/tool-page.ts';

describe('The clock', () => {
  test('advances by a sum of times', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'clock/advance', { by: '28m 30s' });
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:28:30.000Z');
  });

  test('jumps to the next due item', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await done(sandbox, 'clock/advance', { step: 'next' });
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:30:00.000Z');
    expect((await sandbox.control('transactions')).json.data[0].status).toBe('expired');
  });

  test('jumps no further than to what became due next after the page was opened', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { text } = await sandbox.fetch('/_sandbox/clock');
    const [, step = ''] = /name="step" value="([^"]*)">Jump/.exec(text) ?? [];
    await sandbox.call('walletB/verify', { mobile_number: '0911111111', amount: '10' });
    await done(sandbox, 'clock/advance', { step });
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:05:00.000Z');
    expect((await sandbox.control('transactions/100001')).json.status).toBe('started');
  });

  test('stays when nothing is due, and says so in the language of the page', async () => {
    const sandbox = await freshSandbox();
    for (const [lang, why] of [
      ['en', 'Failed Nothing is due. The clock did not move.'],
      ['ar', 'لا موعد قادم، ولم تتغيّر الساعة.'],
    ] as const) {
      const { status, text } = await sendTo(sandbox, `clock/advance?lang=${lang}`, { step: 'next' });
      expect(status).toBe(422);
      expect(wordsOf(text)).toContain(why);
    }
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:00:00.000Z');
  });

  test('goes back to real time and runs', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await done(sandbox, 'clock/advance', { by: '2h' });
    const page = await done(sandbox, 'clock/real');
    expect(wordsOf(page)).toContain('The clock shows real time again.');
    const { json } = await sandbox.control('clock');
    expect(json.frozen).toBe(false);
    expect(Math.abs(json.offset_ms)).toBeLessThan(60_000);
  });
});

test.each([{}, { hashed: 'ab', secret_key: 'x' }])(
  'The doctor says that %j is nothing to check',
  async (fields) => {
    const { status, text } = await sendTo(await freshSandbox(), 'signature', fields);
    expect([status, errorBeside(text, 'pasted')]).toEqual([
      422,
      'Nothing to check. Paste what arrived, or the string that your code built.',
    ]);
  },
);

test('A callback is listed by its invoice, amount and result before its URL', async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  await paid(sandbox, `${merchant.url}/callback`, { tamper: 'amount' }, 'INV-2');
  await settled(sandbox);
  const { text } = await sandbox.fetch('/_sandbox/callbacks');
  const rows = [...text.matchAll(/<tr role="row" data-row=.*?<\/tr>/gs)].map(([row]) => row);
  const genuine = rows.at(-1) ?? '';
  const forged = rows.find((row) => row.includes('accepted a forgery'));
  expect(wordsOf(genuine)).toMatch(/^INV-1 \d+\.00 \w+ delivered answered 200 1 POST \/callback \d+ s$/);
  expect(forged).toContain('data-kind="forged"');
});

test('A confirm that answered with a checkout has a link to it', async () => {
  const sandbox = await freshSandbox();
  const token = await startCheckout(sandbox, 'cardgw');
  expect((await sandbox.fetch('/_sandbox/requests/1')).text).toContain(`href="/checkout?token=${token}"`);
});

test('"Send a call" names on its button what it sends', async () => {
  const sandbox = await freshSandbox();
  const { text } = await sandbox.fetch('/_sandbox/requests/new?endpoint=cardgw/confirm');
  expect(text).toContain('<input type="hidden" name="endpoint" value="cardgw/confirm">');
  expect(wordsOf(/<button class="button" type="submit">.*?<\/button>/.exec(text)?.[0] ?? '')).toBe(
    'Send cardgw/confirm',
  );
});

test('The page of every account shows whole keys for its "Copy"', async () => {
  const sandbox = await freshSandbox();
  await sandbox.control('accounts', { id: 'books', name: 'City Books' });
  const { api_key } = (await sandbox.control('accounts/books/renew', { what: 'api_key' })).json;
  const masked = await sandbox.fetch('/_sandbox/account?id=books');
  expect(masked.text).not.toContain(api_key);
  expect(masked.text).not.toMatch(/data-copy-source[^>]*>[^<]*\*\*\*\*/);
  const { text } = await sendTo(sandbox, 'account/books/show');
  expect(text).toMatch(new RegExp(`data-copy-source[^>]*>${api_key}<`));
});

test('The overview lists a callback that fails and is still retried', async () => {
  const merchant = await freshMerchant();
  merchant.answerWith(500);
  const sandbox = await freshSandbox({ settings: { callback: { mode: 'retry' } } });
  await paid(sandbox, `${merchant.url}/callback`);
  await attempted(sandbox, 1);
  const { text } = await sandbox.fetch('/_sandbox/');
  const line = /<li class="attention-line" data-kind="retrying">.*?<\/ul>/s.exec(text)?.[0] ?? '';
  expect(wordsOf(line)).toContain('INV-1');
  expect(text).toContain('action="/_sandbox/callbacks/1/resend"');
});

test('An exported test calls the sandbox that it came from', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  await paid(sandbox, 'http://127.0.0.1:9/callback');
  for (const kind of ['vitest', 'pytest', 'phpunit', 'curl']) {
    const { text } = await sandbox.fetch(`/_sandbox/transactions/100001/export/${kind}`);
    expect([kind, text.includes(url), text.includes('4700')]).toEqual([kind, true, false]);
  }
});

test('Two local card payments get their codes on two phones, which name the invoices', async () => {
  const sandbox = await freshSandbox();
  for (const number of [1, 2]) {
    const token = await startCheckout(sandbox, 'localbankcards', { invoice_no: `L-${number}` });
    const card = { token, lang: 'en', number: '9111111111111111', expiry: '12/30' };
    await sandbox.fetch('/checkout/pay', { method: 'POST', body: new URLSearchParams(card) });
  }
  const [second, first] = (await sandbox.control('otps')).json.data;
  expect(first.mobile_number).not.toBe(second.mobile_number);
  for (const [otp, invoice] of [[first, 'L-1'] as const, [second, 'L-2'] as const]) {
    const { text } = await sandbox.fetch(`/_sandbox/inbox/${otp.mobile_number}`);
    const bubble = /<article class="otp".*?<\/article>/s.exec(text)?.[0] ?? '';
    expect(wordsOf(bubble)).toContain(invoice);
  }
});

test('The .env tab shows the lines of the file and no text about a call', async () => {
  const { text } = await (await freshSandbox()).fetch('/_sandbox/');
  const tab = /class="tab-panel[^"]*" data-tab="dotenv">(.*?)<\/code>/s.exec(text)?.[1] ?? '';
  for (const line of wordsOf(tab).split(/\s(?=[A-Z_]+=)/)) expect(line).toMatch(/^(Copy \S+ )?[A-Z_]+=\S*/);
});

test('Where there are several accounts, each row of a list names its own', async () => {
  const sandbox = await freshSandbox();
  await startCheckout(sandbox, 'cardgw');
  const row = async () => {
    const { text } = await sandbox.fetch('/_sandbox/transactions');
    return wordsOf(/<tr role="row" data-row=.*?<\/tr>/s.exec(text)?.[0] ?? '');
  };
  expect(await row()).not.toContain('Demo Shop');
  await sandbox.control('accounts', { id: 'books', name: 'City Books' });
  expect(await row()).toContain('Demo Shop');
});
