import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { sendTo, wordsOf } from '../../support/tool-page.ts';

describe('A form of the dashboard', () => {
  test.each([
    [
      'JSON',
      'The form could not be read. Send it again.',
      { headers: { 'Content-Type': 'application/json' }, body: '{"kind":"hang"}' },
    ],
    [
      'more than 256 KiB',
      'The form is too large: at most 256 KB. Nothing was changed.',
      { body: new URLSearchParams({ kind: 'x'.repeat(256 * 1024) }) },
    ],
  ])('that is %s is not read, and the page says so', async (_what, why, init: RequestInit) => {
    const sandbox = await freshSandbox();
    const { status, text } = await sandbox.fetch('/_sandbox/faults', { method: 'POST', ...init });
    expect(status).toBe(422);
    expect(wordsOf(text)).toContain(`Failed ${why}`);
    expect((await sandbox.control('faults')).json.data).toEqual([]);
  });

  test('that is taken leads on with 303, and the next page says what was done', async () => {
    const sandbox = await freshSandbox();
    const { status, headers, text } = await sendTo(sandbox, 'clock/advance', { step: '1m' });
    expect([status, headers.get('location'), headers.get('cache-control'), text]).toEqual([
      303,
      '/_sandbox/clock?done=moved&pressed=1m',
      'no-store',
      '',
    ]);
    const { text: next } = await sandbox.fetch('/_sandbox/clock?done=moved');
    expect(wordsOf(next)).toContain('The clock has advanced. Everything that fell due has run.');
  });

  test('says nothing of what a stranger writes into the address', async () => {
    const { text } = await (await freshSandbox()).fetch('/_sandbox/clock?done=constructor');
    expect(text).not.toContain('class="done"');
  });

  test('of another site is refused, and changes nothing', async () => {
    const sandbox = await freshSandbox();
    const { status } = await sandbox.fetch('/_sandbox/faults', {
      method: 'POST',
      headers: { Origin: 'http://shop.example', 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({ kind: 'hang' }),
    });
    expect(status).toBe(403);
    expect((await sandbox.control('faults')).json.data).toEqual([]);
  });
});
