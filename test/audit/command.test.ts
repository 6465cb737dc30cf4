import { describe, expect, it, onTestFinished } from 'vitest';
import { printedBy } from '../../src/audit/command.ts';
import { isRunning } from '../support/detached.ts';

const env = process.env;
// Longer than the test, but not forever.
const longer = 'sleep 60';

describe('A command that leaves a process in the background', () => {
  it.each([
    ['its output', `${longer} & echo $!`],
    ['only its stdout', `${longer} 2>/dev/null & echo $!`],
    ['only its stderr', `${longer} >/dev/null & echo $!`],
  ])('which holds %s open, has printed what it has printed, and the process runs on', async (_, command) => {
    const pid = Number(await printedBy(command, { env, timeoutMs: 20_000 }));
    onTestFinished(() => void process.kill(pid));
    expect(isRunning(pid)).toBe(true);
  });

  it('and fails tells why', async () => {
    const failing = printedBy(`${longer} & echo "left $!" >&2; exit 3`, { env, timeoutMs: 20_000 });
    const message = await failing.catch(({ message }) => message);
    onTestFinished(() => void process.kill(Number(/left (\d+)/.exec(message)?.[1])));
    expect(message).toMatch(/ ended with code 3: left \d+$/);
  });
});

describe('A command that takes too long', () => {
  it('ends with everything it started', async () => {
    const message = await lateWords(`${longer} & echo "left $!"; wait`);
    expect(message).toMatch(/ took longer than 0\.3 s: left \d+$/);
    await gone(message);
  });

  it('ends although it ignores SIGTERM', async () => {
    const message = await lateWords(`trap '' TERM; echo "left $$"; ${longer}; ${longer}`);
    expect(message).toMatch(/ took longer than 0\.3 s: left \d+$/);
    await gone(message);
  });

  it('has taken too long even if it then ends as if all were well', async () => {
    expect(await lateWords(`trap 'exit 0' TERM; ${longer} & wait`)).toMatch(/ took longer than 0\.3 s\.$/);
  });
});

async function lateWords(command: string): Promise<string> {
  return printedBy(command, { env, timeoutMs: 300 }).catch(({ message }) => message);
}

async function gone(message: string): Promise<void> {
  await expect.poll(() => isRunning(Number(/left (\d+)/.exec(message)?.[1]))).toBe(false);
}
