import { describe, expect, test } from 'vitest';
import { tamperings } from '../../../src/settings/delivery.ts';
import { callback, paid, settled } from '../../support/checkouts.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { answering } from '../../support/raw-merchant.ts';
import type { Answer, TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

/** Submits a form of a callback's page. */
function press(
  sandbox: TestSandbox,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return sandbox.fetch(`/_sandbox/callbacks/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
}

async function delivered() {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  return { sandbox, merchant };
}

describe('On the page of a callback', () => {
  test('"Send again" sends the same bytes', async () => {
    const { sandbox, merchant } = await delivered();
    const { status, headers } = await press(sandbox, '1/resend');
    expect([status, headers.get('location')]).toEqual([303, '/_sandbox/callbacks/1#attempts']);
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(2);
    expect(merchant.arrivals[1]?.body).toBe(merchant.arrivals[0]?.body);
  });

  test('"Send twice" sends it twice', async () => {
    const { sandbox, merchant } = await delivered();
    await press(sandbox, '1/twice');
    await settled(sandbox);
    expect(merchant.arrivals.map(({ body }) => body)).toEqual(Array(3).fill(merchant.arrivals[0]?.body));
    expect((await callback(sandbox)).attempts.map(({ number }: { number: number }) => number)).toEqual([
      1, 2, 3,
    ]);
  });

  test('"To another address" sends it to another address', async () => {
    const { sandbox, merchant } = await delivered();
    const other = await freshMerchant();
    await press(sandbox, '1/elsewhere', { url: `${other.url}/new` });
    await settled(sandbox);
    expect(other.arrivals.map(({ url, body }) => [url, body])).toEqual([
      ['/new', merchant.arrivals[0]?.body],
    ]);
  });

  test('an invalid address is refused beside the field, with what was typed', async () => {
    const { sandbox } = await delivered();
    const { status, text } = await press(sandbox, '1/elsewhere', { url: 'javascript:alert("1")' });
    expect(status).toBe(422);
    expect(text).toContain(
      'value="javascript:alert(&quot;1&quot;)" aria-invalid="true" aria-describedby="url-error"',
    );
    expect(text).toContain(
      '<p class="error" lang="en" dir="ltr" id="url-error">Must be an absolute http or https URL.</p>',
    );
  });

  test('"Edited" sends other fields, signed again, without those that were emptied', async () => {
    const { sandbox, merchant } = await delivered();
    const fields = {
      'field.gateway': 'aggregator',
      'field.approved': '1',
      'field.amount': '99.00',
      'field.invoice_no': 'INV-1',
    };
    await press(sandbox, '1/edited', { ...fields, sign: 'on' });
    await settled(sandbox);
    const sent = JSON.parse(merchant.arrivals[1]?.body ?? '');
    expect(Object.keys(sent)).toEqual(['gateway', 'approved', 'amount', 'invoice_no', 'hashed']);
    const { hashed, ...own } = sent;
    const check = await sandbox.control('signature/check', {
      fields: own,
      hashed,
      secret_key: 'demo_secret_key',
    });
    expect(check.json.matches).toBe(true);
    await press(sandbox, '1/edited', fields);
    await settled(sandbox);
    expect(JSON.parse(merchant.arrivals[2]?.body ?? '').hashed).toBe(
      JSON.parse(merchant.arrivals[0]?.body ?? '').hashed,
    );
  });

  test.each(tamperings)('"Forged" sends %s, and no forgery counts as the delivery', async (tamper) => {
    const { sandbox, merchant } = await delivered();
    await press(sandbox, '1/tampered', { tamper });
    await settled(sandbox);
    const [genuine = '', forged = ''] = merchant.arrivals.map(({ body }) => body);
    expect(forged).not.toBe(genuine);
    const { attempts } = await callback(sandbox);
    expect(attempts.map(({ genuine: isGenuine }: { genuine: boolean }) => isGenuine)).toEqual([true, false]);
  });

  test('an unknown forgery is refused', async () => {
    const { sandbox } = await delivered();
    expect((await press(sandbox, '1/tampered', { tamper: 'nonsense' })).status).toBe(422);
  });

  test('a pending one is held and released; a delivered one is not, and the page says why', async () => {
    const { sandbox } = await delivered();
    const { status, text } = await press(sandbox, '1/hold');
    expect([status, unescaped(text).includes('Only a pending callback can be held.')]).toEqual([422, true]);
    await paid(sandbox, 'http://127.0.0.1:9/callback', { hold: true }, 'INV-2');
    expect((await press(sandbox, '2/release')).status).toBe(303);
  });

  test('a callback that does not exist is a 404, whatever is asked of it', async () => {
    const sandbox = await freshSandbox();
    for (const action of ['hold', 'release', 'resend', 'twice', 'elsewhere', 'edited', 'tampered'])
      expect(
        (await press(sandbox, `7/${action}`, { tamper: 'amount', url: 'http://127.0.0.1:9/' })).status,
        action,
      ).toBe(404);
    expect((await sandbox.fetch('/_sandbox/callbacks/7')).status).toBe(404);
  });
});

describe('On the list of callbacks', () => {
  test('"Send them again" tries every one that failed since a time', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    merchant.answerWith(500);
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('exhausted');
    merchant.answerWith(200);
    const pressed = await press(sandbox, 'retry', { since: '10m' });
    const { text } = await sandbox.fetch(pressed.headers.get('location') ?? '');
    expect(wordsOf(text)).toContain('1 callback was sent again.');
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');
    expect((await sandbox.control('clock/advance', { by: '1h' })).status).toBe(200);
    const nothing = await press(sandbox, 'retry', { since: 'all' });
    expect(nothing.headers.get('location')).toBe('/_sandbox/callbacks?sent=0');
  });

  test('"Send them again" sends those of the chosen account only', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    await sandbox.control('accounts', { id: 'other' });
    merchant.answerWith(500);
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    const { text } = await sandbox.fetch('/_sandbox/callbacks?account=other');
    const form = /<form[^>]*action="\/_sandbox\/callbacks\/retry\?account=other".*?<\/form>/s.exec(text)?.[0];
    expect(form).toContain('<input type="hidden" name="account" value="other">');
    const others = await press(sandbox, 'retry', { since: 'all', account: 'other' });
    expect(others.headers.get('location')).toBe('/_sandbox/callbacks?account=other&sent=0');
    const own = await press(sandbox, 'retry', { since: 'all', account: 'demo' });
    expect(own.headers.get('location')).toBe('/_sandbox/callbacks?account=demo&sent=1');
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(2);
  });
});

describe('What the merchant answered is text', () => {
  test('of 5 MB the first 64 KiB are kept and shown, control characters as their pictures', async () => {
    const body = `\u0007\u001b[31m<script>alert(1)</script>${'x'.repeat(5 * 1024 * 1024)}`;
    const merchant = await freshRawMerchant(answering('200 OK', { 'X-Own': '<b>' }, body));
    const sandbox = await freshSandbox();
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    const { text } = await sandbox.fetch('/_sandbox/callbacks/1');
    expect(text).toContain('X-Own: &lt;b&gt;');
    expect(text).toContain('␇␛[31m&lt;script&gt;alert(1)&lt;/script&gt;xxx');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text.length).toBeLessThan(90 * 1024);
  });
});
