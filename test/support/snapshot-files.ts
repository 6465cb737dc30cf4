import { freshRawMerchant, freshSandbox } from './fresh.ts';
import { rightFields, type TestSandbox } from './sandbox.ts';

export type Row = Record<string, unknown>;

export async function exported(sandbox: TestSandbox, name = 'story', query = ''): Promise<string> {
  const answer = await sandbox.fetch(`/_sandbox/api/snapshots/${name}/export${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

export function imported(sandbox: TestSandbox, file: string | Uint8Array<ArrayBuffer>, query = '') {
  return sandbox.fetch(`/_sandbox/api/snapshots/import${query}`, { method: 'POST', body: file });
}

/** Imports a file whose parts arrive one after another. */
export function importedFrom(sandbox: TestSandbox, parts: AsyncIterable<Uint8Array>, query = '') {
  // Node asks for `duplex`, which the DOM's types lack.
  const init = { method: 'POST', body: ReadableStream.from(parts), duplex: 'half' } as RequestInit;
  return sandbox.fetch(`/_sandbox/api/snapshots/import${query}`, init);
}

export const rowsIn = (file: string): Row[] =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
export const fileOf = (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
export const withoutTime = (file: string) => file.replace(/"exported_at":"[^"]*"/, '');

/** A sandbox with a row in every table, saved as `story`. */
export async function withStory(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const merchant = await freshRawMerchant((socket) =>
    socket.write(Buffer.from('HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\n\xff\0\x9b', 'latin1')),
  );
  await sandbox.call('aggregator/confirm', {
    ...rightFields['aggregator/confirm'],
    callback_url: `${merchant.url}/callback?key=demo_secret_key`,
  });
  await sandbox.control('checkouts/token-1/approve', {});
  await sandbox.runtime.alarms.idle();
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await sandbox.call('walletA/verify', { mobile_number: 'demo_secret_key \u001b[31m\u202e' });
  await sandbox.control('faults', { effect: { code: 'MAINTENANCE_MODE' }, times: 'always' });
  await sandbox.control('settings', { otp: { policy: 'fixed' } }, 'PATCH');
  await sandbox.control('accounts/demo', { ip_whitelist: { entries: ['127.0.0.1'] } }, 'PATCH');
  await sandbox.control('clock/advance', { by: '1m' });
  await sandbox.control('snapshots', { name: 'story' });
  return sandbox;
}
