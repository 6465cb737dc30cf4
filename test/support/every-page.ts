import { freshSandbox } from './fresh.ts';
import { unescaped } from './html.ts';
import { rightFields, type TestSandbox } from './sandbox.ts';

/** An account whose ID needs escaping in addresses and in HTML. */
export const chosen = 'a & "b"';
/** Chooses the account in an address. */
export const query = `account=${new URLSearchParams({ '': chosen }).toString().slice(1)}`;

/** A sandbox in which each kind of record, of the chosen account and of another one, is on a page. */
export async function fullSandbox(): Promise<TestSandbox> {
  const keys = {
    api_key: 'key-b',
    access_tokens: { test: 'test-b', live: 'live-b' },
    secret_key: 'secret-b',
  };
  const demo = {
    api_key: 'key-a',
    access_tokens: { test: 'test-a', live: 'live-a' },
    secret_key: 'secret-a',
  };
  const sandbox = await freshSandbox({
    accounts: [
      { id: 'demo', name: 'Demo', ...demo },
      { id: chosen, name: 'Chosen', ...keys },
    ],
  });
  for (const each of ['a', 'b']) {
    const its = { apiKey: `key-${each}`, token: `test-${each}` };
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], its);
    await sandbox.call('walletA/verify', {}, its);
    await sandbox.call('aggregator/confirm', rightFields['aggregator/confirm'], its);
    await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'INV-2' }, its);
    await sandbox.call(
      'localbankcards/confirm',
      { ...rightFields['localbankcards/confirm'], invoice_no: '3' },
      its,
    );
  }
  for (const { id, gateway } of (await sandbox.control('checkouts')).json.data)
    if (gateway === 'aggregator') await sandbox.control(`checkouts/${id}/approve`, { hold: true });
  await sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' } });
  await sandbox.control('snapshots', { name: 'kept' });
  await sandbox.control('settings', { weather: 'rough' }, 'PATCH');
  return sandbox;
}

export interface Form {
  readonly method: string;
  readonly action: string;
  readonly html: string;
}

/** The addresses of the page's links within the dashboard. The switcher's own lead to other accounts. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a ([^>]*)>/g)]
    .filter(([, attributes = '']) => !attributes.includes('data-every-account'))
    .map(([, attributes = '']) => unescaped(/(?:^| )href="([^"]*)"/.exec(attributes)?.[1] ?? ''))
    .filter((href) => /^(?:\?|\/_sandbox(?!\/api\/))/.test(href));
}

export function formsIn(html: string): Form[] {
  return [...html.matchAll(/<form ([^>]*)>.*?<\/form>/gs)].map(([whole, attributes = '']) => ({
    method: /method="(\w+)"/.exec(attributes)?.[1] ?? '',
    action: unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    html: whole,
  }));
}

/** Pages alike are looked at once. */
export function kindOf(address: string): string {
  return address.replace(/[?#].*/, '').replace(/\d+/g, 'N');
}

/** Every kind of page that links lead to from the overview, with its HTML. */
export async function everyPage(sandbox: TestSandbox): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const open = [`/_sandbox/?${query}`];
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    const kind = kindOf(address);
    if (pages.has(kind) || /\/(?:har|story)$|\/export\//.test(kind)) continue;
    const { text, headers } = await sandbox.fetch(address);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    pages.set(kind, text);
    const base = address;
    open.push(
      ...linksIn(text).map((href) => (href.startsWith('?') ? base.replace(/[?#].*/, '') + href : href)),
    );
  }
  return pages;
}

/** What a browser sends when the form's first button is pressed. */
export function sentBy({ html }: Form): URLSearchParams {
  const inputs = [...html.matchAll(/<(?:input|button) ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const value = (attributes: string, name: string) =>
    unescaped(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
  const fields = inputs
    .filter((each) => !/type="(?:checkbox|radio|file)"/.test(each) && value(each, 'name') !== '')
    .map((each): [string, string] => [value(each, 'name'), value(each, 'value')]);
  return new URLSearchParams(Object.fromEntries(fields.reverse()));
}
