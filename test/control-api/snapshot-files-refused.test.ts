import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exported, fileOf, imported, type Row, rowsIn, withStory } from '../support/snapshot-files.ts';

describe('A file that is not a whole snapshot changes nothing, and the answer names the line', () => {
  type Change = (rows: Row[]) => string | Uint8Array<ArrayBuffer>;
  const at =
    (kind: string, change: Row): Change =>
    (rows) =>
      fileOf(rows.map((row) => (row.record === kind ? { ...row, ...change } : row)));
  const header =
    (change: Row): Change =>
    ([first, ...rows]) =>
      fileOf([{ ...first, ...change }, ...rows]);
  const cases: [what: string, change: Change, message: RegExp][] = [
    ['nothing', () => '', /it is empty/],
    ['another program’s JSON', () => '{"port":4700}', /line 1 does not say that it is a snapshot/],
    ['a binary', () => new Uint8Array([0x1f, 0x8b, 0, 10, 0xff]), /line 1 is not JSON in UTF-8/],
    ['a list', () => '[1]\n', /line 1 does not say/],
    [
      'a newer version',
      header({ version: 2 }),
      /line 1 has format version 2, and .* update gateway-sandbox\. Nothing/,
    ],
    ['a path as name', header({ name: '../../x' }), /line 1 has a wrong name: must be 1 to 64/],
    ['a far time', header({ saved_at: 1e300 }), /line 1 has a wrong saved_at/],
    ['a cut line', (rows) => fileOf(rows).slice(0, -20), /line \d+ is not whole: the file is cut off/],
    ['missing lines', (rows) => fileOf(rows.slice(0, -3)), /the file is cut off/],
    [
      'one row twice',
      (rows) => fileOf([...rows, rows.at(-1) ?? {}]),
      /line \d+ is one event more than line 1 counts/,
    ],
    ['an id twice', at('event', { id: 1 }), /line \d+ is a event that an earlier line has already/],
    ['an id of no number', at('event', { id: '1' }), /line \d+ has a wrong id/],
    ['a huge id', at('transaction', { id: 9e15 }), /has a wrong id/],
    [
      'an unknown gateway',
      at('transaction', { gateway: 'constructor' }),
      /has a wrong gateway: must be one of/,
    ],
    [
      'a script as address',
      at('callback', { url: 'javascript:alert(1)' }),
      /has a wrong url: must be an http/,
    ],
    ...['-2.00', '0', '0.00', 'abc', '٥', '2.505', '1e2', '', '9'.repeat(40), ' 5'].map(
      (amount): [string, Change, RegExp] => [
        `a payment of "${amount.slice(0, 5)}"`,
        at('transaction', { amount }),
        /line \d+ has a wrong amount: must be an amount such as 10\.50, greater than zero/,
      ],
    ),
    ['a code for a negative amount', at('code', { amount: '-1' }), /line \d+ has a wrong amount: must be/],
    [
      'a payment that says one amount and counts another',
      at('transaction', { amount_hundredths: 1 }),
      /line \d+ has a wrong amount_hundredths: must be the hundredths of its amount/,
    ],
    ['a file as address', at('checkout', { return_url: 'file:///etc/passwd' }), /has a wrong return_url/],
    ['another member', at('account', { is_admin: true }), /line \d+ has a wrong/],
    [
      'a nameless line',
      at('account', { record: 'snapshots; DROP TABLE accounts' }),
      /has no "record" that is known/,
    ],
    [
      'an attempt of no callback',
      at('attempt', { callback_id: 7 }),
      /is a attempt of something that is not in the lines before it/,
    ],
    [
      'a payment of no account',
      at('transaction', { account_id: 'nobody' }),
      /is a transaction of the account nobody, which is not in the lines before it/,
    ],
    [
      'wrong settings',
      (rows) => fileOf(rows.map((row) => (row.name === 'settings' ? { ...row, value: { otp: 1 } } : row))),
      /has a wrong value/,
    ],
    [
      'a header that is none',
      at('request', { headers: [['a b', 'c\r\nd: e']] }),
      /has a wrong headers\.0\.0/,
    ],
    [
      'a header of an answer without a value',
      at('attempt', { answer_headers: [['a', null]] }),
      /has a wrong answer_headers\.0\.1/,
    ],
    ['headers of an answer as a text', at('attempt', { answer_headers: '[' }), /has a wrong answer_headers/],
    [
      'deep nesting',
      (rows) =>
        fileOf(rows).replace(/"data":\{/, `"data":${'['.repeat(200_000)}${']'.repeat(200_000)},"x":{`),
      /line \d+ /,
    ],
    ['escapes in a name', at('event', { '\u001b[2J': 1 }), /line \d+ has a wrong/],
  ];

  it('each is refused in one sentence', async () => {
    const rows = rowsIn(await exported(await withStory()));
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('events')).text;
    for (const [what, change, message] of cases) {
      const refused = await imported(sandbox, change(rows));
      expect(refused.status, `${what}: ${refused.text}`).toBe(422);
      expect(refused.json.error.message, what).toMatch(message);
      expect(refused.json.error.message, what).toMatch(/Nothing was changed\.$/);
    }
    expect((await sandbox.control('snapshots')).json.data).toEqual([]);
    expect((await sandbox.control('events')).text).toBe(before);
    expect((await imported(sandbox, fileOf(rows))).status).toBe(201);
  });

  it('one line without an end is not held', async () => {
    const sandbox = await freshSandbox();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
    });
    const refused = await sandbox.fetch('/_sandbox/api/snapshots/import', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    expect(refused.json.error.message).toMatch(/line 1 is longer than 16777216 bytes/);
    expect(sent).toBeLessThan(20);
  });
});
