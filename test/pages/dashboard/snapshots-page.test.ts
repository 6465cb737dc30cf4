import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { done, errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

const numbersOf = async (sandbox: TestSandbox) =>
  (await sandbox.control('otps')).json.data.map(
    ({ mobile_number }: { mobile_number: string }) => mobile_number,
  );

describe('A snapshot', () => {
  test('is saved, restored and removed', async () => {
    const sandbox = await freshSandbox();
    expect(wordsOf(await done(sandbox, 'snapshots', { name: 'before' }))).toContain(
      'before saved 2026-01-15',
    );
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(await numbersOf(sandbox)).toEqual(['0912345678']);
    await done(sandbox, 'snapshots/before/restore');
    expect(await numbersOf(sandbox)).toEqual([]);
    expect(wordsOf(await done(sandbox, 'snapshots/before/remove'))).toContain('Saved states None yet.');
    expect((await sendTo(sandbox, 'snapshots/before/restore')).status).toBe(404);
  });

  test('with hyphens in place of the spaces of its name', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'snapshots', { name: ' before  the checkout ' });
    expect((await sandbox.control('snapshots')).json.data).toEqual([
      expect.objectContaining({ name: 'before-the-checkout' }),
    ]);
  });

  test('with a name that cannot be is refused beside the field', async () => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, 'snapshots', { name: 'a/b' });
    expect([status, errorBeside(text, 'name'), heldBy(text, 'name')]).toEqual([
      422,
      'Must be 1 to 64 of A-Z a-z 0-9 . _ -.',
      'a/b',
    ]);
  });
});

test('Reset starts over, and keeps the snapshots', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await done(sandbox, 'snapshots', { name: 'kept' });
  expect(wordsOf(await done(sandbox, 'reset'))).toMatch(/The sandbox starts over\..* kept saved /);
  expect(await numbersOf(sandbox)).toEqual([]);
});

test('Nothing is restored, removed or reset by a link', async () => {
  const sandbox = await freshSandbox();
  await done(sandbox, 'snapshots', { name: 'kept' });
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  for (const path of ['snapshots/kept/restore', 'snapshots/kept/remove', 'reset'])
    expect((await sandbox.fetch(`/_sandbox/${path}`)).status).toBe(404);
  expect(await numbersOf(sandbox)).toHaveLength(1);
});
