import { expect } from 'vitest';
import { unescaped } from './html.ts';
import type { TestSandbox } from './sandbox.ts';

/** Submits the page's form with the values in `typed`. Returns the page of the logged request. */
export async function send(
  sandbox: TestSandbox,
  endpoint: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { text } = await sandbox.fetch(
    `/_sandbox/requests/new?${new URLSearchParams({ endpoint, ...typed })}`,
  );
  const offered = [...text.matchAll(/<input (?=[^>]*name="([^"]*)")(?=[^>]*value="([^"]*)")/g)].map(
    ([, name = '', value = '']): [string, string] => [unescaped(name), unescaped(value)],
  );
  const form = new URLSearchParams({ ...Object.fromEntries(offered), token: 'test', ...typed, endpoint });
  const { status, headers } = await sandbox.fetch('/_sandbox/requests/new', { method: 'POST', body: form });
  expect(status).toBe(303);
  const page = await sandbox.fetch(headers.get('location') ?? '');
  expect(page.status).toBe(200);
  return page.text;
}
