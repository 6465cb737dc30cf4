import type { TestSandbox } from '../support/sandbox.ts';

/** Advances the clock until nothing is pending. Repeats failed calls. False if something stays pending. */
export async function deliveredAtLast(sandbox: TestSandbox): Promise<boolean> {
  for (let turn = 0; turn < 8; turn += 1) {
    const { status } = await sandbox.control('callbacks/settled?wait=1500ms&retries=true', {});
    if (status === 200) return true;
    // Far enough for the next attempt of the schedule, or the one after it.
    sandbox.runtime.clock.advance(40_000);
  }
  return false;
}
