import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/control-api/log-entries.ts';
import { LogFollower, Pace } from '../../src/sandbox/follow-log.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('The pace of a terminal', () => {
  it('takes a burst at once, and in the long run so many entries a second', () => {
    let now = 0;
    const pace = new Pace(100, 1000, () => now);
    expect([pace.isOver(600), pace.isOver(400), pace.isOver(1)]).toEqual([false, false, true]);
    now = 1000;
    expect([pace.isOver(100), pace.isOver(1)]).toEqual([false, true]);
    now = 100_000;
    expect([pace.isOver(1000), pace.isOver(1)]).toEqual([false, true]);
  });

  it('leaves out what comes faster, and counts it', async () => {
    const sandbox = await freshSandbox();
    const heard: LogEntry[] = [];
    let left = 0;
    const listener = {
      entries: (entries: readonly LogEntry[]) => heard.push(...entries),
      leftOut: (calls: number) => {
        left += calls;
      },
    };
    const follower = new LogFollower(sandbox.runtime, listener, new Pace(0, 0));
    await Promise.all(
      Array.from({ length: 150 }, () => sandbox.call('walletB/verify', rightFields['walletB/verify'])),
    );
    follower.end();
    const calls = heard.filter(({ kind }) => kind === 'call').length;
    expect(left).toBeGreaterThan(0);
    expect(calls + left).toBe(150);
  });

  it('nothing is left out where none is set, and nothing is heard behind the end', async () => {
    const sandbox = await freshSandbox();
    const heard: LogEntry[] = [];
    const listener = {
      entries: (entries: readonly LogEntry[]) => heard.push(...entries),
      leftOut: () => expect.fail(),
    };
    const follower = new LogFollower(sandbox.runtime, listener);
    for (let calls = 0; calls < 3; calls += 1)
      await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    follower.end();
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect(heard.filter(({ kind }) => kind === 'call')).toHaveLength(3);
  });
});
