import { describe, expect, it } from 'vitest';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';

describe('stop() while calls that nobody awaited are running', () => {
  it.each<[string, (sandbox: StartedSandbox) => Promise<unknown>]>([
    ['a reset', (sandbox) => sandbox.reset()],
    [
      'a move of the clock behind a reset',
      (sandbox) => Promise.all([sandbox.reset(), sandbox.clock.advance('1h')]),
    ],
    [
      'many changes of the settings',
      (sandbox) =>
        Promise.all([1, 2, 3, 4, 5].map((attempts) => sandbox.settings.change({ otp: { attempts } }))),
    ],
    ['a snapshot', (sandbox) => sandbox.snapshots.save('last')],
  ])('%s: it is finished first', async (_what, call) => {
    const sandbox = await startSandbox();
    const called = call(sandbox);
    await Promise.all([expect(called).resolves.not.toThrow(), sandbox.stop()]);
  });

  it('a wait: it is ended, and later calls are refused', async () => {
    const sandbox = await startSandbox();
    const waiting = sandbox.otp('0912345678', { wait: '1m' });
    await Promise.all([expect(waiting).rejects.toThrow(), sandbox.stop()]);
    await expect(sandbox.reset()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('events.next(…)', () => {
  it.each(['reset', 'stop'] as const)('says so when a %s ends the wait', async (how) => {
    const sandbox = await startSandbox();
    const waiting = sandbox.events.next({ type: 'transaction.completed' }).catch((error) => error.message);
    // The sandbox answers this call after it has taken the other one.
    await sandbox.clock.read();
    await sandbox[how]();
    expect(await waiting).toBe(
      'No event matched {"type":"transaction.completed"}: the sandbox was reset or stopped during the wait.',
    );
    await sandbox.stop();
  });
});
