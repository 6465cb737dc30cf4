import { onTestFinished } from 'vitest';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../src/index.ts';

/** A sandbox that listens, started as users start it; stopped when the test is over. */
export async function started(options: StartOptions = {}): Promise<StartedSandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}
