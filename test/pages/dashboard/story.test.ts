import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { version } from '../../../src/host/paths.ts';
import { type EventType, eventTypes } from '../../../src/journal/event-type.ts';
import { storyOf } from '../../../src/pages/dashboard/story.ts';
import type { Reader } from '../../../src/pages/reader.ts';
import { words } from '../../../src/pages/words/words.ts';
import { callback, paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { codes, verified } from '../../support/merchant-api.ts';
import type { TestSandbox } from '../../support/sandbox.ts';

const reader: Reader = {
  lang: 'en',
  t: words.en,
  theme: 'system',
  address: '/_sandbox/',
  isAnswer: false,
  account: '',
};

/** The entries of a transaction's timeline on its page, each with its link. */
function told(sandbox: TestSandbox, id: number): string[] {
  return storyOf(sandbox.runtime, reader, id).map(({ title, detail, href }) =>
    [title, detail, href].filter(Boolean).join(' | '),
  );
}

describe('The page of a transaction tells one story', () => {
  test('of a wallet, from verify to the payment, each node linked to its record', async () => {
    const sandbox = await freshSandbox();
    const fields = await verified(sandbox, 'walletA');
    await sandbox.call('walletA/confirm', { ...fields, code: codes.walletA.wrong });
    await sandbox.call('walletA/confirm', fields);
    const phone = '0912345678 | /_sandbox/inbox/0912345678#otp-1';
    expect(told(sandbox, 100_001)).toEqual([
      'Your app called verify: 200 | POST /api/v1/transaction/walletA/verify | /_sandbox/requests/1',
      `A code was sent to the phone | ${phone}`,
      'confirm was rejected: 400 INVLIAD_OTP | POST /api/v1/transaction/walletA/confirm | /_sandbox/requests/2',
      `A wrong code was tried | ${phone}`,
      'Your app called confirm: 200 | POST /api/v1/transaction/walletA/confirm | /_sandbox/requests/3',
      `The right code was used | ${phone}`,
      'The customer paid',
    ]);
  });

  test('of a callback that is held from the start, and then released', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    await paid(sandbox, `${merchant.url}/callback`, { hold: true });
    const about = `POST ${merchant.url}/callback`;
    const entry = () => told(sandbox, 100_001).find((each) => each.startsWith('A callback is due'));
    expect(entry()).toBe(`A callback is due | ${about} · held | /_sandbox/callbacks/1`);
    await sandbox.control('callbacks/1/release', {});
    await settled(sandbox);
    expect(entry()).toBe(`A callback is due | ${about} | /_sandbox/callbacks/1`);
  });

  test('of a checkout, from confirm to a forged variant', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    await paid(sandbox, `${merchant.url}/callback?own=1`, { payment_method: 'method_2' });
    await settled(sandbox);
    await sandbox.control('callbacks/1/resend', { tamper: 'amount' });
    await settled(sandbox);
    expect(told(sandbox, 100_001)).toEqual([
      'Your app called confirm: 200 | POST /api/v1/transaction/aggregator/confirm | /_sandbox/requests/1',
      'The checkout was opened',
      'The customer paid | by method_2',
      `A callback is due | POST ${merchant.url}/callback?… | /_sandbox/callbacks/1`,
      'Attempt 1 of callback 1 | your app responded 200 | /_sandbox/callbacks/1#attempt-1',
      'The callback was delivered | /_sandbox/callbacks/1',
      'Your app accepted a forged callback | your app responded 200 · forged: Another amount | /_sandbox/callbacks/1#attempt-2',
    ]);
    const { text } = await sandbox.fetch('/_sandbox/callbacks/1');
    expect(text).toContain('id="attempt-2"');
    expect((await callback(sandbox)).attempts).toHaveLength(2);
  });

  test('of a checkout that was declined, extended and canceled', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'aggregator');
    await sandbox.control(`checkouts/${token}/decline`, { reason: 'insufficient_funds' });
    await sandbox.control(`checkouts/${token}/extend`, { by: '5m' });
    await sandbox.control(`checkouts/${token}/cancel`, {});
    expect(told(sandbox, 100_001).slice(2)).toEqual([
      'The payment was declined; the customer may try again | insufficient funds',
      'The checkout was extended | until 2026-01-15T12:35:00.000Z',
      'The customer canceled',
    ]);
  });

  test('with the way to its checkout while that is open, and to its record as JSON', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
    expect(text).toContain('href="/checkout?token=token-1">Open the checkout</a>');
    expect(text).toContain('href="/_sandbox/api/transactions/100001">JSON</a>');
    await sandbox.control('checkouts/token-1/expire', {});
    expect((await sandbox.fetch('/_sandbox/transactions/100001')).text).not.toContain('Open the checkout');
  });

  test('with words for everything that can happen to one', async () => {
    const sandbox = await freshSandbox();
    const { journal, store } = sandbox.runtime;
    await startCheckout(sandbox, 'cardgw');
    const types = eventTypes.filter((type) => /^(otp|transaction|checkout|callback)\./.test(type));
    await store.commit(() => {
      for (const type of types) journal.append({ type, transactionId: 100_001, mobileNumber: '0912345678' });
    });
    const titles = storyOf(sandbox.runtime, reader, 100_001).map(({ title }) => title);
    expect(titles).toHaveLength(types.length + 2);
    const arabic = storyOf(sandbox.runtime, { ...reader, lang: 'ar', t: words.ar }, 100_001);
    for (const title of [...titles, ...arabic.map((step) => step.title)])
      expect(title).not.toMatch(/^\w+\.\w+$/);
  });

  test('and one that does not exist is a 404', async () => {
    const sandbox = await freshSandbox();
    for (const id of ['7', 'x', '9'.repeat(40)])
      expect((await sandbox.fetch(`/_sandbox/transactions/${id}`)).status).toBe(404);
  });
});

describe('The live pages', () => {
  test('can follow every type of event', async () => {
    const sandbox = await freshSandbox();
    const { text, headers } = await sandbox.fetch(`/assets/${version}/event-types.js`);
    expect(headers.get('Content-Type')).toContain('text/javascript');
    expect(text).toBe(`export const events = ${JSON.stringify(eventTypes)};\n`);
  });

  test('name none that does not exist, and no list of a subject that would miss a new one', () => {
    const subjects = new Set(eventTypes.map((type) => type.split('.')[0]));
    const named = globSync('views/assets/*.js')
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([a-z]+\.[a-z_]+)'/g)])
      .map(([, name = '']) => name)
      .filter((name) => subjects.has(name.split('.')[0]));
    expect(new Set(named)).toEqual(
      new Set(['clock.moved', 'fault.fired', 'response.lost', 'snapshot.restored'] satisfies EventType[]),
    );
  });
});
