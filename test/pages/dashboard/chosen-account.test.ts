import { describe, expect, test } from 'vitest';
import {
  chosen,
  everyPage,
  type Form,
  formsIn,
  fullSandbox,
  kindOf,
  linksIn,
  query,
  sentBy,
} from '../../support/every-page.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { rightFields } from '../../support/sandbox.ts';
import { heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

function keeps(address: string): boolean {
  return new URL(address, 'http://x/').searchParams.get('account') === chosen;
}

/** What leaves the account on a page: links, forms that change something, and forms that ask. */
function leavingIn(html: string): string[] {
  const forms = formsIn(html).filter(({ method, action, html: form }) =>
    method === 'post' ? !keeps(action) : !/<(?:input|select)[^>]* name="account"/.test(form),
  );
  return [...linksIn(html).filter((href) => !keeps(href)), ...forms.map(({ action }) => action)];
}

describe('An account that does not exist', () => {
  test.each([
    ['en', 'This account does not exist. A reset may have removed it. Show all accounts'],
    ['ar', 'هذا الحساب غير موجود. ربما حُذف عند إعادة الضبط. عرض كل الحسابات'],
  ])('is said to be missing on each list, with a link to all accounts, in %s', async (lang, words) => {
    const sandbox = await freshSandbox();
    for (const path of ['transactions', 'requests', 'callbacks', 'inbox', 'clock', '']) {
      const shown = async (account: string) =>
        (await sandbox.fetch(`/_sandbox/${path}?lang=${lang}&status=x${account}`)).text;
      const missing = await shown('&account=gone');
      expect(wordsOf(missing), path).toContain(words);
      expect(missing).toContain(`<a data-every-account href="/_sandbox/${path}?status=x">`);
      for (const account of ['', '&account=demo'])
        expect(wordsOf(await shown(account)), path).not.toContain(words);
    }
  });

  test.each(['transactions', 'requests', 'callbacks'])(
    'leads from a missing record to the list: %s',
    async (list) => {
      const sandbox = await freshSandbox();
      await sandbox.control('accounts', { id: 'other', name: 'Other' });
      const { status, text } = await sandbox.fetch(`/_sandbox/${list}/999?account=gone`);
      expect(status).toBe(404);
      expect(text).toContain(`<a data-every-account href="/_sandbox/${list}">Show all`);
      expect(text).toContain(
        `<a data-every-account href="/_sandbox/${list}?account=other"><bdi>Other</bdi></a>`,
      );
    },
  );

  test.each([
    ['en', 'The call was not sent: the account “gone” does not exist. The form now uses another account.'],
    ['ar', 'لم يُرسل الطلب: الحساب «\u2068gone\u2069» غير موجود. يستخدم النموذج الآن حسابًا آخر.'],
  ])(
    'is refused by "Send a call", which sends nothing with the keys of another one, in %s',
    async (lang, words) => {
      const sandbox = await freshSandbox();
      const fields = { endpoint: 'cardgw/confirm', account: 'gone', 'field.amount': '77.77' };
      const { status, text } = await sendTo(sandbox, `requests/new?lang=${lang}`, fields);
      expect([status, heldBy(text, 'amount')]).toEqual([422, '77.77']);
      expect(wordsOf(text)).toContain(words);
      expect((await sandbox.control('requests')).json.data).toEqual([]);
    },
  );
});

describe('The chosen account is kept', () => {
  test('in each link and form of every page', async () => {
    const pages = await everyPage(await fullSandbox());
    const leaving = [...pages].map(([kind, html]) => [kind, leavingIn(html)]);
    expect(leaving.filter(([, all]) => all?.length !== 0)).toEqual([]);
    expect([...pages.keys()].toSorted()).toEqual(
      expect.arrayContaining(
        [
          ...[
            '',
            'transactions',
            'requests',
            'callbacks',
            'inbox',
            'transactions/N',
            'requests/N',
            'callbacks/N',
          ],
          ...[
            'faults',
            'clock',
            'snapshots',
            'requests/new',
            'signature',
            'compatibility',
            'account',
            'settings',
          ],
          ...['help', 'inbox/N'],
        ].map((each) => `/_sandbox/${each}`),
      ),
    );
  });

  test('by each form of every page, which leads back to a page of the account', async () => {
    const sandbox = await fullSandbox();
    const forms = new Map<string, Form>();
    for (const html of (await everyPage(sandbox)).values())
      for (const form of formsIn(html).filter(({ method }) => method === 'post'))
        forms.set(kindOf(form.action), form);
    expect(forms.size).toBeGreaterThan(30);
    // The reset deletes what the other forms change.
    const inOrder = [...forms.values()].toSorted(
      (a, b) => Number(/re(?:set|store)/.test(a.action)) - Number(/re(?:set|store)/.test(b.action)),
    );
    const leaving: string[] = [];
    for (const form of inOrder) {
      const { status, headers, text } = await sandbox.fetch(form.action, {
        method: 'POST',
        body: sentBy(form),
      });
      const location = headers.get('location');
      if (location === null ? leavingIn(text).length > 0 : !keeps(location))
        leaving.push(`${form.action} ${status} ${location} ${leavingIn(text)}`);
    }
    expect(leaving).toEqual([]);
  });

  test('by a search that opens its only result', async () => {
    const sandbox = await fullSandbox();
    const { headers } = await sandbox.fetch(`/_sandbox/search?q=INV-2&${query}`);
    expect(headers.get('location')).toMatch(/^\/_sandbox\/transactions\/\d+\?account=/);
  });

  test('not by the switcher, whose first link leads to all accounts', async () => {
    const { text } = await (await fullSandbox()).fetch(`/_sandbox/clock?${query}`);
    expect(text).toContain('<a data-every-account href="/_sandbox/clock"><bdi>All accounts</bdi></a>');
    expect(text).toContain('<a data-every-account href="/_sandbox/clock?account=demo"><bdi>Demo</bdi></a>');
  });

  test('nothing is added to the links for all accounts', async () => {
    const sandbox = await fullSandbox();
    for (const path of ['clock', 'requests/new', 'transactions/100001', 'settings']) {
      const { text } = await sandbox.fetch(`/_sandbox/${path}`);
      expect(linksIn(text).filter((href) => href.includes('account='))).toEqual([]);
    }
  });
});

describe('The chosen account decides', () => {
  test('whose key the signature doctor starts with', async () => {
    const { text } = await (await fullSandbox()).fetch(`/_sandbox/signature?${query}`);
    expect(heldBy(text, 'account')).toBe(chosen);
  });

  test('whose calls and callbacks the Compatibility page counts and lists', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other', name: 'Other' });
    await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], mobile_number: '945678901' });
    const words = async (account: string) =>
      wordsOf((await sandbox.fetch(`/_sandbox/compatibility${account}`)).text);
    expect(await words('')).toContain('mobile.lenient');
    expect(await words('?account=demo')).toContain('mobile.lenient');
    expect(await words('?account=other')).toContain('No requests yet');
    const tried = await sandbox.fetch('/_sandbox/compatibility?account=other', { method: 'POST' });
    expect(tried.status).toBe(200);
    expect(wordsOf(tried.text)).toContain('No requests yet');
  });

  test('what the clock lists as due, and all accounts are named beside it', async () => {
    const sandbox = await fullSandbox();
    const due = async (account: string) => {
      const { text } = await sandbox.fetch(`/_sandbox/clock${account}`);
      return wordsOf(/<section [^>]*data-part="due">.*?<\/section>/s.exec(text)?.[0] ?? '');
    };
    const own = await due(`?${query}`);
    expect(own).not.toMatch(/Demo|Chosen/);
    expect(own.match(/expires/g)).toHaveLength(3);
    const all = await due('');
    expect(all.match(/ Demo in /g)).toHaveLength(3);
    expect(all.match(/ Chosen in /g)).toHaveLength(3);
    expect(await due('?account=nobody')).toContain('Nothing: no open codes');
  });

  test('nothing about a call of another account that is fixed and sent again', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other', name: 'Other' });
    await sandbox.call('walletA/verify', {});
    const { text } = await sandbox.fetch('/_sandbox/requests/1?account=other');
    expect(unescaped(text)).toContain('href="/_sandbox/requests/new?call=1&account=demo"');
  });
});
