import { expect, it } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { dumper } from './dump.ts';

const verifyPath = '/api/v1/transaction/walletA/verify';
const fromPage = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

const verify = (sandbox: TestSandbox) => sandbox.call('walletA/verify', rightFields['walletA/verify']);
const logged = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.control(`requests?limit=200${query}`)).json.data;

it.each([
  ['wrong keys', verifyPath, merchantCall({}, { token: 'nobody' }), 401],
  ['an unknown path', '/api/v2/x', { method: 'POST', body: 'a=b' }, 404],
  ['a wrong method', verifyPath, { method: 'DELETE' }, 405],
  ['a large body', verifyPath, { method: 'POST', body: 'x'.repeat(65_537) }, 413],
  ['a web page', verifyPath, { method: 'POST', body: 'a=b', headers: fromPage }, 401],
  ['a preflight', verifyPath, { method: 'OPTIONS', headers: fromPage }, 405],
  ['another host', `http://evil.example${verifyPath}`, { method: 'POST' }, 403],
])(
  'A request without valid keys changes no row and is listed with a note: %s',
  async (_, path, init, status) => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    const dump = dumper(sandbox);
    const before = dump();
    expect((await sandbox.fetch(path, init)).status).toBe(status);
    expect(dump()).toEqual(before);
    const [newest, own] = await logged(sandbox);
    expect([newest.id, newest.status, own.id, own.note]).toEqual(['2', status, '1', null]);
    expect(newest.note).toMatch(
      /^(Sent without the valid keys|A web page sent this|The host "evil\.example")/,
    );
    expect((await sandbox.control('requests/2')).json).toEqual(newest);
  },
);

it('A call with valid keys is logged as ever, whatever its path, method or Origin', async () => {
  const sandbox = await freshSandbox();
  await sandbox.fetch('/api/v2/x', merchantCall({}));
  await sandbox.call('walletA/verify', {}, { method: 'GET' });
  await sandbox.call('walletA/verify', rightFields['walletA/verify'], { headers: fromPage });
  expect(dumper(sandbox)().requests).toHaveLength(3);
  expect((await logged(sandbox)).map(({ note }: { note: unknown }) => note)).toEqual([null, null, null]);
});

it('A preflight is told that tokens do not belong in browsers, and gets no CORS header', async () => {
  const sandbox = await freshSandbox();
  const { headers } = await sandbox.fetch(verifyPath, { method: 'OPTIONS', headers: fromPage });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  const [{ note, lint }] = await logged(sandbox);
  expect(note).toContain('https://evil.example');
  expect(lint).toEqual([expect.stringContaining('access tokens do not belong in browsers')]);
});

it('Strangers push no call of a developer out of the log, and only the newest of theirs are kept', async () => {
  const sandbox = await freshSandbox();
  await verify(sandbox);
  await Promise.all(Array.from({ length: 600 }, () => sandbox.fetch('/api/x', { method: 'POST' })));
  const answer = await verify(sandbox);
  expect(answer.headers.get('x-sandbox-request-id')).toBe('602');
  const ids: string[] = [];
  for (let cursor = ''; ids.length < 1000; ) {
    const { json } = await sandbox.control(`requests?limit=200${cursor}`);
    ids.push(...json.data.map(({ id }: { id: string }) => id));
    if (json.next === null) break;
    cursor = `&cursor=${json.next}`;
  }
  expect(ids).toEqual(['602', ...Array.from({ length: 500 }, (_, each) => String(601 - each)), '1']);
  expect((await sandbox.control('requests/101')).status).toBe(404);
});

it('A web page that sends many in a second gets one row', async () => {
  const sandbox = await freshSandbox();
  const send = () => sandbox.fetch('/api/x', { method: 'POST', headers: fromPage });
  for (let sent = 0; sent < 50; sent += 1) await send();
  const rows = await logged(sandbox);
  expect(rows.length).toBeLessThan(10);
  expect(rows.at(-1).note).toMatch(/https:\/\/evil\.example.* \d+ more came within the same second/);
});

it('Only the beginning of a large body is kept, and no key in it, not even a part of one', async () => {
  const sandbox = await freshSandbox();
  for (const before of [4090, 6140]) {
    const body = `${'x'.repeat(before)}demo_secret_key${'y'.repeat(50_000)}`;
    await sandbox.fetch('/api/x', { method: 'POST', body });
    const [row] = await logged(sandbox);
    expect(row.body.length).toBeLessThanOrEqual(4096);
    expect(row.body).toMatch(/^x{4000}/);
    expect(row.body).not.toContain('_');
    expect(row.note).toContain(`its body of ${body.length} bytes`);
  }
});

it('Their requests are found by filters, counted on the overview, waited for and replayed', async () => {
  const sandbox = await freshSandbox();
  await verify(sandbox);
  const waiting = sandbox.control('requests?after=1&wait=10s');
  await sandbox.call('walletA/verify', {}, { token: 'nobody' });
  expect((await waiting).json.data).toMatchObject([{ id: '2', code: 'UNAUTHORIZED' }]);
  expect(await logged(sandbox, '&code=UNAUTHORIZED')).toMatchObject([{ id: '2', gateway: 'walletA' }]);
  expect(await logged(sandbox, '&gateway=cardgw')).toEqual([]);
  expect(await logged(sandbox, '&account=demo')).toMatchObject([{ id: '1' }]);
  expect((await sandbox.fetch('/_sandbox/')).text).toContain('UNAUTHORIZED');
  expect((await sandbox.fetch('/_sandbox/requests')).text).toContain('unauthenticated');
  expect((await sandbox.fetch('/_sandbox/requests/2')).text).toContain('Sent without the valid keys');
  expect((await sandbox.control('requests/2/replay', {})).json).toMatchObject({ id: '3', status: 401 });
});

it('A reset and a restore drop them, and ids start over without meeting a kept one', async () => {
  const sandbox = await freshSandbox();
  await verify(sandbox);
  await sandbox.control('snapshots', { name: 'one' });
  for (let sent = 0; sent < 3; sent += 1) await sandbox.fetch('/api/x', { method: 'POST' });
  await sandbox.control('snapshots/one/restore', {});
  expect(await logged(sandbox)).toMatchObject([{ id: '1' }]);
  await verify(sandbox);
  expect((await logged(sandbox))[0].id).toBe('2');
  await sandbox.fetch('/api/x', { method: 'POST' });
  await sandbox.control('reset', {});
  expect(await logged(sandbox)).toEqual([]);
  await sandbox.fetch('/api/x', { method: 'POST' });
  await verify(sandbox);
  expect((await logged(sandbox)).map(({ id }: { id: string }) => id)).toEqual(['2', '1']);
});

it('The rows of a data file outlive a restart, those of strangers do not', async () => {
  const data = dataFile();
  const first = await freshSandbox({ data });
  await verify(first);
  await first.fetch('/api/x', { method: 'POST' });
  await first.stop();
  const sandbox = await freshSandbox({ data });
  expect(await logged(sandbox)).toMatchObject([{ id: '1', note: null }]);
});
