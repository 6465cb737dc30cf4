import { describe, expect, test } from 'vitest';
import { paid } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

/** What the three forms of a callback's page hold. */
function formsIn(html: string) {
  const [url = ''] = /<input id="url"[^>]*>/.exec(html) ?? [];
  return {
    url: unescaped(/ value="([^"]*)"/.exec(url)?.[1] ?? ''),
    amount: heldBy(html, 'amount'),
    hasInvoice: heldBy(html, 'invoice_no') !== '',
    sign: heldBy(html, 'sign'),
    open: [...html.matchAll(/<details class="fold" open>.*?action="[^"]*\/(\w+)"/gs)].map(([, form]) => form),
  };
}

describe('A refused form keeps what was typed in it, and the page’s other forms show the present values', () => {
  test('on a callback’s page', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 'http://127.0.0.1:9/callback', { hold: true });
    const own = { url: '', amount: '10.00', hasInvoice: true, sign: 'on', open: [] };
    expect(formsIn((await sandbox.fetch('/_sandbox/callbacks/1')).text)).toEqual(own);
    const refused = async (form: string, fields: Readonly<Record<string, string>>) => {
      const { status, text } = await sendTo(sandbox, `callbacks/1/${form}`, fields);
      expect(status).toBe(422);
      return formsIn(text);
    };
    expect(await refused('elsewhere', { url: 'ftp://x' })).toEqual({
      ...own,
      url: 'ftp://x',
      open: ['elsewhere'],
    });
    const amount = 'x'.repeat(100_000);
    expect(await refused('edited', { 'field.amount': amount })).toEqual({
      url: '',
      amount,
      hasInvoice: false,
      sign: '',
      open: ['edited'],
    });
    expect(await refused('tampered', { tamper: 'nonsense' })).toEqual({ ...own, open: ['tampered'] });
  });

  test('a form that could not be read shows the present values', async () => {
    const sandbox = await freshSandbox();
    await sendTo(sandbox, 'account/demo/brand', { 'brand.accent': '#123456' });
    const { status, text } = await sendTo(sandbox, 'account/demo/brand', {
      'brand.logo': 'x'.repeat(3_000_000),
    });
    expect([status, heldBy(text, 'brand.accent')]).toEqual([422, '#123456']);
    expect(heldBy(text, 'name')).toBe('Demo Shop');
  });

  test('a refused account leaves the page of the account that is open', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'second', name: 'Second Shop' });
    for (const query of ['id=second', 'id=second&done=account', 'account=second']) {
      const { status, text } = await sandbox.fetch('/_sandbox/account', {
        method: 'POST',
        headers: { referer: `http://127.0.0.1/_sandbox/account?${query}` },
        body: new URLSearchParams({ new_name: 'x'.repeat(101) }),
      });
      expect([status, heldBy(text, 'name')]).toEqual([422, 'Second Shop']);
      expect(heldBy(text, 'new_name')).toHaveLength(101);
    }
  });
});

describe('A logo that is too large', () => {
  const logo = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes, 1).toString('base64')}`;

  test.each([49_200, 300_000])('of %i bytes is refused beside its field, with the limit', async (bytes) => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, 'account/demo/brand', { 'brand.logo': logo(bytes) });
    const why = 'The logo is too large: at most 64 KB as a data URL, which is an image file of about 48 KB.';
    expect([status, errorBeside(text, 'brand.logo')]).toEqual([422, why]);
  });

  test('is refused in Arabic', async () => {
    const sandbox = await freshSandbox();
    const { text } = await sendTo(sandbox, 'account/demo/brand?lang=ar', { 'brand.logo': logo(300_000) });
    expect(errorBeside(text, 'brand.logo')).toContain('الشعار كبير جدًا');
    const faults = await sendTo(sandbox, 'faults?lang=ar', { kind: 'x'.repeat(300_000) });
    expect(wordsOf(faults.text)).toContain('النموذج كبير جدًا: الحد الأقصى 256 كيلوبايت');
  });

  test('is taken up to the limit', async () => {
    const sandbox = await freshSandbox();
    expect((await sendTo(sandbox, 'account/demo/brand', { 'brand.logo': logo(49_000) })).status).toBe(303);
  });
});

describe('"Send a call" with an invalid source address', () => {
  const call = {
    endpoint: 'cardgw/confirm',
    'field.amount': '7.77',
    token: 'live',
    encoding: 'json',
    fault: 'BACKEND_ERROR',
    client_ip: 'my phone',
  };

  test('is not sent without it: the form says why, and keeps what was typed', async () => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, 'requests/new', call);
    expect(status).toBe(422);
    expect(text).toContain(
      '<p class="error" id="client_ip-error" role="alert">“my phone” is not an IP address, such as 203.0.113.7.</p>',
    );
    expect(text).toMatch(/id="client_ip"[^>]* value="my phone"/);
    expect(heldBy(text, 'amount')).toBe('7.77');
    for (const kept of ['live', 'json', 'BACKEND_ERROR'])
      expect(text).toContain(`<option value="${kept}" selected`);
    expect((await sandbox.control('requests')).json.data).toEqual([]);
  });

  test('is sent with a right one, whatever surrounds it', async () => {
    const sandbox = await freshSandbox();
    const { status } = await sendTo(sandbox, 'requests/new', { ...call, client_ip: ' 203.0.113.7 ' });
    expect(status).toBe(303);
    const { text } = await sandbox.fetch('/_sandbox/requests/1');
    expect(text).toContain('x-sandbox-client-ip: 203.0.113.7');
  });
});
